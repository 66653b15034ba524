//! The fields of `npc`, the creature whose turn it is, and how they are read at the start of a turn.

use crate::lua::api::creature::Sight;
use crate::lua::api::declare::Type::{self, Id, Number, String, Table, Word};
use crate::lua::api::declare::{Field, field};
use crate::lua::api::domain::Domain;
use std::ffi::CStr;

/// A field that is read again for every turn.
#[derive(Clone, Copy)]
pub(crate) struct NpcField<R> {
    pub key: &'static CStr,
    pub field: Field,
    pub read: R,
}

/// Reads a number of the creature in `slot`.
pub(crate) type ReadNumber = fn(Sight) -> f64;
/// Reads a string of the creature in `slot`.
pub(crate) type ReadString = for<'a> fn(Sight<'a>) -> &'a str;

const fn read<R: Copy>(key: &'static CStr, ty: Type, read: R, doc: &'static str) -> NpcField<R> {
    match key.to_str() {
        Ok(name) => NpcField { key, field: field(name, ty, doc), read },
        Err(_) => panic!("a field's name is ASCII"),
    }
}

const fn number(key: &'static CStr, of: ReadNumber, doc: &'static str) -> NpcField<ReadNumber> {
    read(key, Number, of, doc)
}

const fn word(key: &'static CStr, domain: Domain, of: ReadString, doc: &'static str) -> NpcField<ReadString> {
    read(key, Word(domain), of, doc)
}

/// The fields that are numbers.
pub(crate) const NUMBERS: [NpcField<ReadNumber>; 16] = [
    read(c"id", Id, |s| s.bodies().id(s.slot).number() as f64, "its number: other creatures know it by this"),
    number(c"x", |s| s.bodies().position[s.slot].x.into(), "metres from the left edge of the world"),
    number(c"y", |s| s.bodies().position[s.slot].y.into(), "metres from the upper edge of the world"),
    number(c"heading", |s| s.bodies().heading[s.slot].into(), "radians, clockwise from +x"),
    number(c"speed", |s| s.bodies().velocity[s.slot].length().into(), "metres a second at this moment"),
    number(c"top_speed", |s| s.bodies().speed[s.slot].into(), "metres a second at most"),
    number(c"health", |s| s.view.agents.health[s.slot].into(), "dies at 0"),
    number(c"max_health", |s| s.view.agents.max_health[s.slot].into(), "full health"),
    number(c"radius", |s| s.bodies().radius[s.slot].into(), "metres"),
    number(c"height", |s| s.bodies().height[s.slot].into(), "metres"),
    number(c"home_x", |s| s.view.agents.home[s.slot].x.into(), "where this life began, metres"),
    number(c"home_y", |s| s.view.agents.home[s.slot].y.into(), "where this life began, metres"),
    number(c"tick", |s| s.view.agents.ticks[s.slot].into(), "how often its tick ran before"),
    number(c"age", |s| seconds(s, s.view.agents.born[s.slot]), "seconds since this life began"),
    number(c"time", |s| seconds(s, 0), "seconds since the world began"),
    number(c"state_time", |s| seconds(s, s.view.agents.state_since[s.slot]), "seconds since the state was entered"),
];

/// The fields that are strings.
pub(crate) const STRINGS: [NpcField<ReadString>; 4] = [
    word(c"behaviour", Domain::Behaviour, |s| s.name(s.view.agents.behaviour[s.slot]), "the behaviour's name"),
    word(c"faction", Domain::Faction, |s| s.name(s.view.agents.faction[s.slot]), "the faction given by its body"),
    word(c"state", Domain::State, |s| s.name(s.view.agents.state[s.slot]), "the strategic state it is in"),
    word(
        c"tactic",
        Domain::LastTactic,
        |s| s.name(s.view.agents.tactic[s.slot]),
        "the tactical state last reported; empty before the first report",
    ),
];

/// The fields that are written once in a life.
const LASTING: [Field; 2] = [
    field("name", String, "behaviour and number, for messages: wolf 17"),
    field("memory", Table, "plain data that lasts from call to call, and through reloads"),
];

/// Seconds since a step.
fn seconds(s: Sight, step: u64) -> f64 {
    s.view.step.saturating_sub(step) as f64 * f64::from(s.view.step_s)
}

/// The fields of `npc`; all are read-only, and as they were when the step began.
pub(super) fn fields() -> Vec<Field> {
    let [name, memory] = LASTING;
    let [id, numbers @ ..] = NUMBERS.map(|f| f.field);
    let strings = STRINGS.map(|f| f.field);
    [id, name].into_iter().chain(strings).chain(numbers).chain([memory]).collect()
}
