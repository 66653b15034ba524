//! The spatial index: finds the volumes of an area or along a line, without allocating.

mod level;

use super::{Ground, Volume};
use crate::geom::{Aabb, Vec2};
use level::{Entry, Level, MAX_SIDE};

/// Width of the finest index cells in metres: some volumes a cell on a furnished map, and mostly one cell for the
/// areas of a metre or so that motion asks about.
const FINEST_CELL_M: f32 = 4.0;
/// Each level's cells are this many times as wide as those of the level below.
const LEVEL_FACTOR: f32 = 4.0;
/// A volume that would be listed in more cells than this goes to a coarser level.
const MAX_CELLS_A_VOLUME: usize = 16;

/// Finds the volumes of an area or along a line.
///
/// A hierarchy of uniform grids: every volume lies in the finest grid in which it takes few cells, and is listed in each
/// of those. The source used a loose octree. Creatures walk on one plane, so nothing is gained by the third dimension;
/// and of the flat structures a *loose* one (each volume in one cell of doubled reach) makes every query look at
/// neighbouring cells, which is slow for the areas of a metre that motion and feelers ask about thousands of times a
/// step. Here these touch one or two cells a level, and levels without volumes do not exist. A volume that spans
/// several cells of a query is reported from the first of them only, which needs neither marks nor sorting.
#[derive(Clone, Debug, Default)]
pub(super) struct VolumeIndex {
    levels: Vec<Level>,
}

impl VolumeIndex {
    pub(super) fn build(ground: &Ground, volumes: &[Volume]) -> Self {
        let size = ground.size();
        let longest = size.max_element();
        let mut waiting: Vec<(u32, Aabb)> = (0..).zip(volumes.iter().map(|v| v.footprint.bounds())).collect();
        let mut cell_m = FINEST_CELL_M.max(longest / MAX_SIDE as f32);
        let mut levels = Vec::new();
        while !waiting.is_empty() {
            let mut level = Level::empty(size, cell_m);
            let last = level.width * level.height == 1;
            let (mine, rest): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|(_, b)| last || level.span(*b).cells() <= MAX_CELLS_A_VOLUME);
            waiting = rest;
            cell_m *= LEVEL_FACTOR;
            if !mine.is_empty() {
                level.fill(&mine);
                levels.push(level);
            }
        }
        Self { levels }
    }

    /// Calls `found` with every volume whose bounds overlap `area`, each once, until it returns `false`.
    /// The order is fixed (finer levels first, then row by row of index cells) but not that of the numbers.
    pub(super) fn each_while(&self, area: Aabb, mut found: impl FnMut(u32) -> bool) {
        for level in &self.levels {
            let asked = level.span(area);
            for y in asked.y0..=asked.y1 {
                for x in asked.x0..=asked.x1 {
                    for e in level.cell(usize::from(x), usize::from(y)) {
                        let first_here = (x == asked.x0 || x == e.span.x0) && (y == asked.y0 || y == e.span.y0);
                        if first_here && e.bounds.overlaps(area) && !found(e.volume) {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Calls `found` with every volume that a segment may meet, each once, and lets it draw in the share of the segment
    /// (0..=1) that is still of interest. Only index cells along the segment are looked at.
    pub(super) fn along(&self, from: Vec2, to: Vec2, limit: &mut f32, mut found: impl FnMut(u32, &mut f32)) {
        let reach = Aabb::new(from, to);
        for level in &self.levels {
            level.along(from, to, limit, &mut |e: &Entry, limit: &mut f32| {
                if e.bounds.overlaps(reach) {
                    found(e.volume, limit);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GroundKind, Look};
    use super::*;
    use crate::geom::Obb;
    use crate::geom::strategies::between;
    use proptest::prelude::*;

    fn meadow(side: usize) -> Ground {
        let grass = GroundKind { name: "grass".into(), letter: '.', walkable: true, opaque: false, look: Look::Grass };
        Ground::new(side, side, 1.0, vec![grass], vec![0; side * side])
    }

    fn boxes() -> impl Strategy<Value = Vec<Volume>> {
        let one = (
            between(-5.0, 105.0),
            between(-5.0, 105.0),
            between(0.05, 1.0),
            between(0.05, 1.0),
            between(0.0, 7.0),
            0_u8..4,
        )
            .prop_map(|(x, y, w, d, turn, scale)| Volume {
                footprint: Obb::new(Vec2::new(x, y), Vec2::new(w, d) * 4.0_f32.powi(scale.into()), turn),
                base_m: 0.0,
                top_m: 2.0,
                object: 0,
            });
        prop::collection::vec(one, 0..60)
    }

    proptest! {
        #[test]
        fn an_area_finds_what_a_scan_of_all_volumes_finds_each_once(
            volumes in boxes(), x in between(-10.0, 110.0), y in between(-10.0, 110.0), w in between(0.0, 60.0), h in between(0.0, 60.0),
        ) {
            let index = VolumeIndex::build(&meadow(100), &volumes);
            let area = Aabb::new(Vec2::new(x, y), Vec2::new(x + w, y + h));
            let mut got = Vec::new();
            index.each_while(area, |v| { got.push(v); true });
            got.sort_unstable();
            let scan: Vec<u32> =
                (0..volumes.len() as u32).filter(|v| volumes[*v as usize].footprint.bounds().overlaps(area)).collect();
            prop_assert_eq!(got, scan);
        }

        #[test]
        fn a_line_finds_every_volume_it_meets_and_none_twice(
            volumes in boxes(), a in (between(0.0, 100.0), between(0.0, 100.0)), b in (between(0.0, 100.0), between(0.0, 100.0)), flat in 0_u8..3,
        ) {
            let index = VolumeIndex::build(&meadow(100), &volumes);
            let from = Vec2::new(a.0, a.1);
            let to = match flat { 0 => Vec2::new(b.0, a.1), 1 => Vec2::new(a.0, b.1), _ => Vec2::new(b.0, b.1) };
            let mut got = Vec::new();
            index.along(from, to, &mut 1.0, |v, _| got.push(v));
            got.sort_unstable();
            let seen = got.len();
            got.dedup();
            prop_assert_eq!(seen, got.len(), "each once");
            for v in (0..volumes.len() as u32).filter(|v| volumes[*v as usize].footprint.hit(from, to).is_some()) {
                prop_assert!(got.contains(&v), "volume {} is met", v);
            }
        }
    }

    #[test]
    fn a_long_diagonal_looks_at_few_of_the_volumes_in_its_rectangle() {
        let tree = |i: usize| Volume {
            footprint: Obb::new(
                Vec2::new(5.0 + (i % 20) as f32 * 10.0, 5.0 + (i / 20) as f32 * 10.0),
                Vec2::splat(0.5),
                0.0,
            ),
            base_m: 0.0,
            top_m: 4.0,
            object: 0,
        };
        let volumes: Vec<Volume> = (0..400).map(tree).collect();
        let index = VolumeIndex::build(&meadow(200), &volumes);
        let mut looked_at = 0;
        index.along(Vec2::new(1.0, 3.0), Vec2::new(197.0, 199.0), &mut 1.0, |_, _| looked_at += 1);
        assert!((20..=60).contains(&looked_at), "{looked_at} of 400");
    }
}
