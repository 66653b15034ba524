//! Posts on boards, and how what a version on probation left in the world is taken back.

use super::traces::{Trace, Traces};
use super::{Level, Sim};
use crate::agent::{BoardOwner, BoardPlace, Outgoing, Symbol, Value};
use crate::body::AgentId;
use std::sync::Arc;

impl Sim {
    /// Posts on boards what creatures sent there, in the order of their slots: on any number of machines and threads the same
    /// post is the last one.
    pub(super) fn post_on_boards<'a>(&mut self, sent: impl Iterator<Item = &'a (usize, Outgoing)>) {
        let mut posts: Vec<_> = sent
            .filter_map(|(slot, sent)| match sent {
                Outgoing::Post { key, value } => Some((*slot, key, value)),
                _ => None,
            })
            .collect();
        posts.sort_by_key(|post| post.0);
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
        for probation in &mut self.probations.open {
            if probation.concerned.contains(&by) {
                let before = self.now.boards.get(place.0, &place.1).cloned().unwrap_or_default();
                probation.traces.add(place.clone(), Trace { before, last: true });
            } else if let Some(trace) = probation.traces.posts.get_mut(&place) {
                trace.last = false;
            }
        }
        Arc::make_mut(&mut self.now.boards).post(place, Arc::clone(value));
    }

    /// A creature of this behaviour has spawned another.
    pub(super) fn trace_spawned(&mut self, by: Symbol, id: AgentId) {
        for probation in self.probations.open.iter_mut().filter(|p| p.concerned.contains(&by)) {
            probation.traces.spawned.push(id);
        }
    }

    /// Takes back what a version on probation left in the world.
    pub(super) fn undo_traces(&mut self, probation: u32, traces: Traces) {
        for (place, Trace { before, last }) in traces.posts {
            // Younger versions that posted there began with what is now undone.
            for younger in self.probations.open.iter_mut().filter(|p| p.id > probation) {
                younger.traces.posts.entry(place.clone()).and_modify(|t| t.before = Arc::clone(&before));
            }
            if last {
                Arc::make_mut(&mut self.now.boards).post(place, before);
            }
        }
        for id in traces.spawned {
            if let Some(slot) = self.now.agents.bodies.find(id) {
                self.leave(slot);
            }
        }
    }
}
