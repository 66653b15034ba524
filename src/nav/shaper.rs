//! The form of paths: the points that a planner found become the line that the body walks.

use super::follower::Start;
use super::{NavContext, PathFollower};
use crate::geom::{Cell, Obb, Vec2, heading_vec};
use crate::path::{BodySight, Connection, CurveParams, Curver, Pose, Sees, Touches};

/// The next piece of an unfinished path is joined to the one before so far before the end of that, metres.
const JOINT_M: f32 = 2.0;
/// A body that is turned by less than this needs no arc to come onto its line, radians.
const ALIGNED_RAD: f32 = 0.1;
/// Arcs onto the line are so much wider than the body's tightest, so that it can come back to them.
const WIDER: f32 = 1.1;
/// They come onto it up to so many of their radii after its beginning …
const FARTHEST_RADII: f32 = 6.0;
/// … every so many of them.
const EVERY_RADII: f32 = 0.5;
/// Where such arcs are not clear tighter ones are tried: these shares of their radius.
const SHARES: [f32; 3] = [1.0, 0.5, 0.25];
/// So many connections of a radius are tested with the body, the shortest first.
const MOST_TESTED: usize = 16;

/// Memory of one worker for the form of paths.
#[derive(Debug, Default)]
pub(super) struct Shaper {
    curver: Curver,
    pulled: Vec<Vec2>,
    part: Vec<Vec2>,
    line: Vec<Vec2>,
    /// Connections with the length of the whole path by them, and the point of the line that comes next.
    connections: Vec<(f32, Connection, usize)>,
}

/// Sight tests for the form of a path.
struct FormSight<'a> {
    body: BodySight<'a>,
    /// Whether it may leave the corners that the planner led it round.
    is_tight: bool,
}

impl Sees for FormSight<'_> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.body.clear(from, to)
    }
}

impl Touches for FormSight<'_> {
    fn radius_m(&self) -> f32 {
        self.body.radius_m()
    }

    fn cell_m(&self) -> f32 {
        self.body.cell_m()
    }

    fn is_even(&self) -> bool {
        self.is_tight && self.body.is_even()
    }

    fn each_touched(&self, from: Vec2, to: Vec2, found: impl FnMut(&Obb) -> bool) {
        self.body.each_touched(from, to, found);
    }

    fn each_near(&self, at: Vec2, reach_m: f32, found: impl FnMut(&Obb, Option<Cell>)) {
        self.body.each_near(at, reach_m, found);
    }

    fn is_closed(&self, cell: Cell) -> bool {
        self.body.is_closed(cell)
    }
}

impl Shaper {
    /// Makes a line of what of a path is as a planner wrote it. `is_tight`: it may lead nearer to what it goes round, or farther from it, than
    /// the planner did.
    pub(super) fn form(&mut self, ctx: &NavContext, path: &mut PathFollower, params: &CurveParams, is_tight: bool) {
        let sight = FormSight { body: ctx.body_sight(), is_tight };
        let from = path.begin_form(ctx.me.position, &mut self.pulled, &sight);
        self.shape(&sight, params);
        if self.line.len() < 2 {
            return;
        }
        let start =
            if from == 0 && ctx.form.turn_radius_m > 0.0 { self.turn_onto(ctx, &sight, params) } else { Start::Ahead };
        path.set_course(from, &self.line, start);
    }

    /// Writes the line over the pulled points. Where the body cannot go straight from one to the next, as out of contact with a wall, the
    /// line does.
    fn shape(&mut self, sight: &FormSight, params: &CurveParams) {
        let Self { curver, pulled, part, line, .. } = self;
        pulled.dedup();
        line.clear();
        line.extend(pulled.first());
        let mut begin = 0;
        for end in 1..=pulled.len() {
            let goes_on = pulled.get(end).is_some_and(|to| sight.clear(pulled[end - 1], *to));
            if goes_on {
                continue;
            }
            if end - begin > 1 {
                curver.curve(&pulled[begin..end], sight, params, part);
                line.extend(part.iter().skip(1));
            }
            line.extend(pulled.get(end));
            begin = end;
        }
        line.dedup();
    }

    /// Lets the line begin with arcs from where the body looks, or from where it looks away from.
    fn turn_onto(&mut self, ctx: &NavContext, sight: &FormSight, params: &CurveParams) -> Start {
        let ahead = heading_vec(ctx.heading);
        let first = (self.line[1] - self.line[0]).normalize_or(ahead);
        if ahead.angle_to(first).abs() < ALIGNED_RAD {
            return Start::Ahead;
        }
        for share in SHARES {
            let radius = ctx.form.turn_radius_m * WIDER * share;
            for (start, direction) in [(Start::Ahead, ahead), (Start::Backwards, -ahead)] {
                if self.connect(Pose { at: self.line[0], direction }, radius, sight, params.step_rad) {
                    return start;
                }
            }
        }
        Start::OnTheSpot
    }

    /// Replaces the beginning of the line by the shortest clear connection from a pose; whether there is one.
    fn connect(&mut self, from: Pose, radius: f32, sight: &FormSight, step_rad: f32) -> bool {
        let Self { part, line, connections, .. } = self;
        connections.clear();
        let (mut along_m, mut next_m) = (0.0, radius * EVERY_RADII);
        for (i, pair) in line.windows(2).enumerate() {
            let length = pair[0].distance(pair[1]);
            let Some(direction) = (pair[1] - pair[0]).try_normalize() else { continue };
            let is_last = i + 2 == line.len();
            while next_m <= along_m + length || is_last && next_m < f32::INFINITY {
                let at_m = next_m.min(along_m + length);
                let to = Pose { at: pair[0] + direction * (at_m - along_m), direction };
                connections.extend(Connection::all(from, to, radius).map(|c| (c.length_m - at_m, c, i + 1)));
                next_m = if next_m > along_m + length { f32::INFINITY } else { next_m + radius * EVERY_RADII };
            }
            along_m += length;
            if along_m > radius * FARTHEST_RADII {
                break;
            }
        }
        connections.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, connection, next) in connections.iter().take(MOST_TESTED) {
            connection.write(step_rad, part);
            if part.windows(2).all(|pair| sight.clear(pair[0], pair[1])) {
                line.splice(..*next, part.iter().copied());
                line.dedup();
                return line.len() > 1;
            }
        }
        false
    }
}

impl PathFollower {
    /// Writes the points of the path that are to get a form, the first of them where the body is or was; returns from which point of the
    /// path on they are replaced.
    fn begin_form(&mut self, here: Vec2, out: &mut Vec<Vec2>, sight: &impl Sees) -> usize {
        out.clear();
        match self.raw_from() {
            0 => {
                let left = &self.points[self.next.min(self.points.len())..];
                let clear = |to: &Vec2| sight.clear(here, *to);
                // The body went on while the search ran, and is round a corner now.
                let is_round_corner = |from: &Vec2| *from != here && !left.first().is_some_and(clear) && clear(from);
                out.push(here);
                out.extend(self.origin.filter(is_round_corner));
                out.extend_from_slice(left);
                (self.origin, self.handed, self.next) = (None, None, 0);
                0
            }
            raw => {
                let end = self.points[raw - 1];
                let before = raw.checked_sub(2).map(|i| end + (self.points[i] - end).clamp_length_max(JOINT_M));
                out.extend(before);
                out.extend_from_slice(&self.points[raw - 1..]);
                raw - 1
            }
        }
    }
}
