//! Which transit points on the border of a cluster of clusters are kept.
//!
//! Of all that lead across one side, those are kept that cost least and lie nearest to the middles of equal parts of it. That may lose a
//! path: so for each part of the cluster that is connected inside, and each such part beyond the border that it leads to,
//! at least one is kept. Both neighbours select the same.

use super::super::{Area, FAR, Level, Point, SIDES};
use super::build::Levels;
use super::cost::Graph;
use crate::geom::Cell;
use crate::grid::join;
use crate::search::Landscape;

/// Buffers that are reused from border to border.
#[derive(Default)]
pub(super) struct Gates {
    own: Parts,
    other: Parts,
    found: Vec<Crossing>,
}

/// Two cells on either side of a border.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// In the cluster with the lower number, then in the other.
    cells: (Cell, Cell),
    /// What the step between them costs.
    cost: u32,
    /// Cells from the beginning of the border.
    along: i32,
    /// The parts that it joins.
    parts: (u32, u32),
    kept: bool,
}

impl Gates {
    /// Writes the points of a cluster of `level`, at least 1, sorted.
    pub(super) fn select(
        &mut self,
        levels: &Levels,
        on: Landscape,
        level: usize,
        cluster: usize,
        out: &mut Vec<Point>,
    ) {
        out.clear();
        let (finer, clusters) = (&levels.levels[level - 1], &levels.levels[level].clusters);
        self.own.find(finer, levels.inside(level, cluster));
        let area = clusters.area(cluster);
        for (side, (dx, dy)) in SIDES.into_iter().enumerate() {
            let beyond = Cell::new(
                if dx > 0 { area.x + area.width } else { area.x + dx },
                if dy > 0 { area.y + area.height } else { area.y + dy },
            );
            if beyond.x < 0 || beyond.y < 0 || finer.clusters.place(&finer.clusters.all(), beyond).is_none() {
                continue;
            }
            self.other.find(finer, levels.inside(level, clusters.of(beyond)));
            self.cross(levels.graph(on, level - 1), side);
            let length = if dx != 0 { area.height } else { area.width };
            self.thin(length, levels.shape.gates as i32);
            let mine = |c: &Crossing| if side & 1 == 0 { c.cells.0 } else { c.cells.1 };
            out.extend(self.found.iter().filter(|c| c.kept).map(|c| Point::new(mine(c), side)));
        }
        Point::unite(out);
    }

    /// Finds all crossings of one side, in order along it. Looked at from the cluster with the lower number: sides come in
    /// pairs, and those with even numbers lead to higher ones.
    fn cross(&mut self, on: Graph, side: usize) {
        let finer = on.level;
        let (low, high) = if side & 1 == 0 { (&self.own, &self.other) } else { (&self.other, &self.own) };
        let out_side = side & !1;
        let (dx, dy) = SIDES[out_side];
        let block = low.block;
        self.found.clear();
        let (fixed, count) = if dx > 0 { (block.width - 1, block.height) } else { (block.height - 1, block.width) };
        for i in 0..count {
            let place = if dx > 0 { i * block.width + fixed } else { fixed * block.width + i };
            for (n, point) in finer.view_in(&block, place as usize).points.iter().enumerate() {
                let from = point.cell();
                let to = Cell::new(from.x + dx, from.y + dy);
                if point.sides >> out_side & 1 == 0 || finer.clusters.place(&block, to).is_some() {
                    continue;
                }
                let size = finer.clusters.size;
                let along = if dx > 0 { from.y - block.y * size } else { from.x - block.x * size };
                let Some(part) = high.of(finer, to) else { continue };
                let parts = (low.root[low.firsts[place as usize] as usize + n], part);
                self.found.push(Crossing { cells: (from, to), cost: on.cross(from, to), along, parts, kept: false });
            }
        }
    }

    /// Marks which crossings are kept.
    fn thin(&mut self, length: i32, gates: i32) {
        let mut by_parts: Vec<usize> = (0..self.found.len()).collect();
        by_parts.sort_by_key(|i| (self.found[*i].parts, *i));
        let groups: Vec<&[usize]> = by_parts.chunk_by(|a, b| self.found[*a].parts == self.found[*b].parts).collect();
        // Where most lead, much lies beyond: the even spacing is for those.
        let Some(main) = groups.iter().rev().max_by_key(|g| g.len()) else { return };
        for gate in 0..gates {
            let (begin, end) = (gate * length / gates, (gate + 1) * length / gates);
            let inside = main.iter().filter(|i| (begin..end).contains(&self.found[**i].along));
            let aside = |c: &Crossing| (2 * c.along - begin - end).abs();
            if let Some(best) = inside.min_by_key(|i| (self.found[**i].cost, aside(&self.found[**i]))) {
                self.found[*best].kept = true;
            }
        }
        for group in groups.iter().filter(|g| g.first() != main.first()) {
            let middle = group.len() / 2;
            let best = (0..group.len()).min_by_key(|i| (self.found[group[*i]].cost, i.abs_diff(middle)));
            best.iter().for_each(|best| self.found[group[*best]].kept = true);
        }
    }
}

/// Which points of a block of clusters are connected inside it.
#[derive(Default)]
struct Parts {
    block: Area,
    /// For each place, the number of its first point.
    firsts: Vec<u32>,
    /// For each point, the first one of its part.
    root: Vec<u32>,
}

impl Parts {
    fn find(&mut self, level: &Level, block: Area) {
        self.block = block;
        self.firsts.clear();
        self.root.clear();
        for place in 0..block.cells() {
            self.firsts.push(self.root.len() as u32);
            let count = self.root.len() + level.view_in(&block, place).points.len();
            self.root.extend(self.root.len() as u32..count as u32);
        }
        for place in 0..block.cells() {
            self.join_inside(level, place);
        }
        for i in 0..self.root.len() {
            // Roots come first: theirs are final already.
            self.root[i] = self.root[self.root[i] as usize];
        }
    }

    fn join_inside(&mut self, level: &Level, place: usize) {
        let view = level.view_in(&self.block, place);
        let first = self.firsts[place];
        for (i, point) in view.points.iter().enumerate() {
            if let Some(earlier) = (0..i).find(|j| view.cost(i, *j) != FAR) {
                join(&mut self.root, first + i as u32, first + earlier as u32);
            }
            // East and south are enough: the others are seen from the other side.
            for side in [0, 2].into_iter().filter(|side| point.sides >> side & 1 == 1) {
                let (dx, dy) = SIDES[side];
                let to = Cell::new(point.cell().x + dx, point.cell().y + dy);
                if let Some(beyond) = self.number(level, to) {
                    join(&mut self.root, first + i as u32, beyond);
                }
            }
        }
    }

    fn number(&self, level: &Level, cell: Cell) -> Option<u32> {
        let place = level.clusters.place(&self.block, cell)?;
        let here = level.view_in(&self.block, place).find(cell)?;
        Some(self.firsts[place] + here as u32)
    }

    /// The part of the point at a cell.
    fn of(&self, level: &Level, cell: Cell) -> Option<u32> {
        self.number(level, cell).map(|n| self.root[n as usize])
    }
}
