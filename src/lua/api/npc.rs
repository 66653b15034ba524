//! The fields of `npc`, the creature whose turn it is, and how they are read.

use crate::lua::api::creature::{Read, ReadField, Sight, id, number, read, word};
use crate::lua::api::declare::Type::{Id, Number, Shape, String, Table, Word};
use crate::lua::api::declare::{Field, ShapeName, field};
use crate::lua::api::domain::Domain;
use crate::lua::api::measure::{HEALTH, METRES, RADIANS, SECONDS, SPEED, STATE_SECONDS};

/// The fields that change with a new life, another storey or another program only, and that are read at most ticks: kept in the
/// creature's table. With what else lies there they are eight at most: a table's entries are a power of two.
pub(crate) const OF_BODY: [ReadField; 4] = [
    read(c"id", Id, id, "its number: other creatures know it by this"),
    read(c"radius", METRES, number!(s, s.bodies().radius[s.slot]), "metres"),
    read(
        c"home_storey",
        String,
        |s| s.storey(s.view.agents.home_storey[s.slot]),
        "the storey on which this life began",
    ),
    read(c"storey", String, |s| s.storey(s.bodies().storey[s.slot]), "the storey that it is on, as the map calls it"),
];

/// The other fields: read when a script asks for them.
pub(crate) const OF_TURN: [ReadField; 19] = [
    read(
        c"state",
        Word(Domain::State),
        |s| s.name(s.changed.unwrap_or(s.view.agents.state[s.slot])),
        "the strategic state it is in",
    ),
    read(
        c"tactic",
        Word(Domain::LastTactic),
        word!(tactic),
        "the tactical state last reported; empty before the first report",
    ),
    read(c"x", Number, number!(s, s.bodies().position[s.slot].x), "metres from the left edge of the world"),
    read(c"y", Number, number!(s, s.bodies().position[s.slot].y), "metres from the upper edge of the world"),
    read(c"heading", RADIANS, number!(s, s.bodies().heading[s.slot]), "radians, clockwise from +x"),
    read(c"speed", SPEED, number!(s, s.bodies().velocity[s.slot].length()), "metres a second at this moment"),
    read(c"health", HEALTH, number!(s, s.view.agents.health[s.slot]), "dies at 0"),
    read(c"tick", Number, number!(s, s.view.agents.ticks[s.slot]), "how often its tick ran before"),
    read(
        c"slept",
        Number,
        number!(s, s.view.agents.sleep[s.slot].missed),
        "ticks that npc:sleep left out before this call",
    ),
    read(c"age", SECONDS, number!(s, seconds(s, s.view.agents.born[s.slot])), "seconds since this life began"),
    read(c"time", SECONDS, number!(s, seconds(s, 0)), "seconds since the world began"),
    read(
        c"state_time",
        STATE_SECONDS,
        number!(s, s.changed.map_or_else(|| seconds(s, s.view.agents.state_since[s.slot]), |_| 0.0)),
        "seconds since the state was entered",
    ),
    read(c"home_x", Number, number!(s, s.view.agents.home[s.slot].x), "where this life began, metres"),
    read(c"home_y", Number, number!(s, s.view.agents.home[s.slot].y), "where this life began, metres"),
    read(c"behaviour", Word(Domain::Behaviour), word!(behaviour), "the behaviour's name"),
    read(c"faction", Word(Domain::Faction), word!(faction), "the faction given by its body"),
    read(c"top_speed", SPEED, number!(s, s.bodies().speed[s.slot]), "metres a second at most"),
    read(c"max_health", HEALTH, number!(s, s.view.agents.max_health[s.slot]), "full health"),
    read(c"height", METRES, number!(s, s.bodies().height[s.slot]), "metres"),
];

/// The fields that are no more than stored.
const LASTING: [Field; 3] = [
    field("name", String, "behaviour and number, for messages: wolf 17"),
    field(
        "settings",
        Shape(ShapeName::Settings),
        "the settings that its behaviour declares, as its [[spawn]] or their defaults have them",
    ),
    field("memory", Table, "plain data that lasts from call to call, and through reloads"),
];

/// Seconds since a step.
fn seconds(s: Sight, step: u64) -> f64 {
    s.view.step.saturating_sub(step) as f64 * f64::from(s.view.step_s)
}

/// The fields of `npc`; all are read-only, and as they were when the step began.
pub(super) fn fields() -> Vec<Field> {
    let [name, settings, memory] = LASTING;
    let [id, body @ ..] = OF_BODY.map(|f| f.field);
    [id, name].into_iter().chain(body).chain(OF_TURN.map(|f| f.field)).chain([settings, memory]).collect()
}
