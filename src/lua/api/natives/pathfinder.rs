//! `pathfinder`: the source's six calls (Dahlberg & Viktorsson 2002, appendix 2), and three small ones beside them.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Param;
use crate::lua::api::declare::Signature;
use crate::lua::api::declare::Type::Boolean;
use crate::lua::api::declare::Type::Id;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::Optional;
use crate::lua::api::declare::Type::Shape;
use crate::lua::api::declare::Type::Word;
use crate::lua::api::declare::need;
use crate::lua::api::declare::signature;
use crate::lua::api::domain::Domain;
use crate::lua::api::shape_name::ShapeName;

const NPC: Param = need("npc", Shape(ShapeName::Npc));

const fn acts(name: &'static str, signatures: &'static [Signature], doc: &'static str) -> Function {
    Function::new("pathfinder", name, signatures, Effect::Acts, doc)
}

const fn pure(name: &'static str, signatures: &'static [Signature], doc: &'static str) -> Function {
    Function::new("pathfinder", name, signatures, Effect::Pure, doc)
}

pub(super) const FUNCTIONS: &[Function] = &[
    acts("activate", &[signature(&[NPC], &[])], "give the creature a pathfinder; does nothing when it has one"),
    acts("delete", &[signature(&[NPC], &[])], "remove the creature's pathfinder; does nothing when it has none"),
    acts(
        "set_position_target",
        &[signature(&[NPC, need("x", Number), need("y", Number)], &[])],
        "plan a path to a place",
    ),
    acts(
        "set_moving_target",
        &[signature(&[NPC, need("other", Id)], &[])],
        "plan a path to a creature, and again as it moves",
    ),
    acts("tick", &[signature(&[NPC], &[Word(Domain::Code)])], "keep the path up to date; call it once a tick"),
    acts(
        "next_waypoint",
        &[signature(&[NPC], &[Word(Domain::Code), Number, Number])],
        "where to go next; call it again on arrival",
    ),
    pure("reason", &[signature(&[NPC], &[Optional(&Word(Domain::Reason))])], "why the last search found nothing"),
    pure(
        "reachable",
        &[signature(&[NPC, need("x", Number), need("y", Number)], &[Boolean])],
        "whether a path leads there; fast, no search",
    ),
    acts(
        "report",
        &[signature(&[NPC, need("tactic", Word(Domain::Tactic))], &[])],
        "show the tactical state on the dashboard: idle, pathfind, seek or pursue",
    ),
];
