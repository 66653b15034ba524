//! Motion: from intents to new positions. First all bodies steer by the state at the start of the step, then all move.

use super::feelers::{Surroundings, respond};
use super::{Agents, Catalogue, Drive, MotionParams, PerceptionIndex, collide};
use crate::body::MoveClass;
use crate::geom::{Cell, Storey, Vec2, heading_of, heading_vec, wrap_angle};
use crate::world::{FULL_PACE, World};

/// Where one body is about to be.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    slot: usize,
    position: Vec2,
    heading: f32,
    speed: f32,
    /// It came to the place it steered to.
    reached: bool,
}

/// The motion phase, with the memory it reuses from step to step.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    moves: Vec<Move>,
    /// Slots whose body reached the place it steered to in this step.
    pub reached: Vec<usize>,
    /// Metres that bodies walked on each kind of ground, where kinds differ.
    walked_m: Vec<f64>,
}

impl Motion {
    /// Metres that bodies that walk have walked so far on each of [`Ground::kinds`](crate::world::Ground::kinds), by where
    /// their steps ended; empty where the ground is the same to all bodies.
    pub(crate) fn walked_m(&self) -> &[f64] {
        &self.walked_m
    }

    /// Moves all bodies by one step of `dt` seconds.
    pub(crate) fn step(
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
        self.moves.extend(agents.bodies.living().map(|slot| {
            let wanted = plan(&around, catalogue, slot, dt);
            Move { position: wanted.position + collide::push_apart(&around, slot), ..wanted }
        }));
        // Only the ground's kinds are counted.
        if world.ground.has_costs() {
            self.walked_m.resize(world.ground.kinds().len(), 0.0);
        }
        for wanted in &self.moves {
            let storey = agents.bodies.storey[wanted.slot];
            let metres = wanted.apply(world.on(storey), agents, dt);
            let walks = storey == Storey::GROUND && agents.bodies.moves[wanted.slot] == MoveClass::WALK;
            if walks && !self.walked_m.is_empty() {
                let cell = Cell::of(agents.bodies.position[wanted.slot], world.ground.resolution_m());
                let walked = world.ground.kind_index(cell).and_then(|kind| self.walked_m.get_mut(kind));
                walked.into_iter().for_each(|sum| *sum += f64::from(metres));
            }
        }
        self.reached.clear();
        self.reached.extend(self.moves.iter().filter(|m| m.reached).map(|m| m.slot));
    }
}

impl Move {
    /// Returns how far the body really moved, metres.
    fn apply(&self, world: &World, agents: &mut Agents, dt: f32) -> f32 {
        let (slot, b) = (self.slot, &mut agents.bodies);
        let old = b.position[slot];
        let new = collide::slide(world, &b.body(slot), self.position);
        b.position[slot] = new;
        b.heading[slot] = self.heading;
        // What the body really did, not what it wanted: predictions and feelers live on this.
        let real = (new - old) / dt;
        b.velocity[slot] = if real.length() > self.speed { real.clamp_length_max(self.speed) } else { real };
        new.distance(old)
    }
}

/// Decides where a body wants to be at the end of the step, walls and neighbours aside.
fn plan(around: &Surroundings, catalogue: &Catalogue, slot: usize, dt: f32) -> Move {
    let a = around.agents;
    let (here, heading) = (a.bodies.position[slot], a.bodies.heading[slot]);
    let Some(species) = catalogue.find(a.behaviour[slot]) else {
        return Move { slot, position: here, heading, ..Move::default() };
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
    let top = a.bodies.speed[slot] * pace.clamp(0.0, 1.0) * facing * ground_pace(around, slot);
    let now = a.bodies.velocity[slot].length();
    let change = species.body.acceleration * dt;
    let speed = if pace == 0.0 { (now - 2.0 * change).max(0.0) } else { top.clamp(now - 2.0 * change, now + change) };
    let speed = speed.max(0.0);
    let walking = pace > 0.0;
    let stride = if walking { (speed * dt).min(distance) } else { 0.0 };
    let position = here + heading_vec(heading) * stride;
    let reached = walking && position.distance(goal) <= around.params.reached_m;
    Move { slot, position, heading, speed, reached }
}

/// The share of its speed that the ground under a body leaves it. A body that was pushed onto ground that is closed to it
/// keeps all of it.
fn ground_pace(around: &Surroundings, slot: usize) -> f32 {
    let bodies = &around.agents.bodies;
    let ground = &around.world.on(bodies.storey[slot]).ground;
    let passage = ground.passage(bodies.moves[slot], Cell::of(bodies.position[slot], ground.resolution_m()));
    if passage.is_open() { f32::from(passage.pace) / f32::from(FULL_PACE) } else { 1.0 }
}
