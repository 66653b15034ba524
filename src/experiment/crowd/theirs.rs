//! What the thesis prints (Hedström 2016, figures 12, 16 and the text of 5.4): its other figures are bars without numbers.

/// Kilobytes of the grid, and of the navigation graph, in the scene with obstacles.
pub(super) const CROSSING_KB: [f64; 2] = [217.352, 182.428];
/// The same in the circle: nothing to remove.
pub(super) const CIRCLE_KB: [f64; 2] = [217.352, 217.352];
/// How far the medians of the times of both graphs mark apart at most, seconds: scene with obstacles, circle.
pub(super) const MEDIANS_APART_S: [f64; 2] = [0.5, 0.2];
