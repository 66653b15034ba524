//! The table that describes a behaviour: its keys, those of its body, and the handlers of a state.

use crate::agent::{BODY_NUMBERS, BodyNumber, BodySpec};
use crate::lua::api::declare::Type::{Any, Id, Number, String, Word};
use crate::lua::api::declare::{Field, Param, ShapeName, Signature, Type, field, may, need, option, signature};
use crate::lua::api::domain::Domain;
use std::sync::LazyLock;

/// `on_reload(npc, old_version)` converts memory that an older version of the file wrote.
pub(crate) const MIGRATION: &str = "on_reload";

const NPC: Param = need("npc", Type::Shape(ShapeName::Npc));
/// A handler may return the name of the state to change to.
const NEXT_STATE: &[Type] = &[Type::Many(&Type::Optional(&Word(Domain::State)))];

/// The keys of a behaviour.
pub(crate) const FIELDS: &[Field] = &[
    field("name", String, "the same as the file's"),
    option("body", Type::Shape(ShapeName::Body), "size, speed, health, faction, strength"),
    field("start", Word(Domain::State), "the state a life begins in"),
    field("states", Type::Map(&String, &Type::Shape(ShapeName::State)), "by name: tables of handlers"),
    option(
        MIGRATION,
        Type::Function(&signature(&[NPC, need("old_version", Number)], &[Type::Many(&Any)])),
        "called once after a reload that changed this file; converts memory of the older version",
    ),
];

const fn handler(name: &'static str, call: &'static Signature, doc: &'static str) -> Field {
    option(name, Type::Function(call), doc)
}

/// The handlers of a state, in the order of `Handler::ALL`.
pub const HANDLERS: &[Field] = &[
    handler("enter", &signature(&[NPC], NEXT_STATE), "the state begins"),
    handler("tick", &signature(&[NPC], NEXT_STATE), "runs every 300 ms by default"),
    handler("leave", &signature(&[NPC], NEXT_STATE), "the state ends"),
    handler("on_path", &signature(&[NPC, need("code", Word(Domain::Code))], NEXT_STATE), "a search ended"),
    handler(
        "hurt",
        &signature(&[NPC, may("by", Id), need("amount", Number)], NEXT_STATE),
        "it was hurt; by is nil when no creature did it",
    ),
    handler("died", &signature(&[NPC], NEXT_STATE), "the last call in a life"),
    handler(
        "heard",
        &signature(&[NPC, need("what", String), need("from", Id)], NEXT_STATE),
        "a creature nearby shouted",
    ),
    handler(
        "message",
        &signature(&[NPC, need("from", Id), need("name", String), need("data", Any)], NEXT_STATE),
        "a creature sent a message",
    ),
];

/// What a handler, or `on_reload`, is called with.
pub(crate) fn handler_params(name: &str) -> &'static [Param] {
    match HANDLERS.iter().chain(FIELDS).find(|f| f.name == name).map(|f| f.ty) {
        Some(Type::Function(call)) => call.params,
        _ => &[],
    }
}

/// The strings of a body.
const BODY_STRINGS: [Field; 2] = [
    option("faction", String, "what others look for; neutral when left out"),
    option("glyph", String, "the letter on the map; the name's first when left out"),
];

/// The fields of a body, with ranges and defaults in their documentation.
pub(crate) fn body_fields() -> &'static [Field] {
    static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
        let mut default = BodySpec::default();
        let number = |n: &BodyNumber| {
            let (low, high, usual) = (grouped(n.low), grouped(n.high), grouped(*(n.of)(&mut default)));
            let doc = format!("{}, {low} to {high}; {usual} when left out", n.doc);
            option(n.name, Number, doc.leak())
        };
        BODY_NUMBERS.iter().map(number).chain(BODY_STRINGS).collect()
    });
    &FIELDS
}

/// `1 000 000`.
fn grouped(n: f32) -> std::string::String {
    if n == 1e6 { "1 000 000".to_owned() } else { n.to_string() }
}
