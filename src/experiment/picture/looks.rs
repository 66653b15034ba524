//! The colours of what a world is made of, and the tiles of maps of Tiled.

use super::shapes::{Colour, LETTERS, PAPER, Scene, Shape};
use crate::geom::Vec2;
use crate::world::{GroundKind, Look};

/// The height of the letter on a tile, as a share of the tile's.
const LETTER_SHARE: f32 = 0.5;

/// The colour of ground.
pub(super) fn ground(look: Look) -> Colour {
    match look {
        Look::Grass => [0xd3, 0xe3, 0xbc],
        Look::Tree => [0x5f, 0x8f, 0x55],
        Look::Water => [0x9c, 0xc4, 0xe0],
        Look::Sand => [0xee, 0xdf, 0xae],
        Look::Swamp => [0xb5, 0xb8, 0x8a],
        Look::Rock => [0xa8, 0xa0, 0x98],
        Look::Road => [0xdc, 0xc9, 0xa8],
        Look::Floor => [0xea, 0xe6, 0xdc],
        Look::Wall => [0x70, 0x6a, 0x66],
        Look::Void => PAPER,
    }
}

/// Colours that differ for the colour-blind too (Okabe & Ito 2008), for factions in order of name.
pub(super) const FACTIONS: [Colour; 7] = [
    [0xd5, 0x5e, 0x00],
    [0x00, 0x72, 0xb2],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x6b, 0x4c, 0x9a],
];

/// A tile for each kind of ground, with the letter that means it, `side` pixels wide, so many in a row.
pub(crate) fn tiles(kinds: &[GroundKind], side: f32, columns: usize) -> Scene {
    let columns = columns.min(kinds.len()).max(1);
    let rows = kinds.len().div_ceil(columns);
    let mut shapes = Vec::new();
    for (i, kind) in kinds.iter().enumerate() {
        let low = Vec2::new((i % columns) as f32, (i / columns) as f32) * side;
        let corners = [Vec2::ZERO, Vec2::new(side, 0.0), Vec2::splat(side), Vec2::new(0.0, side)];
        let corners = corners.map(|corner| low + corner).to_vec();
        shapes.push(Shape::Area { corners, fill: ground(kind.look) });
        let height = side * LETTER_SHARE;
        let at = low + Vec2::new((side - height) / 2.0, (side + height) / 2.0);
        let colour = if matches!(kind.look, Look::Wall | Look::Tree) { PAPER } else { LETTERS };
        shapes.push(Shape::Text { at, height, text: kind.letter.to_string(), colour });
    }
    Scene { width: columns as f32 * side, height: rows as f32 * side, shapes }
}
