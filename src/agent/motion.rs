//! Motion: from intents to new positions. First all bodies decide what they want by the state at the start of the step, then
//! each takes the velocity nearest to it that the others and the walls allow, then all move.

mod apply;
mod decisions;

pub(crate) use decisions::Decisions;

use super::feelers::{Surroundings, respond};
use super::turn_limit::TurnLimit;
use super::walls::WorldWalls;
use super::{Agents, Avoids, Catalogue, Drive, Guides, MotionParams, NeighbourIndex, PLAYER, Species};
use crate::body::{Bodies, spread};
use crate::crowd::{Avoidance, CrowdParams, Decision, Headway, RightOfWay, Scene, Stuck, StuckDetector, Wanted};
use crate::geom::{Vec2, bits, heading_of, heading_vec, wrap_angle};
use crate::nav::BACKWARDS_SHARE;
use crate::world::World;
use rayon::ThreadPool;
use std::f32::consts::PI;
use std::hash::{Hash, Hasher};

/// Nearer than this to where it steers to a body is there, metres: a path leads no nearer to its corners either.
const THERE_M: f32 = 0.1;

/// Where one body is about to be.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    /// It lives, and no portal moves it.
    moves: bool,
    /// The life in its slot.
    generation: u32,
    /// Where it steers to, metres.
    goal: Vec2,
    /// Metres a second.
    velocity: Vec2,
    heading: f32,
    /// It goes somewhere.
    walking: bool,
    /// It has passed that place on its path.
    passed: bool,
    /// It has been reported that it came there, and it has been there since.
    reported: bool,
    /// What it keeps to those that it follows.
    headway: Headway,
    /// It cannot turn on the spot.
    turn_limit: Option<TurnLimit>,
}

/// What came of some bodies that moved.
#[derive(Debug, Default)]
struct Moved {
    /// The slots of those that reached their goals.
    reached: Vec<usize>,
    /// Metres that they walked, by kind of ground; empty where the ground is the same to all bodies.
    walked_m: Vec<f64>,
}

/// What moves bodies, besides the bodies themselves.
#[derive(Clone, Copy)]
pub(crate) struct MotionScene<'a> {
    pub world: &'a World,
    pub catalogue: &'a Catalogue,
    pub near: &'a NeighbourIndex,
    pub params: &'a MotionParams,
    pub crowd: &'a CrowdParams,
    /// Without paths, bodies that would avoid each other use feelers: they steer round walls too.
    pub has_paths: bool,
    /// Length of a step, seconds.
    pub step_s: f32,
    /// Where bodies steer that are led along their paths.
    pub guides: &'a Guides,
    /// The threads there are, where there are several.
    pub pool: Option<&'a ThreadPool>,
}

/// The motion phase, with the memory it reuses from step to step.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    /// Which bodies decide in the present step.
    pub decisions: Decisions,
    /// By slot.
    moves: Vec<Move>,
    /// By slot.
    wanted: Vec<Wanted>,
    /// It decides the future, so it is part of the world hash.
    pub right_of_way: RightOfWay,
    /// So does this.
    pub detector: StuckDetector,
    /// Bodies that are to be reported as stuck in this step.
    pub stuck: Vec<Stuck>,
    avoidance: Avoidance,
    /// Slots whose body reached the place it steered to in this step.
    pub reached: Vec<usize>,
    /// Slots of bodies that may follow others, and the speeds that these leave them, metres a second.
    followers: Vec<usize>,
    speeds: Vec<f32>,
    parts: Vec<Vec<usize>>,
    /// By part of the bodies.
    moved: Vec<Moved>,
    /// Metres that bodies walked on each kind of ground, where kinds differ.
    walked_m: Vec<f64>,
}

impl Motion {
    /// Metres that bodies that walk have walked so far on each of [`Ground::kinds`](crate::world::Ground::kinds), by where
    /// their steps ended; empty where the ground is the same to all bodies.
    pub(crate) fn walked_m(&self) -> &[f64] {
        &self.walked_m
    }

    /// Begins a step: says which bodies decide in it; each keeps to that for so many steps.
    pub(crate) fn begin(&mut self, agents: &Agents, catalogue: &Catalogue, kept: (u8, u64), pool: Option<&ThreadPool>) {
        self.decisions.begin((agents, catalogue), &self.moves, kept, pool);
    }

    /// Moves all bodies by one step, after [`Motion::begin`].
    pub(crate) fn step(&mut self, agents: &mut Agents, on: &MotionScene) {
        self.right_of_way.take_back(&mut self.wanted, on.pool);
        self.plan(agents, on);
        self.follow(&agents.bodies, on);
        self.avoid(agents, on);
        self.apply(agents, on);
    }

    /// What bodies do that keep to what they decided, for the world hash.
    pub(crate) fn hash_kept<H: Hasher>(&self, h: &mut H) {
        if !self.decisions.any_is_kept() {
            return;
        }
        for (slot, planned) in self.moves.iter().enumerate().filter(|(_, planned)| planned.moves) {
            let velocity = self.avoidance.latest().get(slot).copied().unwrap_or_default();
            (slot, bits(velocity), bits(planned.goal), planned.heading.to_bits()).hash(h);
        }
    }

    /// Decides what each body wants, neighbours aside.
    fn plan(&mut self, agents: &Agents, on: &MotionScene) {
        let (around, bodies) =
            (Surroundings { world: on.world, agents, near: on.near, params: on.params }, &agents.bodies);
        let Self { decisions, moves, wanted, followers, parts, .. } = self;
        moves.resize(bodies.len(), Move::default());
        wanted.resize(bodies.len(), Wanted::default());
        spread::each_of_two(on.pool, (moves, wanted), (parts, followers), |slot, planned, wanted, followers| {
            planned.moves = false;
            if !bodies.alive[slot] {
                return;
            }
            if !agents.transits.is_empty() && agents.transits.get(slot).is_some() {
                // The portal moves it; the others see that it does.
                *wanted = Wanted { velocity: bodies.velocity[slot], ..Wanted::default() };
                return;
            }
            let decision = decisions.of(slot);
            if decision.is_kept {
                (planned.moves, wanted.decision) = (true, decision);
                return;
            }
            let before = std::mem::take(planned);
            (*planned, *wanted) = plan(&around, on, slot, decision);
            planned.reported = before.reported && before.goes_to_the_same(planned);
            followers.extend((planned.headway.time_s > 0.0 && wanted.yields > 0.0).then_some(slot));
        });
    }

    /// Slows bodies down that follow others, by what all wanted before.
    fn follow(&mut self, bodies: &Bodies, on: &MotionScene) {
        let Self { moves, wanted, followers, speeds, reached, parts, .. } = self;
        speeds.resize(followers.len(), 0.0);
        spread::each(on.pool, speeds, (parts, reached), |at, speed, _| {
            let slot = followers[at];
            *speed = moves[slot].headway.speed(bodies, on.near, wanted, slot);
        });
        for (slot, speed) in followers.iter().zip(speeds) {
            let planned = &mut moves[*slot];
            planned.velocity = planned.velocity.clamp_length_max(*speed);
            wanted[*slot].velocity = planned.velocity;
        }
    }

    /// Replaces what each body wants by what the others and the walls leave it.
    fn avoid(&mut self, agents: &Agents, on: &MotionScene) {
        let bodies = &agents.bodies;
        let (walls, time) = (WorldWalls { world: on.world, bodies }, (on.step_s, on.pool));
        self.stuck.clear();
        self.stuck.extend_from_slice(self.detector.look(bodies, on.near, &walls, &self.wanted, time));
        self.right_of_way.note(bodies, &walls, &mut self.wanted, time);
        let Self { right_of_way, avoidance, wanted, decisions, .. } = self;
        let scene =
            |wanted| Scene { bodies, near: on.near, wanted, walls: &walls, params: on.crowd, step_s: on.step_s };
        if !decisions.any_is_kept() {
            right_of_way.settle(bodies, on.near, &walls, wanted, time, 1);
            right_of_way.give(bodies, wanted, time);
            avoidance.velocities(&scene(wanted), on.pool);
            return right_of_way.forget();
        }
        // It takes one thread, and as much time as it takes all of them to find velocities: so it is done beside that, and holds from
        // the next step on.
        right_of_way.give(bodies, wanted, time);
        avoidance.velocities_beside(&scene(wanted), on.pool, || {
            if let Some(every) = decisions.settles_in() {
                right_of_way.settle(bodies, on.near, &walls, wanted, time, every);
            }
        });
    }
}

/// Decides what a body wants for as long as it keeps it, neighbours aside.
fn plan(around: &Surroundings, on: &MotionScene, slot: usize, decision: Decision) -> (Move, Wanted) {
    let (a, dt) = (around.agents, decision.seconds(on.step_s));
    let (here, heading) = (a.bodies.position[slot], a.bodies.heading[slot]);
    let still = Move { moves: true, generation: a.bodies.generation[slot], goal: here, heading, ..Move::default() };
    let unmoved = Wanted { decision, ..Wanted::default() };
    let Some(species) = on.catalogue.find(a.behaviour[slot]) else { return (still, unmoved) };
    let (goal, pace, avoids) = match a.intent[slot].drive {
        Drive::Steer { to, pace, avoids } => (to, pace, avoids),
        Drive::Walk { direction, pace } => (here + direction * 100.0, pace, false),
        Drive::Face { to } => (to, 0.0, false),
        Drive::Stop => (here, 0.0, false),
    };
    let avoids = if avoids { a.intent[slot].avoids.without_paths(!on.has_paths) } else { Avoids::None };
    let distance = here.distance(goal);
    let guide = on.guides.get(slot);
    let (towards, ahead, most_m_s) = match guide {
        Some(guide) => (guide.to, guide.ahead, guide.most_m_s),
        None => (goal, goal, distance / dt),
    };
    let feels = avoids == Avoids::Feelers && pace > 0.0 && distance > on.params.reached_m;
    let wanted = if distance < 1e-4 {
        heading
    } else if feels {
        respond(heading, here, towards, &around.feel(slot, towards), on.params)
    } else {
        heading_of(towards - here)
    };
    let radius = guide.map_or(species.body.turn_radius, |guide| guide.turn_radius_m);
    let goes_back = guide.is_none() && radius > 0.0 && TurnLimit::are_too_near(here, heading, radius, goal);
    let backwards = goes_back || guide.is_some_and(|guide| guide.backwards);
    let turn_limit = (radius > 0.0).then(|| TurnLimit::new(heading, backwards, radius, species.body.turn_rate));
    let wanted = if goes_back { wrap_angle(heading + PI) } else { wanted };
    let turn = wrap_angle(wanted - heading);
    let limit = species.body.turn_rate * dt;
    let heading = wrap_angle(heading + turn.clamp(-limit, limit));
    // What goes where it looks slows down in a sharp turn, else it would circle round what it cannot turn to. What steps aside
    // goes to its goal while it still turns.
    let steps_aside = avoids == Avoids::Orca && pace > 0.0;
    let along = wrap_angle(wanted - heading).cos();
    let turns_freely = species.body.turn_radius == 0.0;
    let facing = match turn_limit {
        Some(_) if goes_back => BACKWARDS_SHARE,
        Some(_) => 1.0,
        None if steps_aside && turns_freely => 0.5 + 0.5 * along,
        None => along.max(0.0),
    };
    let walking = pace > 0.0;
    // The ground under each body lies elsewhere in memory: what stays where it is does not wait for it.
    let free = if walking { a.bodies.speed[slot] * ground_pace(around, slot) } else { 0.0 };
    let top = free * pace.clamp(0.0, 1.0) * facing;
    let now = a.bodies.velocity[slot].length();
    let change = species.body.acceleration * dt;
    let speed = if walking { top.clamp(now - 2.0 * change, now + change).max(0.0).min(most_m_s) } else { 0.0 };
    let velocity = match turn_limit {
        Some(turn_limit) => turn_limit.velocity(wanted, speed, dt),
        None if steps_aside && turns_freely => (towards - here).normalize_or_zero() * speed,
        None => heading_vec(heading) * speed,
    };
    let yields = if steps_aside { 1.0 } else { 0.0 };
    let top_m_s = if steps_aside { free.max(speed) } else { speed };
    let headway = Headway { time_s: species.body.headway_s, space_m: species.body.personal_space_m };
    let goes = walking && distance > THERE_M;
    let cone = turn_limit.map(|turn_limit| turn_limit.cone(speed, dt));
    let steps_aside = makes_space(a, species, slot);
    let wanted = Wanted { velocity, top_m_s, yields, to: ahead, goes, steps_aside, cone, rank: 0, decision };
    let passed = guide.is_some_and(|guide| guide.passed);
    (Move { goal, velocity, heading, walking, passed, headway, turn_limit, ..still }, wanted)
}

/// Whether a body that does not go anywhere makes space for one that cannot pass. What fights stays, and so does the
/// player's character.
fn makes_space(agents: &Agents, species: &Species, slot: usize) -> bool {
    let intent = agents.intent[slot];
    let at_rest = matches!(intent.drive, Drive::Stop | Drive::Face { .. });
    at_rest && intent.avoids == Avoids::Orca && intent.attack.is_none() && species.name != PLAYER
}

/// The share of its speed that the ground under a body leaves it.
fn ground_pace(around: &Surroundings, slot: usize) -> f32 {
    let bodies = &around.agents.bodies;
    around.world.on(bodies.storey[slot]).ground.pace(bodies.moves[slot], bodies.position[slot])
}
