//! Creatures as scripts see them: the fields of `npc`, what `npc:look` returns, and filters.

use crate::lua::api::declare::Field;
use crate::lua::api::declare::Type::Boolean;
use crate::lua::api::declare::Type::Id;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::String;
use crate::lua::api::declare::Type::Table;
use crate::lua::api::declare::Type::Word;
use crate::lua::api::declare::field;
use crate::lua::api::declare::option;
use crate::lua::api::domain::Domain;

/// The fields of `npc`; all are read-only, and as they were when the step began.
pub const NPC: &[Field] = &[
    field("id", Id, "its number: other creatures know it by this"),
    field("name", String, "behaviour and number, for messages: wolf 17"),
    field("behaviour", Word(Domain::Behaviour), "the behaviour's name"),
    field("faction", Word(Domain::Faction), "the faction given by its body"),
    field("state", Word(Domain::State), "the strategic state it is in"),
    field("tactic", Word(Domain::LastTactic), "the tactical state last reported; empty before the first report"),
    field("x", Number, "metres from the left edge of the world"),
    field("y", Number, "metres from the upper edge of the world"),
    field("heading", Number, "radians, clockwise from +x"),
    field("speed", Number, "metres a second at this moment"),
    field("top_speed", Number, "metres a second at most"),
    field("health", Number, "dies at 0"),
    field("max_health", Number, "full health"),
    field("radius", Number, "metres"),
    field("height", Number, "metres"),
    field("home_x", Number, "where this life began, metres"),
    field("home_y", Number, "where this life began, metres"),
    field("tick", Number, "how often its tick ran before"),
    field("age", Number, "seconds since this life began"),
    field("time", Number, "seconds since the world began"),
    field("state_time", Number, "seconds since the state was entered"),
    field("memory", Table, "plain data that lasts from call to call, and through reloads"),
];

/// The fields of what `npc:look` returns.
pub const SEEN: &[Field] = &[
    field("id", Id, "its number"),
    field("name", String, "behaviour and number: wolf 17"),
    field("behaviour", Word(Domain::Behaviour), "the behaviour's name"),
    field("faction", Word(Domain::Faction), "the faction given by its body"),
    field("state", Word(Domain::State), "the strategic state it is in"),
    field("x", Number, "metres"),
    field("y", Number, "metres"),
    field("vx", Number, "velocity, metres a second"),
    field("vy", Number, "velocity, metres a second"),
    field("heading", Number, "radians, clockwise from +x"),
    field("speed", Number, "metres a second at this moment"),
    field("health", Number, "dies at 0"),
    field("max_health", Number, "full health"),
    field("radius", Number, "metres"),
    field("distance", Number, "metres from here, centre to centre"),
];

/// What a filter may say.
pub const FILTER: &[Field] = &[
    field("within", Number, "metres from here; required"),
    option("faction", Word(Domain::Faction), "only of this faction"),
    option("behaviour", Word(Domain::Behaviour), "only of this behaviour"),
    option("state", Word(Domain::State), "only in this state"),
    option("visible", Boolean, "only those in an open line of sight"),
    option("hurt", Boolean, "only those below full health"),
    option("limit", Number, "at most so many (for all and count)"),
];

/// The keys of a filter.
pub fn filter_keys() -> impl Iterator<Item = &'static str> {
    FILTER.iter().map(|f| f.name)
}

/// A field of `npc`.
pub fn npc_field(name: &str) -> Option<&'static Field> {
    NPC.iter().find(|f| f.name == name)
}

/// A field of what `npc:look` returns.
pub fn seen_field(name: &str) -> Option<&'static Field> {
    SEEN.iter().find(|f| f.name == name)
}
