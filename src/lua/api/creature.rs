//! Creatures as scripts see them: the fields of `npc`, what `npc:look` returns, and filters.

use crate::agent::{StepView, Symbol};
use crate::body::Bodies;
use crate::lua::api::declare::Field;
use crate::lua::api::declare::Type;
use crate::lua::api::declare::Type::Boolean;
use crate::lua::api::declare::Type::Id;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::String;
use crate::lua::api::declare::Type::Table;
use crate::lua::api::declare::Type::Word;
use crate::lua::api::declare::field;
use crate::lua::api::declare::option;
use crate::lua::api::domain::Domain;
use std::borrow::Cow;

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

/// A creature that another one looks at.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub view: &'a StepView,
    /// The slot of the creature that looks.
    pub me: usize,
    /// The slot of the one it looks at.
    pub slot: usize,
}

/// A value read for a script.
pub enum Read<'a> {
    Number(f64),
    String(Cow<'a, str>),
}

/// A field of what `npc:look` returns.
#[derive(Clone, Copy)]
pub struct Seen {
    pub field: Field,
    pub read: for<'a> fn(Sight<'a>) -> Read<'a>,
}

const fn seen(name: &'static str, ty: Type, read: for<'a> fn(Sight<'a>) -> Read<'a>, doc: &'static str) -> Seen {
    Seen { field: field(name, ty, doc), read }
}

/// A number of the creature that is looked at.
macro_rules! number {
    ($s:ident, $value:expr) => {
        |$s| Read::Number(f64::from($value))
    };
}

/// The fields of what `npc:look` returns.
pub const SEEN: [Seen; 15] = [
    seen("id", Id, |s| Read::Number(s.bodies().id(s.slot).number() as f64), "its number"),
    seen("name", String, name, "behaviour and number: wolf 17"),
    seen("behaviour", Word(Domain::Behaviour), |s| s.symbol(s.view.agents.behaviour[s.slot]), "the behaviour's name"),
    seen(
        "faction",
        Word(Domain::Faction),
        |s| s.symbol(s.view.agents.faction[s.slot]),
        "the faction given by its body",
    ),
    seen("state", Word(Domain::State), |s| s.symbol(s.view.agents.state[s.slot]), "the strategic state it is in"),
    seen("x", Number, number!(s, s.bodies().position[s.slot].x), "metres"),
    seen("y", Number, number!(s, s.bodies().position[s.slot].y), "metres"),
    seen("vx", Number, number!(s, s.bodies().velocity[s.slot].x), "velocity, metres a second"),
    seen("vy", Number, number!(s, s.bodies().velocity[s.slot].y), "velocity, metres a second"),
    seen("heading", Number, number!(s, s.bodies().heading[s.slot]), "radians, clockwise from +x"),
    seen("speed", Number, number!(s, s.bodies().velocity[s.slot].length()), "metres a second at this moment"),
    seen("health", Number, number!(s, s.view.agents.health[s.slot]), "dies at 0"),
    seen("max_health", Number, number!(s, s.view.agents.max_health[s.slot]), "full health"),
    seen("radius", Number, number!(s, s.bodies().radius[s.slot]), "metres"),
    seen("distance", Number, number!(s, s.distance()), "metres from here, centre to centre"),
];

impl<'a> Sight<'a> {
    fn bodies(self) -> &'a Bodies {
        &self.view.agents.bodies
    }

    fn symbol(self, symbol: Symbol) -> Read<'a> {
        Read::String(self.view.catalogue.symbols.name(symbol).into())
    }

    /// Metres, centre to centre.
    fn distance(self) -> f32 {
        let position = &self.bodies().position;
        position[self.slot].distance(position[self.me])
    }
}

fn name(s: Sight<'_>) -> Read<'_> {
    let behaviour = s.view.catalogue.symbols.name(s.view.agents.behaviour[s.slot]);
    Read::String(format!("{behaviour} {}", s.bodies().id(s.slot).number()).into())
}

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
pub fn seen_field(name: &str) -> Option<Field> {
    seen_names().position(|n| n == name).map(|i| SEEN[i].field)
}

/// The names of the fields of what `npc:look` returns.
pub fn seen_names() -> impl Iterator<Item = &'static str> {
    SEEN.iter().map(|s| s.field.name)
}
