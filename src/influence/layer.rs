//! One layer: tiles of coarse cells where there is something, and what is added to them and read.

use super::fade::{self, Moment, ONE};
use super::stamp::Stamp;
use super::tile::{CELLS, SIDE, Tile};
use crate::geom::{Cell, Vec2};
use crate::world::LayerSpec;
use std::hash::{Hash, Hasher};

/// Least width of a cell, metres. It is doubled until the world has few enough tiles.
const CELL_M: f32 = 4.0;
/// Places for tiles that a layer may have.
const MOST_PLACES: usize = 1 << 16;
/// Tiles that a layer keeps at most: 4 MB. When there are so many, the weakest eighth is dropped.
pub(crate) const MOST_TILES: usize = 2_048;
/// What is kept below this counts as nothing where it would need a tile of its own.
pub(super) const FAINT: u32 = ONE / 1_024;
/// The number of a place without a tile.
const NONE: u32 = u32::MAX;
/// A layer spreads once in this time, seconds.
const ROUND_S: f32 = 0.5;

/// A layer of influence, its amounts included.
#[derive(Clone, Debug)]
pub struct Layer {
    /// As it is declared.
    pub spec: LayerSpec,
    half_life_steps: u64,
    /// Steps of a round of spreading.
    pub(super) round_steps: u64,
    /// The share of a cell that goes to each of the cells beside it in a round, in units of 1 / [`ONE`].
    pub(super) share: u32,
    stamp: Stamp,
    cell_m: f32,
    /// Cells of the world, columns and rows.
    size: (i32, i32),
    pub(super) tile_columns: usize,
    /// The tile of each place, or [`NONE`].
    pub(super) index: Vec<u32>,
    pub(super) tiles: Vec<Tile>,
    /// Tiles not in use.
    free: Vec<u32>,
    pub(super) now: Moment,
    /// The tiles of the present round, and how many of them are done.
    pub(super) round: Vec<u32>,
    pub(super) done: usize,
    /// Memory for finding the weakest.
    weakest: Vec<(u32, u32)>,
}

impl Layer {
    /// An empty layer over a world of `size` metres, in steps of so many seconds.
    pub fn new(spec: LayerSpec, size: Vec2, step_s: f32) -> Self {
        let mut cell_m = CELL_M;
        let cells =
            |cell_m: f32| ((size.x / cell_m).ceil().max(1.0) as usize, (size.y / cell_m).ceil().max(1.0) as usize);
        let places = |(columns, rows): (usize, usize)| columns.div_ceil(SIDE) * rows.div_ceil(SIDE);
        while places(cells(cell_m)) > MOST_PLACES {
            cell_m *= 2.0;
        }
        let (columns, rows) = cells(cell_m);
        let steps = |seconds: f32| (seconds / step_s).round().max(1.0) as u64;
        Self {
            half_life_steps: steps(spec.half_life_s),
            round_steps: steps(ROUND_S),
            share: (spec.spread / 4.0 * ONE as f32) as u32,
            stamp: Stamp::new(spec.reach_m / cell_m),
            cell_m,
            size: (columns as i32, rows as i32),
            tile_columns: columns.div_ceil(SIDE),
            index: vec![NONE; places((columns, rows))],
            tiles: Vec::new(),
            free: Vec::new(),
            now: Moment::default(),
            round: Vec::new(),
            done: 0,
            weakest: Vec::new(),
            spec,
        }
    }

    /// Side of a cell, metres.
    pub fn cell_m(&self) -> f32 {
        self.cell_m
    }

    /// How many cells something that is added at a point reaches: what adding costs.
    pub fn stamp_cells(&self) -> usize {
        self.stamp.0.len()
    }

    /// The amount at a point, metres; 0 outside the world.
    pub fn at(&self, at: Vec2) -> f32 {
        fade::real(self.amount(self.cell(at)))
    }

    /// The same in whole numbers.
    #[inline]
    pub(super) fn amount(&self, cell: Cell) -> u32 {
        self.now.left(self.kept(cell))
    }

    pub(super) fn cell(&self, at: Vec2) -> Cell {
        Cell::of(at, self.cell_m)
    }

    #[inline]
    fn kept(&self, cell: Cell) -> u32 {
        let Some((place, within)) = self.locate(cell) else { return 0 };
        self.tiles.get(self.index[place] as usize).map_or(0, |tile| tile.kept(within, self.now.half_lives))
    }

    /// The place of a cell's tile, and its number within the tile.
    #[inline]
    fn locate(&self, cell: Cell) -> Option<(usize, usize)> {
        let (x, y) = (cell.x as usize, cell.y as usize);
        self.has(cell.x, cell.y).then(|| (y / SIDE * self.tile_columns + x / SIDE, y % SIDE * SIDE + x % SIDE))
    }

    /// The middle of the cell with the greatest amount among those whose middles are within so many metres, and the amount there;
    /// of equal ones the nearest. `None` where there is nothing.
    pub fn strongest(&self, at: Vec2, within_m: f32) -> Option<(Vec2, f32)> {
        let (low, high) = (self.cell(at - Vec2::splat(within_m)), self.cell(at + Vec2::splat(within_m)));
        let mut best: Option<(u32, f32, Vec2)> = None;
        for y in low.y.max(0)..=high.y.min(self.size.1 - 1) {
            for x in low.x.max(0)..=high.x.min(self.size.0 - 1) {
                let kept = self.kept(Cell::new(x, y));
                if kept < FAINT || best.is_some_and(|(most, ..)| most > kept) {
                    continue;
                }
                let middle = Cell::new(x, y).centre(self.cell_m);
                let away = middle.distance(at);
                if away <= within_m && best.is_none_or(|(most, nearest, _)| most < kept || away < nearest) {
                    best = Some((kept, away, middle));
                }
            }
        }
        best.map(|(kept, _, middle)| (middle, fade::real(self.now.left(kept))))
    }

    /// How many cells [`strongest`](Self::strongest) looks at, at most.
    pub fn cells_within(&self, within_m: f32) -> u64 {
        let side = (2.0 * within_m / self.cell_m).ceil() as u64 + 1;
        side.min(self.size.0 as u64) * side.min(self.size.1 as u64)
    }

    /// Adds an amount at a point, and less round it; takes it away where it is negative.
    pub fn add(&mut self, at: Vec2, amount: f32) {
        self.lay(at, fade::fixed(amount.abs()), amount < 0.0);
    }

    /// Adds what a creature leaves at a point within a time: one that stays there comes to an amount of 1.
    pub fn leave(&mut self, at: Vec2, steps: u64) {
        self.lay(at, fade::faded_share(steps, self.half_life_steps), false);
    }

    fn lay(&mut self, at: Vec2, amount: u32, take: bool) {
        let middle = self.cell(at);
        let greatest = self.now.kept(fade::fixed(fade::GREATEST));
        for i in 0..self.stamp.0.len() {
            let (x, y, share) = self.stamp.0[i];
            let part = (u64::from(amount) * u64::from(share)) >> ONE.ilog2();
            let kept = self.now.kept(part as u32);
            let cell = Cell::new(middle.x.saturating_add(x), middle.y.saturating_add(y));
            let Some((place, within)) = self.locate(cell) else { continue };
            if self.index[place] == NONE {
                if take || kept < FAINT {
                    continue;
                }
                if self.is_full() {
                    self.drop_weakest();
                }
                self.make(place);
            }
            let tile = &mut self.tiles[self.index[place] as usize];
            tile.settle(self.now.half_lives);
            if take { tile.take(within, kept) } else { tile.add(within, kept, greatest) }
        }
    }

    /// Whether no further tile may be made.
    pub(super) fn is_full(&self) -> bool {
        self.free.is_empty() && self.tiles.len() >= MOST_TILES
    }

    /// Makes a tile for a place that has none.
    pub(super) fn make(&mut self, place: usize) {
        let half_lives = self.now.half_lives;
        let slot = match self.free.pop() {
            Some(slot) => {
                self.tiles[slot as usize].reuse(place as u32, half_lives);
                slot
            }
            None => {
                self.tiles.push(Tile::new(place as u32, half_lives));
                self.tiles.len() as u32 - 1
            }
        };
        self.index[place] = slot;
    }

    /// Gives a tile up.
    pub(super) fn drop_tile(&mut self, slot: u32) {
        let place = self.tiles[slot as usize].place as usize;
        self.index[place] = NONE;
        self.free.push(slot);
    }

    /// Whether a place has a tile.
    pub(super) fn exists(&self, place: usize) -> bool {
        self.index[place] != NONE
    }

    /// Whether the world has a cell.
    pub(super) fn has(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.size.0 && y < self.size.1
    }

    pub(super) fn half_life_steps(&self) -> u64 {
        self.half_life_steps
    }

    /// Whether a tile is in use.
    pub(super) fn lives(&self, slot: u32) -> bool {
        self.index[self.tiles[slot as usize].place as usize] == slot
    }

    /// The tiles in use.
    pub(super) fn living(&self) -> impl Iterator<Item = u32> {
        (0..self.tiles.len() as u32).filter(|slot| self.lives(*slot))
    }

    /// How many tiles are in use.
    pub fn tile_count(&self) -> usize {
        self.tiles.len() - self.free.len()
    }

    /// Gives up the eighth of all tiles in which the least is left; of equal ones those that come first in the world.
    fn drop_weakest(&mut self) {
        let mut weakest = std::mem::take(&mut self.weakest);
        weakest.clear();
        let most = |slot: u32| self.tiles[slot as usize].at_most(self.now.half_lives);
        weakest.extend(self.living().map(|slot| (most(slot), self.tiles[slot as usize].place)));
        weakest.sort_unstable();
        for (_, place) in weakest.iter().take(MOST_TILES / 8) {
            self.drop_tile(self.index[*place as usize]);
        }
        self.weakest = weakest;
    }

    /// Calls `each` with column and row of every tile in use and the amounts of its 16 × 16 cells, in the order of their places.
    pub fn each_tile<T>(&self, mut each: impl FnMut((u32, u32), [f32; CELLS]) -> T) -> Vec<T> {
        let columns = self.tile_columns as u32;
        let used = (0..).zip(&self.index).filter_map(|(place, slot)| Some((place, self.tiles.get(*slot as usize)?)));
        let of = |tile: &Tile| std::array::from_fn(|c| fade::real(self.now.left(tile.kept(c, self.now.half_lives))));
        used.map(|(place, tile): (u32, &Tile)| each((place % columns, place / columns), of(tile))).collect()
    }
}

/// All it holds, for the world hash.
impl Hash for Layer {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.spec.name.hash(h);
        (self.now, self.done).hash(h);
        self.round.iter().chain(&self.free).for_each(|slot| slot.hash(h));
        self.living().for_each(|slot| self.tiles[slot as usize].hash(h));
    }
}
