//! Neighbours taken together, as flocking needs them (Reynolds 1987: separation, alignment, cohesion).

use super::StepView;
use crate::geom::Vec2;

/// Several creatures taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flock {
    /// How many.
    pub count: usize,
    /// Their middle, metres; where the creature itself is, if there are none.
    pub centre: Vec2,
    /// Their mean velocity, metres a second.
    pub velocity: Vec2,
    /// The sum of a vector for each that is too close: away from it, as long as the share of the gap that is missing.
    pub away: Vec2,
}

impl Flock {
    /// `hits` are distances in metres and slots.
    pub(crate) fn of(view: &StepView, me: usize, hits: &[(f32, usize)], gap_m: f32) -> Self {
        let bodies = &view.agents.bodies;
        let here = bodies.position[me];
        // Relative to here, so that sums keep their precision.
        let (mut centre, mut velocity, mut away) = (Vec2::ZERO, Vec2::ZERO, Vec2::ZERO);
        for (distance, slot) in hits {
            let there = bodies.position[*slot] - here;
            centre += there;
            velocity += bodies.velocity[*slot];
            if *distance < gap_m {
                // Of two in the same place, each goes to a side of its own.
                let side = if *slot < me { Vec2::X } else { Vec2::NEG_X };
                away += (-there).try_normalize().unwrap_or(side) * (1.0 - distance / gap_m);
            }
        }
        let share = 1.0 / hits.len().max(1) as f32;
        Self { count: hits.len(), centre: here + centre * share, velocity: velocity * share, away }
    }
}
