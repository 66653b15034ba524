//! The modules that every mod can require.

use crate::lua::api::declare::Type::{Boolean, Id, Number, Optional, Shape, Word};
use crate::lua::api::declare::{Field, Function, ShapeName, Type, option};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::{METRES, PACE, REACH};

/// The shipped modules, as in `require "lib.tactics"`, with what `require` returns for each.
pub(crate) const MODULES: &[(&str, ShapeName)] = &[("lib.tactics", ShapeName::Tactics)];

pub(crate) const FOLLOW: &[Field] = &[
    option("pace", PACE, "share of top speed"),
    option("stop", METRES, "distance at which it stops, metres"),
    option("charge", Boolean, "go without feelers at the end: for attacks"),
];

const NPC: Type = Shape(ShapeName::Npc);
const STATUS: Type = Word(Domain::Status);

/// The functions of `lib.tactics`.
pub const TACTICS: &[Function] = functions! { "":
    Acts idle(npc: NPC) -> [STATUS], "stop, and forget the goal";
    Acts go(npc: NPC, x: Number, y: Number, pace: Optional(&PACE)) -> [STATUS],
        "walk to a place at a share of top speed";
    Acts follow(npc: NPC, id: Id, how: Optional(&Shape(ShapeName::FollowHow))) -> [STATUS], "follow a creature";
    Acts wander(npc: NPC, radius: REACH, pace: Optional(&PACE)) -> [STATUS],
        "stroll within radius metres of home, with rests";
    Acts flee_from(npc: NPC, id: Id, distance: REACH) -> [STATUS],
        "get distance metres away from a creature; blocked: cornered";
};
