//! The cells of a world whose levels lie where the editor shows them.

use super::super::draft::Origin;
use super::super::findings::Findings;
use super::super::letters::MOST_CELLS;
use super::super::shapes::Point;
use super::Placed;
use super::json::Level;
use crate::world::format::MAX_SIDE_CELLS;

/// The cells of a world: how many pixels each has, and the first.
pub(super) struct Frame {
    pub(super) cell_px: i64,
    pub(super) low: (i64, i64),
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Frame {
    /// Of all levels, which lie on so many storeys; reports a world that is too large, or none.
    pub(super) fn of(placed: &[Placed], storeys: u64, findings: &Findings) -> Option<Self> {
        let origin = Origin::default();
        let layers = || placed.iter().flat_map(|placed| &placed.layers);
        let levels: Vec<_> = placed.iter().map(|placed| &placed.level).collect();
        let grids = layers().filter(|layer| layer.kind == "IntGrid").map(|layer| layer.grid_px);
        let Some(cell_px) = grids.min().or_else(|| layers().map(|layer| layer.grid_px).min()).filter(|px| *px > 0)
        else {
            let none = placed.iter().find(|placed| placed.layers.iter().any(|layer| layer.grid_px <= 0));
            findings.error(none.map_or(&origin, |placed| &placed.origin), "it has no layer with a grid");
            return None;
        };
        let most = i64::from(u32::MAX) * 64;
        let sane = |level: &&&Level| {
            [level.world_x, level.world_y, level.px_wid, level.px_hei].iter().all(|px| px.abs() < most)
        };
        if let Some(level) = levels.iter().find(|level| !sane(level) || level.px_wid < 0 || level.px_hei < 0) {
            findings
                .error(&origin, format!("level '{}' has an impossible place or size", level.identifier.escape_debug()));
            return None;
        }
        let low = (levels.iter().map(|l| l.world_x).min()?, levels.iter().map(|l| l.world_y).min()?);
        let high =
            (levels.iter().map(|l| l.world_x + l.px_wid).max()?, levels.iter().map(|l| l.world_y + l.px_hei).max()?);
        let count = |low: i64, high: i64| ((high - low + cell_px - 1) / cell_px) as u64;
        let (columns, rows) = (count(low.0, high.0), count(low.1, high.1));
        if columns == 0 || rows == 0 || columns.max(rows) > MAX_SIDE_CELLS || columns * rows * storeys > MOST_CELLS {
            let message = format!(
                "its levels take {columns} x {rows} cells on {storeys} storeys: at most {MAX_SIDE_CELLS} a side and {MOST_CELLS} in all"
            );
            // The level that reaches farthest is the one to look at.
            let reach = |placed: &&Placed| {
                let Level { world_x, world_y, px_wid, px_hei, .. } = placed.level;
                world_x.abs().max(world_y.abs()).max(world_x + px_wid).max(world_y + px_hei)
            };
            let farthest = placed.iter().max_by_key(reach);
            findings.error(farthest.map_or(&origin, |placed| &placed.origin), message);
            return None;
        }
        Some(Self { cell_px, low, columns: columns as usize, rows: rows as usize })
    }

    /// The columns and rows of a rectangle in pixels of the world.
    pub(super) fn cells(&self, (x, y): (i64, i64), (width, height): (i64, i64)) -> impl Iterator<Item = usize> + use<> {
        let span = |at: i64, length: i64, low: i64, most: usize| {
            let cell = |px: i64| (px.saturating_sub(low) / self.cell_px).clamp(0, most as i64) as usize;
            cell(at)..cell(at.saturating_add(length))
        };
        let (across, columns) = (span(x, width, self.low.0, self.columns), self.columns);
        let down = if across.is_empty() { 0..0 } else { span(y, height, self.low.1, self.rows) };
        down.flat_map(move |y| across.clone().map(move |x| y * columns + x))
    }

    /// Metres: a cell is one.
    pub(super) fn metres(&self, (x, y): Point) -> Point {
        ((x - self.low.0 as f64) / self.cell_px as f64, (y - self.low.1 as f64) / self.cell_px as f64)
    }
}
