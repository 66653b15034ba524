//! Other creatures as scripts see them: what `npc:look` returns, and filters.

use crate::agent::{Filter, StepView, Symbol};
use crate::body::Bodies;
use crate::lua::api::declare::Type::{Boolean, Id, Number, String, Word};
use crate::lua::api::declare::{Field, Type, field, option};
use crate::lua::api::domain::Domain;
use std::borrow::Cow;

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

/// A field of what `npc:look` returns.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub field: Field,
    pub read: for<'a> fn(Sight<'a>) -> Read<'a>,
}

const fn seen(name: &'static str, ty: Type, read: for<'a> fn(Sight<'a>) -> Read<'a>, doc: &'static str) -> Seen {
    Seen { field: field(name, ty, doc), read }
}

/// A name of the creature that is looked at.
macro_rules! word {
    ($list:ident) => {
        |s| Read::String(s.name(s.view.agents.$list[s.slot]).into())
    };
}

/// The fields of what `npc:look` returns.
pub(crate) const SEEN: [Seen; 15] = [
    seen("id", Id, |s| Read::Number(s.bodies().id(s.slot).number() as f64), "its number"),
    seen("name", String, name, "behaviour and number: wolf 17"),
    seen("behaviour", Word(Domain::Behaviour), word!(behaviour), "the behaviour's name"),
    seen("faction", Word(Domain::Faction), word!(faction), "the faction given by its body"),
    seen("state", Word(Domain::State), word!(state), "the strategic state it is in"),
    seen("x", Number, |s| Read::Number(s.bodies().position[s.slot].x.into()), "metres"),
    seen("y", Number, |s| Read::Number(s.bodies().position[s.slot].y.into()), "metres"),
    seen("vx", Number, |s| Read::Number(s.bodies().velocity[s.slot].x.into()), "velocity, metres a second"),
    seen("vy", Number, |s| Read::Number(s.bodies().velocity[s.slot].y.into()), "velocity, metres a second"),
    seen("heading", Number, |s| Read::Number(s.bodies().heading[s.slot].into()), "radians, clockwise from +x"),
    seen(
        "speed",
        Number,
        |s| Read::Number(s.bodies().velocity[s.slot].length().into()),
        "metres a second at this moment",
    ),
    seen("health", Number, |s| Read::Number(s.view.agents.health[s.slot].into()), "dies at 0"),
    seen("max_health", Number, |s| Read::Number(s.view.agents.max_health[s.slot].into()), "full health"),
    seen("radius", Number, |s| Read::Number(s.bodies().radius[s.slot].into()), "metres"),
    seen("distance", Number, |s| Read::Number(s.distance().into()), "metres from here, centre to centre"),
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
    Read::String(format!("{behaviour} {}", s.bodies().id(s.slot).number()).into())
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
    (field("within", Number, "metres from here; required"), Kept::Number(|q| &mut q.0.within)),
    (option("faction", Word(Domain::Faction), "only of this faction"), Kept::Name(|q| &mut q.0.faction)),
    (option("behaviour", Word(Domain::Behaviour), "only of this behaviour"), Kept::Name(|q| &mut q.0.behaviour)),
    (option("state", Word(Domain::State), "only in this state"), Kept::Name(|q| &mut q.0.state)),
    (option("visible", Boolean, "only those in an open line of sight"), Kept::Flag(|q| &mut q.0.visible)),
    (option("hurt", Boolean, "only those below full health"), Kept::Flag(|q| &mut q.0.hurt)),
    (option("limit", Number, "at most so many (for all and count)"), Kept::Number(|q| &mut q.1)),
];
