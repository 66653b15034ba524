//! `require`, and `behaviour`, which a behaviour's file returns. The host runs both: they hand on Lua values as they are.

use crate::lua::api::declare::Type::{Any, Shape, String};
use crate::lua::api::declare::{Effect, Function, ShapeName, need, signature};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "",
        "require",
        &[signature(&[need("module", String)], &[Any])],
        Effect::Acts,
        "what a file below lib/ returns: require \"lib.tactics\"",
    ),
    Function::new(
        "",
        "behaviour",
        &[signature(&[need("description", Shape(ShapeName::Behaviour))], &[Shape(ShapeName::Behaviour)])],
        Effect::Pure,
        "describes a kind of creature: name, body, start, states; a file below npc/ returns it",
    ),
];
