//! How an amount lies round the point where it is added.

use super::fade::ONE;

/// The shares that the cells round the middle one get: columns and rows from it, and the share in units of 1 / [`ONE`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stamp(pub Vec<(i32, i32, u32)>);

impl Stamp {
    /// All in the middle, evenly less towards `reach` cells away; in order of row and column.
    pub(crate) fn new(reach: f32) -> Self {
        let most = reach.ceil() as i32;
        let cells = (-most..=most).flat_map(|y| (-most..=most).map(move |x| (x, y)));
        let share = |x: i32, y: i32| {
            let away = ((x * x + y * y) as f32).sqrt();
            if away == 0.0 { 1.0 } else { 1.0 - away / reach }
        };
        let shares = cells.map(|(x, y)| (x, y, (share(x, y).clamp(0.0, 1.0) * ONE as f32) as u32));
        Self(shares.filter(|cell| cell.2 > 0).collect())
    }
}
