//! The end of motion: bodies come to where their velocities lead and the walls let them.

use super::{Motion, MotionScene, Move};
use crate::agent::{Agents, collide};
use crate::body::spread::CHUNK;
use crate::body::{Body, MoveClass};
use crate::geom::{Cell, Storey, Vec2};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// Some bodies side by side: their moves, places, velocities and headings, and the slots of those that reached their goals.
type Part<'a> = (&'a mut [Move], &'a mut [Vec2], &'a mut [Vec2], &'a mut [f32], &'a mut Vec<usize>);

impl Motion {
    /// Moves the bodies.
    pub(super) fn apply(&mut self, agents: &mut Agents, on: &MotionScene) {
        let Self { moves, avoidance, reached, parts, .. } = self;
        let velocities = avoidance.latest();
        let b = &mut agents.bodies;
        let (storeys, classes) = (&b.storey, &b.moves);
        let (radii, heights, speeds) = (&b.radius, &b.height, &b.speed);
        let body = |slot: usize, position: Vec2, velocity: Vec2| Body {
            position,
            storey: storeys[slot],
            velocity,
            radius_m: radii[slot],
            height_m: heights[slot],
            speed_m_s: speeds[slot],
            moves: classes[slot],
        };
        let work = |(chunk, (moves, places, paces, headings, reached)): (usize, Part)| {
            reached.clear();
            let places = places.iter_mut().zip(paces).zip(headings);
            for (i, (planned, ((place, pace), heading))) in moves.iter_mut().zip(places).enumerate() {
                let slot = chunk * CHUNK + i;
                if planned.moves {
                    planned.finish(on, velocities[slot], body(slot, *place, *pace), (place, pace, heading));
                    let is_there = planned.passed || place.distance(planned.goal) <= on.params.reached_m;
                    reached.extend((planned.walking && is_there).then_some(slot));
                }
            }
        };
        let chunks = moves.len().div_ceil(CHUNK);
        parts.resize_with(chunks.max(parts.len()), Vec::new);
        let (places, paces, headings) = (&mut b.position, &mut b.velocity, &mut b.heading);
        match on.pool {
            None => {
                let places = places.chunks_mut(CHUNK).zip(paces.chunks_mut(CHUNK)).zip(headings.chunks_mut(CHUNK));
                let all = moves.chunks_mut(CHUNK).zip(places).zip(parts.iter_mut()).enumerate();
                all.for_each(|(chunk, ((m, ((p, v), h)), r))| work((chunk, (m, p, v, h, r))));
            }
            Some(pool) => pool.install(|| {
                let places =
                    (places.par_chunks_mut(CHUNK), paces.par_chunks_mut(CHUNK), headings.par_chunks_mut(CHUNK));
                let all = (moves.par_chunks_mut(CHUNK), places.0, places.1, places.2, parts[..chunks].par_iter_mut());
                all.into_par_iter().enumerate().for_each(work);
            }),
        }
        reached.clear();
        parts[..chunks].iter().for_each(|part| reached.extend_from_slice(part));
        self.count_metres(agents, on);
    }

    /// Adds what bodies that walk have walked to the kinds of ground. Only these are counted.
    fn count_metres(&mut self, agents: &Agents, on: &MotionScene) {
        let ground = &on.world.ground;
        if ground.has_costs() {
            self.walked_m.resize(ground.kinds().len(), 0.0);
        }
        if self.walked_m.is_empty() {
            return;
        }
        let bodies = &agents.bodies;
        for (slot, planned) in self.moves.iter().enumerate().filter(|(_, planned)| planned.moves) {
            if bodies.storey[slot] == Storey::GROUND && bodies.moves[slot] == MoveClass::WALK {
                let cell = Cell::of(bodies.position[slot], ground.resolution_m());
                let walked = ground.kind_index(cell).and_then(|kind| self.walked_m.get_mut(kind));
                walked.into_iter().for_each(|sum| *sum += f64::from(planned.walked_m));
            }
        }
    }
}

impl Move {
    /// Moves the body by what others and walls left it, metres a second.
    fn finish(
        &mut self,
        on: &MotionScene,
        left: Vec2,
        body: Body,
        (place, pace, heading): (&mut Vec2, &mut Vec2, &mut f32),
    ) {
        self.velocity = left;
        if let Some(turn_limit) = self.turn_limit {
            (self.velocity, self.heading) = turn_limit.settle(self.velocity, on.step_s);
        }
        let old = body.position;
        let new = collide::slide(on.world.on(body.storey), &body, old + self.velocity * on.step_s);
        (*place, *heading) = (new, self.heading);
        // What the body really did, not what it wanted: predictions and feelers live on this.
        *pace = ((new - old) / on.step_s).clamp_length_max(self.velocity.length());
        self.walked_m = new.distance(old);
    }
}
