//! `npc`: seeing others.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Signature;
use crate::lua::api::declare::Type::Boolean;
use crate::lua::api::declare::Type::Id;
use crate::lua::api::declare::Type::List;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::Optional;
use crate::lua::api::declare::Type::Shape;
use crate::lua::api::declare::need;
use crate::lua::api::declare::signature;
use crate::lua::api::shape_name::ShapeName;

const FILTER: &[crate::lua::api::declare::Param] = &[need("filter", Shape(ShapeName::Filter))];

const fn pure(name: &'static str, signatures: &'static [Signature], doc: &'static str) -> Function {
    Function::new("npc", name, signatures, Effect::Pure, doc)
}

pub(super) const FUNCTIONS: &[Function] = &[
    pure(
        "nearest",
        &[signature(FILTER, &[Optional(&Id)])],
        "the nearest other creature that fits faction, behaviour, state, within (required), visible, hurt",
    ),
    pure("all", &[signature(FILTER, &[List(&Id)])], "all that fit, nearest first, at most limit"),
    pure("count", &[signature(FILTER, &[Number])], "how many fit"),
    pure(
        "look",
        &[signature(&[need("id", Id)], &[Optional(&Shape(ShapeName::Creature))])],
        "what can be seen of a creature; nil when it is gone",
    ),
    pure(
        "distance",
        &[
            signature(&[need("id", Id)], &[Optional(&Number)]),
            signature(&[need("x", Number), need("y", Number)], &[Number]),
        ],
        "metres to a creature (nil when it is gone) or to a point, centre to centre",
    ),
    pure(
        "sees",
        &[signature(&[need("id", Id)], &[Boolean]), signature(&[need("x", Number), need("y", Number)], &[Boolean])],
        "whether nothing blocks the line of sight to a creature or a point",
    ),
    pure("exists", &[signature(&[need("id", Id)], &[Boolean])], "whether a creature is alive"),
    pure("player", &[signature(&[], &[Optional(&Id)])], "the player's character, when there is one"),
];
