//! The velocity nearest to a wanted one under linear constraints: randomised incremental linear programming in two
//! dimensions without the randomness, and in three where the constraints contradict each other (van den Berg, Guy, Lin &
//! Manocha 2011, ch. 5.3; de Berg et al. 2008, ch. 4).

use crate::geom::Vec2;

/// Velocities `v` with `v · normal <= limit`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// A unit vector that points out of the half-plane.
    pub normal: Vec2,
    /// Metres a second.
    pub limit: f32,
}

/// Directions that differ by less than this are parallel.
const PARALLEL: f32 = 1e-5;
/// A constraint that is broken by less than this holds, metres a second.
const SLACK: f32 = 1e-5;

impl HalfPlane {
    /// Whether a velocity lies inside.
    pub(super) fn holds(self, v: Vec2) -> bool {
        self.excess(v) <= SLACK
    }

    /// How far a velocity lies outside, metres a second; negative inside.
    fn excess(self, v: Vec2) -> f32 {
        v.dot(self.normal) - self.limit
    }
}

/// What a solution is to be near to.
#[derive(Clone, Copy)]
enum Best {
    /// This velocity.
    Velocity(Vec2),
    /// As far as possible in this direction, a unit vector.
    Direction(Vec2),
}

/// Finds velocities. Keeps its memory from one body to the next.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    projected: Vec<HalfPlane>,
}

impl Solver {
    /// The velocity of at most `top` metres a second that is nearest to `wanted` and within all half-planes. The first
    /// `hard` of these are never given up; where the others contradict them or each other, the velocity breaks the worst of
    /// them as little as possible. Where the hard ones contradict each other it is zero.
    pub fn solve(&mut self, planes: &[HalfPlane], hard: usize, top: f32, wanted: Vec2) -> Vec2 {
        match within(planes, top, Best::Velocity(wanted)) {
            Ok(v) => v,
            Err((failed, _)) if failed < hard => Vec2::ZERO,
            Err((failed, v)) => self.least_excess(planes, hard, failed, top, v),
        }
    }

    /// Makes the greatest excess over the soft half-planes least, from the one that failed first.
    fn least_excess(&mut self, planes: &[HalfPlane], hard: usize, failed: usize, top: f32, start: Vec2) -> Vec2 {
        let (mut v, mut worst) = (start, 0.0);
        for (i, plane) in planes.iter().enumerate().skip(failed) {
            if plane.excess(v) <= worst + SLACK {
                continue;
            }
            // Where each earlier one is broken no more than this one.
            self.projected.clear();
            self.projected.extend_from_slice(&planes[..hard]);
            for earlier in &planes[hard..i] {
                let across = earlier.normal - plane.normal;
                let length = across.length();
                if length > PARALLEL {
                    let limit = (earlier.limit - plane.limit) / length;
                    self.projected.push(HalfPlane { normal: across / length, limit });
                }
            }
            // In exact arithmetic there is always a solution; the last velocity is kept where rounding finds none.
            if let Ok(better) = within(&self.projected, top, Best::Direction(-plane.normal)) {
                v = better;
            }
            worst = plane.excess(v);
        }
        v
    }
}

/// The best velocity within all half-planes, or the index of the first that leaves none and the best before it.
fn within(planes: &[HalfPlane], top: f32, best: Best) -> Result<Vec2, (usize, Vec2)> {
    let mut v = match best {
        Best::Velocity(wanted) => wanted.clamp_length_max(top),
        Best::Direction(to) => to * top,
    };
    for (i, plane) in planes.iter().enumerate() {
        if plane.excess(v) > SLACK {
            v = on_border(&planes[..i], *plane, top, best).ok_or((i, v))?;
        }
    }
    Ok(v)
}

/// The best velocity on the border of a half-plane within the others; `None` where there is none.
fn on_border(others: &[HalfPlane], plane: HalfPlane, top: f32, best: Best) -> Option<Vec2> {
    let free = top * top - plane.limit * plane.limit;
    if free < 0.0 {
        return None;
    }
    let (foot, along) = (plane.normal * plane.limit, plane.normal.perp());
    let (mut low, mut high) = (-free.sqrt(), free.sqrt());
    for other in others {
        let (slope, rest) = (along.dot(other.normal), other.limit - foot.dot(other.normal));
        if slope.abs() <= PARALLEL {
            // Within the circle they are no farther apart than this.
            if rest < -SLACK - slope.abs() * top {
                return None;
            }
        } else if slope > 0.0 {
            high = high.min(rest / slope);
        } else {
            low = low.max(rest / slope);
        }
        if low > high + SLACK {
            return None;
        }
    }
    let at = match best {
        Best::Velocity(wanted) => along.dot(wanted).clamp(low.min(high), high),
        Best::Direction(to) => {
            if along.dot(to) > 0.0 {
                high
            } else {
                low
            }
        }
    };
    Some(foot + along * at)
}
