//! The finer level of a plan: through cells with gates that are loaded, over the world's cells in them.

use super::Marked;
use crate::crowd::{FinerProblem, GateMap, MARKED_CELLS, Marking, Sheet};
use crate::geom::{Cell, Vec2};
use crate::nav::NavContext;
use crate::search::{AStar, DaryHeap, Entry, Status};

/// The longest stretch of loaded cells that is searched at once.
const LONGEST: usize = 6;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(super) struct Finer {
    search: AStar<DaryHeap<Entry>>,
    nodes: Vec<u32>,
    cells: Vec<Cell>,
}

impl Finer {
    /// Adds the places that a plan over cells with gates leads by: the middle of each, and, of those of its first cells that are
    /// loaded, the places of a path through them on the finer level. Returns how many nodes were expanded.
    pub(super) fn add_places(
        &mut self,
        (ctx, map, sheet): (&NavContext, &GateMap, &Sheet),
        path: &[Cell],
        metre: (impl Fn(Cell) -> f32 + Copy, f32),
        marked: &mut Marked,
        points: &mut Vec<Vec2>,
    ) -> u32 {
        let is_loaded = |i: usize| (1..=MARKED_CELLS).contains(&i) && map.is_loaded(sheet, path[i]);
        let (mut at, mut expanded) = (0, 0);
        while at < path.len() {
            let loaded = (at..path.len()).take(LONGEST).take_while(|i| is_loaded(*i)).count();
            if loaded == 0 {
                points.push(map.centre(path[at]));
                at += 1;
                continue;
            }
            let end = (at + loaded).min(path.len() - 1);
            let problem = FinerProblem::new(map, sheet, &path[at - 1..=end], metre);
            self.search.begin(&problem, 1.0);
            if self.search.run(&problem, u32::MAX) == Status::Found {
                self.search.path(&mut self.nodes);
                self.cells.clear();
                self.cells.extend(self.nodes.iter().map(|node| problem.cell(*node)));
                points.extend(self.cells.iter().skip(1).map(|cell| cell.centre(map.finer_m())));
                marked.add((ctx.slot, ctx.me.storey), &self.cells, Marking::Finer { first: at }, true);
            } else {
                points.extend(path[at..=end].iter().map(|cell| map.centre(*cell)));
            }
            expanded += self.search.counts.expanded;
            at = end + 1;
        }
        expanded
    }
}
