//! What the cells of an index list.

use crate::geom::Aabb;

/// A volume as one cell lists it, with all that most questions need.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(super) bounds: Aabb,
    pub(super) span: Span,
    pub(super) volume: u32,
}

/// A rectangle of index cells, both ends included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) x0: u16,
    pub(super) y0: u16,
    pub(super) x1: u16,
    pub(super) y1: u16,
}

impl Span {
    pub(super) fn cells(self) -> usize {
        (usize::from(self.x1 - self.x0) + 1) * (usize::from(self.y1 - self.y0) + 1)
    }

    pub(super) fn each(self) -> impl Iterator<Item = (usize, usize)> {
        (self.y0..=self.y1).flat_map(move |y| (self.x0..=self.x1).map(move |x| (usize::from(x), usize::from(y))))
    }
}
