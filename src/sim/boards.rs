//! Posts on boards, and how what a version on probation left in the world is taken back.

use super::{Level, Sim};
use crate::agent::{BoardOwner, BoardPlace, Outgoing, Symbol, Value};
use crate::body::AgentId;
use std::sync::Arc;

impl Sim {
    /// Posts on boards what creatures sent there, in the order of their numbers: on any number of machines and threads the same
    /// post is the last one.
    pub(super) fn post_on_boards<'a>(&mut self, sent: impl Iterator<Item = &'a (usize, Outgoing)>) {
        let mut posts: Vec<_> = sent
            .filter_map(|(slot, sent)| match sent {
                Outgoing::Post { key, value } => Some((*slot, key, value)),
                _ => None,
            })
            .collect();
        posts.sort_by_key(|post| self.now.agents.bodies.id(post.0).number());
        let (most, mut refused) = (self.script_params.board_limits(), None);
        for (slot, key, value) in posts {
            let owner = BoardOwner::Faction(self.now.agents.faction[slot]);
            // It fitted when the step began; others may have posted since.
            match self.now.boards.fits(owner, key, value, most) {
                Ok(()) => self.post_on_board(slot, (owner, key.clone()), value),
                Err(full) => refused = refused.or(Some((slot, full))),
            }
        }
        if let Some((slot, full)) = refused {
            self.note_of(slot, Level::Warn, format!("posts were dropped: {full}"));
        }
    }

    fn post_on_board(&mut self, slot: usize, place: BoardPlace, value: &Arc<Value>) {
        let by = self.now.agents.behaviour[slot];
        let versions: Vec<u32> =
            self.probations.open.iter().filter(|p| p.concerned.contains(&by)).map(|p| p.id).collect();
        let before = self.now.boards.get(place.0, &place.1).cloned().unwrap_or_default();
        self.probations.posts.note(&place, versions, before, value);
        Arc::make_mut(&mut self.now.boards).post(place, Arc::clone(value));
    }

    /// A creature of this behaviour has spawned another.
    pub(super) fn trace_spawned(&mut self, by: Symbol, id: AgentId) {
        for probation in self.probations.open.iter_mut().filter(|p| p.concerned.contains(&by)) {
            probation.spawned.push(id);
        }
    }

    /// Takes back what a version that failed left in the world.
    pub(super) fn undo_traces(&mut self, version: u32, spawned: &[AgentId]) {
        let most = self.script_params.board_limits();
        for ((owner, key), value) in self.probations.posts.undo(version) {
            // Others may have taken the space meanwhile.
            let value = match self.now.boards.fits(owner, &key, &value, most) {
                Ok(()) => value,
                Err(full) => {
                    self.note(Level::Warn, format!("what was posted under '{key}' before is lost: {full}"));
                    Arc::default()
                }
            };
            Arc::make_mut(&mut self.now.boards).post((owner, key), value);
        }
        for id in spawned {
            if let Some(slot) = self.now.agents.bodies.find(*id) {
                self.leave(slot);
            }
        }
    }
}
