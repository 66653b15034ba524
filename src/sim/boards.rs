//! Groups and posts on boards, and how what a version on probation left in the world is taken back.

use super::{Level, Sim};
use crate::agent::{
    BoardFull, BoardLimits, BoardOwner, BoardPlace, GroupId, Groups, GroupsFull, Outgoing, Symbol, Value,
};
use crate::body::AgentId;
use std::sync::Arc;

/// Why what a creature sent is not shared. It could be when the step began; others came first.
#[derive(Debug, thiserror::Error)]
enum NotShared {
    /// The group, or the number of groups, is full by now.
    #[error("cannot join '{0}': {1}")]
    Join(String, #[source] GroupsFull),
    /// The board is full by now.
    #[error("posts were dropped: {0}")]
    Post(#[from] BoardFull),
}

impl Sim {
    /// Which creatures are in which groups.
    pub fn groups(&self) -> &Groups {
        &self.now.groups
    }

    /// Has creatures join and leave groups, and posts on boards what they sent there: in the order of their numbers, and for each
    /// in the order in which it asked. So on any number of machines and threads the same post is the last one.
    pub(super) fn post_on_boards<'a>(&mut self, sent: impl Iterator<Item = &'a (usize, Outgoing)>) {
        let shared =
            |sent: &Outgoing| matches!(sent, Outgoing::Post { .. } | Outgoing::Join { .. } | Outgoing::Leave { .. });
        let mut all: Vec<_> = sent.filter(|(_, sent)| shared(sent)).collect();
        all.sort_by_key(|(slot, _)| self.now.agents.bodies.id(*slot).number());
        let mut refused = None;
        for (slot, sent) in all {
            if let Err(why) = self.share(*slot, sent) {
                refused = refused.or(Some((*slot, why)));
            }
        }
        if let Some((slot, why)) = refused {
            self.note_of(slot, Level::Warn, why.to_string());
        }
    }

    /// What was possible when the step began may not be so after what others did in it.
    fn share(&mut self, slot: usize, sent: &Outgoing) -> Result<(), NotShared> {
        let id = self.now.agents.bodies.id(slot);
        match sent {
            Outgoing::Join { group } => {
                let most = self.script_params.group_limits();
                self.now.groups.fits(group, id, most).map_err(|full| NotShared::Join(group.clone(), full))?;
                Arc::make_mut(&mut self.now.groups).join(group, id);
            }
            Outgoing::Leave { group } => {
                let ended = Arc::make_mut(&mut self.now.groups).leave(group, id);
                self.end_groups(ended);
            }
            Outgoing::Post { group, key, value } => {
                let owner = match group {
                    None => BoardOwner::Faction(self.now.agents.faction[slot]),
                    // One that was refused as a member posts nothing there.
                    Some(name) => match self.now.groups.joined_by(name, id) {
                        Some(group) => BoardOwner::Group(group.id()),
                        None => return Ok(()),
                    },
                };
                let most = self.limits_of(owner);
                self.now.boards.fits(owner, key, value, most)?;
                self.post_on_board(slot, (owner, key.clone()), value);
            }
            _ => {}
        }
        Ok(())
    }

    fn limits_of(&self, owner: BoardOwner) -> BoardLimits {
        match owner {
            BoardOwner::Faction(_) => self.script_params.board_limits(),
            BoardOwner::Group(_) => self.script_params.group_board_limits(),
        }
    }

    /// A creature is gone, and so is its place in groups.
    pub(super) fn leave_groups(&mut self, id: AgentId) {
        if !self.now.groups.of(id).is_empty() {
            let ended = Arc::make_mut(&mut self.now.groups).forget(id);
            self.end_groups(ended);
        }
    }

    /// The boards of groups without members go with them.
    pub(super) fn end_groups(&mut self, ended: impl IntoIterator<Item = GroupId>) {
        for owner in ended.into_iter().map(BoardOwner::Group) {
            Arc::make_mut(&mut self.now.boards).clear(owner);
            self.probations.posts.forget(owner);
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
        for ((owner, key), value) in self.probations.posts.undo(version) {
            let most = self.limits_of(owner);
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
