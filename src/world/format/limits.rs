//! How large a world can be.

/// The longest side of a world, in cells.
pub(crate) const MAX_SIDE_CELLS: u64 = 16_384;
/// The most cells of a world: 13 000 × 13 000, the size of the source's world (Dahlberg & Viktorsson 2002, ch. 4.3), and
/// some more. The ground takes half a byte for each, a grid to search about one.
pub(crate) const MAX_CELLS: u64 = 3 << 26;
