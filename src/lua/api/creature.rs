//! Other creatures as scripts see them: what `npc:look` returns, and filters.

use crate::agent::{Agents, Filter, Known, StepView, Symbol};
use crate::body::{AgentId, Bodies};
use crate::geom::Storey;
use crate::lua::api::declare::Type::{Boolean, Id, Number, String, Word};
use crate::lua::api::declare::{Field, Type, field, option};
use crate::lua::api::domain::Domain;
use crate::lua::api::measure::{COUNT, HEALTH, METRES, RADIANS, REACH, SECONDS, SPEED};
use std::ffi::CStr;

/// A creature that reads its own fields.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub view: &'a StepView,
    pub slot: usize,
    /// The state that it changed to in this turn.
    pub changed: Option<Symbol>,
}

/// A value read for a script.
pub(crate) enum Read<'a> {
    Number(f64),
    Boolean(bool),
    String(&'a str),
    /// One of few that many creatures share, by which it is.
    Name(NameOf, &'a str),
    /// What a creature is called: its behaviour and its number.
    Called(Called<'a>),
}

/// A creature that is called by a name, and the behaviour that is the first part of it.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub id: AgentId,
    pub behaviour: Symbol,
    pub word: &'a str,
}

impl Called<'_> {
    /// The name itself: wolf 17.
    pub(crate) fn text(self) -> std::string::String {
        format!("{} {}", self.word, self.id)
    }
}

/// What has a name that is read often.
#[derive(Clone, Copy)]
pub(crate) enum NameOf {
    Symbol(Symbol),
    Storey(Storey),
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

/// Reads a number of a creature.
macro_rules! number {
    ($s:ident, $value:expr) => {
        |$s| Read::Number(f64::from($value))
    };
}
pub(super) use number;

/// Reads a name of a creature.
macro_rules! word {
    ($list:ident) => {
        |s| s.word(|a| &a.$list)
    };
}
pub(super) use word;

/// Reads the number by which a creature is known.
pub(super) fn id(s: Sight<'_>) -> Read<'_> {
    Read::Number(s.bodies().id(s.slot).number() as f64)
}

/// What a creature knows of another one.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub view: &'a StepView,
    /// The slot of the creature that knows it.
    pub me: usize,
    pub known: &'a Known,
}

/// A field of what is known of a creature.
#[derive(Clone, Copy)]
pub(crate) struct SeenField {
    pub key: &'static CStr,
    pub field: Field,
    pub read: for<'a> fn(Seen<'a>) -> Read<'a>,
}

const fn seen(key: &'static CStr, ty: Type, read: for<'a> fn(Seen<'a>) -> Read<'a>, doc: &'static str) -> SeenField {
    match key.to_str() {
        Ok(name) => SeenField { key, field: field(name, ty, doc), read },
        Err(_) => panic!("a field's name is ASCII"),
    }
}

/// The fields of what `npc:look` returns.
pub(crate) const SEEN: [SeenField; 20] = [
    seen(c"id", Id, |s| Read::Number(s.known.id.number() as f64), "its number"),
    seen(c"name", String, known_name, "behaviour and number: wolf 17"),
    seen(c"behaviour", Word(Domain::Behaviour), |s| s.own().word(|a| &a.behaviour), "the behaviour's name"),
    seen(c"faction", Word(Domain::Faction), |s| s.own().word(|a| &a.faction), "the faction given by its body"),
    seen(
        c"state",
        Word(Domain::State),
        |s| s.own().name(s.known.state),
        "the strategic state it was in when it was last seen; the first one while it was only heard",
    ),
    seen(
        c"storey",
        String,
        |s| s.storey(),
        "the storey that it was on when it was last seen or heard; where it comes out, when it passed a portal",
    ),
    seen(
        c"visible",
        Boolean,
        |s| Read::Boolean(s.known.in_sight),
        "whether it is in sight, by a test that is at most five steps old",
    ),
    seen(
        c"heard",
        Boolean,
        |s| Read::Boolean(s.known.by_ear),
        "it was only heard: x and y are about right, heading is the one that was seen last",
    ),
    seen(
        c"seen_at",
        SECONDS,
        number!(s, s.known.step as f64 * f64::from(s.view.step_s)),
        "npc.time when it was last seen or heard",
    ),
    seen(
        c"age",
        SECONDS,
        number!(s, s.view.step.saturating_sub(s.known.step) as f64 * f64::from(s.view.step_s)),
        "seconds since then; at most five steps while it is in sight",
    ),
    seen(c"x", Number, number!(s, s.known.body.position.x), "metres"),
    seen(c"y", Number, number!(s, s.known.body.position.y), "metres"),
    seen(c"vx", Number, number!(s, s.known.body.velocity.x), "velocity, metres a second"),
    seen(c"vy", Number, number!(s, s.known.body.velocity.y), "velocity, metres a second"),
    seen(c"heading", RADIANS, number!(s, s.known.heading), "radians, clockwise from +x"),
    seen(c"speed", SPEED, number!(s, s.known.body.velocity.length()), "metres a second"),
    seen(
        c"health",
        HEALTH,
        number!(s, s.known.health),
        "its health when it was last seen; full while it was only heard",
    ),
    seen(c"max_health", HEALTH, number!(s, s.view.agents.max_health[s.known.id.slot()]), "full health"),
    seen(c"radius", METRES, number!(s, s.known.body.radius_m), "metres"),
    seen(c"distance", METRES, number!(s, s.distance()), "metres from here to x, y"),
];

impl<'a> Seen<'a> {
    /// The creature itself, for what does not change in a life.
    fn own(self) -> Sight<'a> {
        Sight::of(self.view, self.known.id.slot())
    }

    /// The storey that it was on.
    pub(crate) fn storey(self) -> Read<'a> {
        self.own().storey(self.known.body.storey)
    }

    /// Metres from the creature that knows it, centre to centre.
    pub(crate) fn distance(self) -> f32 {
        self.known.body.position.distance(self.view.agents.bodies.position[self.me])
    }
}

fn known_name(s: Seen<'_>) -> Read<'_> {
    let behaviour = s.view.agents.behaviour[s.known.id.slot()];
    Read::Called(Called { id: s.known.id, behaviour, word: s.view.catalogue.symbols.name(behaviour) })
}

impl<'a> Sight<'a> {
    /// A creature as it was when the step began.
    pub(crate) fn of(view: &'a StepView, slot: usize) -> Self {
        Self { view, slot, changed: None }
    }

    pub(super) fn bodies(self) -> &'a Bodies {
        &self.view.agents.bodies
    }

    /// What the map calls a storey.
    pub(super) fn storey(self, storey: Storey) -> Read<'a> {
        Read::Name(NameOf::Storey(storey), &self.view.world.on(storey).floor.name)
    }

    /// The name of a state, a faction, a behaviour or a tactic.
    pub(super) fn name(self, symbol: Symbol) -> Read<'a> {
        Read::Name(NameOf::Symbol(symbol), self.view.catalogue.symbols.name(symbol))
    }

    /// A name that its arrays hold.
    pub(super) fn word(self, list: fn(&Agents) -> &Vec<Symbol>) -> Read<'a> {
        self.name(list(&self.view.agents)[self.slot])
    }
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
    (option("visible", Boolean, "only those in sight"), Kept::Flag(|q| &mut q.0.visible)),
    (option("hurt", Boolean, "only those below full health"), Kept::Flag(|q| &mut q.0.hurt)),
    (option("limit", COUNT, "at most so many (for all and count)"), Kept::Number(|q| &mut q.1)),
];
