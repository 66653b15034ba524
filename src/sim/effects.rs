//! The effects of scripts, searches, strikes and commands on agents.

use super::requests::Wish;
use super::{Level, Sim};
use crate::agent::combat::Strike;
use crate::agent::recorder::What;
use crate::agent::{Event, Message, Outgoing, Value};
use crate::body::AgentId;
use crate::diag::printable;
use crate::geom::{Aabb, Storey, Vec2};
use crate::lua::api::forced::{Forced, ForcedCode};
use crate::lua::api::output::ScriptOutput;
use crate::lua::source::mods::path_of_key;
use std::sync::Arc;
use thin_vec::ThinVec;

/// Events that wait for one creature at most.
const MAX_INBOX: usize = 64;
/// Bytes of data that wait for one creature.
const MAX_INBOX_BYTES: usize = 256 * 1024;

/// What a script says, on one line.
fn one_line(text: &str) -> String {
    printable(&text.replace('\t', "  "))
}

impl Sim {
    /// Applies intents and states of all agents whose script ran, then delivers what they sent.
    pub(super) fn apply_turns(&mut self) {
        self.record_turns();
        let outputs: Vec<ScriptOutput> = self.shards.all.iter_mut().map(|s| std::mem::take(&mut s.output)).collect();
        outputs.iter().for_each(|output| self.apply_output(output));
        let sent = || outputs.iter().flat_map(|o| &o.outgoing);
        for (slot, sent) in sent() {
            self.deliver(*slot, sent);
        }
        self.post_on_boards(sent());
        self.add_influence(sent());
        for (slot, _) in sent().filter(|(_, sent)| *sent == Outgoing::Despawn) {
            self.leave(*slot);
        }
        self.shards.all.iter_mut().zip(outputs).for_each(|(shard, output)| shard.output = output);
    }

    pub(super) fn apply_output(&mut self, output: &ScriptOutput) {
        let step = self.now.step;
        self.stats.script_calls += output.calls;
        for (sum, n) in self.stats.codes.iter_mut().zip(output.codes) {
            *sum += n;
        }
        for t in &output.transitions {
            self.stats.enter(self.now.catalogue.symbols.name(t.to));
        }
        let period = self.tick_steps();
        let agents = Arc::make_mut(&mut self.now.agents);
        for turn in &output.turns {
            let slot = turn.slot;
            agents.intent[slot] = turn.intent;
            if agents.state[slot] != turn.state {
                // It acts on the new state in the next step, unless it sleeps from the beginning; one that changes it at every call gets at
                // most half as many calls more.
                let sleeps = turn.sleep.holds(step + 1);
                self.wake[slot] |= !sleeps && step - agents.state_since[slot] >= period;
                agents.state[slot] = turn.state;
                agents.state_since[slot] = step;
            }
            if let Some(tactic) = turn.tactic {
                agents.tactic[slot] = tactic;
            }
            agents.ticks[slot] += 1;
            agents.sleep[slot] = agents.sleep[slot].then(turn.sleep, slot, step);
        }
        for (slot, text) in &output.prints {
            self.print(*slot, text);
        }
        for fault in &output.faults {
            self.fault(fault);
        }
    }

    fn print(&mut self, slot: usize, text: &str) {
        let per_s = self.params.prints_per_s;
        if self.stats.may_print(slot, self.second(), per_s) {
            self.note_of(slot, Level::Info, one_line(text));
        }
    }

    fn fault(&mut self, fault: &crate::lua::api::output::Fault) {
        self.stats.script_errors += 1;
        self.stats.script_overruns += u64::from(fault.overrun);
        let file = self.program.files.iter().find(|(_, f)| f.label == fault.diagnostic.file);
        let key = file.map(|(key, f)| (path_of_key(key).to_owned(), f.mod_name.clone()));
        if let Some(row) = key.as_ref().and_then(|key| self.scripts.rows.get_mut(key)) {
            row.errors += 1;
        }
        self.faults.count(&fault.diagnostic, key.as_ref(), self.now.step, &mut self.log);
        self.count_against(fault);
    }

    pub(super) fn deliver(&mut self, from_slot: usize, sent: &Outgoing) {
        let from = self.now.agents.bodies.id(from_slot);
        match sent {
            Outgoing::Message { to, name, data } => self.send(from, *to, name, data),
            Outgoing::Shout { what, radius_m } => {
                let bodies = &self.now.agents.bodies;
                let here = bodies.position[from_slot];
                let mut hearers = Vec::new();
                self.now.near.each(bodies.storey[from_slot], Aabb::around(here, *radius_m), |slot| {
                    let (b, ears_m) = (&self.now.agents.bodies, self.now.agents.hearing_m[slot]);
                    if slot != from_slot && b.alive[slot] && b.position[slot].distance(here) <= radius_m.min(ears_m) {
                        hearers.push(slot);
                    }
                });
                hearers.sort_unstable();
                let event = Event::Heard { what: what.as_str().into(), from };
                let record = self.record_of(&event);
                for slot in hearers {
                    self.post_as(slot, event.clone(), record);
                }
            }
            Outgoing::Door { name, open } => {
                self.request_change(Wish::Door { name: name.clone(), open: *open }, Some(from_slot));
            }
            Outgoing::Edit(edit) => self.request_change(Wish::Edit(edit.clone()), Some(from_slot)),
            Outgoing::Spawn { behaviour, at } => self.spawn_for_script(from_slot, *behaviour, *at),
            // After everything that was sent.
            Outgoing::Join { .. } | Outgoing::Leave { .. } | Outgoing::Post { .. } => {}
            Outgoing::Influence { .. } | Outgoing::Despawn => {}
            Outgoing::Say { line } => self.note_of(from_slot, Level::Info, format!("“{}”", one_line(line))),
        }
    }

    /// Sends a message to an agent, if it is alive.
    pub(super) fn send(&mut self, from: AgentId, to: AgentId, name: &str, data: &Value) {
        if let Some(slot) = self.now.agents.bodies.find(to) {
            let message = Message { from, name: name.to_owned(), data: data.clone() };
            self.post(slot, Event::Message(Box::new(message)));
        }
    }

    /// Queues an event before an agent's next tick.
    pub(super) fn post(&mut self, slot: usize, event: Event) {
        let record = self.record_of(&event);
        self.post_as(slot, event, record);
    }

    fn post_as(&mut self, slot: usize, event: Event, record: Option<What>) {
        // The inbox of a creature that is never called (a script that always fails), or that is in a shouting crowd, is bounded.
        if self.shards.instance(slot).is_none_or(|m| m.inbox.len() >= MAX_INBOX) {
            return;
        }
        if let Some(what) = record {
            self.record(slot, what);
        }
        let attack = self.now.agents.intent[slot].attack;
        let Some(instance) = self.shards.instance_untouched(slot) else { return };
        // A shout or a blow makes its author known, seen or not.
        if let Event::Heard { from, .. } | Event::Hurt { by: Some(from), .. } = &event
            && let Some(other) = self.now.agents.bodies.find(*from).filter(|other| *other != slot)
        {
            let targets = instance.targets(attack);
            instance.knowledge.notice(&self.now, slot, other, &targets);
        }
        let data = matches!(event, Event::Message(_));
        instance.inbox.push(event);
        if data && drop_oldest_data(&mut instance.inbox) && !std::mem::replace(&mut instance.flooded, true) {
            self.note_of(slot, Level::Warn, "gets more data than it can hold: the oldest messages are dropped".into());
        }
    }

    /// The script gets the forced result when it next calls the pathfinder. A code that ends a search is delivered to `on_path`
    /// first, in the same step as after a real search.
    pub(super) fn force_code(&mut self, id: AgentId, forced: ForcedCode) {
        let Some(slot) = self.now.agents.bodies.find(id) else { return };
        let instance = self.shards.instance_mut(slot);
        if let Some(event) = instance.and_then(|m| m.forced.get_or_insert_default().push(forced)) {
            self.post(slot, event);
            self.wake.resize(self.now.agents.bodies.len(), false);
            self.wake[slot] = true;
        }
    }

    /// The forced results of a living creature.
    pub fn forced(&self, id: AgentId) -> Option<&Forced> {
        let slot = self.now.agents.bodies.find(id)?;
        self.shards.instance(slot)?.forced.as_deref()
    }

    /// Agents whose search ended are called in the next step.
    pub(super) fn wake_finished_searches(&mut self) {
        for shard in &self.shards.all {
            shard.ended.iter().for_each(|slot| self.wake[*slot] = true);
        }
    }

    /// A strike landed: the victim gets the event, and may be dead.
    pub(super) fn land(&mut self, strike: &Strike) {
        let Some(victim) = self.now.agents.bodies.find(strike.target) else { return };
        self.post(victim, Event::Hurt { by: strike.by, amount: strike.amount });
        self.wake[victim] = true;
        if strike.killed {
            if let Some(by) = strike.by.and_then(|by| self.now.agents.bodies.find(by)) {
                self.record(by, What::Killed { behaviour: self.now.agents.behaviour[victim], id: strike.target });
            }
            self.die(victim, strike.by);
        }
    }

    /// Moves an agent to another place, at rest.
    pub(super) fn place(&mut self, id: AgentId, at: Vec2, storey: Option<Storey>) {
        let Some(slot) = self.now.agents.bodies.find(id) else { return };
        let b = &self.now.agents.bodies;
        let storey = storey.unwrap_or(b.storey[slot]);
        if at.is_finite()
            && (storey.0 as usize) < self.now.world.storey_count()
            && self.now.world.on(storey).is_free(at, b.radius[slot], b.height[slot], b.moves[slot])
        {
            let is_elsewhere = storey != b.storey[slot];
            let agents = Arc::make_mut(&mut self.now.agents);
            agents.transits.end(slot);
            let bodies = &mut agents.bodies;
            bodies.position[slot] = at;
            bodies.storey[slot] = storey;
            bodies.velocity[slot] = Vec2::ZERO;
            if is_elsewhere {
                self.come_to_storey(slot);
            }
            self.bodies_moved();
        } else {
            self.note(Level::Warn, format!("{} does not fit there", self.name_of(slot)));
        }
    }

    /// Takes health from a living agent.
    pub(super) fn hurt(&mut self, id: AgentId, amount: f32, by: Option<AgentId>) {
        let Some(slot) = self.now.agents.bodies.find(id).filter(|_| amount.is_finite() && amount > 0.0) else { return };
        let by = by.filter(|by| self.now.agents.bodies.find(*by).is_some());
        let health = &mut Arc::make_mut(&mut self.now.agents).health[slot];
        *health -= amount;
        let killed = *health <= 0.0;
        self.land(&Strike { by, target: id, amount, killed });
    }

    pub(super) fn switch_pathfinding(&mut self, on: bool) {
        if self.now.pathfinding_on != on {
            self.now.pathfinding_on = on;
            let word = if on { "on" } else { "off: creatures steer by feelers alone" };
            self.note(Level::Good, format!("pathfinding {word}"));
        }
    }
}

/// Drops messages, the oldest first, until the data of the rest is small enough; whether any were dropped.
fn drop_oldest_data(inbox: &mut ThinVec<Event>) -> bool {
    let bytes = |e: &Event| if let Event::Message(message) = e { message.data.bytes() } else { 0 };
    let mut excess = inbox.iter().map(bytes).sum::<usize>().saturating_sub(MAX_INBOX_BYTES);
    let before = inbox.len();
    inbox.retain(|e| {
        let dropped = excess > 0 && bytes(e) > 0;
        excess = excess.saturating_sub(if dropped { bytes(e) } else { 0 });
        !dropped
    });
    inbox.len() < before
}
