//! The sides of polygons.

use glam::DVec2;

/// No polygon, side or block.
pub(crate) const NONE: u32 = u32::MAX;

/// The mark of a vertex at which a path may turn.
pub(super) const CORNER: u32 = 1 << 31;

/// Where the sides of a polygon are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub first: u32,
    /// None: there is no such polygon.
    pub count: u32,
}

impl Span {
    /// The numbers of its sides.
    pub(crate) fn numbers(self) -> std::ops::Range<u32> {
        self.first..self.first + self.count
    }
}

/// A side of a polygon: from its vertex to that of the next side, the polygon to its left (y upwards).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// Where it begins, metres.
    pub at: DVec2,
    /// The vertex where it begins, with its mark.
    pub(super) marked: u32,
    /// The same side of the polygon beyond it.
    pub twin: u32,
    /// The polygon beyond it.
    pub polygon: u32,
    /// The polygon that it belongs to.
    pub own: u32,
}

impl Side {
    #[inline(always)]
    pub(crate) fn vertex(&self) -> u32 {
        self.marked & !CORNER
    }

    #[inline(always)]
    pub(crate) fn is_corner(&self) -> bool {
        self.marked & CORNER != 0
    }
}
