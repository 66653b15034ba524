//! Combat: an agent with a target strikes when the target is within reach and the cooldown is over.

use super::{Agents, Catalogue};
use crate::body::AgentId;

/// A strike that landed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strike {
    /// `None` when no agent did it.
    pub by: Option<AgentId>,
    pub target: AgentId,
    pub amount: f32,
    /// The target's health came to 0.
    pub killed: bool,
}

/// Lets every agent strike that can, in order of slot. Health is taken at once, so the dead do not strike back.
pub(crate) fn strike(agents: &mut Agents, catalogue: &Catalogue, step: u64, step_s: f32, out: &mut Vec<Strike>) {
    for slot in 0..agents.bodies.len() {
        let Some(target) = agents.intent[slot].attack else { continue };
        if !agents.bodies.alive[slot] || agents.health[slot] <= 0.0 || step < agents.ready_at[slot] {
            continue;
        }
        let Some(other) = agents.bodies.find(target) else { continue };
        let Some(species) = catalogue.find(agents.behaviour[slot]) else { continue };
        if species.body.damage <= 0.0 || agents.health[other] <= 0.0 || !in_reach(agents, catalogue, slot, other) {
            continue;
        }
        agents.ready_at[slot] = step + (species.body.cooldown / step_s).ceil().max(1.0) as u64;
        agents.struck_at[slot] = Some(step);
        agents.health[other] -= species.body.damage;
        let killed = agents.health[other] <= 0.0;
        out.push(Strike { by: Some(agents.bodies.id(slot)), target, amount: species.body.damage, killed });
    }
}

/// Whether one creature's strike would land on another: the rule that scripts see and that combat follows.
pub(crate) fn in_reach(agents: &Agents, catalogue: &Catalogue, slot: usize, other: usize) -> bool {
    let Some(species) = catalogue.find(agents.behaviour[slot]) else { return false };
    let b = &agents.bodies;
    let gap = b.position[slot].distance(b.position[other]) - b.radius[slot] - b.radius[other];
    b.storey[slot] == b.storey[other] && gap <= species.body.reach
}

/// Regenerates the health of all agents for one step.
pub(crate) fn regenerate(agents: &mut Agents, catalogue: &Catalogue, step_s: f32) {
    for slot in 0..agents.bodies.len() {
        if agents.bodies.alive[slot]
            && agents.health[slot] > 0.0
            && agents.health[slot] < agents.max_health[slot]
            && let Some(species) = catalogue.find(agents.behaviour[slot])
        {
            let more = agents.health[slot] + species.body.regeneration * step_s;
            agents.health[slot] = more.min(agents.max_health[slot]);
        }
    }
}
