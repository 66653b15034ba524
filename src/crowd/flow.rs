//! Shared flow fields: one search from a goal serves all bodies of a size that go there. Each reads its path off the field, from its own
//! cell on (integration fields and directions: Pentheny 2013; the crowd's density as a cost: Treuille, Cooper & Popović 2006).
//!
//! Where paths depend on those of others, what gates add is a cost in it, too (Ozcan & Haciomeroglu 2015): all that go to one goal
//! then plan by one search.
//!
//! A field is begun when enough creatures asked for paths to the same goal, built over several steps within a share of the ceiling of search
//! work, and brought up to date where the world changes. Where the crowd is a cost, a second field is built beside it from time to time,
//! with the crowd as it is then, and takes its place when it is whole. Nothing here depends on threads: all of it is done
//! between two rounds of a step.

mod added_cost;
mod demand;
pub(super) mod field;

use super::density::Density;
use super::gates::{GateMap, Sheet};
use crate::body::{Bodies, MoveClass};
use crate::geom::{Cell, Storey, Vec2};
use crate::grid::{CellRect, RegionSet, Repaired, SizeClass};
use crate::search::Landscape;
use demand::Demand;
use field::FlowField;
use std::hash::{Hash, Hasher};

/// Larger grids have no fields.
const MOST_CELLS: usize = 1 << 20;
/// All fields together have no more cells than this; each takes 18 bytes for one.
const MOST_CELLS_IN_ALL: usize = 1 << 23;
/// On large grids more creatures have to ask: one for so many cells. Then a field costs about as much as their searches (`benches/flow.rs`).
const CELLS_A_CREATURE: usize = 1_024;
/// A path over gates is planned again once in so many steps, and a field that counts gates is built again as often.
pub(crate) const TURN_STEPS: u64 = 10;
/// A field that was used in the last so many steps does not give its place to another one.
const KEPT_STEPS: u64 = 200;

/// What a field is for. The same key has the same costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowKey {
    /// The class that represents all sizes of body that share the grid, and how they move.
    pub size: SizeClass,
    /// The storey that they are on.
    pub storey: Storey,
    /// Where they go.
    pub goal: Cell,
}

/// What can be set.
#[derive(Clone, Copy, Debug)]
pub struct FlowParams {
    /// So many creatures have to ask for paths to a goal.
    pub creatures: u32,
    /// Fields there are at most.
    pub fields: usize,
    /// What a second that is lost in the crowd costs, in seconds of walking; 0: the crowd costs nothing.
    pub crowd: f32,
    /// The crowd is looked at again after so many steps.
    pub refresh_steps: u64,
}

/// What fields are over, as it is now.
pub struct FlowGround<'a> {
    /// The grids of all storeys.
    pub regions: &'a RegionSet,
    /// All bodies.
    pub bodies: &'a Bodies,
    /// Side of a grid cell of a storey, metres.
    pub cell_m: &'a dyn Fn(Storey) -> f32,
    /// Gates that paths are planned by; `None` where no path depends on another.
    pub gates: Option<&'a GateMap>,
    /// Steps since the world began.
    pub step: u64,
}

/// A field, and the one that is built to take its place.
#[derive(Clone, Debug, Default)]
struct Flow {
    key: FlowKey,
    field: FlowField,
    /// Its memory is kept.
    next: FlowField,
    is_renewed: bool,
    /// How many fields had been begun in the world when the one that is read was.
    number: u64,
    next_number: u64,
    /// The step in which it was last read, or asked for …
    used: u64,
    /// … and the one whose crowd was last looked at.
    seen: u64,
}

/// The fields of a world.
#[derive(Clone, Debug, Default)]
pub struct Flows {
    all: Vec<Flow>,
    demand: Demand,
    density: Density,
    /// How many fields were begun, renewals included, and cells worked on.
    begun: u64,
    worked: u64,
}

impl Flows {
    /// The field for a key, when it is whole, and a number that no other field of the world has.
    pub fn ready(&self, key: &FlowKey) -> Option<(&FlowField, u64)> {
        self.find(key).map(|flow| (&flow.field, flow.number)).filter(|(field, _)| field.is_ready())
    }

    fn find(&self, key: &FlowKey) -> Option<&Flow> {
        self.all.iter().find(|flow| flow.key == *key)
    }

    /// Takes note of what creatures asked for in this step (each a goal and a slot, in a fixed order), begins fields, and works on
    /// those there are, for at most so many cells. Returns for how many.
    pub fn advance(&mut self, on: &FlowGround, params: &FlowParams, asked: &[(FlowKey, u32)], most: u32) -> u32 {
        self.all.retain(|flow| flow.landscape(on).is_some());
        for (key, slot) in asked {
            match self.all.iter_mut().find(|flow| flow.key == *key) {
                Some(flow) => flow.used = on.step,
                None => self.want(on, params, key, *slot),
            }
        }
        let mut left = most;
        for flow in &mut self.all {
            left -= flow.landscape(on).map_or(0, |ground| flow.field.work(ground, left));
        }
        if params.crowd > 0.0 || on.gates.is_some() {
            self.renew(on, params);
        }
        for flow in self.all.iter_mut().filter(|flow| flow.is_renewed) {
            left -= flow.landscape(on).map_or(0, |ground| flow.next.work(ground, left));
            if flow.next.is_ready() {
                std::mem::swap(&mut flow.field, &mut flow.next);
                (flow.is_renewed, flow.number) = (false, flow.next_number);
            }
        }
        self.worked += u64::from(most - left);
        most - left
    }

    /// Counts a creature, and begins a field where there are enough.
    fn want(&mut self, on: &FlowGround, params: &FlowParams, key: &FlowKey, slot: u32) {
        let Some(ground) = on.landscape(key) else { return };
        let cells = ground.field.nodes();
        let needed = (params.creatures as usize).max(cells / CELLS_A_CREATURE);
        let most = params.fields.min(MOST_CELLS_IN_ALL / cells.max(1));
        if cells > MOST_CELLS || most == 0 || !self.demand.add(on.step, key, slot, needed) {
            return;
        }
        let mut flow = Flow { key: *key, used: on.step, seen: on.step, ..Flow::default() };
        if self.all.len() >= most {
            let oldest = (0..self.all.len()).min_by_key(|i| self.all[*i].used);
            let Some(oldest) = oldest.filter(|i| self.all[*i].used + KEPT_STEPS < on.step) else { return };
            let Flow { field, next, .. } = self.all.remove(oldest);
            (flow.field, flow.next) = (field, next);
        }
        self.demand.forget(key);
        on.look(key, ground, params.crowd, &mut self.density, &mut flow.field);
        flow.field.begin(ground, key.goal);
        self.begun += 1;
        flow.number = self.begun;
        self.all.push(flow);
    }

    /// Looks at the crowd again where it is time for a field that is in use, and begins another one where it costs something else now: one in a
    /// step, the one that waited longest.
    fn renew(&mut self, on: &FlowGround, params: &FlowParams) {
        let due = |flow: &&mut Flow| {
            let in_use = flow.used + KEPT_STEPS >= on.step;
            let has_gates = on.sheet(&flow.key).is_some();
            let steps = if has_gates { params.refresh_steps.min(TURN_STEPS) } else { params.refresh_steps };
            let is_due = flow.seen + steps <= on.step;
            in_use && is_due && !flow.is_renewed && flow.field.is_ready()
        };
        let Some(flow) = self.all.iter_mut().filter(due).min_by_key(|flow| flow.seen) else { return };
        let Some(ground) = flow.landscape(on) else { return };
        flow.seen = on.step;
        on.look(&flow.key, ground, params.crowd, &mut self.density, &mut flow.next);
        if !flow.next.sees_the_same(&flow.field) {
            flow.next.begin(ground, flow.key.goal);
            self.begun += 1;
            (flow.is_renewed, flow.next_number) = (true, self.begun);
        }
    }

    /// Cells of a storey opened or closed; `regions` is the storey's.
    pub fn changed(&mut self, storey: Storey, regions: &RegionSet, repaired: &[Repaired]) {
        for flow in self.all.iter_mut().filter(|flow| flow.key.storey == storey) {
            if let Some(Repaired { class, cells, .. }) = repaired.iter().find(|r| r.before == flow.key.size) {
                flow.key.size = *class;
                flow.change(regions, cells);
            }
        }
        self.all.retain(|flow| flow.key.storey != storey || landscape(regions, &flow.key).is_some());
    }

    /// The ground of a storey costs some movement classes something else, in some parts; `regions` is the storey's.
    pub fn changed_costs(
        &mut self,
        storey: Storey,
        regions: &RegionSet,
        classes: &[MoveClass],
        parts: impl Iterator<Item = CellRect>,
    ) {
        let concerned = |flow: &&mut Flow| flow.key.storey == storey && classes.contains(&flow.key.size.2);
        let mut concerned = self.all.iter_mut().filter(concerned).peekable();
        if concerned.peek().is_some() {
            let cells: Vec<Cell> = parts.flat_map(CellRect::each).collect();
            concerned.for_each(|flow| flow.change(regions, &cells));
        }
    }
}

/// What decides the future of fields, for the world hash; nothing in a world that never had one.
impl Hash for Flows {
    fn hash<H: Hasher>(&self, h: &mut H) {
        if self.begun == 0 {
            return;
        }
        (self.begun, self.worked).hash(h);
        self.demand.hash(h);
        for flow in &self.all {
            (flow.key, flow.used, flow.seen, flow.number, &flow.field).hash(h);
            flow.is_renewed.then_some((flow.next_number, &flow.next)).hash(h);
        }
    }
}

/// The grid that a field is over, where its goal is open; `regions` is the storey's.
fn landscape<'a>(regions: &'a RegionSet, key: &FlowKey) -> Option<Landscape<'a>> {
    let field = regions.sharing(key.size).next().and_then(|class| regions.field_of(class))?;
    let field = Some(field).filter(|field| field.open(key.goal))?;
    Some(Landscape::of(field, regions.costs(key.size.2)))
}

impl FlowGround<'_> {
    fn landscape(&self, key: &FlowKey) -> Option<Landscape<'_>> {
        landscape(self.regions.on(key.storey)?, key)
    }

    /// Has a field look at the crowd on its storey.
    fn look(&self, key: &FlowKey, on: Landscape, weight: f32, density: &mut Density, field: &mut FlowField) {
        let cell_m = (self.cell_m)(key.storey);
        if weight > 0.0 {
            let size = Vec2::new(on.field.width() as f32, on.field.height() as f32) * cell_m;
            density.rebuild(size, cell_m, key.storey, self.bodies);
        }
        field.look(density, on.field, cell_m, weight);
        if let Some(gates) = self.sheet(key) {
            field.look_at_gates(gates, on.field, cell_m);
        }
    }

    /// The gates for the bodies that a field is for.
    fn sheet(&self, key: &FlowKey) -> Option<(&GateMap, &Sheet)> {
        let map = self.gates?;
        Some((map, map.of(key.storey, self.regions.on(key.storey)?, key.size)?))
    }
}

impl Flow {
    /// The grid that it is over; `None` where that is gone, and where it is no longer the one that it began on.
    fn landscape<'a>(&self, on: &'a FlowGround) -> Option<Landscape<'a>> {
        on.landscape(&self.key).filter(|on| self.field.is_over(on.field))
    }

    /// A renewal under way is begun again when it is due: it would have to be brought up to date as well.
    fn change(&mut self, regions: &RegionSet, cells: &[Cell]) {
        if let Some(on) = landscape(regions, &self.key).filter(|_| !cells.is_empty()) {
            self.field.changed(on, cells);
            self.is_renewed = false;
        }
    }
}
