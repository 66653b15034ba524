//! How layers spread: in rounds, some tiles each step, in the order of their places.

use super::fade::{Moment, ONE};
use super::layer::{FAINT, Layer};
use super::tile::{CELLS, SIDE};

impl Layer {
    /// Goes on to a step: what fades has faded, and a part of the present round of spreading is done. What leaves a cell is a share of
    /// what is in it when it is its tile's turn, without what came from other cells in this round: so nothing goes farther than one
    /// cell in a round, whatever the order of tiles.
    pub fn advance(&mut self, step: u64) {
        self.now = Moment::of(step, self.half_life_steps());
        if step.is_multiple_of(self.round_steps) {
            self.begin_round();
        }
        let part = self.round.len().div_ceil(self.round_steps as usize);
        let end = (self.done + part).min(self.round.len());
        while self.done < end {
            let slot = self.round[self.done];
            self.done += 1;
            // It may have been given up since the round began.
            if self.lives(slot) {
                self.spread(slot);
            }
        }
    }

    /// Ends a round, and gathers the tiles of the next one.
    fn begin_round(&mut self) {
        let mut round = std::mem::take(&mut self.round);
        round.clear();
        round.extend(self.living());
        for slot in &round {
            let tile = &mut self.tiles[*slot as usize];
            tile.settle(self.now.half_lives);
            tile.end_round();
        }
        round.sort_unstable_by_key(|slot| self.tiles[*slot as usize].place);
        (self.round, self.done) = (round, 0);
    }

    /// Spreads what is in a tile to the cells beside each of its cells, or gives it up where that is next to nothing. What would
    /// leave the world stays, and so does what is too little for a tile of its own, or finds no memory for one.
    fn spread(&mut self, slot: u32) {
        self.tiles[slot as usize].settle(self.now.half_lives);
        if self.tiles[slot as usize].most < FAINT {
            return self.drop_tile(slot);
        }
        if self.share == 0 {
            return;
        }
        let before = &self.tiles[slot as usize];
        let share = u64::from(self.share);
        let parts: [u32; CELLS] =
            std::array::from_fn(|cell| ((u64::from(before.before(cell)) * share) >> ONE.ilog2()) as u32);
        for (cell, part) in parts.into_iter().enumerate().filter(|(_, part)| *part > 0) {
            for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let (to_x, to_y) = ((cell % SIDE) as i32 + x, (cell / SIDE) as i32 + y);
                let side = 0..SIDE as i32;
                let target = if side.contains(&to_x) && side.contains(&to_y) {
                    Some(slot)
                } else {
                    self.tile_beside(slot, (x, y), part)
                };
                let Some(target) = target else { continue };
                if !self.reaches(target, to_x, to_y) {
                    continue;
                }
                let to = (to_y.rem_euclid(SIDE as i32) * SIDE as i32 + to_x.rem_euclid(SIDE as i32)) as usize;
                self.tiles[slot as usize].leave(cell, part);
                self.tiles[target as usize].come(to, part);
            }
        }
    }

    /// Whether the cell in a column and a row of a tile, or beside the tile that spreads, lies in the world.
    fn reaches(&self, target: u32, x: i32, y: i32) -> bool {
        let place = self.tiles[target as usize].place as usize;
        let (column, row) = (place % self.tile_columns, place / self.tile_columns);
        let side = SIDE as i32;
        let (x, y) = (column as i32 * side + x.rem_euclid(side), row as i32 * side + y.rem_euclid(side));
        self.has(x, y)
    }

    /// The tile beside another one; made where there is none, if that is worth it.
    fn tile_beside(&mut self, slot: u32, (x, y): (i32, i32), part: u32) -> Option<u32> {
        let place = self.tiles[slot as usize].place as usize;
        let (column, row) = ((place % self.tile_columns) as i32 + x, (place / self.tile_columns) as i32 + y);
        let rows = (self.index.len() / self.tile_columns) as i32;
        if column < 0 || row < 0 || column >= self.tile_columns as i32 || row >= rows {
            return None;
        }
        let beside = row as usize * self.tile_columns + column as usize;
        if !self.exists(beside) {
            if part < FAINT || self.is_full() {
                return None;
            }
            self.make(beside);
        }
        let target = self.index[beside];
        self.tiles[target as usize].settle(self.now.half_lives);
        Some(target)
    }
}
