//! Paths over ground that does not cost the same everywhere, made cheaper piece by piece.

use super::{Area, Flood, Towards};
use crate::geom::Cell;
use crate::search::Landscape;

/// Cells of a path that are looked at together …
const WINDOW: usize = 32;
/// … and how far round them, in cells: a window has at most 48 × 48.
const ASIDE: i32 = 8;
/// The next window begins so many cells farther on.
const STRIDE: usize = 16;

/// The memory of [`Windows::improve`].
#[derive(Clone, Debug, Default)]
pub(super) struct Windows {
    /// What is not final yet, the last cell first.
    left: Vec<Cell>,
    piece: Vec<Cell>,
    better: Vec<Cell>,
}

impl Windows {
    /// Replaces each piece of a path by the cheapest path near it. The path is given cell by cell; it never gets more expensive.
    pub(super) fn improve(&mut self, on: Landscape, flood: &mut Flood, path: &mut Vec<Cell>) {
        let Self { left, piece, better } = self;
        left.clear();
        left.extend(path.drain(..).rev());
        while left.len() > 1 {
            let begin = left.len().saturating_sub(WINDOW + 1);
            piece.clear();
            piece.extend(left.drain(begin..).rev());
            if cheaper(on, flood, piece, better) {
                std::mem::swap(piece, better);
            }
            // The rest of the piece is looked at once more, with what follows it.
            let keep = if begin == 0 { piece.len() } else { STRIDE.min(piece.len() - 1) };
            path.extend_from_slice(&piece[..keep]);
            left.extend(piece[keep..].iter().rev());
        }
        path.append(left);
    }
}

/// Looks for a path that costs less than a piece of at least two cells; writes it.
fn cheaper(on: Landscape, flood: &mut Flood, piece: &[Cell], out: &mut Vec<Cell>) -> bool {
    let (from, to, cost) = (piece[0], piece[piece.len() - 1], on.cost_of(piece));
    if cost <= on.at_least(from, to) {
        return false;
    }
    flood.run(on, area_round(on, piece), from, Towards { goal: to, at_most: cost - 1 });
    out.clear();
    out.push(from);
    flood.follow(to, out);
    out.len() > 1
}

/// The cells round a piece of a path.
fn area_round(on: Landscape, piece: &[Cell]) -> Area {
    let bounds = |of: fn(&Cell) -> i32, side: u32| {
        let (low, high) = piece.iter().map(of).fold((i32::MAX, i32::MIN), |(l, h), at| (l.min(at), h.max(at)));
        let (low, high) = ((low - ASIDE).max(0), (high + ASIDE).min(side as i32 - 1));
        (low, high - low + 1)
    };
    let ((x, width), (y, height)) = (bounds(|cell| cell.x, on.field.width()), bounds(|cell| cell.y, on.field.height()));
    Area { x, y, width, height }
}
