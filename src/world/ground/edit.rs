//! Ground that changes while the world runs.

use super::{Ground, in_area, of_kind, over_terrain};
use crate::body::MoveClass;
use crate::geom::Cell;
use crate::world::Passage;

impl Ground {
    /// The number of the kind of ground with this name.
    pub fn kind_named(&self, name: &str) -> Option<u8> {
        self.kinds.iter().position(|kind| kind.name == name).and_then(|index| u8::try_from(index).ok())
    }

    /// What a cell inside would be to a movement class if it was of this kind, an index into [`Ground::kinds`].
    pub fn passage_as(&self, moves: MoveClass, cell: Cell, kind: u8) -> Passage {
        let number = usize::from(kind);
        let (Some(movement), Some(kind)) = (self.movements.get(moves.index()), self.kinds.get(number)) else {
            return Passage::default();
        };
        if !self.passages.has_layers() {
            return self.passages.of_kind(moves.index(), number as u8);
        }
        let at = cell.centre(self.resolution_m);
        let lie = || self.terrain.lie(at, self.resolution_m / 2.0);
        let plain = over_terrain(movement, of_kind(movement, kind), kind.traversability.vegetation, lie);
        let area_costs = self.terrain.area_costs.iter().filter(|area| area.part.contains(at));
        area_costs.fold(plain, |passage, area| in_area(movement, passage, area))
    }

    /// Makes a cell ground of another kind. One outside, or a kind that there is not, changes nothing.
    pub fn set_kind(&mut self, cell: Cell, kind: u8) {
        if !self.contains(cell) || usize::from(kind) >= self.kinds.len() {
            return;
        }
        let (x, y) = (cell.x as usize, cell.y as usize);
        let as_kind: Vec<Passage> = if self.passages.has_layers() {
            (0..self.movements.len()).map(|class| self.passage_as(MoveClass(class as u8), cell, kind)).collect()
        } else {
            Vec::new()
        };
        self.passages.renew((x, y), |class| as_kind.get(class).copied().unwrap_or_default());
        let is_new = !self.rows.holds(kind);
        self.rows.set(x, y, kind);
        if is_new {
            self.note_kinds();
        }
        self.note_closed(cell);
    }
}
