//! The modules that every mod can require.

use crate::lua::api::declare::Effect::Acts;
use crate::lua::api::declare::Type::{Boolean, Id, Number};
use crate::lua::api::declare::{Field, Function, Param, ShapeName, Signature, Type, may, need, option, signature};
use crate::lua::api::domain::Domain;

/// What `require` returns for a shipped module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Module {
    /// As in `require "lib.tactics"`.
    pub path: &'static str,
    /// The shape of what it returns.
    pub shape: ShapeName,
}

pub(crate) const MODULES: &[Module] = &[Module { path: "lib.tactics", shape: ShapeName::Tactics }];

pub(crate) const FOLLOW: &[Field] = &[
    option("pace", Number, "share of top speed, 0 to 1"),
    option("stop", Number, "distance at which it stops, metres"),
    option("charge", Boolean, "go without feelers at the end: for attacks"),
];

const NPC: Param = need("npc", Type::Shape(ShapeName::Npc));
const STATUS: &[Type] = &[Type::Word(Domain::Status)];

const fn tactic(name: &'static str, signatures: &'static [Signature], doc: &'static str) -> Function {
    Function::new("", name, signatures, Acts, doc)
}

/// The functions of `lib.tactics`.
pub const TACTICS: &[Function] = &[
    tactic("idle", &[signature(&[NPC], STATUS)], "stop, and forget the goal"),
    tactic(
        "go",
        &[signature(&[NPC, need("x", Number), need("y", Number), may("pace", Number)], STATUS)],
        "walk to a place; pace is a share of top speed, 0 to 1",
    ),
    tactic(
        "follow",
        &[signature(&[NPC, need("id", Id), may("how", Type::Shape(ShapeName::FollowHow))], STATUS)],
        "follow a creature",
    ),
    tactic(
        "wander",
        &[signature(&[NPC, need("radius", Number), may("pace", Number)], STATUS)],
        "stroll within radius metres of home, with rests",
    ),
    tactic(
        "flee_from",
        &[signature(&[NPC, need("id", Id), need("distance", Number)], STATUS)],
        "get distance metres away from a creature; blocked: cornered",
    ),
];
