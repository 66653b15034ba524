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
    rows: usize,
    /// Whole ones.
    thousandths: Vec<f32>,
}

impl Tiles {
    /// How many columns and rows of tiles cover ground of a size in metres.
    pub fn count(size: Vec2) -> (usize, usize) {
        let count = |metres: f32| ((metres / TILE_M - 1e-3).ceil() as usize).max(1);
        (count(size.x), count(size.y))
    }

    /// Of numbers below two million; as many as there are columns times rows.
    pub fn new(columns: usize, numbers: impl IntoIterator<Item = f32>) -> Self {
        let thousandths: Vec<f32> = numbers.into_iter().map(|n| (n * PARTS).round() as i32 as f32).collect();
        Self { columns, rows: thousandths.len() / columns.max(1), thousandths }
    }

    /// The numbers, row by row.
    pub(super) fn rows(&self) -> impl Iterator<Item = Vec<f32>> + '_ {
        let rows = self.thousandths.chunks(self.columns.max(1));
        rows.map(|row| row.iter().map(|n| n / PARTS).collect())
    }

    /// The number at a place.
    #[inline]
    pub fn at(&self, place: Vec2) -> f32 {
        self.row(place.y).at(self.column(place.x))
    }

    /// The numbers along a line across the ground.
    #[inline]
    fn row(&self, y: f32) -> TileRow<'_> {
        let (y, down) = Self::split(y, self.rows);
        let of = |y: usize| &self.thousandths[y.min(self.rows - 1) * self.columns..][..self.columns];
        TileRow { above: of(y), below: of(y + 1), down }
    }

    /// Where a coordinate lies along such lines.
    fn column(&self, x: f32) -> (usize, f32) {
        Self::split(x, self.columns)
    }

    /// The tile whose middle lies before a coordinate, and how far beyond it that is, as a share of a tile.
    fn split(metres: f32, count: usize) -> (usize, f32) {
        let tiles = (metres / TILE_M - 0.5).clamp(0.0, count.saturating_sub(1) as f32);
        // Not `fract`, which is a call of a function on processors that are assumed to be old.
        let whole = tiles as u32;
        (whole as usize, tiles - whole as f32)
    }
}

/// The numbers of tiles along a line across the ground.
#[derive(Clone, Copy)]
struct TileRow<'a> {
    /// The tiles whose middles lie above the line, and those whose middles lie below.
    above: &'a [f32],
    below: &'a [f32],
    /// How far below the middles of the upper ones the line is, as a share of a tile.
    down: f32,
}

impl TileRow<'_> {
    fn at(&self, (x, right): (usize, f32)) -> f32 {
        let along = |row: &[f32]| {
            let (here, next) = (row[x], row[(x + 1).min(row.len() - 1)]);
            here + (next - here) * right
        };
        let (above, below) = (along(self.above), along(self.below));
        (above + (below - above) * self.down) / PARTS
    }
}

/// How the land lies in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lie {
    /// Metres of height a metre.
    pub slope: f32,
    /// Of the water, metres.
    pub depth_m: f32,
    /// From 0 to 1.
    pub vegetation: f32,
}

/// Where a column of cells lies along lines across the ground: of the heights in the middle and on both sides, and of the
/// vegetation.
#[derive(Clone, Copy, Default)]
pub(super) struct TerrainColumn {
    heights: [(usize, f32); 3],
    vegetation: (usize, f32),
}

/// A row of cells: the heights on both sides and in the middle, and the vegetation.
pub(super) struct TerrainRow<'a> {
    reach_m: f32,
    heights: Option<[TileRow<'a>; 3]>,
    water_level_m: Option<f32>,
    vegetation: Option<TileRow<'a>>,
}

impl TerrainRow<'_> {
    /// How the land lies in the cell of a column.
    pub(super) fn lie(&self, column: &TerrainColumn) -> Lie {
        let [left, middle, right] = column.heights;
        let heights = self.heights.as_ref();
        let slope = heights.map_or(0.0, |[above, level, below]| {
            let rise = |before: f32, after: f32| (after - before) / (2.0 * self.reach_m);
            let across = rise(level.at(left), level.at(right));
            Vec2::new(across, rise(above.at(middle), below.at(middle))).length()
        });
        let elevation_m = || heights.map_or(0.0, |[_, level, _]| level.at(middle));
        let depth_m = self.water_level_m.map_or(0.0, |level_m| (level_m - elevation_m()).max(0.0));
        Lie { slope, depth_m, vegetation: self.vegetation.as_ref().map_or(0.0, |row| row.at(column.vegetation)) }
    }
}

/// An area that costs more, or less, than its ground alone.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaCost {
    /// Cells whose middle lies in it, metres.
    pub part: Aabb,
    /// How many times the ground's cost, in eighths, by the names of movement classes; `None`: it is closed to them.
    pub costs: BTreeMap<String, Option<u8>>,
    /// Where the map file names these: line and column, for messages.
    pub named_at: BTreeMap<String, (u32, u32)>,
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
    pub area_costs: Vec<AreaCost>,
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

    /// A row of cells with their middles at `y`. Slopes are measured over `reach_m` metres to each side.
    pub(super) fn row(&self, y: f32, reach_m: f32) -> TerrainRow<'_> {
        TerrainRow {
            reach_m,
            heights: self.heights.as_ref().map(|heights| [y - reach_m, y, y + reach_m].map(|y| heights.row(y))),
            water_level_m: self.water_level_m,
            vegetation: self.vegetation.as_ref().map(|tiles| tiles.row(y)),
        }
    }

    /// The column of cells with their middles at `x`.
    pub(super) fn column(&self, x: f32, reach_m: f32) -> TerrainColumn {
        let heights = self.heights.as_ref();
        TerrainColumn {
            heights: [x - reach_m, x, x + reach_m].map(|x| heights.map_or((0, 0.0), |heights| heights.column(x))),
            vegetation: self.vegetation.as_ref().map_or((0, 0.0), |tiles| tiles.column(x)),
        }
    }

    /// How the land lies in the cell with its middle at a place.
    pub(super) fn lie(&self, at: Vec2, reach_m: f32) -> Lie {
        self.row(at.y, reach_m).lie(&self.column(at.x, reach_m))
    }

    /// From 0 to 1.
    pub fn vegetation(&self, at: Vec2) -> f32 {
        self.vegetation.as_ref().map_or(0.0, |tiles| tiles.at(at))
    }
}
