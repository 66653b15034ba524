//! What front ends show of layers of influence.

use super::Sim;
use crate::geom::Vec2;

/// Cells of the side of a tile.
const SIDE: usize = 16;
/// Amounts are shown in tenths, up to this.
const MOST_TENTHS: f32 = 255.0;

/// A layer of influence as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerPicture {
    /// As scripts call it.
    pub name: String,
    /// Side of a cell, metres.
    pub cell_m: f32,
    /// Tiles of 16 × 16 cells that hold anything: column and row of the tile, and the tenths of each cell, row by row. In order of
    /// row and column.
    pub tiles: Vec<((u32, u32), Box<[u8]>)>,
}

impl LayerPicture {
    /// The amount at a point in tenths, up to 255; an amount above 0 is never shown as 0.
    pub fn tenths(&self, at: Vec2) -> u8 {
        let (x, y) = ((at.x / self.cell_m).max(0.0) as usize, (at.y / self.cell_m).max(0.0) as usize);
        let place = ((y / SIDE) as u32, (x / SIDE) as u32);
        let found = self.tiles.binary_search_by_key(&place, |((column, row), _)| (*row, *column)).ok();
        found.map_or(0, |i| self.tiles[i].1[y % SIDE * SIDE + x % SIDE])
    }
}

impl Sim {
    /// All layers of influence as they are now.
    pub fn influence_picture(&self) -> Vec<LayerPicture> {
        let tenths = |amount: f32| if amount < 0.01 { 0 } else { (amount * 10.0).clamp(1.0, MOST_TENTHS) as u8 };
        let layers = self.now.influence.layers().map(|(_, layer)| LayerPicture {
            name: layer.spec.name.clone(),
            cell_m: layer.cell_m(),
            tiles: layer.each_tile(|place, amounts| (place, amounts.map(tenths).into())),
        });
        layers.collect()
    }
}
