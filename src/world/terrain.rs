//! What lies over the kinds of ground: heights and vegetation, known for tiles and interpolated between them, and water.

use crate::geom::{Aabb, Vec2};
use std::collections::BTreeMap;

/// Width of a tile, metres.
pub(crate) const TILE_M: f32 = 8.0;

/// Thousandths that the numbers of tiles are kept in.
const PARTS: f32 = 1000.0;

/// A number for each tile of the ground, row by row. It holds in the middle of the tile; between the middles of four tiles
/// it is interpolated bilinearly, and beyond the outermost ones it does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    columns: usize,
    thousandths: Vec<i32>,
}

impl Tiles {
    /// How many columns and rows of tiles cover ground of a size in metres.
    pub fn count(size: Vec2) -> (usize, usize) {
        let count = |metres: f32| ((metres / TILE_M - 1e-3).ceil() as usize).max(1);
        (count(size.x), count(size.y))
    }

    /// Of numbers below two million; as many as there are columns times rows.
    pub fn new(columns: usize, numbers: impl IntoIterator<Item = f32>) -> Self {
        let thousandths = numbers.into_iter().map(|n| (n * PARTS).round() as i32).collect();
        Self { columns, thousandths }
    }

    /// The number at a place.
    pub fn at(&self, place: Vec2) -> f32 {
        let (x, right) = Self::split(place.x, self.columns);
        let (y, down) = Self::split(place.y, self.thousandths.len() / self.columns.max(1));
        let of = |x: usize, y: usize| {
            let (column, rows) = (x.min(self.columns - 1), self.thousandths.len() / self.columns);
            self.thousandths[y.min(rows - 1) * self.columns + column] as f32
        };
        let along = |y: usize| of(x, y) + (of(x + 1, y) - of(x, y)) * right;
        let (above, below) = (along(y), along(y + 1));
        (above + (below - above) * down) / PARTS
    }

    /// The tile whose middle lies before a coordinate, and how far beyond it that is, as a share of a tile.
    fn split(metres: f32, count: usize) -> (usize, f32) {
        let tiles = (metres / TILE_M - 0.5).clamp(0.0, count.saturating_sub(1) as f32);
        (tiles as usize, tiles.fract())
    }
}

/// An area that costs more, or less, than its ground alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Toll {
    /// Cells whose middle lies in it, metres.
    pub part: Aabb,
    /// How many times the ground's cost, in eighths, by the names of movement classes; `None`: it is closed to them.
    pub costs: BTreeMap<String, Option<u8>>,
    /// Line of the map file, for messages; 0 when not known.
    pub line: u32,
}

/// What lies over the kinds of ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terrain {
    /// Metres.
    pub heights: Option<Tiles>,
    /// The height of the water's surface, metres.
    pub water_level_m: Option<f32>,
    /// From 0 (none) to 1.
    pub vegetation: Option<Tiles>,
    /// Areas with a cost; where they overlap, all of them count.
    pub tolls: Vec<Toll>,
}

impl Terrain {
    /// Whether there is none of it.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Metres; 0 where the map gives no heights.
    pub fn elevation_m(&self, at: Vec2) -> f32 {
        self.heights.as_ref().map_or(0.0, |heights| heights.at(at))
    }

    /// The height of what lies under the open sky there, metres: the land's, or the water's where that is higher.
    pub fn surface_m(&self, at: Vec2) -> f32 {
        let elevation_m = self.elevation_m(at);
        self.water_level_m.map_or(elevation_m, |level_m| elevation_m.max(level_m))
    }

    /// How deep the water is, metres; 0 where there is none.
    pub fn depth_m(&self, at: Vec2) -> f32 {
        self.water_level_m.map_or(0.0, |level| (level - self.elevation_m(at)).max(0.0))
    }

    /// How steep the ground is about a place, in metres of height a metre, measured over so many metres to each side.
    pub fn slope(&self, at: Vec2, reach_m: f32) -> f32 {
        let Some(heights) = &self.heights else { return 0.0 };
        let rise = |side: Vec2| (heights.at(at + side) - heights.at(at - side)) / (2.0 * reach_m);
        Vec2::new(rise(Vec2::new(reach_m, 0.0)), rise(Vec2::new(0.0, reach_m))).length()
    }

    /// From 0 to 1.
    pub fn vegetation(&self, at: Vec2) -> f32 {
        self.vegetation.as_ref().map_or(0.0, |tiles| tiles.at(at))
    }
}
