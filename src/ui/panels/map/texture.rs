//! The characters of ground and objects.
//!
//! A pattern depends on the position in the world, not on the screen, so it does not flicker while the view moves.

use crate::ui::{Role, Theme};
use crate::world::{Look, STEP_HEIGHT_M, Volume};

/// One character of the map, before creatures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub glyph: char,
    pub role: Role,
    /// What the ground under it is tinted with, where colours are fine enough.
    pub tint: Role,
}

impl Spot {
    /// Outside the world.
    pub(crate) const NOTHING: Self = Self { glyph: ' ', role: Role::Chrome, tint: Role::Chrome };
}

/// A volume whose lower side is higher than this is drawn as overhead, metres.
const OVERHEAD_M: f32 = 2.0;
/// A box thinner than this and this many times as long is drawn as a line, metres.
const THIN_M: f32 = 0.35;
const LONG: f32 = 3.0;

/// Hashes a position (a few rounds of xorshift-multiply).
fn hash(column: i64, row: i64) -> u32 {
    let mut h = (column as u32).wrapping_mul(0x9E37_79B1) ^ (row as u32).wrapping_mul(0x85EB_CA77);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^ (h >> 13)
}

/// The characters of a kind of ground, with and without Unicode: one of them is drawn at each position.
fn pattern(look: Look) -> (&'static str, &'static str) {
    match look {
        Look::Grass => ("···,                    ", "...,                    "),
        Look::Tree => ("♠♣♣♣", "&YYY"),
        Look::Water => ("~≈≈", "-~~"),
        Look::Sand => (":.    ", ":.    "),
        Look::Swamp => ("~\", ", "~\", "),
        Look::Rock => ("▲", "^"),
        Look::Road => ("·        ", ".        "),
        Look::Floor => ("·                   ", ".                   "),
        Look::Wall => ("▒", "#"),
        Look::Void => ("░", "#"),
    }
}

/// The texture of ground at a column and row of the world's own grid of characters.
pub(super) fn ground(look: Look, column: i64, row: i64, theme: &Theme) -> Spot {
    let (unicode, ascii) = pattern(look);
    let all = theme.pick(unicode, ascii);
    // As many characters in both, and fewer than 2^32.
    let at = hash(column, row) as usize % all.chars().count();
    let glyph = all.chars().nth(at).unwrap_or(' ');
    Spot { glyph, role: Role::Ground(look), tint: Role::Ground(look) }
}

/// Whether the edge of this ground is drawn in half characters.
pub(super) fn massive(look: Look) -> bool {
    matches!(look, Look::Wall | Look::Void)
}

/// Whether a character on the map is a solid thing, which an outline must not hide.
pub(super) fn is_solid(symbol: &str) -> bool {
    symbol.chars().all(|c| "▓▒░▀▄─│╲╱#●π◘%|/\\".contains(c))
}

/// The weight of a kind of ground when a character covers several: walls before trees before grass.
pub(super) fn weight(look: Look) -> u32 {
    match look {
        Look::Wall => 3,
        Look::Tree | Look::Water | Look::Rock | Look::Void => 2,
        _ => 1,
    }
}

/// The upper or the lower half of a character is solid, the rest open.
pub(super) fn half(solid: Look, upper: bool, open: Look, theme: &Theme) -> Spot {
    let glyph = theme.pick(if upper { '▀' } else { '▄' }, if upper { '"' } else { '_' });
    Spot { glyph, role: Role::Ground(solid), tint: Role::Ground(open) }
}

/// The character of an object's volume.
pub(super) fn object(kind: &str, volume: &Volume, theme: &Theme) -> Spot {
    let (unicode, ascii, role) = match kind {
        "tree" | "bush" | "hedge" => ('♣', 'Y', Role::Ground(Look::Tree)),
        "rock" | "boulder" | "stone" => ('●', 'o', Role::Ground(Look::Rock)),
        "house" | "hut" | "roof" | "tent" | "barn" => ('▒', '%', Role::Roof),
        "fence" | "rail" | "gate" | "door" | "log" => ('#', '+', Role::Wood),
        "container" | "crate" | "box" | "cart" => ('▓', '#', Role::Wood),
        "stall" | "table" | "bench" => ('π', 'n', Role::Wood),
        "well" | "barrel" | "pillar" => ('◘', 'O', Role::Ground(Look::Rock)),
        _ => ('▓', '#', Role::Ground(Look::Wall)),
    };
    let glyph = if volume.top_m < STEP_HEIGHT_M {
        theme.pick('▁', '_')
    } else if volume.base_m >= OVERHEAD_M {
        theme.pick('╌', '-')
    } else {
        stroke(volume, theme).unwrap_or(theme.pick(unicode, ascii))
    };
    Spot { glyph, role, tint: role }
}

/// Thin and long boxes (fences, walls of sheds) are lines in their own direction.
fn stroke(volume: &Volume, theme: &Theme) -> Option<char> {
    let half = volume.footprint.half;
    let (thin, long) = (half.min_element(), half.max_element());
    if thin * 2.0 > THIN_M || long < thin * LONG {
        return None;
    }
    let axis = if half.x >= half.y { volume.footprint.axis } else { volume.footprint.axis.perp() };
    let eighth = (axis.y.atan2(axis.x) / std::f32::consts::FRAC_PI_4).round() as i32;
    Some(match eighth.rem_euclid(4) {
        0 => theme.pick('─', '-'),
        1 => theme.pick('╲', '\\'),
        2 => theme.pick('│', '|'),
        _ => theme.pick('╱', '/'),
    })
}
