//! Combat: an agent with a target strikes when the target is within reach and the cooldown is over.

use super::{Agents, Catalogue};
use crate::body::{AgentId, spread};
use rayon::ThreadPool;

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

/// The strikes of a step, with the memory that is reused from step to step.
#[derive(Debug, Default)]
pub(crate) struct Combat {
    /// Those of the last step, in order of slot.
    pub strikes: Vec<Strike>,
    /// Slots of those that may strike, and their targets.
    able: Vec<(usize, AgentId)>,
    parts: Vec<Vec<(usize, AgentId)>>,
}

impl Combat {
    /// Lets every agent strike that can, in order of slot. Health is taken at once, so the dead do not strike back.
    pub(crate) fn strike(
        &mut self,
        agents: &mut Agents,
        catalogue: &Catalogue,
        (step, step_s): (u64, f32),
        pool: Option<&ThreadPool>,
    ) {
        let Self { strikes, able, parts } = self;
        strikes.clear();
        // Strikes change only health, and when one may strike again: what is in reach can be found before.
        spread::find(pool, agents.bodies.len(), (parts, able), |slot| {
            let target = agents.intent[slot].attack?;
            let is_able = agents.bodies.alive[slot]
                && step >= agents.ready_at[slot]
                && agents.bodies.find(target).is_some_and(|other| in_reach(agents, catalogue, slot, other));
            is_able.then_some((slot, target))
        });
        for (slot, target) in able.iter().copied() {
            let Some(other) = agents.bodies.find(target) else { continue };
            let Some(species) = catalogue.find(agents.behaviour[slot]) else { continue };
            if species.body.damage <= 0.0 || agents.health[slot] <= 0.0 || agents.health[other] <= 0.0 {
                continue;
            }
            agents.ready_at[slot] = step + (species.body.cooldown / step_s).ceil().max(1.0) as u64;
            agents.struck_at[slot] = Some(step);
            agents.health[other] -= species.body.damage;
            let killed = agents.health[other] <= 0.0;
            strikes.push(Strike { by: Some(agents.bodies.id(slot)), target, amount: species.body.damage, killed });
        }
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
pub(crate) fn regenerate(agents: &mut Agents, catalogue: &Catalogue, step_s: f32, pool: Option<&ThreadPool>) {
    let Agents { bodies, health, max_health, behaviour, .. } = agents;
    spread::every(pool, health, |slot, health| {
        if bodies.alive[slot]
            && *health > 0.0
            && *health < max_health[slot]
            && let Some(species) = catalogue.find(behaviour[slot])
        {
            *health = (*health + species.body.regeneration * step_s).min(max_health[slot]);
        }
    });
}
