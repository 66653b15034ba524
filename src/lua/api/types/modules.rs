//! The modules that every mod can require.

use crate::lua::api::types::Call;
use crate::lua::api::types::Form;
use crate::lua::api::types::Member;
use crate::lua::api::types::Module;
use crate::lua::api::types::Shape;
use crate::lua::api::types::call;
use crate::lua::api::types::field;

pub(crate) const MODULES: &[Module] = &[Module { path: "lib.tactics", shape: "Tactics" }];

pub(crate) fn shapes() -> Vec<Shape> {
    vec![
        Shape {
            name: "Status",
            doc: "how a tactical call goes; blocked: no way leads there, choose something else",
            form: Form::OneOf(vec!["moving", "searching", "arrived", "blocked", "lost"]),
        },
        Shape {
            name: "FollowHow",
            doc: "how to keep after somebody",
            form: Form::Plain { fields: HOW.to_vec(), index: &[] },
        },
        Shape {
            name: "Tactics",
            doc: "lib.tactics: how a creature gets where its states want it; call one of these in every tick",
            form: Form::Functions(TACTICS.to_vec()),
        },
    ]
}

const HOW: &[Member] = &[
    field("pace", "number?", "share of top speed, 0 to 1"),
    field("stop", "number?", "metres between the two at which it stands"),
    field("charge", "boolean?", "go without feelers at the end: for attacks"),
];

pub(crate) const TACTICS: &[Call] = &[
    call("idle", "npc: Npc", "Status", "stand, and forget where it was going"),
    call(
        "go",
        "npc: Npc, x: number, y: number, pace: number?",
        "Status",
        "walk to a place; pace is a share of top speed, 0 to 1",
    ),
    call("follow", "npc: Npc, id: number, how: FollowHow?", "Status", "keep after a creature"),
    call(
        "wander",
        "npc: Npc, radius: number, pace: number?",
        "Status",
        "stroll within radius metres of home, with rests",
    ),
    call(
        "flee_from",
        "npc: Npc, id: number, distance: number",
        "Status",
        "get distance metres away from a creature; blocked: cornered",
    ),
];
