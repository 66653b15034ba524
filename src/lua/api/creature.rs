//! Other creatures as scripts see them: what `npc:look` returns, and filters.

use crate::agent::{Filter, StepView, Symbol};
use crate::body::Bodies;
use crate::lua::api::declare::Type::{Boolean, Id, Number, String, Word};
use crate::lua::api::declare::{Field, Type, field, option};
use crate::lua::api::domain::Domain;
use crate::lua::api::measure::{COUNT, HEALTH, METRES, RADIANS, REACH, SPEED};
use std::borrow::Cow;
use std::ffi::CStr;

/// A creature that another one looks at.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub view: &'a StepView,
    /// The slot of the creature that looks.
    pub me: usize,
    /// The slot of the one it looks at.
    pub slot: usize,
}

/// A value read for a script.
pub(crate) enum Read<'a> {
    Number(f64),
    String(Cow<'a, str>),
}

/// A field of a creature.
#[derive(Clone, Copy)]
pub(crate) struct ReadField {
    pub key: &'static CStr,
    pub field: Field,
    pub read: for<'a> fn(Sight<'a>) -> Read<'a>,
}

/// A field of a creature, and how it is read.
pub(super) const fn read(
    key: &'static CStr,
    ty: Type,
    read: for<'a> fn(Sight<'a>) -> Read<'a>,
    doc: &'static str,
) -> ReadField {
    match key.to_str() {
        Ok(name) => ReadField { key, field: field(name, ty, doc), read },
        Err(_) => panic!("a field's name is ASCII"),
    }
}

/// Reads a number of the creature that is looked at.
macro_rules! number {
    ($s:ident, $value:expr) => {
        |$s| Read::Number(f64::from($value))
    };
}
pub(super) use number;

/// Reads a name of the creature that is looked at.
macro_rules! word {
    ($list:ident) => {
        |s| Read::String(s.name(s.view.agents.$list[s.slot]).into())
    };
}
pub(super) use word;

/// Reads the number by which a creature is known.
pub(super) fn id(s: Sight<'_>) -> Read<'_> {
    Read::Number(s.bodies().id(s.slot).number() as f64)
}

/// The fields of what `npc:look` returns.
pub(crate) const SEEN: [ReadField; 15] = [
    read(c"id", Id, id, "its number"),
    read(c"name", String, name, "behaviour and number: wolf 17"),
    read(c"behaviour", Word(Domain::Behaviour), word!(behaviour), "the behaviour's name"),
    read(c"faction", Word(Domain::Faction), word!(faction), "the faction given by its body"),
    read(c"state", Word(Domain::State), word!(state), "the strategic state it is in"),
    read(c"x", Number, number!(s, s.bodies().position[s.slot].x), "metres"),
    read(c"y", Number, number!(s, s.bodies().position[s.slot].y), "metres"),
    read(c"vx", Number, number!(s, s.bodies().velocity[s.slot].x), "velocity, metres a second"),
    read(c"vy", Number, number!(s, s.bodies().velocity[s.slot].y), "velocity, metres a second"),
    read(c"heading", RADIANS, number!(s, s.bodies().heading[s.slot]), "radians, clockwise from +x"),
    read(c"speed", SPEED, number!(s, s.bodies().velocity[s.slot].length()), "metres a second at this moment"),
    read(c"health", HEALTH, number!(s, s.view.agents.health[s.slot]), "dies at 0"),
    read(c"max_health", HEALTH, number!(s, s.view.agents.max_health[s.slot]), "full health"),
    read(c"radius", METRES, number!(s, s.bodies().radius[s.slot]), "metres"),
    read(c"distance", METRES, number!(s, s.distance()), "metres from here, centre to centre"),
];

impl<'a> Sight<'a> {
    pub(super) fn bodies(self) -> &'a Bodies {
        &self.view.agents.bodies
    }

    /// The name of a state, a faction, a behaviour or a tactic.
    pub(super) fn name(self, symbol: Symbol) -> &'a str {
        self.view.catalogue.symbols.name(symbol)
    }

    /// Metres, centre to centre.
    fn distance(self) -> f32 {
        let position = &self.bodies().position;
        position[self.slot].distance(position[self.me])
    }
}

fn name(s: Sight<'_>) -> Read<'_> {
    let behaviour = s.name(s.view.agents.behaviour[s.slot]);
    Read::String(format!("{behaviour} {}", s.bodies().id(s.slot)).into())
}

/// What a query looks for, and how many it returns at most.
pub(crate) type Query = (Filter, f32);

/// Where a query keeps what an entry of a filter says.
#[derive(Clone, Copy)]
pub(crate) enum Kept {
    Name(fn(&mut Query) -> &mut Option<Symbol>),
    Number(fn(&mut Query) -> &mut f32),
    Flag(fn(&mut Query) -> &mut bool),
}

/// What is wrong with a filter that says nothing of how far it reaches.
pub(crate) const NO_WITHIN: &str = "within (metres) is required";

/// What a filter may say.
pub(crate) const FILTER: [(Field, Kept); 7] = [
    (field("within", REACH, "required; metres from here"), Kept::Number(|q| &mut q.0.within)),
    (option("faction", Word(Domain::Faction), "only of this faction"), Kept::Name(|q| &mut q.0.faction)),
    (option("behaviour", Word(Domain::Behaviour), "only of this behaviour"), Kept::Name(|q| &mut q.0.behaviour)),
    (option("state", Word(Domain::State), "only in this state"), Kept::Name(|q| &mut q.0.state)),
    (option("visible", Boolean, "only those in an open line of sight"), Kept::Flag(|q| &mut q.0.visible)),
    (option("hurt", Boolean, "only those below full health"), Kept::Flag(|q| &mut q.0.hurt)),
    (option("limit", COUNT, "at most so many (for all and count)"), Kept::Number(|q| &mut q.1)),
];
