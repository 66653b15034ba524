//! Motion: from intents to new positions. First all bodies steer by the state at the start of the step, then all move.

use super::feelers::{Surroundings, respond};
use super::{Agents, Catalogue, Drive, MotionParams, PerceptionIndex, collide};
use crate::geom::{Vec2, heading_of, heading_vec, wrap_angle};
use crate::world::World;

/// Where one body is about to be.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    position: Vec2,
    heading: f32,
    speed: f32,
    /// It came to the place it steered to.
    reached: bool,
}

/// The motion phase, with the memory it reuses from step to step.
#[derive(Debug, Default)]
pub struct Motion {
    moves: Vec<Move>,
    pushes: Vec<Vec2>,
    /// Slots whose body reached the place it steered to in this step.
    pub reached: Vec<u32>,
}

impl Motion {
    /// Moves all bodies by one step of `dt` seconds.
    pub fn step(
        &mut self,
        world: &World,
        catalogue: &Catalogue,
        agents: &mut Agents,
        near: &PerceptionIndex,
        params: &MotionParams,
        dt: f32,
    ) {
        let around = Surroundings { world, agents, near, params };
        self.moves.clear();
        self.moves.extend(
            (0..agents.len()).map(|slot| {
                if agents.bodies.alive[slot] { plan(&around, catalogue, slot, dt) } else { Move::default() }
            }),
        );
        self.pushes.clear();
        self.pushes.extend(
            (0..agents.len())
                .map(|slot| if agents.bodies.alive[slot] { collide::push_apart(&around, slot) } else { Vec2::ZERO }),
        );
        self.reached.clear();
        for slot in 0..agents.len() {
            if agents.bodies.alive[slot] {
                self.apply(world, agents, slot, dt);
            }
        }
    }

    fn apply(&mut self, world: &World, agents: &mut Agents, slot: usize, dt: f32) {
        let (m, b) = (self.moves[slot], &mut agents.bodies);
        let (old, r, h) = (b.position[slot], b.radius[slot], b.height[slot]);
        let new = collide::slide(world, old, m.position + self.pushes[slot], r, h);
        b.position[slot] = new;
        b.heading[slot] = m.heading;
        // What the body really did, not what it wanted: predictions and feelers live on this.
        let real = (new - old) / dt;
        b.velocity[slot] = if real.length() > m.speed { real.clamp_length_max(m.speed) } else { real };
        if m.reached {
            self.reached.push(slot as u32);
        }
    }
}

/// Decides where a body wants to be at the end of the step, walls and neighbours aside.
fn plan(around: &Surroundings, catalogue: &Catalogue, slot: usize, dt: f32) -> Move {
    let a = around.agents;
    let (here, heading) = (a.bodies.position[slot], a.bodies.heading[slot]);
    let Some(species) = catalogue.find(a.behaviour[slot]) else {
        return Move { position: here, heading, ..Move::default() };
    };
    let (goal, pace, feelers) = match a.intent[slot].drive {
        Drive::Steer { to, pace, feelers } => (to, pace, feelers),
        Drive::Walk { direction, pace } => (here + direction * 100.0, pace, false),
        Drive::Face { to } => (to, 0.0, false),
        Drive::Stop => (here, 0.0, false),
    };
    let distance = here.distance(goal);
    let wanted = if distance < 1e-4 {
        heading
    } else if feelers && pace > 0.0 && distance > around.params.reached_m {
        respond(heading, here, goal, &around.feel(slot, goal), around.params)
    } else {
        heading_of(goal - here)
    };
    let turn = wrap_angle(wanted - heading);
    let limit = species.body.turn_rate * dt;
    let heading = wrap_angle(heading + turn.clamp(-limit, limit));
    // A body slows down in a sharp turn, else it would circle round what it cannot turn to.
    let facing = wrap_angle(wanted - heading).cos().max(0.0);
    let top = a.bodies.speed[slot] * pace.clamp(0.0, 1.0) * facing;
    let now = a.bodies.velocity[slot].length();
    let change = species.body.acceleration * dt;
    let speed = if pace == 0.0 { (now - 2.0 * change).max(0.0) } else { top.clamp(now - 2.0 * change, now + change) };
    let speed = speed.max(0.0);
    let walking = pace > 0.0;
    let stride = if walking { (speed * dt).min(distance) } else { 0.0 };
    let position = here + heading_vec(heading) * stride;
    let reached = walking && position.distance(goal) <= around.params.reached_m;
    Move { position, heading, speed, reached }
}
