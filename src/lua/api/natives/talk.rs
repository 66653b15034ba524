//! `npc`: speaking; and `print`.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Signature;
use crate::lua::api::declare::Type::Any;
use crate::lua::api::declare::Type::Id;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::String;
use crate::lua::api::declare::may;
use crate::lua::api::declare::need;
use crate::lua::api::declare::signature;

const VALUES: &[Signature] = &[Signature { params: &[], variadic: Some(Any), returns: &[] }];

const fn acts(area: &'static str, name: &'static str, signatures: &'static [Signature], doc: &'static str) -> Function {
    Function::new(area, name, signatures, Effect::Acts, doc)
}

pub(super) const FUNCTIONS: &[Function] = &[
    acts(
        "npc",
        "say",
        &[signature(&[need("text", String)], &[])],
        "show words beside the creature and in the log; other scripts do not receive them",
    ),
    acts(
        "npc",
        "shout",
        &[signature(&[need("what", String), need("radius", Number)], &[])],
        "every creature within radius metres gets heard(npc, what, from)",
    ),
    acts(
        "npc",
        "send",
        &[signature(&[need("to", Id), need("name", String), may("data", Any)], &[])],
        "one creature gets message(npc, from, name, data); data is copied and must be plain",
    ),
    acts("", "print", VALUES, "write to the log with the creature's name; limited in rate"),
    acts("", "log", VALUES, "the same as print"),
];
