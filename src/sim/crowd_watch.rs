//! What a crowd costs those that are in it: where time is lost, how many are stuck, and how far bodies overlap. It is watched only
//! while something asks for it, changes nothing and is in no hash.

use super::ShownLayer;
use crate::agent::{Agents, Drive, Guides};
use crate::body::{AgentId, Bodies, NeighbourIndex, spread};
use crate::geom::{Aabb, Storey, Vec2};
use crate::world::World;
use rayon::ThreadPool;

/// Nearer than this to the place that it steers to, a body does not go anywhere, metres.
const THERE_M: f32 = 0.3;
/// A creature that stays within so many metres …
const STUCK_M: f32 = 0.6;
/// … for longer than so many seconds while it is under way is stuck.
const STUCK_S: f32 = 10.0;
/// Seconds between two looks for those that are stuck.
const LOOK_S: f32 = 1.0;
/// Seconds after which half of the time that was lost somewhere is forgotten.
const HALF_LIFE_S: f64 = 20.0;
/// Weights of what is added grow instead of all cells fading; at this one all are made smaller.
const MOST_WEIGHT: f64 = 1e100;
/// Side of a cell, metres, at least; it is doubled until there are few enough.
const CELL_M: f32 = 1.0;
const MOST_CELLS: usize = 1 << 18;
/// Bodies that are pushed go this much faster than they walk at most, metres a step.
const MARGIN_M: f32 = 0.5;

/// What is counted over a run, from the step in which counting begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdCounts {
    /// Creatures that ever stayed within 0.6 metres for longer than 10 seconds while under way.
    pub stuck_over_10s: u32,
    /// The most that two bodies overlapped after a step, as a share of the smaller radius.
    pub overlap_max_share: f32,
    /// Seconds that creatures under way lost against walking freely, all together.
    pub time_lost_s: f64,
}

/// The observer of a world's crowd.
#[derive(Default)]
pub(super) struct CrowdWatch {
    pub counts: Option<CrowdCounts>,
    /// Where each creature was when it last went anywhere, by slot.
    anchors: Vec<Anchor>,
    pub lost: Option<TimeLost>,
    /// By slot.
    shares: Vec<Shares>,
    /// Nothing is found but shares.
    parts: (Vec<Vec<()>>, Vec<()>),
}

/// What one body shows in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Shares {
    /// Which share of the step it loses against going freely to where it wants.
    lost: f32,
    /// The most that it overlaps another one in a higher slot, as a share of the smaller radius.
    overlap: f32,
}

#[derive(Clone, Copy)]
struct Anchor {
    id: AgentId,
    at: Vec2,
    since: u64,
    /// It was counted.
    stuck: bool,
}

/// Seconds that were lost in each cell of the ground, fading.
pub(super) struct TimeLost {
    cell_m: f32,
    columns: usize,
    /// In units of the weight in the step in which each was added.
    cells: Vec<f64>,
    /// What a second that is lost now adds.
    weight: f64,
}

impl TimeLost {
    pub(super) fn over(size: Vec2) -> Self {
        let mut cell_m = CELL_M;
        let (columns, rows) = loop {
            let (columns, rows) = ((size.x / cell_m) as usize + 1, (size.y / cell_m) as usize + 1);
            if columns * rows <= MOST_CELLS {
                break (columns, rows);
            }
            cell_m *= 2.0;
        };
        Self { cell_m, columns, cells: vec![0.0; columns * rows], weight: 1.0 }
    }

    fn add(&mut self, at: Vec2, seconds: f32) {
        let cell = |metres: f32| (metres / self.cell_m).max(0.0) as usize;
        let index = cell(at.y) * self.columns + cell(at.x).min(self.columns - 1);
        if let Some(sum) = self.cells.get_mut(index) {
            *sum += f64::from(seconds) * self.weight;
        }
    }

    /// A step has passed.
    fn fade(&mut self, step_s: f32) {
        self.weight *= (f64::from(step_s) / HALF_LIFE_S).exp2();
        if self.weight > MOST_WEIGHT {
            self.cells.iter_mut().for_each(|sum| *sum /= self.weight);
            self.weight = 1.0;
        }
    }

    pub(super) fn shown(&self) -> ShownLayer {
        let tenths = |cell: usize| (self.cells[cell] / self.weight * 10.0).min(255.0) as u8;
        let lost = (0..self.cells.len()).filter(|cell| tenths(*cell) > 0);
        let of = |cell: usize| ((cell % self.columns) as u32, (cell / self.columns) as u32, tenths(cell));
        ShownLayer::of_cells("time lost", self.cell_m, lost.map(of))
    }
}

/// The share of its speed that the script of a creature wants, and the direction, along its path where it is led along one; `None` when it
/// goes nowhere.
fn wanted(agents: &Agents, slot: usize, guides: &Guides) -> Option<(f32, Vec2)> {
    let here = agents.bodies.position[slot];
    match agents.intent[slot].drive {
        Drive::Steer { to, pace, .. } if pace > 0.0 && here.distance(to) > THERE_M => {
            let to = guides.get(slot).map_or(to, |guide| guide.to);
            Some((pace.min(1.0), (to - here).normalize_or_zero()))
        }
        Drive::Walk { direction, pace } if pace > 0.0 => Some((pace.min(1.0), direction)),
        _ => None,
    }
}

impl CrowdWatch {
    /// Looks at the bodies after they moved.
    pub(super) fn look(
        &mut self,
        world: &World,
        (agents, guides): (&Agents, &Guides),
        near: &NeighbourIndex,
        (step, step_s): (u64, f32),
        pool: Option<&ThreadPool>,
    ) {
        if self.counts.is_none() && self.lost.is_none() {
            return;
        }
        let (bodies, shares, (parts, none)) = (&agents.bodies, &mut self.shares, &mut self.parts);
        let overlaps = self.counts.map(|_| Overlaps::new(bodies, near, step_s));
        shares.resize(bodies.len(), Shares::default());
        spread::each(pool, shares, (parts, none), |slot, shares, _| {
            if bodies.alive[slot] {
                let overlap = overlaps.as_ref().map_or(0.0, |overlaps| overlaps.of(slot));
                *shares = Shares { lost: lost(world, (agents, guides), slot), overlap };
            }
        });
        let (mut lost_s, mut overlap) = (0.0, 0.0_f32);
        for slot in bodies.living() {
            let seconds = shares[slot].lost * step_s;
            overlap = overlap.max(shares[slot].overlap);
            lost_s += f64::from(seconds);
            if let Some(map) = self.lost.as_mut().filter(|_| bodies.storey[slot] == Storey::GROUND) {
                map.add(bodies.position[slot], seconds);
            }
        }
        self.lost.iter_mut().for_each(|map| map.fade(step_s));
        let Some(counts) = &mut self.counts else { return };
        counts.time_lost_s += lost_s;
        counts.overlap_max_share = counts.overlap_max_share.max(overlap);
        if step.is_multiple_of((LOOK_S / step_s).max(1.0) as u64) {
            counts.stuck_over_10s += newly_stuck(&mut self.anchors, agents, (step, step_s));
        }
    }
}

/// How many creatures are newly stuck.
fn newly_stuck(anchors: &mut Vec<Anchor>, agents: &Agents, (step, step_s): (u64, f32)) -> u32 {
    let (bodies, unled, mut found) = (&agents.bodies, Guides::default(), 0);
    for slot in anchors.len()..bodies.len() {
        anchors.push(Anchor { id: bodies.id(slot), at: bodies.position[slot], since: step, stuck: false });
    }
    for slot in bodies.living() {
        let (anchor, id, at) = (&mut anchors[slot], bodies.id(slot), bodies.position[slot]);
        let is_same = anchor.id == id;
        let goes = wanted(agents, slot, &unled).is_some();
        if !is_same || !goes || anchor.at.distance(at) > STUCK_M {
            *anchor = Anchor { id, at, since: step, stuck: is_same && anchor.stuck };
        } else if !anchor.stuck && (step - anchor.since) as f32 * step_s > STUCK_S {
            anchor.stuck = true;
            found += 1;
        }
    }
    found
}

/// Which share of a step a creature loses against going freely to where it wants.
fn lost(world: &World, (agents, guides): (&Agents, &Guides), slot: usize) -> f32 {
    let bodies = &agents.bodies;
    let Some((share, direction)) = wanted(agents, slot, guides) else { return 0.0 };
    let ground = &world.on(bodies.storey[slot]).ground;
    let speed = bodies.speed[slot] * ground.pace(bodies.moves[slot], bodies.position[slot]) * share;
    if speed <= 0.0 {
        return 0.0;
    }
    (1.0 - bodies.velocity[slot].dot(direction) / speed).clamp(0.0, 1.0)
}

/// Finds how far bodies overlap. The index is of the places before this step.
struct Overlaps<'a> {
    bodies: &'a Bodies,
    near: &'a NeighbourIndex,
    /// How much farther than its rim a body may be from the centre of one that it touches now, metres: before the step two were no farther
    /// apart than that, pushed apart or not.
    reach_m: f32,
}

impl<'a> Overlaps<'a> {
    fn new(bodies: &'a Bodies, near: &'a NeighbourIndex, step_s: f32) -> Self {
        let fastest_m_s = bodies.living().map(|slot| bodies.speed[slot]).fold(0.0, f32::max);
        Self { bodies, near, reach_m: near.widest_m() + 2.0 * fastest_m_s * step_s + MARGIN_M }
    }

    /// [`Shares::overlap`].
    fn of(&self, slot: usize) -> f32 {
        let Self { bodies, near, reach_m } = self;
        let (here, radius_m, mut most) = (bodies.position[slot], bodies.radius[slot], 0.0_f32);
        near.each(bodies.storey[slot], Aabb::around(here, radius_m + reach_m), |other| {
            if other > slot && bodies.alive[other] && bodies.meet_in_height(slot, other) {
                let depth = radius_m + bodies.radius[other] - here.distance(bodies.position[other]);
                most = most.max(depth / radius_m.min(bodies.radius[other]).max(f32::MIN_POSITIVE));
            }
        });
        most
    }
}
