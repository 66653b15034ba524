//! Between which ends of portals on one storey walks are measured: between all where there are few. Where there are many, each is joined
//! with the nearest of its part of the storey, and with what a shortest tree needs besides (Prim 1957), so that nothing is cut off; longer
//! walks lead over several ends.

use crate::geom::Cell;

/// So many ends on one storey are joined each with each.
pub(super) const FEW: usize = 64;
/// With so many of the nearest an end is joined where there are more.
const NEAR: usize = 8;

/// Pairs of places, the smaller first, each once. `places` are the cell of each and the part of the storey that it is in.
pub fn pairs(places: &[Option<(Cell, u32)>]) -> Vec<(u32, u32)> {
    let all = 0..places.len() as u32;
    if places.len() <= FEW {
        return all.flat_map(|a| (a + 1..places.len() as u32).map(move |b| (a, b))).collect();
    }
    let mut by_part: Vec<(u32, u32, Cell)> =
        all.filter_map(|place| places[place as usize].map(|(cell, part)| (part, place, cell))).collect();
    by_part.sort_unstable_by_key(|(part, place, _)| (*part, *place));
    let mut pairs = Vec::new();
    for part in by_part.chunk_by(|a, b| a.0 == b.0) {
        join_nearest(part, &mut pairs);
        join_all(part, &mut pairs);
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn far(a: Cell, b: Cell) -> i64 {
    let (x, y) = (i64::from(a.x) - i64::from(b.x), i64::from(a.y) - i64::from(b.y));
    x * x + y * y
}

fn join_nearest(part: &[(u32, u32, Cell)], pairs: &mut Vec<(u32, u32)>) {
    let mut others = Vec::new();
    for (_, place, cell) in part {
        others.clear();
        others
            .extend(part.iter().filter(|(_, other, _)| other != place).map(|(_, other, at)| (far(*cell, *at), *other)));
        let near = others.len().min(NEAR);
        if near < others.len() {
            others.select_nth_unstable(near);
        }
        pairs.extend(others[..near].iter().map(|(_, other)| (*place.min(other), *place.max(other))));
    }
}

/// The lines of a shortest tree over all places of a part.
fn join_all(part: &[(u32, u32, Cell)], pairs: &mut Vec<(u32, u32)>) {
    let Some((_, first, at)) = part.first() else { return };
    // Those that are not in the tree yet: how far from it, the place, where it is, and the place of the tree that is nearest.
    let mut open: Vec<_> = part[1..].iter().map(|(_, place, cell)| (far(*at, *cell), *place, *cell, *first)).collect();
    while let Some(nearest) = (0..open.len()).min_by_key(|i| (open[*i].0, open[*i].1)) {
        let (_, place, at, from) = open.swap_remove(nearest);
        pairs.push((place.min(from), place.max(from)));
        for (metres, _, cell, from) in &mut open {
            let next = far(at, *cell);
            if next < *metres {
                (*metres, *from) = (next, place);
            }
        }
    }
}
