//! The thesis's figures (Kołakowski 2017, tables 4.1–4.9 and figure 4.2).

use super::sets::SetName;
use super::variant::{Method, Variant};
use crate::search::Heuristic;

/// The six columns of its tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Columns {
    /// Cells.
    pub length: f64,
    pub time_ms: f64,
    pub deviation_ms: f64,
    pub expanded: f64,
    pub visited: f64,
    pub max_open: f64,
}

/// One row of one table.
pub struct Row {
    pub set: SetName,
    /// The table's number there.
    pub table: &'static str,
    pub variant: Variant,
    pub columns: Columns,
}

const fn row(
    set: SetName,
    table: &'static str,
    (method, heuristic, factor): (Method, Heuristic, f32),
    [length, time_ms, deviation_ms, expanded, visited, max_open]: [f64; 6],
) -> Row {
    let columns = Columns { length, time_ms, deviation_ms, expanded, visited, max_open };
    Row { set, table, variant: Variant::new(method, heuristic, factor), columns }
}

/// Every row it prints (table 4.5 repeats rows of 4.1–4.4).
#[rustfmt::skip]
pub const ROWS: [Row; 29] = {
    use Heuristic::{Euclidean, Manhattan, Octile};
    use Method::{AStar, Fringe, Hpa, Jps};
    use SetName::{Bg512, Bgmaps, Mazes, Rooms};
    [
        row(Bg512, "4.1", (AStar, Octile, 1.0), [201.157, 2.26518, 1.20786, 5631.55, 8801.68, 1092.13]),
        row(Bg512, "4.1", (AStar, Octile, 1.75), [204.862, 1.91146, 1.08861, 3067.57, 5914.74, 547.416]),
        row(Bg512, "4.1", (AStar, Manhattan, 1.0), [201.473, 1.95694, 1.05267, 4378.41, 7630.91, 471.529]),
        row(Bg512, "4.1", (AStar, Euclidean, 1.0), [201.157, 2.86589, 1.30073, 7134.63, 10022.7, 551.441]),
        row(Bg512, "4.2", (Hpa, Octile, 1.0), [233.215, 0.410053, 0.173164, 583.453, 1259.46, 110.643]),
        row(Bg512, "4.2", (Hpa, Octile, 1.75), [233.224, 0.433407, 0.168225, 575.486, 1257.31, 110.583]),
        row(Bg512, "4.2", (Hpa, Manhattan, 1.0), [233.215, 0.389639, 0.161782, 548.889, 1179.46, 110.361]),
        row(Bg512, "4.2", (Hpa, Euclidean, 1.0), [233.215, 0.408487, 0.177023, 581.35, 1222.44, 110.648]),
        row(Bg512, "4.3", (Jps, Octile, 1.0), [201.157, 0.996335, 0.585225, 43.2209, 20691.8, 10.0151]),
        row(Bg512, "4.3", (Jps, Octile, 1.75), [203.025, 0.801874, 0.508974, 34.7655, 18545.1, 9.5569]),
        row(Bg512, "4.3", (Jps, Manhattan, 1.0), [201.469, 0.814886, 0.50868, 39.3553, 19356.1, 9.70143]),
        row(Bg512, "4.3", (Jps, Euclidean, 1.0), [201.157, 0.985829, 0.564874, 47.3582, 22612.3, 10.571]),
        row(Bg512, "4.4", (Fringe, Octile, 1.0), [201.157, 10.4181, 10.4929, 5567.31, 699_059.0, 269.504]),
        row(Bg512, "4.4", (Fringe, Octile, 1.75), [221.671, 52.2209, 98.3064, 17848.0, 3_417_930.0, 345.105]),
        row(Bg512, "4.4", (Fringe, Manhattan, 1.0), [210.771, 7.76984, 7.42448, 8919.2, 351_974.0, 287.281]),
        row(Bg512, "4.4", (Fringe, Euclidean, 1.0), [201.157, 26.0277, 17.2537, 7151.05, 1_769_280.0, 306.58]),
        row(Bgmaps, "4.6", (AStar, Octile, 1.0), [54.4881, 0.215001, 0.377774, 677.01, 1056.96, 173.473]),
        row(Bgmaps, "4.6", (AStar, Octile, 1.75), [55.5978, 0.162661, 0.286932, 374.314, 704.506, 139.422]),
        row(Bgmaps, "4.6", (Fringe, Manhattan, 1.0), [56.2088, 0.772288, 1.61414, 891.587, 26227.0, 76.2101]),
        row(Mazes, "4.7", (AStar, Octile, 1.0), [1453.32, 13.1203, 6.30837, 54649.7, 68358.8, 644.828]),
        row(Mazes, "4.7", (AStar, Octile, 1.75), [1497.48, 13.2415, 6.40639, 48847.6, 70327.7, 540.931]),
        row(Mazes, "4.7", (Hpa, Octile, 1.75), [1701.2, 2.87617, 1.46995, 6869.24, 9553.93, 88.8708]),
        row(Mazes, "4.7", (Jps, Octile, 1.75), [1484.34, 6.47928, 6.37343, 3751.38, 47809.1, 19.121]),
        row(Mazes, "4.7", (Fringe, Manhattan, 1.0), [1464.17, 57.593, 44.9948, 64481.9, 2_740_410.0, 376.849]),
        row(Rooms, "4.8", (AStar, Octile, 1.0), [234.542, 4.44474, 1.31744, 11386.8, 18031.3, 1056.22]),
        row(Rooms, "4.8", (AStar, Octile, 1.65), [252.453, 2.31356, 1.29877, 3781.33, 8243.86, 818.396]),
        row(Rooms, "4.8", (Hpa, Manhattan, 1.0), [276.267, 0.751691, 0.130777, 1202.27, 2227.65, 204.764]),
        row(Rooms, "4.8", (Jps, Octile, 1.65), [242.249, 0.458842, 0.339266, 52.0825, 10154.2, 23.7124]),
        row(Rooms, "4.8", (Fringe, Manhattan, 1.0), [236.126, 12.573, 7.91916, 12908.3, 725_569.0, 452.268]),
    ]
};

/// The row of a set and a variant.
pub fn find(set: SetName, variant: &Variant) -> Option<&'static Row> {
    ROWS.iter().find(|r| r.set == set && r.variant == *variant)
}

/// Table 4.9: (set, KB of the base graph, KB of HPA*'s first level).
pub const MEMORY_KB: [(SetName, f64, f64); 3] =
    [(SetName::Bg512, 18200.11, 546.84), (SetName::Mazes, 10847.78, 1729.64), (SetName::Rooms, 26786.6, 2390.7)];

/// What the text says of figure 4.2, which is a picture: at a factor of 1.75 A* takes so much less time, up to 1.8 paths get
/// little longer, at the next factor about so much.
pub const CURVE_TIME_SAVED_AT_1_75: f64 = 0.24;
pub const CURVE_LONGER_AFTER_1_8: f64 = 0.09;

/// A game's time for thinking in a frame of 1/60 s, by the thesis: a fifth.
pub const FRAME_SHARE_MS: f64 = 3.2;
