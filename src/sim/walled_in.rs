//! Creatures that are where a wall is now: each is put at the nearest free place.

use super::crowding::Crowding;
use super::{Level, Sim};
use crate::agent::collide::SKIN_M;
use crate::diag::counted;
use crate::geom::{Cell, Storey, Vec2};
use crate::grid::{Regions, SizeClass, size_class};
use crate::world::World;
use std::collections::BTreeMap;

/// Creatures that are named in the log; of further ones their number is said.
const MOST_NAMED: usize = 16;

/// Where a search ended, which the next one from near there begins with: the cell where it began, and the number of rings round it in
/// which nothing is open.
type Known = BTreeMap<(Storey, SizeClass), (Cell, i32)>;

impl Sim {
    /// Moves the creatures to free places that had one in the world as it was before, and have none now; and those that were let out of a
    /// portal, if they have none.
    pub(super) fn free_walled_in(&mut self, before: &World, let_out: &[usize]) {
        let bodies = &self.now.agents.bodies;
        let is_free = |world: &World, slot: usize| {
            let inner_m = (bodies.radius[slot] - SKIN_M).max(0.0);
            world.on(bodies.storey[slot]).is_free(
                bodies.position[slot],
                inner_m,
                bodies.height[slot],
                bodies.moves[slot],
            )
        };
        let in_transit = |slot: usize| self.now.agents.transits.get(slot).is_some();
        let walled_in = |slot: &usize| {
            !in_transit(*slot) && !is_free(&self.now.world, *slot) && (is_free(before, *slot) || let_out.contains(slot))
        };
        let slots: Vec<usize> = bodies.living().filter(walled_in).collect();
        if slots.is_empty() {
            return;
        }
        let mut crowd = Crowding::of(bodies);
        let (mut known, mut unnamed, mut stuck) = (Known::new(), 0, 0);
        for slot in slots {
            let (from, radius_m) = (self.now.agents.bodies.position[slot], self.now.agents.bodies.radius[slot]);
            let Some(to) = self.nearest_place(slot, &crowd, &mut known) else {
                stuck += 1;
                continue;
            };
            let (id, storey) = (self.now.agents.bodies.id(slot), self.now.agents.bodies.storey[slot]);
            self.place(id, to, None);
            crowd.add(storey, to, radius_m);
            unnamed += 1;
            if unnamed <= MOST_NAMED {
                let text =
                    format!("was where a wall is now: moved {:.1} m to ({:.1}, {:.1})", from.distance(to), to.x, to.y);
                self.note_of(slot, Level::Info, text);
            }
        }
        if let Some(more) = unnamed.checked_sub(MOST_NAMED).filter(|more| *more > 0) {
            self.note(
                Level::Info,
                format!("{} more were where a wall is now, and were moved", counted(more, "creature")),
            );
        }
        if stuck > 0 {
            self.note(
                Level::Warn,
                format!("{} are inside a wall now: nowhere is free for them", counted(stuck, "creature")),
            );
        }
    }

    /// The free place nearest to a creature, beside others where there is one: rings of cells, outwards.
    fn nearest_place(&self, slot: usize, crowd: &Crowding, known: &mut Known) -> Option<Vec2> {
        let b = &self.now.agents.bodies;
        let (storey, at, radius_m) = (b.storey[slot], b.position[slot], b.radius[slot]);
        let regions = self.now.regions.on(storey)?.get(radius_m, b.height[slot], b.moves[slot])?;
        regions.largest()?;
        let plane = self.now.world.on(storey);
        let res = plane.ground.resolution_m();
        let from = Cell::of(at, res);
        let of = (storey, size_class(radius_m, b.height[slot], b.moves[slot]));
        // Nothing is open round a cell so near: so nothing is, a little less near, round one beside it.
        let begin =
            known.get(&of).map_or(0, |(cell, rings)| rings - (cell.x - from.x).abs().max((cell.y - from.y).abs()));
        let last = plane.ground.width().max(plane.ground.height()) as i32;
        let (mut first_open, mut free, mut taken) = (None, None::<(f32, Vec2)>, None::<(f32, Vec2)>);
        for ring in begin.max(0)..=last {
            if let Some((least, _)) = free
                && least < (ring - 1) as f32 * res
            {
                break;
            }
            each_of_ring(from, ring, |cell| {
                let Some(place) = open_place(regions, cell) else { return };
                first_open.get_or_insert(ring);
                let best = if crowd.is_taken(storey, place, radius_m) { &mut taken } else { &mut free };
                let distance = place.distance(at);
                if best.is_none_or(|(least, _)| distance < least) {
                    *best = Some((distance, place));
                }
            });
        }
        known.insert(of, (from, first_open.unwrap_or(last)));
        free.or(taken).map(|(_, place)| place)
    }
}

/// Where a body is in a cell; `None` where it does not fit.
fn open_place(regions: &Regions, cell: Cell) -> Option<Vec2> {
    regions.of_cell(cell).map(|_| regions.anchors().place(cell))
}

/// Calls `each` with the cells that are so many columns or rows away from one, by row and column.
fn each_of_ring(from: Cell, ring: i32, mut each: impl FnMut(Cell)) {
    for y in -ring..=ring {
        let step = if y.abs() == ring { 1 } else { (2 * ring).max(1) };
        (-ring..=ring).step_by(step as usize).for_each(|x| each(Cell::new(from.x + x, from.y + y)));
    }
}
