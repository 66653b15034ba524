//! The table that describes a behaviour: its keys, those of its body, and the handlers of a state.

use crate::agent::{BODY_NUMBERS, BodyNumber, BodySpec};
use crate::lua::api::declare::Type::{Any, Boolean, Id, Many, Number, Optional, String, Word};
use crate::lua::api::declare::{Field, Function, Param, ShapeName, Type, field, option};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::HEALTH;

/// What is wrong with a file that does not hand on what it describes, and the remedy.
pub(crate) const NOT_RETURNED: (&str, &str) =
    ("the behaviour is described but not returned", "write: return behaviour { … }");

/// `on_reload(npc, old_version)` converts memory that an older version of the file wrote.
pub(crate) const MIGRATION: &str = "on_reload";

const NPC: Type = Type::Shape(ShapeName::Npc);
const REASON: Type = Optional(&Word(Domain::Reason));
/// A handler may return the name of the state to change to.
const NEXT_STATE: Type = Many(&Optional(&Word(Domain::State)));

/// A number, a string, true or false.
const SETTING: Type = Type::Union(&[Number, String, Boolean]);

/// The keys of a setting.
pub(crate) const SETTING_FIELDS: &[Field] = &[
    field("default", SETTING, "what creatures get whose map does not give it; its type is the setting's"),
    option("min", Number, "of a number: the least it may be"),
    option("max", Number, "of a number: the most it may be"),
    option("doc", String, "what it is for, and its unit"),
];

const MIGRATIONS: &[Function] = functions! { "":
    Acts on_reload(npc: NPC, old_version: Number) -> [Many(&Any)],
        "called once after a reload that changed this file; converts memory of the older version";
};

/// The keys of a behaviour.
pub(crate) const FIELDS: &[Field] = &[
    field("name", String, "the same as the file's"),
    option("body", Type::Shape(ShapeName::Body), "size, speed, health, faction, strength"),
    field("start", Word(Domain::State), "the state a life begins in"),
    field("states", Type::Map(&String, &Type::Shape(ShapeName::State)), "by name: tables of handlers"),
    option(
        "settings",
        Type::Map(&String, &Type::Shape(ShapeName::Setting)),
        "by name: what a [[spawn]] of the map may set, and npc.settings has",
    ),
    Field { optional: true, ..MIGRATIONS[0].field() },
];

/// The handlers of a state, in the order of `Handler::ALL`.
pub const HANDLERS: &[Function] = functions! { "":
    Acts enter(npc: NPC) -> [NEXT_STATE], "the state begins";
    Acts tick(npc: NPC) -> [NEXT_STATE], "runs every 300 ms by default";
    Acts leave(npc: NPC) -> [NEXT_STATE], "the state ends";
    Acts on_path(npc: NPC, code: Word(Domain::Code)) -> [NEXT_STATE], "a search ended";
    Acts hurt(npc: NPC, by: Optional(&Id), amount: HEALTH) -> [NEXT_STATE],
        "it was hurt; by is nil when no creature did it";
    Acts died(npc: NPC) -> [NEXT_STATE], "the last call in a life";
    Acts heard(npc: NPC, what: Word(Domain::Shout), from: Id) -> [NEXT_STATE], "a creature nearby shouted";
    Acts message(npc: NPC, from: Id, name: Word(Domain::Message), data: Any) -> [NEXT_STATE], "a creature sent a message";
    Acts timer(npc: NPC, name: Word(Domain::Timer)) -> [NEXT_STATE], "a timer of npc:after or npc:every is due";
    Acts entered(npc: NPC, area: Word(Domain::Area)) -> [NEXT_STATE], "it came into an area of the map, or its life began there";
    Acts left(npc: NPC, area: Word(Domain::Area)) -> [NEXT_STATE], "it came out of an area of the map";
    Acts on_cost(npc: NPC, x: Number, y: Number, cost: Optional(&Number), exact: Boolean, reason: REASON) -> [NEXT_STATE],
        "the cost of a path to a place that pathfinder.ask_cost asked for: nil when none was found, for the reason; exact when it is the least over the grid of the map, which windows and graphs do not say";
    Acts on_stuck(npc: NPC, by: Word(Domain::HeldBy)) -> [NEXT_STATE],
        "it is under way and has been within 0.6 m of one place for 8 s; again every 8 s while that lasts. Without this handler another path is looked for";
};

/// The field of a state that is no handler.
pub(crate) const MOOD: Field = option(
    "mood",
    Word(Domain::Mood),
    "how it is drawn: calm, social, duty, fear or attack; guessed from its name when left out",
);

/// What a handler, or `on_reload`, is called with.
pub(crate) fn handler_params(name: &str) -> &'static [Param] {
    HANDLERS.iter().chain(MIGRATIONS).find(|f| f.name == name).map_or(&[], |f| f.signatures[0].params)
}

/// The fields of a body that are no numbers.
const BODY_WORDS: [Field; 7] = [
    option("moves", String, "walk, swim, fly or a class that a mod declares; walk when left out"),
    option(
        "graph",
        Word(Domain::Graph),
        "the graph that its paths lead over, instead of the one of the map or its cells",
    ),
    option(
        "path_style",
        Word(Domain::PathStyle),
        "what its paths look like. straight: from corner to corner, the default; round: with arcs at turns, the default with a turn_radius; grid: from cell to cell",
    ),
    option("faction", String, "what others look for; neutral when left out"),
    option("glyph", String, "the letter on the map; the name's first when left out"),
    option(
        "abilities",
        Type::List(&String),
        "what it can do that portals of maps ask for in 'only', besides its movement class: jump, climb, swim, or a map's own words",
    ),
    option(
        "avoids",
        Type::Map(&String, &Number),
        "layers of influence that its paths go round: what a metre costs more where there is an amount of 1, above 0 to 100",
    ),
];

/// The fields of a body, with ranges and defaults in their documentation.
pub(super) fn body_fields() -> Vec<Field> {
    let mut default = BodySpec::default();
    let number = |n: &BodyNumber| {
        let (low, high, usual) = (grouped(n.low), grouped(n.high), grouped(*(n.of)(&mut default)));
        let doc = format!("{}, {low} to {high}; {usual} when left out", n.doc);
        option(n.name, Number, doc.leak())
    };
    BODY_NUMBERS.iter().map(number).chain(BODY_WORDS).collect()
}

/// `1 000 000`.
fn grouped(n: f32) -> std::string::String {
    if n == 1e6 { "1 000 000".to_owned() } else { n.to_string() }
}
