//! The kinds of ground that a map of another program needs, by what it says of them: those of the native legend, or new letters.

use super::draft::{Draft, Origin};
use super::letters::Letters;
use crate::world::format::legend;
use crate::world::{GroundKind, PLAIN_COST, World};
use std::collections::BTreeMap;
use toml::Value;

/// What may be said of ground, beside its name.
pub(super) const KEYS: [&str; 6] = ["walkable", "opaque", "cost", "pace", "vegetation", "look"];

/// Parts of names by which a layer, or a value, is taken as closed where nothing else says what it is.
const CLOSED_NAMES: [&str; 6] = ["collision", "collider", "wall", "obstacle", "blocked", "solid"];

/// What a place says of its ground: the name of a kind in `ground`, and [`KEYS`].
pub(super) type Says = BTreeMap<String, Value>;

/// Letters by what they mean.
#[derive(Debug)]
pub(super) struct Kinds {
    native: Vec<GroundKind>,
    letters: BTreeMap<String, char>,
    /// New kinds, with where each was met first.
    own: Vec<(char, Says, Origin)>,
    free: Vec<char>,
}

impl Default for Kinds {
    fn default() -> Self {
        let native = legend::native();
        let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{c0}'..='\u{17f}');
        let mut free: Vec<char> = letters.filter(|l| native.iter().all(|kind| kind.letter != *l)).collect();
        free.reverse();
        Self { native, letters: BTreeMap::new(), own: Vec::new(), free }
    }
}

impl Kinds {
    /// Whether the native legend has a kind of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.native.iter().any(|kind| kind.name == name)
    }

    /// The letter of a kind of the native legend; that of void for names that it does not have.
    pub(super) fn named(&self, name: &str) -> char {
        self.native.iter().find(|kind| kind.name == name).map_or('@', |kind| kind.letter)
    }

    /// The letter of what is said; `None` when there are no more.
    pub(super) fn letter(&mut self, says: &Says, origin: impl FnOnce() -> Origin) -> Option<char> {
        let key = format!("{says:?}");
        if let Some(letter) = self.letters.get(&key) {
            return Some(*letter);
        }
        let letter = match self.native_letter(says) {
            Some(letter) => letter,
            None => {
                let letter = self.free.pop()?;
                self.own.push((letter, says.clone(), origin()));
                letter
            }
        };
        self.letters.insert(key, letter);
        Some(letter)
    }

    /// The letter of the native legend that already means it.
    fn native_letter(&self, says: &Says) -> Option<char> {
        let name = match says.get("ground").and_then(Value::as_str) {
            Some(name) => name,
            None if says.get("walkable") == Some(&Value::Boolean(false)) => "wall",
            None => "floor",
        };
        let kind = self.native.iter().find(|kind| kind.name == name)?;
        let same = |(key, value): (&String, &Value)| match (key.as_str(), value) {
            ("ground", _) => true,
            ("walkable", Value::Boolean(is)) => *is == kind.walkable,
            ("opaque", Value::Boolean(is)) => *is == kind.opaque,
            _ => false,
        };
        says.iter().all(same).then_some(kind.letter)
    }

    /// Writes `[legend]`.
    pub(super) fn write(&self, draft: &mut Draft) {
        for (letter, says, origin) in &self.own {
            draft.from(origin.clone());
            draft.table(&format!("[legend.\"{letter}\"]"));
            let named = says.get("ground").and_then(Value::as_str);
            let base = named.and_then(|name| self.native.iter().find(|kind| kind.name == name));
            let walkable =
                says.get("walkable").and_then(Value::as_bool).unwrap_or(base.is_none_or(|kind| kind.walkable));
            let look: &'static str = match base {
                Some(kind) => kind.look.into(),
                None if walkable => "floor",
                None => "wall",
            };
            let opaque = base.map_or(!walkable, |kind| kind.opaque);
            let usual = [("walkable", walkable.into()), ("opaque", opaque.into()), ("look", look.into())];
            draft.key("name", &named.map_or_else(|| format!("kind {letter}"), Into::into).into());
            let said = KEYS.into_iter().filter_map(|key| Some((key, says.get(key)?.clone())));
            draft.keys(usual.into_iter().filter(|(key, _)| !says.contains_key(*key)).chain(said));
        }
    }
}

/// Whether a name is one that closed ground has.
pub(super) fn sounds_closed(name: &str) -> bool {
    let name = name.to_lowercase();
    CLOSED_NAMES.into_iter().any(|part| name.contains(part))
}

/// The native map of a world that is nothing but ground.
pub(in crate::world::format) fn of_world(world: &World) -> Draft {
    let ground = &world.ground;
    let mut draft = Draft::default();
    draft.keys([("format", 1.into()), ("name", world.name.as_str().into())]);
    draft.keys(world.attribution.iter().map(|from| ("attribution", from.as_str().into())));
    draft.key("resolution", &Value::Float(f64::from(ground.resolution_m())));
    let kinds = ground.kinds();
    let mut used = vec![false; kinds.len()];
    ground.cells().for_each(|kind| used[usize::from(kind)] = true);
    for (kind, _) in kinds.iter().zip(used).filter(|(_, used)| *used) {
        draft.table(&format!("[legend.\"{}\"]", kind.letter));
        let look: &'static str = kind.look.into();
        draft.keys([
            ("name", kind.name.as_str().into()),
            ("walkable", kind.walkable.into()),
            ("opaque", kind.opaque.into()),
            ("look", look.into()),
        ]);
        let metres = |cost: u8| Value::Float(f64::from(cost) / f64::from(PLAIN_COST));
        let costs = kind.traversability.costs.iter();
        let costs: toml::Table =
            costs.map(|(class, cost)| (class.clone(), cost.map_or(Value::Float(f64::INFINITY), metres))).collect();
        if !costs.is_empty() {
            draft.key("cost", &Value::Table(costs));
        }
    }
    draft.table("[ground]");
    let known = kinds.iter().map(|kind| kind.letter).collect();
    Letters::of(ground.width(), ground.cells().collect(), known).write(&mut draft);
    draft
}
