//! Chance: every creature draws from a generator of its own, so that its draws do not depend on others.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Signature;
use crate::lua::api::declare::Type::Integer;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::Optional;
use crate::lua::api::declare::may;
use crate::lua::api::declare::need;
use crate::lua::api::declare::signature;

const DRAWS: &[Signature] = &[
    signature(&[], &[Number]),
    signature(&[need("high", Number)], &[Integer]),
    signature(&[need("low", Number), need("high", Number)], &[Integer]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "npc",
        "random",
        DRAWS,
        Effect::Acts,
        "a number in 0..1; with one argument a whole number in 1..high, with two in low..high",
    ),
    Function::new("math", "random", DRAWS, Effect::Acts, "the same as npc:random, for the creature whose turn it is"),
    Function::new(
        "npc",
        "spot",
        &[signature(&[need("radius", Number), may("x", Number), may("y", Number)], &[Optional(&Number), Number])],
        Effect::Pure,
        "x and y of a random free place that can be reached, within radius metres of here or of a point; nil when none \
         was found",
    ),
    Function::new(
        "npc",
        "away",
        &[signature(&[need("x", Number), need("y", Number), need("distance", Number)], &[Optional(&Number), Number])],
        Effect::Pure,
        "x and y of a place that can be reached, about distance metres from a point and on this side of it; nil when \
         cornered",
    ),
];
