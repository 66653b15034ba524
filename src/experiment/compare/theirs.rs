//! The thesis's figures (Kołakowski 2017, tables 4.1–4.9 and figure 4.2).

use super::Variant;
use SetName::{Bg512, Bgmaps, Mazes, Rooms};
use serde::Deserialize;
use std::sync::LazyLock;

/// Which set of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SetName {
    Bg512,
    Bgmaps,
    Mazes,
    Rooms,
}

/// One set, and what the thesis does with it.
pub struct MapSet {
    pub name: SetName,
    /// Name of its archive or folder.
    pub file: &'static str,
    pub title: &'static str,
    /// The factor of the overestimating octile heuristic there.
    pub factor: f32,
    /// Whether the curve of that factor (figure 4.2) is measured on it.
    pub curve: bool,
}

/// All of them, in the thesis's order.
pub const SETS: [MapSet; 4] = [
    MapSet { name: Bg512, file: "bg512", title: "Baldur's Gate II, 512 × 512", factor: 1.75, curve: true },
    MapSet { name: Bgmaps, file: "bgmaps", title: "Baldur's Gate II, original size", factor: 1.75, curve: false },
    MapSet { name: Mazes, file: "mazes", title: "mazes, 512 × 512", factor: 1.75, curve: false },
    MapSet { name: Rooms, file: "rooms", title: "rooms, 512 × 512", factor: 1.65, curve: false },
];

/// The six columns of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Columns {
    /// Cells.
    pub length: f64,
    /// Milliseconds a query, mean.
    pub time_ms: f64,
    /// Standard deviation of the time, milliseconds.
    pub deviation_ms: f64,
    /// Nodes expanded, mean.
    pub expanded: f64,
    /// Entries put on the open list, mean.
    pub visited: f64,
    /// Mean of each query's longest open list, in entries.
    pub max_open: f64,
}

/// One row of one table.
#[derive(Deserialize)]
pub struct Row {
    pub set: SetName,
    /// The table's number there.
    pub table: String,
    pub variant: Variant,
    pub columns: Columns,
}

/// Every row it prints.
pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut file = csv::ReaderBuilder::new()
        .has_headers(false)
        .comment(Some(b'#'))
        .from_reader(include_str!("theirs.csv").as_bytes());
    file.deserialize().collect::<Result<_, _>>().expect("a file of this program")
});

/// The row of a set and a variant.
pub fn find(set: SetName, variant: &Variant) -> Option<&'static Row> {
    ROWS.iter().find(|r| r.set == set && r.variant == *variant)
}

/// Table 4.9: (set, KB of the base graph, KB of HPA*'s first level).
pub(crate) const MEMORY_KB: [(SetName, f64, f64); 3] =
    [(Bg512, 18200.11, 546.84), (Mazes, 10847.78, 1729.64), (Rooms, 26786.6, 2390.7)];

/// Figure 4.2 is a picture; its text gives two numbers. At a factor of 1.75 A* takes this share less time. Up to 1.8 paths
/// are hardly longer; at the next factor they are longer by the second share.
pub(crate) const CURVE_TIME_SAVED_AT_1_75: f64 = 0.24;
pub(crate) const CURVE_LONGER_AFTER_1_8: f64 = 0.09;

/// A game's time for thinking in a frame of 1/60 s, by the thesis: a fifth.
pub(crate) const FRAME_SHARE_MS: f64 = 3.2;
