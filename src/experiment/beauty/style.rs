//! The styles of paths that are compared.

use super::tiles::Tiles;
use crate::geom::Vec2;
use crate::path::{BodySight, CurveParams, Curver, catmull_rom, millington, pinter, pull, ray_clear, walkable};

/// Pinter's test looks at places a fifth of a tile apart, and so does the ray.
const SAMPLE: f32 = 0.2;
/// What a path of ours may become longer, as a share, to keep off walls; and how far it would like to keep, metres.
const LONGER_SHARE: f32 = 0.004;
const COMFORT_M: f32 = 0.25;
/// The same where looks matter more than length.
const EASY_SHARE: f32 = 0.05;
const EASY_M: f32 = 0.75;

/// What is done with a found path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Nothing.
    AStar,
    /// Nothing; the search paid for turns.
    Rabin,
    /// Rays without width.
    Millington,
    /// A test of the width.
    Pinter,
    /// Exact tests of the width.
    Ours,
    /// The same, with more distance from walls.
    Comfort,
}

impl Style {
    /// All, in the thesis's order, then ours.
    pub const ALL: [Self; 6] = [Self::AStar, Self::Rabin, Self::Millington, Self::Pinter, Self::Ours, Self::Comfort];

    /// As tables have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AStar => "A*",
            Self::Rabin => "Rabin",
            Self::Millington => "Millington",
            Self::Pinter => "Pinter",
            Self::Ours => "ours",
            Self::Comfort => "ours, comfort",
        }
    }

    /// What its round form is called.
    pub fn round(self) -> &'static str {
        match self {
            Self::Ours | Self::Comfort => "curve",
            _ => "spline",
        }
    }

    /// As names of files have it.
    pub(super) fn file(self) -> &'static str {
        match self {
            Self::AStar => "astar",
            Self::Rabin => "rabin",
            Self::Millington => "millington",
            Self::Pinter => "pinter",
            Self::Ours => "ours",
            Self::Comfort => "comfort",
        }
    }
}

/// Memory for making paths straight and round.
#[derive(Default)]
pub(super) struct Workshop {
    rest: Vec<Vec2>,
    straight: Vec<Vec2>,
    curver: Curver,
}

impl Workshop {
    /// Makes a path through the places of a found one; `tiles` are what the published tests see.
    pub(super) fn make(
        &mut self,
        style: Style,
        is_round: bool,
        found: &[Vec2],
        (tiles, sight): (&Tiles, &BodySight),
        out: &mut Vec<Vec2>,
    ) {
        let Self { rest, straight, curver } = self;
        let open = |at: Vec2| tiles.open(at);
        match style {
            Style::AStar | Style::Rabin => {
                straight.clear();
                straight.extend_from_slice(found);
            }
            Style::Millington => millington(found, |a, b| ray_clear(a, b, SAMPLE, open), straight),
            Style::Pinter => {
                pinter(found, |a, b| walkable(a, b, SAMPLE, 2.0 * sight.radius_m, open), straight);
            }
            Style::Ours | Style::Comfort => {
                pull(found, sight, rest);
                straight.clear();
                straight.extend(found.first());
                straight.extend_from_slice(rest);
            }
        }
        let (comfort_m, longer_share) =
            if style == Style::Comfort { (EASY_M, EASY_SHARE) } else { (COMFORT_M, LONGER_SHARE) };
        match (is_round, style) {
            (false, _) => {
                out.clear();
                out.extend_from_slice(straight);
            }
            (true, Style::Ours | Style::Comfort) => {
                let params = CurveParams { comfort_m, longer_share, ..CurveParams::default() };
                curver.curve(straight, sight, &params, out);
            }
            (true, _) => catmull_rom(straight, out),
        }
    }
}
