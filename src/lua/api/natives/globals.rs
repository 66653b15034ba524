//! `require`, and `behaviour`, which a file of a behaviour returns.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::Any;
use crate::lua::api::declare::Type::Shape;
use crate::lua::api::declare::Type::String;
use crate::lua::api::declare::need;
use crate::lua::api::declare::signature;
use crate::lua::api::shape_name::ShapeName;

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
