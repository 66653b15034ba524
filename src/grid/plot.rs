//! Drawing a window: ground closed by cells, volumes by their outlines.

use super::line::{Point, Polygon, cells_on};
use super::window::{DrawObserver, DrawPhase, PlotCounts, Window, reach_m};
use crate::geom::{Cell, Obb, Vec2};
use crate::world::{Ground, Volume, World};

/// How far inside the last column and row a clipped volume ends, in cells: a volume that only touches the window from
/// outside closes nothing.
const RIM: f64 = 1e-9;

/// What outlines are drawn smaller by, metres: a cell that a box only touches stays open, as bodies may touch boxes.
pub const SKIN_M: f32 = 1e-3;

/// What drawing on cells may add to the end of a line, in cells: just under half a cell, so that two ends that met lie
/// in cells next to each other even when both are shortened by it.
const ROUNDING: f32 = 0.49;

impl Window {
    /// Closes the cells on which the body would touch closed ground.
    pub fn close_ground(&mut self, ground: &Ground) {
        let reach = Spread::of(self.clearance.radius_m / self.resolution_m);
        let (from, to) = (self.area.origin, self.area.end());
        let n = reach.cells();
        self.ground_open = true;
        // One ring more than closes cells here: bodies off the middle of a cell may touch that.
        let ring = n + 1;
        for y in from.y - ring..to.y + ring {
            let mut x = from.x - ring;
            while x < to.x + ring {
                let first = x;
                while x < to.x + ring && !ground.open(self.clearance.moves, Cell::new(x, y)) {
                    x += 1;
                }
                if x > first {
                    self.ground_open = false;
                    // A body cannot enter the cells round this run of closed ones.
                    for dy in -n..=n {
                        let side = reach.side(dy);
                        self.bits.close_run(y - from.y + dy, first - from.x - side, x - 1 - from.x + side);
                    }
                }
                x += 1;
            }
        }
    }

    /// Draws the outlines of the volumes that block the body, grown by the window's clearance.
    pub fn plot_volumes(&mut self, world: &World, observer: &mut impl DrawObserver) -> PlotCounts {
        let mut counts = PlotCounts::default();
        let growth = self.clearance.growth_m(self.resolution_m);
        let bounds = self.bounds().grown(reach_m(growth));
        world.volumes_in(bounds, |volume| {
            observer.ended(DrawPhase::Fetch);
            counts.returned += 1;
            let matters = volume.matters_to(self.clearance.height_m, self.clearance.moves);
            observer.ended(DrawPhase::Height);
            if !matters {
                counts.wrong_height += 1;
            } else if self.plot(volume, growth, observer) {
                counts.plotted += 1;
            } else {
                counts.outside += 1;
            }
        });
        observer.ended(DrawPhase::Fetch);
        counts
    }

    /// Draws one volume; returns whether any of it lies in the window.
    fn plot(&mut self, volume: &Volume, growth: f32, observer: &mut impl DrawObserver) -> bool {
        if growth >= 0.0 {
            return self.outline(&volume.grown(growth), observer);
        }
        // Shrinking is there to undo rounding, not to open walls. So a volume thinner than what is taken off keeps its
        // centre line, shortened by no more than rounding may have added (pieces of a fence still meet), and of a
        // thicker one the cells whose middle it really covers stay closed (walls that touch leave no seam).
        let half = volume.footprint.half;
        if half.min_element() + growth <= 0.0 {
            let end = (half.max_element() - (-growth).min(ROUNDING * self.resolution_m)).max(0.0);
            let flat = if half.x >= half.y { Vec2::new(end, 0.0) } else { Vec2::new(0.0, end) };
            return self.outline(&Obb { half: flat, ..volume.footprint }, observer);
        }
        let drawn = self.outline(&volume.grown(growth), observer);
        let covered = self.close_covered(&volume.footprint);
        observer.ended(DrawPhase::Plot);
        covered || drawn
    }

    /// Closes the cells under the edge of a box. Returns whether any part of the box lies in the window.
    fn outline(&mut self, shape: &Obb, observer: &mut impl DrawObserver) -> bool {
        let shape = Obb { half: (shape.half - Vec2::splat(SKIN_M)).max(Vec2::ZERO), ..*shape };
        let to_cells = |p: Vec2| Point {
            x: f64::from(p.x) / f64::from(self.resolution_m) - f64::from(self.area.origin.x),
            y: f64::from(p.y) / f64::from(self.resolution_m) - f64::from(self.area.origin.y),
        };
        let (w, h) = (f64::from(self.area.width), f64::from(self.area.height));
        let polygon = Polygon::new(shape.corners().map(to_cells)).clipped(w - RIM, h - RIM);
        let corners = polygon.corners();
        observer.ended(DrawPhase::Shape);
        for (i, to) in corners.iter().enumerate() {
            let from = corners[(i + corners.len() - 1) % corners.len()];
            cells_on(from, *to, |x, y| {
                self.bits.close(x, y);
                true
            });
        }
        observer.ended(DrawPhase::Plot);
        !corners.is_empty()
    }

    /// Closes the cells whose middle lies in a box. Returns whether there were any.
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
