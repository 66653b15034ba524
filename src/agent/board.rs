//! Boards: plain data that several creatures share, each value under a key.

use super::{GroupId, Symbol, Symbols, Value};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The creatures that share a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardOwner {
    /// Those of a faction.
    Faction(Symbol),
    /// The members of a group.
    Group(GroupId),
}

/// What one board may hold.
#[derive(Clone, Copy, Debug)]
pub struct BoardLimits {
    /// Keys.
    pub keys: usize,
    /// Bytes of keys and values.
    pub bytes: usize,
}

/// Why a value cannot be posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardFull {
    /// All keys are taken.
    #[error("the board has {0} keys already; post nil under those that are no longer needed")]
    Keys(usize),
    /// The values would take more than so many bytes.
    #[error("the board would hold more than {0} bytes")]
    Bytes(usize),
}

/// Where a value is posted.
pub type BoardPlace = (BoardOwner, String);

#[derive(Clone, Debug)]
struct Posted {
    value: Arc<Value>,
    bytes: usize,
}

#[derive(Clone, Debug, Default)]
struct Board {
    posted: BTreeMap<String, Posted>,
    bytes: usize,
}

/// The boards of a world; those that are empty are not kept.
#[derive(Clone, Debug, Default)]
pub struct Boards(BTreeMap<BoardOwner, Board>);

/// Bytes of an entry; nil is none.
fn bytes(key: &str, value: &Value) -> usize {
    if *value == Value::Nil { 0 } else { key.len() + value.bytes() }
}

impl Boards {
    /// What is posted under a key.
    pub fn get(&self, owner: BoardOwner, key: &str) -> Option<&Arc<Value>> {
        self.0.get(&owner)?.posted.get(key).map(|p| &p.value)
    }

    /// All that is posted for an owner, in order of key.
    pub fn of(&self, owner: BoardOwner) -> impl Iterator<Item = (&str, &Arc<Value>)> {
        self.0.get(&owner).into_iter().flat_map(|b| b.posted.iter().map(|(key, p)| (key.as_str(), &p.value)))
    }

    /// Whether a value fits. Nil always does, and so does one that is no larger than what it replaces.
    ///
    /// # Errors
    /// What there is too much of.
    pub fn fits(&self, owner: BoardOwner, key: &str, value: &Value, most: BoardLimits) -> Result<(), BoardFull> {
        let (new, board) = (bytes(key, value), self.0.get(&owner));
        let old = board.and_then(|b| b.posted.get(key));
        let (keys, held) = board.map_or((0, 0), |b| (b.posted.len(), b.bytes));
        match old.map_or(0, |p| p.bytes) {
            old if new <= old => Ok(()),
            0 if keys >= most.keys => Err(BoardFull::Keys(most.keys)),
            old if held - old + new > most.bytes => Err(BoardFull::Bytes(most.bytes)),
            _ => Ok(()),
        }
    }

    /// Posts a value, in place of the one before; nil removes it.
    pub fn post(&mut self, (owner, key): BoardPlace, value: Arc<Value>) {
        let board = self.0.entry(owner).or_default();
        let new = Posted { bytes: bytes(&key, &value), value };
        board.bytes += new.bytes;
        let old = if new.bytes > 0 { board.posted.insert(key, new) } else { board.posted.remove(&key) };
        board.bytes -= old.map_or(0, |p| p.bytes);
        if board.posted.is_empty() {
            self.0.remove(&owner);
        }
    }

    /// All that is posted for an owner goes.
    pub fn clear(&mut self, owner: BoardOwner) {
        self.0.remove(&owner);
    }

    /// Adds what is posted to the world hash; empty boards add nothing.
    pub fn hash<H: Hasher>(&self, symbols: &Symbols, h: &mut H) {
        for (owner, board) in &self.0 {
            match owner {
                BoardOwner::Faction(faction) => (b"board", symbols.name(*faction)).hash(h),
                BoardOwner::Group(group) => (b"board of a group", group).hash(h),
            }
            board.posted.iter().for_each(|(key, p)| (key, &p.value).hash(h));
        }
    }
}
