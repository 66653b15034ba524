//! Which letter means which ground, and how large a world can be.

use crate::world::{GroundKind, Look, PLAIN_COST};

/// The longest side of a world, in cells.
pub(crate) const MAX_SIDE_CELLS: u64 = 16_384;
/// The most cells of a world: 13 000 × 13 000, the size of the source's world (Dahlberg & Viktorsson 2002, ch. 4.3), and
/// some more. The ground takes half a byte for each, a grid to search about one.
pub(crate) const MAX_CELLS: u64 = 3 << 26;

fn kind(letter: char, name: &str, walkable: bool, opaque: bool, look: Look) -> GroundKind {
    GroundKind { name: name.into(), letter, walkable, opaque, cost: PLAIN_COST, look }
}

/// The legend of native maps; a map's own `[legend]` adds to it and overrides it.
pub(crate) fn native() -> Vec<GroundKind> {
    vec![
        kind('.', "grass", true, false, Look::Grass),
        kind(':', "sand", true, false, Look::Sand),
        kind('=', "road", true, false, Look::Road),
        kind('_', "floor", true, false, Look::Floor),
        kind('%', "swamp", true, false, Look::Swamp),
        kind('~', "water", false, false, Look::Water),
        kind('^', "rock", false, true, Look::Rock),
        kind('T', "thicket", false, true, Look::Tree),
        kind('#', "wall", false, true, Look::Wall),
        kind('@', "void", false, true, Look::Void),
    ]
}

/// The letters of Moving AI maps (Sturtevant 2012).
pub(super) fn moving_ai() -> Vec<GroundKind> {
    vec![
        kind('.', "open", true, false, Look::Floor),
        kind('G', "grass", true, false, Look::Grass),
        kind('S', "swamp", true, false, Look::Swamp),
        kind('@', "void", false, true, Look::Void),
        kind('O', "void", false, true, Look::Void),
        kind('T', "tree", false, true, Look::Tree),
        kind('W', "water", false, false, Look::Water),
    ]
}
