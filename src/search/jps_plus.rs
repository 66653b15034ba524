//! Jump point search with all jumps measured beforehand.

use super::moves::straight;
use super::{Arrival, Cost, DIAGONAL, Moves, STRAIGHT};
use crate::geom::Cell;
use crate::grid::{Axis, Field};

/// East, west, south, north; then south-east, south-west, north-west, north-east.
const E: usize = 0;
const W: usize = 1;
const S: usize = 2;
const N: usize = 3;
const SE: usize = 4;
const SW: usize = 5;
const NW: usize = 6;
const NE: usize = 7;

/// The axes of the straight directions.
const STRAIGHTS: [Axis; 4] = [Axis::East, Axis::West, Axis::South, Axis::North];

/// The jump distances of every cell in 8 directions (JPS+, Harabor & Grastien 2014), 16 bytes a cell. It holds on to the
/// field, which therefore cannot change beneath it.
///
/// Straight: above 0, the cells to the next jump point; else, negated, how many cells are free. Diagonal likewise, to the
/// next cell from which a jump point is seen along one of the two arms: diagonals themselves are no place to stop.
#[derive(Clone, Debug)]
pub struct JumpTable<'a> {
    field: &'a Field,
    jumps: Vec<[i16; 8]>,
}

impl<'a> JumpTable<'a> {
    /// Measures all jumps: a few passes over the field.
    pub fn new(field: &'a Field) -> Self {
        let mut table = Self { field, jumps: vec![[0; 8]; field.nodes()] };
        let (width, height) = (field.width() as i32, field.height() as i32);
        for y in 0..height {
            for x in 0..width {
                table.measure_straight(Cell::new(x, y));
            }
        }
        for y in 0..height {
            table.measure_diagonals(y, -1, [(NW, -1, W, N), (NE, 1, E, N)]);
        }
        for y in (0..height).rev() {
            table.measure_diagonals(y, 1, [(SW, -1, W, S), (SE, 1, E, S)]);
        }
        table
    }

    fn measure_straight(&mut self, cell: Cell) {
        if !self.field.open_near(cell) {
            return;
        }
        for (direction, axis) in STRAIGHTS.into_iter().enumerate() {
            let (steps, corner) = self.field.walk(axis, cell);
            // Sides are at most `MAX_FIELD_SIDE`: distances fit.
            let value = if corner { steps } else { 1 - steps } as i16;
            let node = self.node(cell);
            self.jumps[node][direction] = value;
        }
    }

    /// The diagonals of a row, from those of the row they lead to. `diagonals`: which one, its columns a step, its arms.
    fn measure_diagonals(&mut self, y: i32, dy: i32, diagonals: [(usize, i32, usize, usize); 2]) {
        for x in 0..self.field.width() as i32 {
            let node = self.node(Cell::new(x, y));
            for (direction, dx, along, across) in diagonals {
                let next = Cell::new(x + dx, y + dy);
                let here = self.jumps[node];
                // A straight jump that begins with an open cell is never 0.
                if here[along] == 0 || here[across] == 0 || !self.field.open_near(next) {
                    continue;
                }
                let there = self.jumps[self.node(next)];
                let seen = there[along] > 0 || there[across] > 0;
                self.jumps[node][direction] = match there[direction] {
                    _ if seen => 1,
                    far if far > 0 => far + 1,
                    free => free - 1,
                };
            }
        }
    }

    #[inline(always)]
    fn node(&self, cell: Cell) -> usize {
        cell.y as usize * self.field.width() as usize + cell.x as usize
    }
}

/// The moves from one cell, and the closure that receives them.
struct Look<'a, F> {
    table: &'a JumpTable<'a>,
    goal: Cell,
    each: &'a mut F,
}

impl<F: FnMut(Cell, Arrival, Cost)> Look<'_, F> {
    /// The move along a row or column, if it is `wanted`, from a cell that cost `so_far`.
    #[inline(always)]
    fn straight(&mut self, wanted: bool, axis: Axis, jump: i16, from: Cell, so_far: Cost) {
        if wanted && let Some((end, arrival, cost)) = straight(axis, from, i32::from(jump).abs(), jump > 0, self.goal) {
            (self.each)(end, arrival, so_far + cost);
        }
    }

    /// The moves along both arms of a diagonal, if they are `wanted`, from one place where an arm leads somewhere to the next.
    #[inline(always)]
    fn diagonal<const DX: i32, const DY: i32>(&mut self, wanted: bool, direction: usize, first: i16, from: Cell) {
        if !wanted {
            return;
        }
        let (along, across) = (if DX > 0 { E } else { W }, if DY > 0 { S } else { N });
        let (dx, dy) = ((self.goal.x - from.x) * DX, (self.goal.y - from.y) * DY);
        // Where the diagonal meets the goal's row or column: 0 if nowhere.
        let meets = dx.min(dy).max(0);
        let (mut at, mut gone, mut jump) = (from, 0, i32::from(first));
        while jump != 0 {
            let on = jump.abs();
            if meets > gone && meets <= gone + on {
                let turn = Cell::new(from.x + DX * meets, from.y + DY * meets);
                let cost = meets as Cost * DIAGONAL;
                if turn == self.goal {
                    (self.each)(turn, Arrival::Any, cost);
                    return;
                }
                let there = self.table.jumps[self.table.node(turn)];
                let (arm, rest) = if dx > dy { (there[along], dx - dy) } else { (there[across], dy - dx) };
                if i32::from(arm).abs() >= rest {
                    (self.each)(self.goal, Arrival::Any, cost + rest as Cost * STRAIGHT);
                }
            }
            if jump < 0 {
                return;
            }
            at = Cell::new(at.x + DX * on, at.y + DY * on);
            gone += on;
            let there = self.table.jumps[self.table.node(at)];
            let cost = gone as Cost * DIAGONAL;
            self.straight(there[along] > 0, STRAIGHTS[along], there[along], at, cost);
            self.straight(there[across] > 0, STRAIGHTS[across], there[across], at, cost);
            jump = i32::from(there[direction]);
        }
    }
}

impl Moves for JumpTable<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    fn bytes(&self) -> usize {
        self.jumps.len() * size_of::<[i16; 8]>()
    }

    #[inline(always)]
    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let jumps = self.jumps[self.node(cell)];
        let free = |direction: usize| jumps[direction] != 0;
        // A move along a wall that has just ended may turn round its corner: the cell beside is open, the diagonal
        // back past it is not.
        let turn = |side: usize, back: usize| free(side) && !free(back);
        let (east, west, south, north) = match arrival {
            Arrival::East => (true, false, turn(S, SW), turn(N, NW)),
            Arrival::West => (false, true, turn(S, SE), turn(N, NE)),
            Arrival::South => (turn(E, NE), turn(W, NW), true, false),
            Arrival::North => (turn(E, SE), turn(W, SW), false, true),
            // From the start in every direction; nowhere else does a jump end on a diagonal, but at the goal.
            _ => (true, true, true, true),
        };
        let mut look = Look { table: self, goal, each };
        look.straight(east, Axis::East, jumps[E], cell, 0);
        look.straight(west, Axis::West, jumps[W], cell, 0);
        look.straight(south, Axis::South, jumps[S], cell, 0);
        look.straight(north, Axis::North, jumps[N], cell, 0);
        look.diagonal::<1, 1>(east && south, SE, jumps[SE], cell);
        look.diagonal::<-1, 1>(west && south, SW, jumps[SW], cell);
        look.diagonal::<-1, -1>(west && north, NW, jumps[NW], cell);
        look.diagonal::<1, -1>(east && north, NE, jumps[NE], cell);
    }
}
