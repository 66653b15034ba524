//! The body that a behaviour declares.

use crate::path::{PathForm, PathStyle};
use crate::world::GraphKind;
use std::collections::{BTreeMap, BTreeSet};

/// The faction of creatures whose behaviour names none.
pub(crate) const NEUTRAL: &str = "neutral";

/// A number in a behaviour's `body`.
pub(crate) struct BodyNumber {
    pub name: &'static str,
    pub doc: &'static str,
    /// The range, ends included.
    pub low: f32,
    pub high: f32,
    /// Where it is kept.
    pub of: fn(&mut BodySpec) -> &mut f32,
}

/// Declares a body: each of its numbers is written once, with its default, its range and what it means.
macro_rules! body {
    ($($key:ident: $default:literal, $low:literal..=$high:literal, $doc:literal;)*) => {
        /// The body that a behaviour declares. Every field has a default, and a name in the file; every number a range.
        #[derive(Clone, Debug, PartialEq)]
        pub struct BodySpec {
            $(#[doc = $doc] pub $key: f32,)*
            /// The faction's name.
            pub faction: String,
            /// The layers of influence that its paths avoid: what a metre costs more where there is an amount of 1.
            pub avoids: BTreeMap<String, f32>,
            /// What it can do that portals of a map ask for.
            pub abilities: BTreeSet<String>,
            /// The graph that its paths lead over; `None` leaves it to the map.
            pub graph: Option<GraphKind>,
            /// What its paths look like.
            pub path_style: PathStyle,
            /// The letter on the map; the name's first letter by default.
            pub glyph: char,
        }

        impl Default for BodySpec {
            fn default() -> Self {
                let (avoids, abilities) = Default::default();
                Self { $($key: $default,)* faction: NEUTRAL.into(), avoids, abilities, graph: None, path_style: PathStyle::Straight, glyph: '?' }
            }
        }

        /// The numbers of a body.
        pub(crate) const BODY_NUMBERS: &[BodyNumber] = &[
            $(BodyNumber { name: stringify!($key), doc: $doc, low: $low, high: $high, of: |body| &mut body.$key },)*
        ];
    };
}

body! {
    radius: 0.5, 0.1..=5.0, "metres";
    height: 1.0, 0.1..=20.0, "metres";
    speed: 3.0, 0.0..=30.0, "top speed, metres a second";
    turn_rate: 6.0, 0.1..=50.0, "radians a second";
    turn_radius: 0.0, 0.0..=20.0, "the tightest arc that it can walk, metres; 0: it turns on the spot";
    acceleration: 12.0, 0.1..=200.0, "metres a second squared";
    health: 20.0, 1.0..=1e6, "full health";
    regeneration: 0.0, 0.0..=1e6, "health regained a second";
    reach: 0.6, 0.0..=20.0, "how far beyond touching a strike lands, metres";
    damage: 0.0, 0.0..=1e6, "health that a strike takes (with 0 it cannot strike)";
    cooldown: 1.0, 0.05..=3600.0, "seconds between strikes";
    view_deg: 360.0, 1.0..=360.0, "how wide its field of view is, degrees, half of it to each side of its heading";
    headway_s: 0.0, 0.0..=10.0, "seconds that it keeps to a body that it follows, so that it is slow in a crowd; 0: it keeps none";
    personal_space_m: 0.0, 0.0..=5.0, "metres that it keeps besides, where it keeps a headway";
    comfort_m: 0.0, 0.0..=5.0, "how far its paths keep from what they turn round, where there is space for it, metres";
    hearing: 200.0, 0.0..=200.0, "how far it hears a shout or another noise at most, metres";
}

/// Arcs of paths are made no wider than this for speed alone, metres.
const MOST_EASY_M: f32 = 3.0;

impl BodySpec {
    /// What its paths look like.
    pub fn path_form(&self) -> PathForm {
        let easy_m = (self.speed / self.turn_rate).min(MOST_EASY_M);
        PathForm { style: self.path_style, comfort_m: self.comfort_m, easy_m, turn_radius_m: self.turn_radius }
    }
}
