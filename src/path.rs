//! What happens to a found path: sight tests and string pulling.

use crate::geom::{Cell, Vec2};
use crate::grid::{CostLayer, Point, Shape, Window, cells_on, segment_meets_ground};
use crate::search::farthest_seen;
use crate::world::{Ground, MoveClass, World};

/// Drops every point between two that see each other (*waypoint smoothing*; Dahlberg & Viktorsson 2002, ch. 4.4.2) and
/// writes the rest to `out`, without the first: that is the body's position. Points next to each other are taken to
/// be joined.
pub fn pull(points: &[Vec2], sight: &impl Sees, out: &mut Vec<Vec2>) {
    out.clear();
    let mut anchor = 0;
    while anchor + 1 < points.len() {
        anchor = farthest_seen(anchor, points.len() - 1, |i| sight.replaces(&points[anchor..=i]));
        out.push(points[anchor]);
    }
}

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
pub(crate) struct BodySight<'a> {
    pub world: &'a World,
    pub radius_m: f32,
    pub height_m: f32,
    pub moves: MoveClass,
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
        self.clear(from, to) && (points.len() < 3 || self.costs.is_none_or(cheaper))
    }

    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        let Self { world, radius_m, height_m, moves, .. } = *self;
        Shape { world, radius_m, height_m, moves }.goes(from, to)
    }
}
