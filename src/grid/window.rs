//! One agent's map: a rectangle of the world, abstracted to one closed bit a cell for a body of its size.

use super::line::{Point, Polygon, cells_on};
use super::{BitGrid, CellRect};
use crate::geom::{Aabb, Cell, Obb, Vec2};
use crate::world::{Ground, Volume, World};

/// How far inside the last column and row a clipped volume ends, in cells: a volume that only touches the window from
/// outside closes nothing.
const RIM: f64 = 1e-9;

/// What outlines are drawn smaller by, metres: a cell that a box only touches stays open, as bodies may touch boxes.
pub(super) const SKIN_M: f32 = 1e-3;

/// What drawing on cells may add to the end of a line, in cells: just under half a cell, so that two ends that met lie in
/// cells next to each other even when both are shortened by it.
const ROUNDING: f32 = 0.49;

/// For whom a window is made.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Clearance {
    /// Radius of the body, metres.
    pub radius_m: f32,
    /// Height of the body, metres.
    pub height_m: f32,
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
        let mut covered = false;
        world.volumes_in(Aabb::around(at, reach_m(growth)), |v| {
            let volume = &world.volumes[v as usize];
            covered |= volume.matters_to(self.height_m) && volume.grown(growth.max(0.0)).contains(at);
        });
        covered
    }
}

/// How far a turned box's bounds move when it grows, at most.
fn reach_m(growth_m: f32) -> f32 {
    growth_m.max(0.0) * std::f32::consts::SQRT_2 + f32::EPSILON
}

/// What became of the volumes of one or many windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlotCounts {
    /// Volumes the spatial index answered.
    pub returned: u64,
    /// Of those: stepped over or walked under.
    pub wrong_height: u64,
    /// Of those: beside the window after all.
    pub outside: u64,
    /// Of those: drawn.
    pub plotted: u64,
}

/// A rectangle of the world's cells as one body sees it. Volumes are outlines: their inside is open but cannot be reached
/// from outside. Ground is closed where the body, standing in the middle of the cell, would touch a closed cell.
#[derive(Clone, Debug, Default)]
pub struct Window {
    area: CellRect,
    resolution_m: f32,
    clearance: Clearance,
    bits: BitGrid,
    sides: Sides,
    ground_open: bool,
}

/// On which sides the world goes on beyond a grid. The world's own border is no edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    pub left: bool,
    pub right: bool,
    pub top: bool,
    pub bottom: bool,
}

impl Window {
    /// Draws the window anew, in the memory it has. `area` is cut to the world.
    pub fn build(&mut self, world: &World, area: CellRect, clearance: Clearance) -> PlotCounts {
        let ground = &world.ground;
        let area = area.clipped(ground);
        self.area = area;
        self.resolution_m = ground.resolution_m();
        self.clearance = clearance;
        self.sides = Sides {
            left: area.origin.x > 0,
            right: (area.end().x as usize) < ground.width(),
            top: area.origin.y > 0,
            bottom: (area.end().y as usize) < ground.height(),
        };
        self.bits.reset(area.width, area.height);
        self.close_ground(ground);
        self.plot_volumes(world)
    }

    fn close_ground(&mut self, ground: &Ground) {
        let reach = Spread::of(self.clearance.radius_m / self.resolution_m);
        let (from, to) = (self.area.origin, self.area.end());
        let n = reach.cells();
        self.ground_open = true;
        // One ring more than closes cells here: bodies off the middle of a cell may touch that.
        let ring = n + 1;
        for y in from.y - ring..to.y + ring {
            for x in from.x - ring..to.x + ring {
                if !ground.walkable(Cell::new(x, y)) {
                    self.ground_open = false;
                    for dy in -n..=n {
                        let side = reach.side(dy);
                        let column = x - from.x;
                        self.bits.close_run(y + dy - from.y, column - side, column + side);
                    }
                }
            }
        }
    }

    fn plot_volumes(&mut self, world: &World) -> PlotCounts {
        let mut counts = PlotCounts::default();
        let growth = self.clearance.growth_m(self.resolution_m);
        let bounds = self.bounds().grown(reach_m(growth));
        world.volumes_in(bounds, |v| {
            let volume = &world.volumes[v as usize];
            counts.returned += 1;
            if !volume.matters_to(self.clearance.height_m) {
                counts.wrong_height += 1;
            } else if self.plot(volume, growth) {
                counts.plotted += 1;
            } else {
                counts.outside += 1;
            }
        });
        counts
    }

    /// Draws one volume; answers whether any of it lies in the window.
    fn plot(&mut self, volume: &Volume, growth: f32) -> bool {
        if growth >= 0.0 {
            return self.outline(&volume.grown(growth));
        }
        // Shrinking is there to undo rounding, not to open walls. So a volume thinner than what is taken off keeps its centre
        // line, shortened by no more than rounding may have added (pieces of a fence still meet), and of a thicker one
        // the cells whose middle it really covers stay closed (walls that touch leave no seam).
        let half = volume.footprint.half;
        if half.min_element() + growth <= 0.0 {
            let end = (half.max_element() - (-growth).min(ROUNDING * self.resolution_m)).max(0.0);
            let flat = if half.x >= half.y { Vec2::new(end, 0.0) } else { Vec2::new(0.0, end) };
            return self.outline(&Obb { half: flat, ..volume.footprint });
        }
        let drawn = self.outline(&volume.grown(growth));
        self.close_covered(&volume.footprint) || drawn
    }

    /// Closes the cells under the edge of a box. Answers whether any part of the box lies in the window.
    fn outline(&mut self, shape: &Obb) -> bool {
        let shape = Obb { half: (shape.half - Vec2::splat(SKIN_M)).max(Vec2::ZERO), ..*shape };
        let to_cells = |p: Vec2| Point {
            x: f64::from(p.x) / f64::from(self.resolution_m) - f64::from(self.area.origin.x),
            y: f64::from(p.y) / f64::from(self.resolution_m) - f64::from(self.area.origin.y),
        };
        let (w, h) = (f64::from(self.area.width), f64::from(self.area.height));
        let polygon = Polygon::new(shape.corners().map(to_cells)).clipped(w - RIM, h - RIM);
        let corners = polygon.corners();
        for (i, to) in corners.iter().enumerate() {
            let from = corners[(i + corners.len() - 1) % corners.len()];
            cells_on(from, *to, |x, y| {
                self.bits.close(x, y);
                true
            });
        }
        !corners.is_empty()
    }

    /// Closes the cells whose middle lies in a box. Answers whether there were any.
    fn close_covered(&mut self, shape: &Obb) -> bool {
        let bounds = shape.bounds();
        let (low, high) = (Cell::of(bounds.min, self.resolution_m), Cell::of(bounds.max, self.resolution_m));
        let (from, end) = (self.area.origin, self.area.end());
        let mut any = false;
        for y in low.y.max(from.y)..=high.y.min(end.y - 1) {
            for x in low.x.max(from.x)..=high.x.min(end.x - 1) {
                if shape.contains(Cell::new(x, y).centre(self.resolution_m)) {
                    self.bits.close(x - from.x, y - from.y);
                    any = true;
                }
            }
        }
        any
    }

    /// The rectangle in cells of the world; empty before the first [`Window::build`].
    pub fn area(&self) -> CellRect {
        self.area
    }

    /// The rectangle in metres.
    pub fn bounds(&self) -> Aabb {
        let corner = |c: Cell| Vec2::new(c.x as f32, c.y as f32) * self.resolution_m;
        Aabb::new(corner(self.area.origin), corner(self.area.end()))
    }

    pub fn resolution_m(&self) -> f32 {
        self.resolution_m
    }

    pub fn clearance(&self) -> Clearance {
        self.clearance
    }

    pub fn bits(&self) -> &BitGrid {
        &self.bits
    }

    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// Whether no closed ground lies in or near the window: then bodies need only look out for volumes.
    pub fn ground_open(&self) -> bool {
        self.ground_open
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

    /// Cells from `cell` to the nearest side beyond which the world goes on: 0 on that side's last row or column and outside the
    /// window, `u32::MAX` when there is no such side.
    pub fn depth(&self, cell: Cell) -> u32 {
        let (x, y) = (cell.x - self.area.origin.x, cell.y - self.area.origin.y);
        if !self.bits.contains(x, y) {
            return 0;
        }
        let (x, y, s) = (x as u32, y as u32, self.sides);
        let sides = [(s.left, x), (s.right, self.area.width - 1 - x), (s.top, y), (s.bottom, self.area.height - 1 - y)];
        sides.iter().filter(|(on, _)| *on).map(|(_, d)| *d).min().unwrap_or(u32::MAX)
    }
}

/// Which cells a disc round the middle of a cell touches.
struct Spread {
    radius: f32,
}

impl Spread {
    /// `radius` in cells.
    fn of(radius: f32) -> Self {
        // Touching is free: a body exactly as wide as a corridor fits.
        Self { radius: radius - 1e-4 }
    }

    /// Rows and columns it reaches.
    fn cells(&self) -> i32 {
        (self.radius - 0.5).ceil().max(0.0) as i32
    }

    /// How many cells to each side it touches, `dy` rows away.
    fn side(&self, dy: i32) -> i32 {
        let across = (dy.abs() as f32 - 0.5).max(0.0);
        let half = (self.radius * self.radius - across * across).max(0.0).sqrt();
        (half - 0.5).ceil().max(0.0) as i32
    }
}
