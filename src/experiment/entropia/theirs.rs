//! The source's figures (Dahlberg & Viktorsson 2002, chapters 4.4 and 5). Its figures 15, 17, 20 and 21 are pictures: these
//! are the numbers its text gives.

/// Expanded nodes a millisecond with a sorted linked list and with a heap, "about the same" (ch. 4.4.1).
pub(super) const SORTED_NODES_PER_MS: f64 = 250.0;
/// With the Cheap List.
pub(super) const CHEAP_NODES_PER_MS: f64 = 650.0;
/// The size it settled on.
pub(super) const CHEAP_LIST_SIZE: usize = 75;
/// 4 directions against 8: "close to a doubling" of the performance.
pub(super) const FOUR_OVER_EIGHT: f64 = 2.0;
/// Share of the time that generating maps takes, "nearly ¾" (figure 20).
pub(super) const ABSTRACTION_SHARE: f64 = 0.75;
/// Share of the whole running time that reading terrain heights takes (figure 21).
pub(super) const HEIGHTS_SHARE: f64 = 1.0 / 3.0;
/// Shares of the searches towards moving targets, and towards fixed goals, that reuse their map: from, to (ch. 4.3.1).
pub(super) const REUSED: [[f64; 2]; 2] = [[0.4, 0.6], [0.2, 0.4]];
/// A call of the pathfinder's tick takes less than a microsecond on average (ch. 5.2), and less than a millisecond at worst.
pub(super) const TICK_US: [f64; 2] = [1.0, 1_000.0];
/// Mean nodes of a map for moving targets and for fixed goals (ch. 4.3.1).
pub(super) const MAP_NODES: [f64; 2] = [2_000.0, 9_000.0];
/// Volumes of a ten-minute chase: returned by the octree, outside the map, of the wrong height, drawn (ch. 4.3.2).
pub(super) const VOLUMES: [f64; 4] = [75_000.0, 28_000.0, 44_500.0, 2_500.0];
