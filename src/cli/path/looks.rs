//! `bestiary path --smooth` and `--curve`: what is done with a found path, and how it looks then.

use crate::cli::{Args, Clock, Ended, Stop, ValueEnum};
use crate::geom::Vec2;
use crate::graph::{BodySize, Mover};
use crate::grid::SWEEP_SLACK_M;
use crate::path::walkable;
use crate::path::{
    BodySight, CurveParams, Curver, Turning, catmull_rom, length_m, millington, pinter, pull, ray_clear,
};
use serde_json::{Value, json};

/// So far beside a path obstacles are looked for, metres.
const LOOK_M: f32 = 16.0;
/// A path is walked in steps of at most this length, metres …
const STEP_M: f32 = 0.02;
/// Published tests look at places of a line so many times a cell.
const SAMPLES_A_CELL: f32 = 5.0;

const NOT_LEGAL: &str = "the path is not legal: the body touches something";
/// Why a path by published methods may lead through walls.
const PUBLISHED: &str = "the path is not legal: the body touches something: --smooth millington, --smooth pinter and \
                         --curve catmull-rom do not test the whole body";

/// How a path is pulled straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Smooth {
    /// It stays as it was found
    None,
    /// By rays without width, sampled five times a cell (Millington 2006)
    Millington,
    /// By the body's width, sampled five times a cell (Pinter 2001)
    Pinter,
    /// By the whole body, moved along each line
    Exact,
}

/// How a path is made round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Curve {
    /// It stays as it is
    None,
    /// By a spline through its points; it may lead through walls
    CatmullRom,
    /// By arcs round corners and inside turns, where the body stays clear
    Safe,
}

#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "How the path looks")]
pub(in crate::cli) struct LooksArgs {
    /// Pull the found path straight; the report then has the points of the path in metres, and how it looks. Exit code 1 where the
    /// body touches something
    #[arg(long, value_enum, default_value_t = Smooth::None, conflicts_with_all = ["changes", "target_track"])]
    pub smooth: Smooth,
    /// Make it round
    #[arg(long, value_enum, default_value_t = Curve::None, conflicts_with_all = ["changes", "target_track"])]
    pub curve: Curve,
}

/// A path and how it looks.
#[derive(Clone, Debug)]
pub(super) struct Looked {
    /// The path pulled straight.
    pub(super) straight: Vec<Vec2>,
    /// The same made round.
    pub(super) path: Vec<Vec2>,
    turning: Turning,
    /// How far it is from everything, at most [`LOOK_M`].
    pub(super) clearance_m: f32,
    /// Whether the body walked it and touched nothing.
    pub(super) is_legal: bool,
    smooth_ns: u64,
}

impl LooksArgs {
    /// Whether a path stays as it is found.
    pub(super) fn is_none(self) -> bool {
        self.smooth == Smooth::None && self.curve == Curve::None
    }

    /// Whether it may lead through walls.
    fn is_published(self) -> bool {
        matches!(self.smooth, Smooth::Millington | Smooth::Pinter) || self.curve == Curve::CatmullRom
    }

    /// Makes a found path straight and round, and walks it.
    pub(super) fn look(self, mover: &Mover, found: &[Vec2], clock: &dyn Clock) -> Looked {
        let (mut path, before) = (Vec::new(), clock.nanos());
        let straight = self.make(mover, found, &mut path);
        let smooth_ns = if self.is_none() { 0 } else { clock.nanos() - before };
        let (turning, clearance_m, is_legal) = (Turning::of(&path), clearance_m(mover, &path), is_walked(mover, &path));
        Looked { straight, path, turning, clearance_m, is_legal, smooth_ns }
    }

    /// Writes the path as it is in the end; returns it as it was before it was made round.
    fn make(self, mover: &Mover, found: &[Vec2], out: &mut Vec<Vec2>) -> Vec<Vec2> {
        let BodySize { radius_m, height_m, moves } = mover.size();
        let (world, res) = (mover.world(), mover.resolution_m());
        let sight = BodySight { world, radius_m, height_m, moves, field: None, costs: mover.costs };
        let open = |at: Vec2| world.is_free(at, 0.0, height_m, moves);
        let (step, mut straight) = (res / SAMPLES_A_CELL, Vec::new());
        match self.smooth {
            Smooth::None => straight.extend_from_slice(found),
            Smooth::Millington => millington(found, |from, to| ray_clear(from, to, step, open), &mut straight),
            Smooth::Pinter => {
                pinter(found, |from, to| walkable(from, to, step, 2.0 * radius_m, open), &mut straight);
            }
            Smooth::Exact => {
                pull(found, &sight, &mut straight);
                straight.splice(..0, found.first().copied());
            }
        }
        match self.curve {
            Curve::None => out.clone_from(&straight),
            Curve::CatmullRom => catmull_rom(&straight, out),
            Curve::Safe => _ = Curver::default().curve(&straight, &sight, &CurveParams::default(), out),
        }
        straight
    }

    /// A path for a picture, pulled straight and made round: as it was `looked` at, and where nothing was asked for as creatures do.
    /// `is_straight`: it is as straight as can be when it is found.
    pub(super) fn drawn(
        self,
        mover: &Mover,
        (found, is_straight): (&[Vec2], bool),
        looked: Option<&Looked>,
    ) -> [Vec<Vec2>; 2] {
        let usual = |smooth, found: &[Vec2]| {
            let (mut round, looks) = (Vec::new(), Self { smooth, curve: Curve::Safe });
            [looks.make(mover, found, &mut round), round]
        };
        match looked {
            Some(looked) if self.curve != Curve::None => [looked.straight.clone(), looked.path.clone()],
            Some(looked) if self.smooth != Smooth::None => usual(Smooth::None, &looked.straight),
            _ if found.is_empty() => Default::default(),
            _ => usual(if is_straight { Smooth::None } else { Smooth::Exact }, found),
        }
    }
}

/// How paths look, one after the other, in a report.
pub(super) struct Looks<'a>(pub(super) Vec<&'a Looked>);

impl Looks<'_> {
    pub(super) fn least_clearance_m(&self) -> Option<f32> {
        self.0.iter().map(|looked| looked.clearance_m).reduce(f32::min)
    }

    pub(super) fn is_legal(&self) -> Option<bool> {
        (!self.0.is_empty()).then(|| self.0.iter().all(|looked| looked.is_legal))
    }

    fn sum(&self, of: impl Fn(&Looked) -> f32) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().map(|looked| f64::from(of(looked))).sum())
    }

    fn sharpest_rad(&self) -> Option<f32> {
        self.0.iter().map(|looked| looked.turning.sharpest_rad).reduce(f32::max)
    }

    /// A path that the body cannot walk is no success.
    ///
    /// # Errors
    /// The body touches something.
    pub(super) fn verdict(&self, args: LooksArgs) -> Ended {
        if self.is_legal() != Some(false) {
            return Ok(());
        }
        Err(Stop::failed(if args.is_published() { PUBLISHED } else { NOT_LEGAL }))
    }

    /// Appends to a report; `null` where nothing was looked at.
    pub(super) fn add_to(&self, report: &mut Value) {
        let rounded = |number: f64| (number * 1e4).round() / 1e4;
        let pair = |at: &Vec2| [rounded(at.x.into()), rounded(at.y.into())];
        let path = self.0.iter().flat_map(|looked| looked.path.iter().map(pair));
        report["path"] = (!self.0.is_empty()).then(|| path.collect::<Vec<_>>()).into();
        report["path_m"] = self.sum(|looked| length_m(&looked.path)).map(rounded).into();
        report["turning_rad"] = self.sum(|looked| looked.turning.sum_rad).map(rounded).into();
        report["sharpest_turn_rad"] = self.sharpest_rad().map(|rad| rounded(rad.into())).into();
        report["clearance_m"] = self.least_clearance_m().map(|metres| rounded(metres.into())).into();
        report["smooth_us"] = json!(self.0.iter().map(|looked| looked.smooth_ns).sum::<u64>() as f64 / 1e3);
        report["legal"] = self.is_legal().into();
    }

    /// The same as lines of text.
    pub(super) fn text(&self) -> String {
        let Some((turning, sharpest)) = self.sum(|looked| looked.turning.sum_rad).zip(self.sharpest_rad()) else {
            return String::new();
        };
        let points = self.0.iter().flat_map(|looked| &looked.path).map(|at| format!("{:.2},{:.2}", at.x, at.y));
        format!(
            "path       {:.3} m, {}\n           turns {turning:.2} rad, {sharpest:.2} at once; {:.3} m from what is closed\n           {}\n",
            self.sum(|looked| length_m(&looked.path)).unwrap_or_default(),
            if self.is_legal() == Some(true) { "walked" } else { "the body touches something" },
            self.least_clearance_m().unwrap_or_default(),
            points.collect::<Vec<_>>().join(" ")
        )
    }
}

/// The pieces of a path; a path of one place is one piece.
fn pieces(path: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    path.iter().enumerate().map(|(i, from)| (*from, path.get(i + 1).copied().unwrap_or(*from)))
}

/// How far the path is from the nearest thing that the body must not touch.
fn clearance_m(mover: &Mover, path: &[Vec2]) -> f32 {
    let mut least = LOOK_M;
    for (from, to) in pieces(path) {
        let parts = (from.distance(to) / mover.resolution_m()).ceil().max(1.0) as u32;
        for i in 0..parts {
            let at = |i: u32| from.lerp(to, i as f32 / parts as f32);
            least = mover.clearance_m(at(i), at(i + 1), least);
        }
    }
    least
}

/// Walks the path with the body, in short steps: whether it touches no closed ground and no volume. Knows nothing of the search but how
/// deep a body may seem to dip into things; and places far from the corner of the map are rounded.
fn is_walked(mover: &Mover, path: &[Vec2]) -> bool {
    let BodySize { radius_m, height_m, moves } = mover.size();
    let slack_m = SWEEP_SLACK_M + 2.0 * f32::EPSILON * mover.bounds().max.max_element();
    pieces(path).all(|(from, to)| {
        let steps = (from.distance(to) / STEP_M).ceil().max(1.0) as u32;
        let mut places = (0..=steps).map(|i| from.lerp(to, i as f32 / steps as f32));
        places.all(|at| mover.world().is_free(at, (radius_m - slack_m).max(0.0), height_m, moves))
    })
}
