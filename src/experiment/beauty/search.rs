//! A* as the thesis has it.

use crate::geom::Cell;
use crate::grid::{BitGrid, Field};
use crate::search::{AStar, Connect, Entry, GridProblem, Heuristic, OpenList, Status};

/// Open nodes in no order: the least is looked for among all of them each time, and so is each node that is added.
#[derive(Debug, Default)]
struct UnsortedList {
    entries: Vec<Entry>,
}

impl OpenList for UnsortedList {
    fn clear(&mut self) {
        self.entries.clear();
    }

    fn push(&mut self, entry: Entry) {
        // A node is added again only when its cost fell.
        match self.entries.iter_mut().find(|open| open.node == entry.node) {
            Some(open) => *open = entry,
            None => self.entries.push(entry),
        }
    }

    fn pop(&mut self) -> Option<Entry> {
        let least = (0..self.entries.len()).min_by_key(|i| self.entries[*i])?;
        Some(self.entries.swap_remove(least))
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

/// The cells of a shortest path in 8 directions, by A* whose open nodes are in no order; none where there is no path.
pub(super) fn unsorted_a_star(field: &Field, from: Cell, to: Cell) -> Vec<Cell> {
    let mut grid = BitGrid::new(field.width(), field.height());
    for cell in (0..field.nodes() as u32).map(|node| field.cell(node)).filter(|cell| !field.open(*cell)) {
        grid.close(cell.x, cell.y);
    }
    let Some((start, goal)) = field.node(from).zip(field.node(to)) else { return Vec::new() };
    let mut problem = GridProblem::new(&grid, start, goal);
    (problem.connect, problem.heuristic) = (Connect::Eight, Heuristic::Octile);
    let mut search = AStar::new(UnsortedList::default());
    search.begin(&problem, 1.0);
    let mut nodes = Vec::new();
    if search.run(&problem, u32::MAX) == Status::Found {
        search.path(&mut nodes);
    }
    nodes.into_iter().map(|node| field.cell(node)).collect()
}
