//! Whether a body can go straight from one place to another, and what it touches where it cannot.

use super::touches::Touches;
use crate::geom::{Cell, Obb, Vec2};
use crate::grid::{CostLayer, Field, Point, Shape, Window, cells_on, segment_meets_ground};
use crate::world::{Ground, MoveClass, World};

/// Sight tests on a window. Volumes were grown when the window was drawn, so a thin line shows whether they block
/// it; ground never is, so there the whole width of the body is moved along the line.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Shows volumes, grown for the body.
    pub window: &'a Window,
    /// Shows closed ground as it is.
    pub ground: &'a Ground,
}

/// Tests whether a body can go straight from one place to another.
pub trait Sees {
    /// Whether nothing lies between two places, metres.
    fn clear(&self, from: Vec2, to: Vec2) -> bool;

    /// Whether the straight line from the first to the last of these points (one at least) can be gone instead.
    fn replaces(&self, points: &[Vec2]) -> bool {
        self.clear(points[0], points[points.len() - 1])
    }
}

impl Sees for Sight<'_> {
    /// `false` when either place is outside the window.
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        let (radius, res) = (self.window.clearance.radius_m, f64::from(self.window.resolution_m));
        let point = |p: Vec2| Point { x: f64::from(p.x) / res, y: f64::from(p.y) / res };
        let ends = [from, to].map(|p| Cell::of(p, self.window.resolution_m));
        ends.iter().all(|c| self.window.area.contains(*c))
            && cells_on(point(from), point(to), |x, y| self.window.open(Cell::new(x, y)))
            && (self.window.ground_open
                || !segment_meets_ground(self.ground, self.window.clearance.moves, (from, to), radius))
    }
}

/// Sight tests against the world itself: the whole body is moved along the line.
#[derive(Clone, Copy, Debug)]
pub struct BodySight<'a> {
    /// The storey that it is on.
    pub world: &'a World,
    /// The body's radius, metres.
    pub radius_m: f32,
    /// Its height, metres.
    pub height_m: f32,
    /// How it moves.
    pub moves: MoveClass,
    /// The grid of the storey for its movement class, and for bodies of any size, where there is one: tests are faster then.
    pub field: Option<&'a Field>,
    /// What the ground costs; `None`: the same everywhere.
    pub costs: Option<&'a CostLayer>,
}

/// A line may cost so many times what it replaces: the rounding of sums.
const LINE_MAY_COST: f32 = 1.001;

impl Sees for BodySight<'_> {
    fn replaces(&self, points: &[Vec2]) -> bool {
        let (from, to) = (points[0], points[points.len() - 1]);
        let cheaper = |costs: &CostLayer| {
            let before: f32 = points.windows(2).map(|pair| costs.along(pair[0], pair[1])).sum();
            costs.along(from, to) <= before * LINE_MAY_COST
        };
        self.goes(false, from, to) && (points.len() < 3 || self.costs.is_none_or(cheaper))
    }

    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.goes(true, from, to)
    }
}

impl<'a> BodySight<'a> {
    /// Whether the body can go along a line; found sooner where it is so as is `likely`. (Most lines that pulling tries are not clear, most of
    /// others are.)
    fn goes(&self, likely: bool, from: Vec2, to: Vec2) -> bool {
        self.shape().goes_over(self.field, likely, from, to)
    }

    fn shape(&self) -> Shape<'a> {
        let Self { world, radius_m, height_m, moves, .. } = *self;
        Shape { world, radius_m, height_m, moves }
    }
}

impl Touches for BodySight<'_> {
    fn radius_m(&self) -> f32 {
        self.radius_m
    }

    fn cell_m(&self) -> f32 {
        self.world.ground.resolution_m()
    }

    fn is_even(&self) -> bool {
        self.costs.is_none()
    }

    fn each_touched(&self, from: Vec2, to: Vec2, found: impl FnMut(&Obb) -> bool) {
        self.shape().each_touched(self.field, [from, to], found);
    }

    #[inline(always)]
    fn each_near(&self, at: Vec2, reach_m: f32, found: impl FnMut(&Obb, Option<Cell>)) {
        self.shape().each_near(self.field, at, reach_m, found);
    }

    fn is_closed(&self, cell: Cell) -> bool {
        !self.world.ground.open(self.moves, cell)
    }
}
