//! The gates of a world: for each storey, and for each size of body that finds other cells open.

use super::{GateWeights, Gates, On, Side};
use crate::body::{GateCost, GateGround};
use crate::crowd::CrowdParams;
use crate::geom::{Cell, Storey, Vec2};
use crate::graph::NavGraph;
use crate::grid::{BitGrid, CellRect, Field, RegionSet, Repaired, SizeClass};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Worlds with more cells of gates have none: a search goes over all of them at worst.
const MOST_CELLS: usize = 1 << 16;
/// To look at so many cells of the world for one of the gates' cells costs as much as an expansion.
const CELLS_A_WORK: u64 = 64;

/// Cells with more of the world's along a side than this have no finer level: searches there would outgrow a slice.
const MOST_FINER: u32 = 8;
/// A cell is loaded where its potential is so many times what a path adds to the first cell after its start.
const LOADED: f32 = 2.0;

/// How a path is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    /// Through cells with gates.
    Whole,
    /// Through cells of the world, in those with gates that are loaded; `first` is the number of the first of these in its path.
    Finer {
        /// At least 1.
        first: usize,
    },
}

/// All gates of a world.
#[derive(Clone, Debug)]
pub struct GateMap {
    kind: GateGround,
    /// How gates count in the cost of a step.
    pub weights: GateWeights,
    /// What a path adds to the gates of the first cell after its start, metres.
    growth_m: f32,
    /// Cells of the world along the side of a cell with gates.
    pub(super) side: u32,
    /// Metres of that side.
    pub cell_m: f32,
    sheets: Vec<Sheet>,
}

/// The gates of a storey for one class of bodies.
#[derive(Clone, Debug)]
pub struct Sheet {
    storey: Storey,
    class: SizeClass,
    /// What is searched.
    pub ground: Searched,
    /// What was marked there.
    pub gates: Gates,
    /// What was marked in those cells that were loaded, on the world's cells: all of them are open there.
    pub finer: Gates,
}

/// What searches over gates go over.
#[derive(Clone, Debug)]
pub enum Searched {
    /// All cells.
    Grid(Arc<Field>),
    /// The open ones.
    Graph(Arc<NavGraph>),
}

impl Searched {
    /// As a search sees it.
    pub fn on(&self) -> On<'_> {
        match self {
            Self::Grid(field) => On::Grid(field),
            Self::Graph(graph) => On::Graph(graph),
        }
    }
}

impl Sheet {
    /// Bytes that it takes: what is searched, and its gates.
    pub fn bytes(&self) -> usize {
        let ground = match &self.ground {
            Searched::Grid(field) => field.bytes(),
            Searched::Graph(graph) => graph.bytes(),
        };
        ground + self.gates.bytes() + self.finer.bytes()
    }
}

impl GateMap {
    /// Nothing is marked yet. Cells of the world are so many metres wide.
    pub fn new(params: &CrowdParams, resolution_m: f32) -> Self {
        let k = params.gate_weight;
        let weights = match params.gate_cost {
            GateCost::Potential => GateWeights::potential(k),
            GateCost::Flow => GateWeights::flow(k),
            GateCost::FlowAsPrinted => GateWeights::flow_as_printed(k),
        };
        let side = (params.gate_cell_m / resolution_m).round().max(1.0) as u32;
        let cell_m = side as f32 * resolution_m;
        Self { kind: params.gates, weights, growth_m: params.gate_growth * cell_m, side, cell_m, sheets: Vec::new() }
    }

    /// Whether a world has gates at all.
    pub fn is_on(&self) -> bool {
        self.kind != GateGround::None
    }

    /// The cell with gates in which a cell of the world lies.
    pub fn cell_of(&self, cell: Cell) -> Cell {
        Cell::new(cell.x.div_euclid(self.side as i32), cell.y.div_euclid(self.side as i32))
    }

    /// The cell of the world in the middle of a cell with gates, or beside it.
    pub fn middle(&self, cell: Cell) -> Cell {
        let half = (self.side / 2) as i32;
        Cell::new(cell.x * self.side as i32 + half, cell.y * self.side as i32 + half)
    }

    /// The place in the middle of a cell with gates.
    pub fn centre(&self, cell: Cell) -> Vec2 {
        cell.centre(self.cell_m)
    }

    /// Whether a storey of so many columns and rows of cells is small enough for gates.
    pub fn covers(&self, (columns, rows): (u32, u32)) -> bool {
        let cells = |side: u32| side.div_ceil(self.side) as usize;
        self.is_on() && cells(columns) * cells(rows) <= MOST_CELLS
    }

    /// Makes sure that bodies of a size have gates on a storey, where their grid was prepared.
    pub fn prepare(&mut self, storey: Storey, regions: &RegionSet, size: SizeClass) {
        let Some((class, field)) = regions.alike(size).zip(regions.field_of(size)) else { return };
        if self.sheets.iter().all(|s| s.storey != storey || s.class != class) {
            self.sheets.extend(self.sheet(storey, class, field));
        }
    }

    fn sheet(&self, storey: Storey, class: SizeClass, field: &Field) -> Option<Sheet> {
        if !self.covers((field.width(), field.height())) {
            return None;
        }
        let open = widened(field, self.side);
        let finer = Gates::of_grid(field.width(), field.height());
        let field = Field::new(&open).ok()?;
        let (gates, ground) = match self.kind {
            GateGround::None => return None,
            GateGround::Grid => (Gates::of_grid(field.width(), field.height()), Searched::Grid(Arc::new(field))),
            GateGround::Graph => {
                let graph = Arc::new(NavGraph::of_field(&field));
                (Gates::of_graph(Arc::clone(&graph)), Searched::Graph(graph))
            }
        };
        Some(Sheet { storey, class, ground, gates, finer })
    }

    /// The gates for bodies of a size on a storey.
    pub fn of(&self, storey: Storey, regions: &RegionSet, size: SizeClass) -> Option<&Sheet> {
        if self.sheets.is_empty() {
            return None;
        }
        let class = regions.alike(size)?;
        self.sheets.iter().find(|s| s.storey == storey && s.class == class)
    }

    /// Brings up to date what depends on grids of a storey that changed; what that cost, in expansions.
    pub fn repair(&mut self, storey: Storey, regions: &RegionSet, repaired: &[Repaired]) -> u64 {
        let is = |sheet: &Sheet, class| sheet.storey == storey && sheet.class == class;
        let (mut work, mut made) = (0, Vec::new());
        for Repaired { class, before, .. } in repaired {
            let Some(field) = regions.field_of(*class) else { continue };
            let Some(old) = self.sheets.iter().find(|sheet| is(sheet, *before)) else { continue };
            let Some(new) = self.sheet(storey, *class, field) else { continue };
            work += field.nodes() as u64 / CELLS_A_WORK;
            let gates = new.gates.graph().map_or_else(|| old.gates.clone(), |graph| old.gates.onto(Arc::clone(graph)));
            made.push(Sheet { gates, finer: old.finer.clone(), ..new });
        }
        let replaced = |sheet: &Sheet| repaired.iter().any(|r| is(sheet, r.before) || is(sheet, r.class));
        self.sheets.retain(|sheet| !replaced(sheet));
        self.sheets.append(&mut made);
        work
    }

    /// The present step.
    pub fn advance(&mut self, step: u64) {
        for sheet in &mut self.sheets {
            sheet.gates.advance(step);
            sheet.finer.advance(step);
        }
    }

    /// Marks a path on a storey; see [`Gates::mark`].
    pub fn mark(&mut self, storey: Storey, path: &[Cell], marking: Marking) {
        let (growth_m, side) = (self.growth_m, self.side as usize);
        for sheet in self.sheets.iter_mut().filter(|s| s.storey == storey) {
            match marking {
                Marking::Whole => sheet.gates.mark(path, growth_m),
                Marking::Finer { first } => {
                    let growth_m = growth_m / side as f32;
                    sheet.finer.mark_each(path, |i| growth_m / (first + (i - 1) / side) as f32);
                }
            }
        }
    }

    /// Whether so much leads into a cell with gates that a path is searched through it on the finer level.
    pub fn is_loaded(&self, sheet: &Sheet, cell: Cell) -> bool {
        (2..=MOST_FINER).contains(&self.side) && sheet.gates.sum(cell, Side::In).potential > LOADED * self.growth_m
    }

    /// Side of a cell of the world, metres.
    pub fn finer_m(&self) -> f32 {
        self.cell_m / self.side as f32
    }

    /// The gates of a storey, for all classes.
    pub fn on(&self, storey: Storey) -> impl Iterator<Item = &Sheet> {
        self.sheets.iter().filter(move |s| s.storey == storey)
    }
}

/// A grid of squares of so many cells a side: one is open where all its cells are. What is left over at the far borders is closed.
fn widened(field: &Field, side: u32) -> BitGrid {
    let mut grid = BitGrid::new(field.width().div_ceil(side), field.height().div_ceil(side));
    for y in 0..grid.height() as i32 {
        for x in 0..grid.width() as i32 {
            let origin = Cell::new(x * side as i32, y * side as i32);
            if !(CellRect { origin, width: side, height: side }).each().all(|cell| field.open(cell)) {
                grid.close(x, y);
            }
        }
    }
    grid
}

/// All that is marked, for the world hash: nothing where there are no gates.
impl Hash for GateMap {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.sheets.iter().for_each(|sheet| (&sheet.gates, &sheet.finer).hash(h));
    }
}
