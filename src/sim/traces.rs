//! What a version on probation leaves in the world besides the memories of its creatures: posts on boards, and creatures
//! that they spawned. It goes with the version.

use crate::agent::{BoardPlace, Value};
use crate::body::AgentId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place on a board to which a version posted.
pub(super) struct Trace {
    /// What was there before.
    pub before: Arc<Value>,
    /// No other creature has posted there since.
    pub last: bool,
}

/// The traces of one version.
#[derive(Default)]
pub(super) struct Traces {
    pub posts: BTreeMap<BoardPlace, Trace>,
    pub spawned: Vec<AgentId>,
}

impl Traces {
    /// Adds a post of its own.
    pub(super) fn add(&mut self, place: BoardPlace, new: Trace) {
        match self.posts.get_mut(&place) {
            Some(old) if old.last => {}
            Some(old) => *old = new,
            None => drop(self.posts.insert(place, new)),
        }
    }

    /// Adds those of a later version that continues this one.
    pub(super) fn extend(&mut self, later: Self) {
        later.posts.into_iter().for_each(|(place, trace)| self.add(place, trace));
        self.spawned.extend(later.spawned);
    }
}
