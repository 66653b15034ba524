//! Jump point search where the ground does not cost the same everywhere.

use super::moves::{DIAGONAL_SHARE, STRAIGHT_SHARE, straight};
use super::{Arrival, Connect, Cost, Moves, STRAIGHT, WeightedSteps, directions};
use crate::geom::Cell;
use crate::grid::{Axis, CostLayer, Field, Spot};

/// Weighted jump point search in 8 directions (Carlson, Moghadam, Harabor, Stuckey & Ebrahimi 2023): of paths that cost the same only those
/// whose straight steps come last count. A cell is passed as [`Jumps`](super::Jumps) do where the open ground round it costs the same;
/// else it is a place to stop, and the costs round it decide what follows.
///
/// A cell may be reached at the same cost from several sides: `Records::join` then looks in all directions again, so that none of
/// the paths that count is lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightedJumps<'a> {
    /// Where to search.
    pub field: &'a Field,
    /// What its cells cost: of the same size.
    pub costs: &'a CostLayer,
}

/// The directions clockwise, as steps.
const RING: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// Their cells' bits among the nine round a cell.
const NINE: [u32; 8] = [5, 8, 7, 6, 3, 0, 1, 2];

/// The cells round one that a path continues to, as bits in the order of [`RING`]. `ring` has the costs round it, 0 where
/// closed.
///
/// A cell is left out where a path round the middle, or over one more straight step, costs less, or costs the same and arrives
/// straight instead of diagonally. So among all cheapest paths the one whose straight steps come last loses no step.
fn followers(ring: &[Cost; 8], here: Cost, arrival: Arrival) -> u8 {
    let at = |i: usize| ring[i % 8];
    let open = |i: usize| at(i) > 0;
    let line = |a: Cost, b: Cost| (a + b) * STRAIGHT_SHARE;
    let slant = |a: Cost, b: Cost| (a + b) * DIAGONAL_SHARE;
    let corner = |i: usize| {
        let by = at(i + 1).min(at(i + 7));
        open(i) && by > 0 && slant(here, at(i)) <= line(here, by) + line(by, at(i))
    };
    let ahead_at = match arrival {
        Arrival::Any => {
            let legal = |i: &usize| if i & 1 == 0 { open(*i) } else { corner(*i) };
            return (0..8).filter(legal).fold(0, |bits, i| bits | 1 << i);
        }
        Arrival::East => 0,
        Arrival::SouthEast => 1,
        Arrival::South => 2,
        Arrival::SouthWest => 3,
        Arrival::West => 4,
        Arrival::NorthWest => 5,
        Arrival::North => 6,
        Arrival::NorthEast => 7,
    };
    let (from, next) = (at(ahead_at + 4), at(ahead_at));
    let mut bits = 0_u8;
    let mut keep = |i: usize, whether: bool| bits |= u8::from(whether) << (i % 8);
    if ahead_at & 1 == 0 {
        let mut ahead = next > 0;
        for turn in [1, 7] {
            let (front, side, back) = (ahead_at + turn, ahead_at + 2 * turn, ahead_at + 3 * turn);
            let past = open(back) && open(side);
            let round = slant(from, at(side));
            let short = past && (round < line(from, here) + line(here, at(side)) || at(back) < here);
            keep(side, open(side) && !short);
            let round_front = round + line(at(side), at(front));
            keep(front, corner(front) && !(past && round_front <= line(from, here) + slant(here, at(front))));
            let round_next = round + slant(at(side), next);
            ahead &= !(past && open(front) && round_next < line(from, here) + line(here, next));
        }
        keep(ahead_at, ahead);
    } else {
        keep(ahead_at, corner(ahead_at));
        for turn in [1, 7] {
            let (side, flank, back) = (ahead_at + turn, ahead_at + 2 * turn, at(ahead_at + 3 * turn));
            let round = line(from, back);
            let short = open(flank) && round + slant(back, at(side)) < slant(from, here) + line(here, at(side));
            keep(side, open(side) && !short);
            let round_flank = round + line(back, at(flank));
            keep(flank, corner(flank) && round_flank > slant(from, here) + slant(here, at(flank)));
        }
    }
    bits
}

/// A scan from one cell, and the closure that receives what it finds.
struct Look<'a, F> {
    moves: &'a WeightedJumps<'a>,
    goal: Cell,
    each: &'a mut F,
}

impl<F: FnMut(Cell, Arrival, Cost)> Look<'_, F> {
    /// Looks along a row or column, if that is `wanted`, from a cell that cost `so_far`; whether the next cell in that direction is
    /// open.
    #[inline(always)]
    fn straight(&mut self, wanted: bool, axis: Axis, from: Cell, spot: Spot, so_far: Cost) -> bool {
        if !wanted {
            return false;
        }
        let WeightedJumps { field, costs } = self.moves;
        let (steps, corner) = field.walk_at(axis, spot);
        let mixed = costs.walk_at(axis, spot);
        let (reach, stop) = if mixed < steps { (mixed, true) } else { (steps, corner) };
        let Some((end, arrival, length)) = straight(axis, from, reach, stop, self.goal) else { return steps > 1 };
        let (dx, dy) = axis.step();
        let (here, next) = (costs.at(from), costs.at(Cell::new(from.x + dx, from.y + dy)));
        // All cells after the first cost what it does.
        let cost = (here + next) * STRAIGHT_SHARE + (length - STRAIGHT) / 16 * 2 * next;
        (self.each)(end, arrival, so_far + cost);
        true
    }

    /// Looks along both arms of a diagonal, which begins with a legal step if `clear` says so.
    #[inline(always)]
    fn diagonal<const SX: i32, const SY: i32>(&mut self, from: Cell, spot: Spot, mut clear: bool) {
        let (along, across, arrival) = match (SX > 0, SY > 0) {
            (true, true) => (Axis::East, Axis::South, Arrival::SouthEast),
            (false, true) => (Axis::West, Axis::South, Arrival::SouthWest),
            (false, false) => (Axis::West, Axis::North, Arrival::NorthWest),
            (true, false) => (Axis::East, Axis::North, Arrival::NorthEast),
        };
        let WeightedJumps { field, costs } = self.moves;
        let stride = field.stride(SX as isize, SY as isize);
        let (mut at, mut spot, mut here, mut cost) = (from, spot, costs.at(from), 0);
        while clear {
            at = Cell::new(at.x + SX, at.y + SY);
            spot = spot.moved(stride);
            if !field.open_at(spot) {
                return;
            }
            let next = costs.at(at);
            cost += (here + next) * DIAGONAL_SHARE;
            here = next;
            if at == self.goal || costs.is_mixed(spot) {
                (self.each)(at, arrival, cost);
                return;
            }
            let x_clear = self.straight(true, along, at, spot, cost);
            let y_clear = self.straight(true, across, at, spot, cost);
            clear = x_clear && y_clear;
        }
    }
}

impl Moves for WeightedJumps<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    fn slack(&self) -> Cost {
        WeightedSteps { field: self.field, costs: self.costs, connect: Connect::Eight }.slack()
    }

    #[inline(always)]
    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let (nine, spot) = (self.field.nine(cell), self.field.spot(cell));
        let bits = if self.costs.is_mixed(spot) {
            let cost = |i: usize| {
                let (dx, dy) = RING[i];
                if nine >> NINE[i] & 1 == 1 { self.costs.at(Cell::new(cell.x + dx, cell.y + dy)) } else { 0 }
            };
            followers(&std::array::from_fn(cost), self.costs.at(cell), arrival)
        } else {
            let [east, west, south, north] = directions(nine, arrival);
            let [e, w, s, n] = [east, west, south, north].map(u8::from);
            e | (e & s) << 1 | s << 2 | (w & s) << 3 | w << 4 | (w & n) << 5 | n << 6 | (e & n) << 7
        };
        let wanted = |i: u32| bits >> i & 1 == 1;
        let mut look = Look { moves: self, goal, each };
        look.straight(wanted(0), Axis::East, cell, spot, 0);
        look.straight(wanted(4), Axis::West, cell, spot, 0);
        look.straight(wanted(2), Axis::South, cell, spot, 0);
        look.straight(wanted(6), Axis::North, cell, spot, 0);
        look.diagonal::<1, 1>(cell, spot, wanted(1));
        look.diagonal::<-1, 1>(cell, spot, wanted(3));
        look.diagonal::<-1, -1>(cell, spot, wanted(5));
        look.diagonal::<1, -1>(cell, spot, wanted(7));
    }
}
