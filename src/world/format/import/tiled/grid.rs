//! How the tiles of a map lie: which cell of the world shows which tile, and where a place in pixels is in metres.

use super::super::shapes::Point;
use super::data::{self, DataError};
use super::outline::{OutlineError, number};
use super::tree::Element;

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
    #[error("{0} maps are not supported: make it orthogonal, isometric or hexagonal")]
    Orientation(String),
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
        let (lie, object_px) = match map.get("orientation").unwrap_or("orthogonal") {
            "orthogonal" | "oblique" => (Lie::Square, tile_px),
            // Places are given along the sides of the tiles, which are as long as a tile is high.
            "isometric" => (Lie::Square, (tile_px.1, tile_px.1)),
            "hexagonal" => {
                let columns = map.get("staggeraxis") == Some("x");
                let even = map.get("staggerindex") == Some("even");
                let side_px = number(map, "hexsidelength", 0.0)?;
                (Lie::Hexagons { side_px, columns, even }, tile_px)
            }
            other => return Err(TilingError::Orientation(other.chars().take(20).collect())),
        };
        let infinite = matches!(map.get("infinite"), Some("1" | "true"));
        let size = data::size(map)?;
        Ok(Self { lie, tile_px, object_px, infinite, first: (0, 0), size, tile_m })
    }

    /// Metres a cell: hexagons become two cells a width.
    pub(super) fn cell_m(&self) -> f64 {
        if self.lie == Lie::Square { self.tile_m } else { self.tile_m / 2.0 }
    }

    /// From the middle of a hexagon to the next column, and to the next row, pixels.
    fn pitch_px(&self) -> Point {
        let (width, height) = self.tile_px;
        match self.lie {
            Lie::Square => self.tile_px,
            Lie::Hexagons { side_px, columns: true, .. } => (((width + side_px) / 2.0).max(1.0), height),
            Lie::Hexagons { side_px, columns: false, .. } => (width, ((height + side_px) / 2.0).max(1.0)),
        }
    }

    /// Columns and rows of the world.
    pub(super) fn cells(&self) -> (u64, u64) {
        let (columns, rows) = (u64::from(self.size.0), u64::from(self.size.1));
        if self.lie == Lie::Square {
            return (columns, rows);
        }
        let (pitch, cell) = (self.pitch_px(), self.tile_px.0 / 2.0);
        let end = |count: u64, pitch: f64, size: f64| pitch * (count.max(1) - 1) as f64 + size * 1.5;
        let cells = |px: f64| (px / cell).ceil() as u64;
        (cells(end(columns, pitch.0, self.tile_px.0)), cells(end(rows, pitch.1, self.tile_px.1)))
    }

    /// The column and row of the tile that a cell of the world shows.
    pub(super) fn tile_of(&self, x: u32, y: u32) -> (i32, i32) {
        if self.lie == Lie::Square {
            return (self.first.0 + x as i32, self.first.1 + y as i32);
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
        if let Lie::Hexagons { columns, even, .. } = self.lie {
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
        if self.lie != Lie::Square {
            let scale = self.tile_m / self.tile_px.0;
            return (x * scale, y * scale);
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
