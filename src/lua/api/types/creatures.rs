//! Creatures as scripts see and describe them: `npc`, what is seen of others, filters, behaviours and bodies.

use crate::lua::api::types::Form;
use crate::lua::api::types::Member;
use crate::lua::api::types::Shape;
use crate::lua::api::types::calls_of;
use crate::lua::api::types::field;
use crate::lua::api::types::fields_of;
use crate::lua::host::bindings::pathfinder::TACTICS;
use crate::nav::{Code, Reason};

pub(crate) fn shapes() -> Vec<Shape> {
    vec![
        Shape {
            name: "Code",
            doc: "what the pathfinder answers",
            form: Form::OneOf(Code::ALL.map(Code::name).to_vec()),
        },
        Shape {
            name: "Reason",
            doc: "why a search found nothing",
            form: Form::OneOf(Reason::ALL.map(Reason::name).to_vec()),
        },
        Shape { name: "Tactic", doc: "a state of the tactical machine", form: Form::OneOf(TACTICS.to_vec()) },
        Shape { name: "Filter", doc: "whom to look for", form: Form::Plain { fields: FILTER.to_vec(), index: &[] } },
        Shape {
            name: "Creature",
            doc: "what can be seen of another creature; as it was when the step began",
            form: Form::Handle { fields: CREATURE.to_vec(), methods: Vec::new() },
        },
        Shape {
            name: "Npc",
            doc: "the creature whose turn it is; fields are read-only, and as they were when the step began",
            form: Form::Handle { fields: fields_of("npc"), methods: calls_of("npc") },
        },
        Shape {
            name: "Body",
            doc: "the body of a kind of creature",
            form: Form::Plain { fields: BODY.to_vec(), index: &[] },
        },
        Shape {
            name: "State",
            doc: "the handlers of a state",
            form: Form::Plain { fields: STATE.to_vec(), index: &[] },
        },
        Shape {
            name: "Behaviour",
            doc: "a kind of creature",
            form: Form::Plain { fields: BEHAVIOUR.to_vec(), index: &[] },
        },
    ]
}

/// What [`crate::lua::host::bindings::args`] reads from a filter.
pub const FILTER: &[Member] = &[
    field("within", "number", "metres from here; required"),
    field("faction", "string?", "only of this faction"),
    field("behaviour", "string?", "only of this behaviour"),
    field("state", "string?", "only in this state"),
    field("visible", "boolean?", "only whom nothing hides"),
    field("hurt", "boolean?", "only those below full health"),
    field("limit", "number?", "at most so many (for all and count)"),
];

const CREATURE: &[Member] = &[
    field("id", "number", "who it is"),
    field("name", "string", "behaviour and number: wolf 17"),
    field("behaviour", "string", "the behaviour's name"),
    field("faction", "string", "the faction its body was given"),
    field("state", "string", "the strategic state it is in"),
    field("x", "number", "metres"),
    field("y", "number", "metres"),
    field("vx", "number", "velocity, metres a second"),
    field("vy", "number", "velocity, metres a second"),
    field("heading", "number", "radians, clockwise from +x"),
    field("speed", "number", "metres a second at this moment"),
    field("health", "number", "dies at 0"),
    field("max_health", "number", "full health"),
    field("radius", "number", "metres"),
    field("distance", "number", "metres from here, centre to centre"),
];

/// What a behaviour's `body` may say; the ranges are those of [`crate::agent::BodySpec`].
pub const BODY: &[Member] = &[
    field("radius", "number?", "metres, 0.1 to 5; 0.5 when left out"),
    field("height", "number?", "metres, 0.1 to 20; 1 when left out"),
    field("speed", "number?", "top speed, metres a second, 0 to 30; 3 when left out"),
    field("turn_rate", "number?", "radians a second, 0.1 to 50; 6 when left out"),
    field("acceleration", "number?", "metres a second squared, 0.1 to 200; 12 when left out"),
    field("health", "number?", "full health, 1 to 1 000 000; 20 when left out"),
    field("regeneration", "number?", "health regained a second, 0 to 1 000 000; 0 when left out"),
    field("reach", "number?", "how far beyond touching a strike lands, metres, 0 to 20; 0.6 when left out"),
    field("damage", "number?", "health a strike takes, 0 to 1 000 000; 0, the default, cannot strike"),
    field("cooldown", "number?", "seconds between strikes, 0.05 to 3600; 1 when left out"),
    field("faction", "string?", "what others look for; neutral when left out"),
    field("glyph", "string?", "the letter on the map; the name's first when left out"),
];

/// What a state may handle. A handler that answers a state's name changes to it.
pub const STATE: &[Member] = &[
    field("enter", "((npc: Npc) -> ...string?)?", "the state begins"),
    field("tick", "((npc: Npc) -> ...string?)?", "the heart: every 300 ms or so"),
    field("leave", "((npc: Npc) -> ...string?)?", "the state ends"),
    field("on_path", "((npc: Npc, code: Code) -> ...string?)?", "a search ended"),
    field(
        "hurt",
        "((npc: Npc, by: number?, amount: number) -> ...string?)?",
        "struck; by is nil when nobody in particular did it",
    ),
    field("died", "((npc: Npc) -> ...string?)?", "the last call in a life"),
    field("heard", "((npc: Npc, what: string, from: number) -> ...string?)?", "somebody near shouted"),
    field("message", "((npc: Npc, from: number, name: string, data: any) -> ...string?)?", "somebody sent a message"),
];

const BEHAVIOUR: &[Member] = &[
    field("name", "string", "the same as the file's"),
    field("body", "Body?", "size, speed, health, faction, teeth"),
    field("start", "string", "the state a life begins in"),
    field("states", "{[string]: State}", "by name: tables of handlers"),
];
