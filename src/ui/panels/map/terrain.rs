//! The layers that replace the look of the ground by numbers: heights with the depth of the water, and costs.
//!
//! ```text
//! ≈≈~~00112345   heights: ≈ deep water, ~ water to wade through, then tenths between the lowest and the highest land
//! ##··22244··8   costs to the selected creature: ≥ 1.5 as a digit, + from 10 on, # closed, · plain or cheaper
//! ```

use super::texture::Spot;
use crate::geom::{Cell, Vec2};
use crate::ui::{Role, Theme};
use crate::world::{Look, MoveClass, PLAIN_COST, World};

/// What the ground is drawn as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    /// As it looks.
    #[default]
    Look,
    Heights,
    /// What it costs bodies of a movement class.
    Costs(MoveClass),
}

/// The lowest and the highest of a world's land, metres.
pub(super) fn range(world: &World) -> (f32, f32) {
    let (ground, terrain) = (&world.ground, world.ground.terrain());
    let (columns, rows) = crate::world::Tiles::count(ground.size());
    let middle = |i: usize| Vec2::new((i % columns) as f32 + 0.5, (i / columns) as f32 + 0.5) * crate::world::TILE_M;
    let dry =
        (0..columns * rows).map(middle).filter(|at| terrain.depth_m(*at) <= 0.0).map(|at| terrain.elevation_m(at));
    dry.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), m| (low.min(m), high.max(m)))
}

/// The character of a place; `range` is that of the land's heights.
pub(super) fn spot(world: &World, at: Vec2, shown: Shown, range: (f32, f32), theme: &Theme) -> Spot {
    let cell = Cell::of(at, world.ground.resolution_m());
    if !world.ground.contains(cell) {
        return Spot::NOTHING;
    }
    let (glyph, role) = match shown {
        Shown::Costs(moves) => cost(world.ground.passage(moves, cell).cost, theme),
        _ => height(world, at, range, theme),
    };
    Spot { glyph, role, tint: role }
}

fn cost(eighths: u8, theme: &Theme) -> (char, Role) {
    let metres = (u32::from(eighths) + u32::from(PLAIN_COST) / 2) / u32::from(PLAIN_COST);
    match metres {
        _ if eighths == 0 => ('#', Role::Ground(Look::Wall)),
        0 | 1 => (theme.pick('·', '.'), Role::Dim),
        2..=9 => (char::from_digit(metres, 10).unwrap_or('+'), if metres < 4 { Role::Warn } else { Role::Error }),
        _ => ('+', Role::Error),
    }
}

fn height(world: &World, at: Vec2, (low, high): (f32, f32), theme: &Theme) -> (char, Role) {
    let terrain = world.ground.terrain();
    // Water is deep where those that walk do not wade.
    let wades_m = world.ground.movements().get(MoveClass::WALK.index()).map_or(0.0, |walk| walk.wades_m);
    match terrain.depth_m(at) {
        depth if depth > wades_m => return (theme.pick('≈', '='), Role::Ground(Look::Water)),
        depth if depth > 0.0 => return ('~', Role::Ground(Look::Water)),
        _ => {}
    }
    let share = if high > low { ((terrain.elevation_m(at) - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
    let tenth = ((share * 10.0) as u32).min(9);
    let role = match tenth {
        0 => Role::Ground(Look::Sand),
        1..=4 => Role::Ground(Look::Tree),
        _ => Role::Ground(Look::Rock),
    };
    (char::from_digit(tenth, 10).unwrap_or('9'), role)
}
