//! One agent's map: a rectangle of the world, abstracted to one closed bit a cell for a body of its size.

use super::{BitGrid, CellRect, Regions};
use crate::geom::{Aabb, Cell, Vec2};
use crate::world::{MoveClass, World};
use derive_more::AddAssign;

/// The body that a window is made for.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Clearance {
    /// Radius of the body, metres.
    pub radius_m: f32,
    /// Height of the body, metres.
    pub height_m: f32,
    /// How it moves.
    pub moves: MoveClass,
    /// The navigation buffer: how much volumes are grown (below 0: shrunk), metres.
    pub buffer_m: f32,
}

impl Clearance {
    /// What volumes are grown by: the buffer, and what the body is wider than a cell. Bodies that fit a cell get the
    /// buffers of the source as they are.
    pub fn growth_m(&self, resolution_m: f32) -> f32 {
        self.buffer_m + (self.radius_m - resolution_m / 2.0).max(0.0)
    }

    /// Whether a volume that matters, grown, holds this point: the inside of its outline on a window.
    pub fn covered(&self, world: &World, at: Vec2) -> bool {
        let growth = self.growth_m(world.ground.resolution_m());
        world.any_volume_in(Aabb::around(at, reach_m(growth)), |volume| {
            volume.matters_to(self.height_m, self.moves) && volume.grown(growth.max(0.0)).contains(at)
        })
    }

    /// The most volumes that a window over an area can have to look at.
    pub fn most_volumes(&self, world: &World, area: CellRect) -> u32 {
        let res = world.ground.resolution_m();
        world.most_volumes_in(area.bounds(res).grown(reach_m(self.growth_m(res))))
    }
}

/// How far a turned box's bounds move when it grows, at most.
pub(super) fn reach_m(growth_m: f32) -> f32 {
    growth_m.max(0.0) * std::f32::consts::SQRT_2 + f32::EPSILON
}

/// What became of the volumes of one or many windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AddAssign)]
pub struct PlotCounts {
    /// Volumes that the spatial index returned.
    pub returned: u64,
    /// Of those: stepped over or walked under.
    pub wrong_height: u64,
    /// Of those: beside the window after all.
    pub outside: u64,
    /// Of those: drawn.
    pub plotted: u64,
}

/// What drawing a window consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawPhase {
    /// All cells opened.
    Clear,
    /// Closed ground widened and drawn.
    Ground,
    /// The spatial index asked for volumes.
    Fetch,
    /// Those stepped over or walked under sorted out.
    Height,
    /// Volumes grown, turned and cut to the window.
    Shape,
    /// Their outlines drawn.
    Plot,
}

/// Is called when a phase of drawing has ended, e.g. to measure it. `()` does nothing and costs nothing.
pub trait DrawObserver {
    fn ended(&mut self, _phase: DrawPhase) {}
}

impl DrawObserver for () {}

/// A rectangle of the world's cells as one body sees it. Volumes are outlines: their inside is open but cannot be
/// reached from outside. Ground is closed where the body, standing in the middle of the cell, would touch a closed
/// cell. Its fields are for reading.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The rectangle in cells of the world; empty before the first [`Window::build`].
    pub area: CellRect,
    /// Metres a cell.
    pub resolution_m: f32,
    /// The body that it is drawn for.
    pub clearance: Clearance,
    /// Its cells; the upper left one is (0, 0).
    pub bits: BitGrid,
    /// The sides beyond which the world goes on.
    pub sides: Sides,
    /// Whether no closed ground lies in or near the window: then bodies need only look out for volumes.
    pub ground_open: bool,
    /// Whether exactly the cells are open that are open to the body on the grid of the whole world, instead of outlines.
    pub exact: bool,
}

/// On which sides the world goes on beyond a grid. The world's own border is no edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Towards lower columns.
    pub left: bool,
    /// Towards higher columns.
    pub right: bool,
    /// Towards lower rows.
    pub top: bool,
    /// Towards higher rows.
    pub bottom: bool,
}

impl Sides {
    /// Cells from a cell of a grid to the nearest of these sides: 0 in its last row or column. `None` without any.
    #[inline]
    pub fn depth(self, grid: &BitGrid, (x, y): (i32, i32)) -> Option<i32> {
        let (right, bottom) = (grid.width() as i32 - 1 - x, grid.height() as i32 - 1 - y);
        let sides = [(self.left, x), (self.right, right), (self.top, y), (self.bottom, bottom)];
        sides.into_iter().filter(|(on, _)| *on).map(|(_, depth)| depth).min()
    }
}

impl Window {
    /// Draws the window again, in the memory it has. `area` is cut to the world.
    pub fn build(&mut self, world: &World, area: CellRect, clearance: Clearance) -> PlotCounts {
        self.build_observed(world, area, clearance, &mut ())
    }

    /// [`Window::build`], watched.
    pub fn build_observed(
        &mut self,
        world: &World,
        area: CellRect,
        clearance: Clearance,
        observer: &mut impl DrawObserver,
    ) -> PlotCounts {
        self.begin(world, area, clearance);
        observer.ended(DrawPhase::Clear);
        self.close_ground(&world.ground);
        observer.ended(DrawPhase::Ground);
        self.plot_volumes(world, observer)
    }

    /// The same without outlines: exactly the cells are open that `regions`, those of the body's size, have open.
    pub fn build_exact(&mut self, world: &World, area: CellRect, clearance: Clearance, regions: &Regions) {
        self.begin(world, area, clearance);
        regions.close_in(self.area, &mut self.bits);
        self.exact = true;
    }

    /// Opens all cells.
    fn begin(&mut self, world: &World, area: CellRect, clearance: Clearance) {
        let ground = &world.ground;
        let area = area.clipped(ground);
        self.area = area;
        self.exact = false;
        self.resolution_m = ground.resolution_m();
        self.clearance = clearance;
        self.sides = Sides {
            left: area.origin.x > 0,
            right: (area.end().x as usize) < ground.width(),
            top: area.origin.y > 0,
            bottom: (area.end().y as usize) < ground.height(),
        };
        self.bits.reset(area.width, area.height);
    }

    /// The rectangle in metres.
    pub fn bounds(&self) -> Aabb {
        self.area.bounds(self.resolution_m)
    }

    /// The number of a cell among the window's nodes; `None` outside.
    pub fn node(&self, cell: Cell) -> Option<u32> {
        let (x, y) = (cell.x - self.area.origin.x, cell.y - self.area.origin.y);
        self.bits.contains(x, y).then(|| y as u32 * self.area.width + x as u32)
    }

    /// The cell of a node.
    pub fn cell(&self, node: u32) -> Cell {
        let (x, y) = (node % self.area.width, node / self.area.width);
        Cell::new(self.area.origin.x + x as i32, self.area.origin.y + y as i32)
    }

    /// Whether a cell lies in the window and is not closed.
    pub fn open(&self, cell: Cell) -> bool {
        self.bits.open(cell.x - self.area.origin.x, cell.y - self.area.origin.y)
    }

    /// Cells from `cell` to the nearest side beyond which the world goes on: 0 on that side's last row or column and
    /// outside the window, `u32::MAX` when there is no such side.
    pub fn depth(&self, cell: Cell) -> u32 {
        let (x, y) = (cell.x - self.area.origin.x, cell.y - self.area.origin.y);
        if !self.bits.contains(x, y) {
            return 0;
        }
        self.sides.depth(&self.bits, (x, y)).map_or(u32::MAX, |depth| depth as u32)
    }
}
