//! Lives that end: the last call, removal, and what the log says of it.

use super::Sim;
use super::log::Level;
use crate::agent::recorder::What;
use crate::body::AgentId;
use std::sync::Arc;

impl Sim {
    /// Writes the line of a second that is over.
    pub(super) fn sum_up_deaths(&mut self) {
        let others = self.deaths.others_before(self.second());
        if others.is_empty() {
            return;
        }
        let symbols = &self.now.catalogue.symbols;
        let counts: Vec<String> = others.iter().map(|(of, count)| format!("{} ×{count}", symbols.name(*of))).collect();
        let sum: u32 = others.values().sum();
        self.note(Level::Warn, format!("{sum} more died within a second: {}", counts.join(", ")));
    }

    /// Ends a life: last call, removal, and the date of the next one.
    pub(super) fn die(&mut self, slot: usize, by: Option<AgentId>) {
        let id = self.now.agents.bodies.id(slot);
        let is_player = self.now.player == Some(id);
        self.record(slot, What::Died);
        if !is_player {
            self.last_call(slot);
        }
        if self.deaths.has_line(self.now.agents.behaviour[slot]) {
            let killer = by.and_then(|id| self.now.agents.bodies.find(id)).map(|s| self.name_of(s));
            let line = killer.map_or_else(|| "died".to_owned(), |k| format!("killed by {k}"));
            self.log.push(self.now.step, Level::Warn, Some((id, self.name_of(slot))), line);
        }
        self.remove(slot);
        let per_s = 1000.0 / self.params.step_ms as f32;
        if is_player {
            self.now.player = None;
            self.spawner.player_due = Some(self.now.step + (self.params.player_respawn_s * per_s) as u64);
        }
    }

    /// Takes a creature out of the world, and has the next life of its order begin in time.
    fn remove(&mut self, slot: usize) {
        let (id, behaviour) = (self.now.agents.bodies.id(slot), self.now.agents.behaviour[slot]);
        self.stats.lives.entry(self.now.catalogue.symbols.name(behaviour).to_owned()).or_default().1 += 1;
        self.shards.vm_mut(slot).forget(slot);
        self.leave_groups(id);
        let spawn = self.now.agents.spawn[slot];
        Arc::make_mut(&mut self.now.agents).remove(id);
        self.spawner.again(spawn, self.now.step, 1000.0 / self.params.step_ms as f32);
    }

    /// Ends a life without a last call; asking twice is asking once.
    pub(super) fn leave(&mut self, slot: usize) {
        if self.now.agents.bodies.alive[slot] {
            self.note_of(slot, Level::Info, "left the world".into());
            self.remove(slot);
        }
    }

    /// The `died` handler may still speak and send.
    fn last_call(&mut self, slot: usize) {
        let view = self.view();
        let shard = self.shards.of(slot);
        let mut output = std::mem::take(&mut shard.output);
        output.clear();
        shard.vm.died(&view, slot, &mut output);
        drop(view);
        output.turns.clear();
        self.record_last_turn(slot, &output);
        self.apply_output(&output);
        for (from, sent) in &output.outgoing {
            self.deliver(*from, sent);
        }
        self.post_on_boards(output.outgoing.iter());
        self.add_influence(output.outgoing.iter());
        output.clear();
        self.shards.of(slot).output = output;
    }
}
