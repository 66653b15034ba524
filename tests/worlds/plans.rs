//! An observer of plans in a world that changes: how soon they follow a change, and how much longer they are than paths that are
//! searched from scratch.

use bestiary::testing::diag::NoClock;
use bestiary::testing::grid::Field;
use bestiary::{AgentId, Cell, MoveClass, PhaseTimes, Sim, Vec2};
use std::collections::{BTreeMap, BTreeSet};

/// A plan is adopted that is so much longer at most than a fresh path: by this share, or by so many metres.
const LONGER_SHARE: f32 = 1.05;
const LONGER_M: f32 = 5.0;
/// What is shorter by this share or by so many metres is taken …
const SAVED_SHARE: f32 = 0.1;
const SAVED_M: f32 = 10.0;
/// … within this time after it opened, in steps of 50 ms.
const WITHIN_STEPS: u64 = 40;
/// A share of a short path is no shortcut: the cells of fresh paths are as wide.
const LEAST_SAVED_M: f32 = 1.0;

/// Metres of the shortest path over the cells that are open now, by Dijkstra's algorithm written plainly: straight and
/// diagonal steps, corners not cut. `None` where there is none.
fn fresh_m(field: &Field, from: Cell, to: Cell) -> Option<f32> {
    let (width, height) = (field.width() as i32, field.height() as i32);
    let mut best = vec![f32::INFINITY; (width * height) as usize];
    let mut open = BTreeSet::from([(0_u64, from.x, from.y)]);
    best[(from.y * width + from.x) as usize] = 0.0;
    while let Some((_, x, y)) = open.pop_first() {
        if (x, y) == (to.x, to.y) {
            break;
        }
        let cost = best[(y * width + x) as usize];
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let free = |x: i32, y: i32| field.open(Cell::new(x, y));
            if !free(x + dx, y + dy) || dx != 0 && dy != 0 && !(free(x + dx, y) && free(x, y + dy)) {
                continue;
            }
            let at = ((y + dy) * width + x + dx) as usize;
            let next = cost + if dx != 0 && dy != 0 { std::f32::consts::SQRT_2 } else { 1.0 };
            if next + 1e-4 < best[at] {
                best[at] = next;
                open.insert(((f64::from(next) * 1024.0) as u64, x + dx, y + dy));
            }
        }
    }
    Some(best[(to.y * width + to.x) as usize]).filter(|m| m.is_finite())
}

/// What is known of one creature's plan.
#[derive(Default)]
struct Watched {
    /// All of its waypoints.
    plan: Vec<Vec2>,
    /// Whether something opened since it was adopted that makes a path shorter. Else it is too long because the body was pushed.
    shortened: bool,
    /// The step from which on it has been cut, or much too long.
    bad_since: Option<u64>,
    /// How many changes there had been when it was looked at last.
    edits: u64,
}

/// The open cells for a size of body.
struct Fields {
    /// How many changes there had been.
    edits: u64,
    now: Field,
    /// Those before the last of them.
    before: Option<Field>,
}

/// Looks at the plans of all creatures now and then.
pub(crate) struct Observer {
    every: u64,
    watched: BTreeMap<AgentId, Watched>,
    fields: BTreeMap<(u32, u32), Fields>,
    /// Plans that were compared when they were adopted.
    pub(crate) adopted: u64,
    /// The most that one was longer than a fresh path then, metres.
    pub(crate) worst_m: f32,
    /// The longest time that one was cut or much too long, steps.
    pub(crate) longest: u64,
    /// What did not hold.
    pub(crate) faults: Vec<String>,
}

impl Observer {
    /// One that looks every so many steps.
    pub(crate) fn new(every: u64) -> Self {
        let (watched, fields, faults) = Default::default();
        Self { every, watched, fields, adopted: 0, worst_m: 0.0, longest: 0, faults }
    }

    /// Makes steps and looks.
    pub(crate) fn run(&mut self, sim: &mut Sim, steps: u64) {
        for _ in 0..steps {
            sim.step(&[], &NoClock);
            if sim.step_count().is_multiple_of(self.every) {
                let bodies = &sim.agents().bodies;
                let all: Vec<AgentId> = bodies.living().map(|slot| bodies.id(slot)).collect();
                all.into_iter().for_each(|id| self.look(sim, id));
            }
        }
    }

    fn look(&mut self, sim: &mut Sim, id: AgentId) {
        let Some(focus) = sim.snapshot(Some(id), PhaseTimes::default()).focus else { return };
        let (step, path) = (sim.step_count(), focus.path);
        let body = sim.agents().bodies.body(id.slot());
        let watched = self.watched.entry(id).or_default();
        let tactic = sim.catalogue().symbols.name(sim.agents().tactic[id.slot()]);
        if !["pathfind", "seek"].contains(&tactic) {
            // Its path is not what it goes by.
            *watched = Watched::default();
            return;
        }
        let rest = &path.line;
        let Some(end) = rest.last() else {
            *watched = Watched::default();
            return;
        };
        let adopted = watched.plan != path.waypoints;
        watched.plan.clone_from(&path.waypoints);
        let edits = sim.world_counts().edits;
        // It may have been adopted before what changed since the last look.
        let is_same_world = std::mem::replace(&mut watched.edits, edits) == edits;
        let size = (body.radius_m.to_bits(), body.height_m.to_bits());
        if self.fields.get(&size).is_none_or(|known| known.edits != edits) {
            let now = Field::of_world(sim.world(), body.radius_m, body.height_m, MoveClass::WALK).expect("small");
            let before = self.fields.remove(&size).map(|known| known.now);
            self.fields.insert(size, Fields { edits, now, before });
        }
        let Fields { now: field, before, .. } = &self.fields[&size];
        let legs = || std::iter::once(&body.position).chain(rest).zip(rest);
        let planned: f32 = legs().map(|(from, to)| from.distance(*to)).sum();
        // What may close are doors; a body that was pushed may be round a corner of its path.
        let world = sim.world();
        let closed =
            || (0..world.doors.len()).filter(|door| !world.doors[*door].open).filter_map(|door| world.leaf(door));
        let cut = legs().any(|(from, to)| closed().any(|leaf| leaf.hit(*from, *to).is_some()));
        let cell = |at: Vec2| Cell::of(at, 1.0);
        let fresh = if field.open(cell(*end)) { fresh_m(field, cell(body.position), cell(*end)) } else { None };
        let more = fresh.map_or(0.0, |fresh| planned - fresh);
        if adopted {
            (watched.bad_since, watched.shortened) = (None, false);
        }
        if let Some((fresh, before)) = fresh.zip(before.as_ref()).filter(|_| !is_same_world) {
            let was = fresh_m(before, cell(body.position), cell(*end));
            watched.shortened |= was.is_none_or(|was| fresh + LEAST_SAVED_M <= was);
        }
        if adopted && is_same_world {
            self.adopted += 1;
            self.worst_m = self.worst_m.max(more);
            if cut || fresh.is_some_and(|fresh| planned > (fresh * LONGER_SHARE).max(fresh + LONGER_M)) {
                let plan = format!("{planned:.1} m instead of {fresh:?}: {} {rest:?}", body.position);
                self.faults
                    .push(format!("step {step}: {id} adopts {}{plan}", if cut { "what is closed, " } else { "" }));
            }
        }
        let too_long = more >= LEAST_SAVED_M && more >= SAVED_M.min(planned * SAVED_SHARE);
        if !(cut || watched.shortened && too_long) {
            watched.bad_since = None;
            return;
        }
        let since = *watched.bad_since.get_or_insert(step);
        self.longest = self.longest.max(step - since);
        if step - since > WITHIN_STEPS {
            let why = if cut { "closed" } else { "too long" };
            self.faults.push(format!(
                "step {step}: {id} keeps a plan that is {why} since {since}: {planned:.1} m, {fresh:?}, {} {rest:?}",
                body.position
            ));
            watched.bad_since = Some(step);
        }
    }
}
