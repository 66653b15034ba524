//! How the tiles of a map lie: which cell of the world shows which tile, and where a place in pixels is in metres.

use super::super::shapes::Point;
use super::data::{self, DataError};
use super::diamonds::Diamonds;
use super::outline::{OutlineError, number};
use crate::world::format::RESOLUTIONS_M;
use crate::world::format::element::Element;

/// The index of an attribute's word among those that it may be: the first where there is none.
fn one_of<const N: usize>(map: &Element, name: &'static str, words: [&'static str; N]) -> Result<usize, TilingError> {
    let Some(text) = map.get(name) else { return Ok(0) };
    let known = words.iter().position(|word| *word == text);
    known.ok_or_else(|| {
        TilingError::Word(name, format!("{} or {}", words[0], words[1]), text.chars().take(20).collect())
    })
}

/// How tiles lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    /// In rows and columns, however they are drawn.
    Square,
    /// Hexagons in rows, or in columns, every second of which is shifted.
    Hexagons {
        /// The side that lies along the axis of the shift, pixels.
        side_px: f64,
        /// Whether columns are shifted, not rows.
        columns: bool,
        /// Whether the first, third, … are the shifted ones.
        even: bool,
    },
    /// Squares that are drawn turned by an eighth, in rows or in columns, every second of which is shifted.
    Diamonds(Diamonds),
}

/// The tiles of a map, and the cells of the world that they become.
#[derive(Clone, Debug)]
pub(super) struct Tiling {
    lie: Lie,
    /// Width and height of a tile as it is drawn, pixels.
    pub tile_px: Point,
    /// Pixels along and down that places of objects go on by from one tile to the next.
    object_px: Point,
    /// What the map says of its size: an infinite one is as large as what is on it.
    pub infinite: bool,
    /// The first column and row, and how many there are.
    pub first: (i32, i32),
    pub size: (u32, u32),
    /// Width of a tile in the world, metres.
    tile_m: f64,
}

/// Why the tiles of a map have no places.
#[derive(Debug, thiserror::Error)]
pub(super) enum TilingError {
    #[error("{0} maps are not supported: make it orthogonal, isometric, staggered or hexagonal")]
    Orientation(String),
    #[error("'{0}' must be {1}, not '{2}'")]
    Word(&'static str, String, String),
    #[error("'resolution' must make cells of {low} to {high} m, not of {0} m", low = RESOLUTIONS_M.0, high = RESOLUTIONS_M.1)]
    Resolution(f64),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Number(#[from] OutlineError),
    #[error("a tile is {0} x {1} pixels: both must be above 0")]
    TileSize(f64, f64),
}

impl Tiling {
    /// Reads what a `<map>` says; `tile_m` is the width of a tile in the world.
    pub(super) fn read(map: &Element, tile_m: f64) -> Result<Self, TilingError> {
        let tile_px = (number(map, "tilewidth", 0.0)?, number(map, "tileheight", 0.0)?);
        if tile_px.0 < 1.0 || tile_px.1 < 1.0 {
            return Err(TilingError::TileSize(tile_px.0, tile_px.1));
        }
        let shifted = || -> Result<_, TilingError> {
            Ok((one_of(map, "staggeraxis", ["y", "x"])? == 1, one_of(map, "staggerindex", ["odd", "even"])? == 1))
        };
        let (lie, object_px) = match map.get("orientation").unwrap_or("orthogonal") {
            "orthogonal" | "oblique" => (Lie::Square, tile_px),
            // Places are given along the sides of the tiles, which are as long as a tile is high.
            "isometric" => (Lie::Square, (tile_px.1, tile_px.1)),
            "staggered" => {
                let (columns, even) = shifted()?;
                (Lie::Diamonds(Diamonds { columns, even }), tile_px)
            }
            "hexagonal" => {
                let (columns, even) = shifted()?;
                let side_px = number(map, "hexsidelength", 0.0)?;
                if side_px < 0.0 || side_px > tile_px.0.max(tile_px.1) {
                    return Err(TilingError::Word(
                        "hexsidelength",
                        "the length of a side of a tile".into(),
                        side_px.to_string(),
                    ));
                }
                (Lie::Hexagons { side_px, columns, even }, tile_px)
            }
            other => return Err(TilingError::Orientation(other.chars().take(20).collect())),
        };
        let infinite = one_of(map, "infinite", ["0", "1", "false", "true"])? % 2 == 1;
        let size = data::size(map)?;
        let tiling = Self { lie, tile_px, object_px, infinite, first: (0, 0), size, tile_m };
        // The native format checks this, too; until then places are computed with it.
        let (low, high) = RESOLUTIONS_M;
        let fits = (f64::from(low)..=f64::from(high)).contains(&tiling.cell_m());
        if fits { Ok(tiling) } else { Err(TilingError::Resolution(tiling.cell_m())) }
    }

    /// Whether each tile is a cell, in the same column and row.
    pub(super) fn is_plain(&self) -> bool {
        self.lie == Lie::Square
    }

    /// Metres a cell: hexagons become two cells a width.
    pub(super) fn cell_m(&self) -> f64 {
        if let Lie::Hexagons { .. } = self.lie { self.tile_m / 2.0 } else { self.tile_m }
    }

    /// From the middle of a hexagon to the next column, and to the next row, pixels.
    fn pitch_px(&self) -> Point {
        let (width, height) = self.tile_px;
        match self.lie {
            Lie::Square => self.tile_px,
            Lie::Diamonds(Diamonds { columns: true, .. }) => (width / 2.0, height),
            Lie::Diamonds(_) => (width, height / 2.0),
            Lie::Hexagons { side_px, columns: true, .. } => (((width + side_px) / 2.0).max(1.0), height),
            Lie::Hexagons { side_px, columns: false, .. } => (width, ((height + side_px) / 2.0).max(1.0)),
        }
    }

    /// Columns and rows of the world.
    pub(super) fn cells(&self) -> (u64, u64) {
        let (columns, rows) = (u64::from(self.size.0), u64::from(self.size.1));
        match self.lie {
            Lie::Square => return (columns, rows),
            Lie::Diamonds(diamonds) => return diamonds.cells(self.first, self.size),
            Lie::Hexagons { .. } => {}
        }
        let (pitch, cell) = (self.pitch_px(), self.tile_px.0 / 2.0);
        let end = |count: u64, pitch: f64, size: f64| pitch * (count.max(1) - 1) as f64 + size * 1.5;
        let cells = |px: f64| (px / cell).ceil() as u64;
        (cells(end(columns, pitch.0, self.tile_px.0)), cells(end(rows, pitch.1, self.tile_px.1)))
    }

    /// The column and row of the tile that a cell of the world shows.
    pub(super) fn tile_of(&self, x: u32, y: u32) -> (i32, i32) {
        match self.lie {
            Lie::Square => return (self.first.0 + x as i32, self.first.1 + y as i32),
            Lie::Diamonds(diamonds) => return diamonds.tile_of(self.first, self.size, (x, y)),
            Lie::Hexagons { .. } => {}
        }
        let cell = self.tile_px.0 / 2.0;
        let at = ((f64::from(x) + 0.5) * cell, (f64::from(y) + 0.5) * cell);
        let pitch = self.pitch_px();
        let (column, row) = ((at.0 / pitch.0) as i32, (at.1 / pitch.1) as i32);
        let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy)));
        let far = |tile: &(i32, i32)| {
            let middle = self.middle_px(*tile);
            (middle.0 - at.0).hypot(middle.1 - at.1)
        };
        let nearest = near.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or((column, row));
        (self.first.0 + nearest.0, self.first.1 + nearest.1)
    }

    /// The middle of a tile, counted from the first, pixels.
    fn middle_px(&self, (column, row): (i32, i32)) -> Point {
        let pitch = self.pitch_px();
        let (mut x, mut y) =
            (f64::from(column) * pitch.0 + self.tile_px.0 / 2.0, f64::from(row) * pitch.1 + self.tile_px.1 / 2.0);
        if let Lie::Hexagons { columns, even, .. } | Lie::Diamonds(Diamonds { columns, even }) = self.lie {
            let shifted = |i: i32, first: i32| ((i + first) & 1 == 0) == even;
            if columns && shifted(column, self.first.0) {
                y += self.tile_px.1 / 2.0;
            } else if !columns && shifted(row, self.first.1) {
                x += self.tile_px.0 / 2.0;
            }
        }
        (x, y)
    }

    /// Where a place in pixels is in the world, metres.
    pub(super) fn metres(&self, (x, y): Point) -> Point {
        match self.lie {
            Lie::Square => {}
            Lie::Diamonds(diamonds) => {
                // In tiles, from the corner of the first tile on.
                let tiles = (x / self.tile_px.0, y / self.tile_px.1);
                let (x, y) = diamonds.cell_at(self.first, self.size, tiles);
                return (x * self.tile_m, y * self.tile_m);
            }
            Lie::Hexagons { .. } => {
                let scale = self.tile_m / self.tile_px.0;
                return (x * scale, y * scale);
            }
        }
        let along = |px: f64, step: f64, first: i32| (px / step - f64::from(first)) * self.tile_m;
        (along(x, self.object_px.0, self.first.0), along(y, self.object_px.1, self.first.1))
    }

    /// Where a place within a tile, pixels from its upper left corner, is in the world, metres.
    pub(super) fn in_tile(&self, (x, y): Point, (column, row): (i32, i32)) -> Point {
        let corner = (f64::from(column - self.first.0), f64::from(row - self.first.1));
        if self.lie == Lie::Square {
            return ((corner.0 + x / self.tile_px.0) * self.tile_m, (corner.1 + y / self.tile_px.1) * self.tile_m);
        }
        let middle = self.middle_px((column - self.first.0, row - self.first.1));
        let px = (middle.0 - self.tile_px.0 / 2.0 + x, middle.1 - self.tile_px.1 / 2.0 + y);
        self.metres(px)
    }

    /// By how many whole tiles a layer is shifted, and whether that is exact.
    pub(super) fn shift(&self, (x, y): Point) -> ((i32, i32), bool) {
        let tiles = (x / self.tile_px.0, y / self.tile_px.1);
        let exact = (tiles.0 - tiles.0.round()).abs().max((tiles.1 - tiles.1.round()).abs()) < 1e-3;
        ((tiles.0.round() as i32, tiles.1.round() as i32), exact)
    }
}
