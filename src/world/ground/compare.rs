//! Where two grounds of one size differ in what they are to bodies.

use super::Ground;
use crate::body::MoveClass;
use crate::geom::Cell;
use crate::world::passage::Passage;
use std::ops::BitOr;

/// What became of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellChange {
    /// They are open to a movement class to which they were closed.
    pub opened: bool,
    /// They are closed to one to which they were open.
    pub closed: bool,
    /// They cost one something else.
    pub costs: bool,
}

impl CellChange {
    /// Whether anything did.
    pub fn any(self) -> bool {
        self.opened || self.closed || self.costs
    }

    fn between(before: Passage, after: Passage) -> Self {
        Self {
            opened: !before.is_open() && after.is_open(),
            closed: before.is_open() && !after.is_open(),
            costs: before.cost != after.cost,
        }
    }
}

impl BitOr for CellChange {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            opened: self.opened || other.opened,
            closed: self.closed || other.closed,
            costs: self.costs || other.costs,
        }
    }
}

impl Ground {
    /// Calls `each` with the cells that are something else to a movement class than they were, row by row. Both grounds have the same size
    /// and movement classes.
    pub fn each_change(&self, before: &Self, mut each: impl FnMut(Cell, CellChange)) {
        // Where there was terrain, nothing is made of a class that has no cells yet.
        let is_used =
            |moves: &MoveClass| !before.passages.has_layers() || before.passages.made(moves.index()).is_some();
        let classes: Vec<MoveClass> = (0..self.movements.len() as u8).map(MoveClass).filter(is_used).collect();
        classes.iter().for_each(|moves| self.prepare_class(*moves, None));
        let is_plain = !self.passages.has_layers() && !before.passages.has_layers();
        // Without terrain two kinds of ground say all.
        let mut of_kinds = vec![None; if is_plain { 1 << 16 } else { 0 }];
        for y in 0..self.height().min(before.height()) {
            for x in 0..self.width().min(before.width()) {
                let (was, is) = (before.rows.get(x, y), self.rows.get(x, y));
                let cell = Cell::new(x as i32, y as i32);
                let look = || {
                    let of = |moves: &MoveClass| {
                        CellChange::between(before.passage(*moves, cell), self.passage(*moves, cell))
                    };
                    classes.iter().map(of).fold(CellChange::default(), CellChange::bitor)
                };
                let change = match of_kinds.get_mut(usize::from(was) << 8 | usize::from(is)) {
                    Some(known) => *known.get_or_insert_with(look),
                    None => look(),
                };
                if change.any() {
                    each(cell, change);
                }
            }
        }
    }

    /// Makes those cells what they are in `living` that became another kind there since `old`, and are in this ground what they were in
    /// `old`; by the names of kinds.
    pub(in crate::world) fn keep_changes(&mut self, living: &Self, old: &Self) {
        let number = |kind: &super::GroundKind| self.kind_named(&kind.name);
        let numbers: Vec<Option<u8>> = old.kinds.iter().map(number).collect();
        for y in 0..self.height() {
            for x in 0..self.width() {
                let (is, was) = (living.rows.get(x, y), old.rows.get(x, y));
                let of = |kind: u8| numbers.get(usize::from(kind)).copied().flatten();
                if is != was
                    && of(was) == Some(self.rows.get(x, y))
                    && let Some(kind) = of(is)
                {
                    self.set_kind(Cell::new(x as i32, y as i32), kind);
                }
            }
        }
    }
}
