//! The end of motion: bodies come to where their velocities lead and the walls let them.

use super::{Motion, MotionScene, Move, Moved};
use crate::agent::{Agents, collide};
use crate::body::spread::{CHUNK, MOST_CHUNKS};
use crate::body::{Body, MoveClass};
use crate::geom::{Cell, Storey, Vec2};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// Some bodies side by side: their moves, places, velocities and headings, and what came of them.
type Part<'a> = (&'a mut [Move], &'a mut [Vec2], &'a mut [Vec2], &'a mut [f32], &'a mut Moved);

impl Motion {
    /// Moves the bodies.
    pub(super) fn apply(&mut self, agents: &mut Agents, on: &MotionScene) {
        let Self { moves, avoidance, reached, moved, walked_m, .. } = self;
        let velocities = avoidance.latest();
        let (b, sleeps) = (&mut agents.bodies, &agents.sleep);
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
        let ground = &on.world.ground;
        if ground.has_costs() {
            walked_m.resize(ground.kinds().len(), 0.0);
        }
        let kinds = walked_m.len();
        let work = |(chunk, (moves, places, paces, headings, moved)): (usize, Part)| {
            moved.reached.clear();
            moved.walked_m.clear();
            moved.walked_m.resize(kinds, 0.0);
            let places = places.iter_mut().zip(paces).zip(headings);
            for (i, (planned, ((place, pace), heading))) in moves.iter_mut().zip(places).enumerate() {
                let slot = chunk * CHUNK + i;
                if planned.moves {
                    let before = *place;
                    planned.finish(on, velocities[slot], body(slot, *place, *pace), (place, pace, heading));
                    let is_there = planned.passed || place.distance(planned.goal) <= on.params.reached_m;
                    // What sleeps there is not woken again.
                    let is_news = !planned.reported || sleeps[slot].until == 0;
                    moved.reached.extend((planned.walking && is_there && is_news).then_some(slot));
                    planned.reported = is_there;
                    let has_walked =
                        *place != before && storeys[slot] == Storey::GROUND && classes[slot] == MoveClass::WALK;
                    if kinds > 0 && has_walked {
                        let kind = ground.kind_index(Cell::of(*place, ground.resolution_m()));
                        let walked = kind.and_then(|kind| moved.walked_m.get_mut(kind));
                        walked.into_iter().for_each(|sum| *sum += f64::from(place.distance(before)));
                    }
                }
            }
        };
        let chunks = moves.len().div_ceil(CHUNK);
        moved.resize_with(chunks.max(moved.len()), Moved::default);
        let (places, paces, headings) = (&mut b.position, &mut b.velocity, &mut b.heading);
        match on.pool {
            None => {
                let places = places.chunks_mut(CHUNK).zip(paces.chunks_mut(CHUNK)).zip(headings.chunks_mut(CHUNK));
                let all = moves.chunks_mut(CHUNK).zip(places).zip(moved.iter_mut()).enumerate();
                all.for_each(|(chunk, ((m, ((p, v), h)), r))| work((chunk, (m, p, v, h, r))));
            }
            Some(pool) => pool.install(|| {
                let places =
                    (places.par_chunks_mut(CHUNK), paces.par_chunks_mut(CHUNK), headings.par_chunks_mut(CHUNK));
                let all = (moves.par_chunks_mut(CHUNK), places.0, places.1, places.2, moved[..chunks].par_iter_mut());
                all.into_par_iter().enumerate().with_max_len(MOST_CHUNKS).for_each(work);
            }),
        }
        reached.clear();
        for part in &moved[..chunks] {
            reached.extend_from_slice(&part.reached);
            walked_m.iter_mut().zip(&part.walked_m).for_each(|(all, part)| *all += part);
        }
    }
}

impl Move {
    /// Whether another one leads the same body to the same place.
    pub(super) fn goes_to_the_same(&self, other: &Self) -> bool {
        self.walking && other.walking && self.generation == other.generation && self.goal == other.goal
    }

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
    }
}
