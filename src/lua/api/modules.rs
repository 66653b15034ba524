//! The modules that every mod can require.

use crate::lua::api::declare::Type::{Any, Boolean, Id, Number, Optional, Shape, String, Table, Word};
use crate::lua::api::declare::{Field, Function, ShapeName, Type, option};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::{COUNT, METRES, PACE, REACH, STATE_SECONDS};

/// The shipped modules, as in `require "lib.tactics"`, with what `require` returns for each.
pub(crate) const MODULES: &[(&str, ShapeName)] = &[
    ("lib.tactics", ShapeName::Tactics),
    ("lib.behaviour_tree", ShapeName::BehaviourTree),
    ("lib.utility", ShapeName::Utility),
    ("lib.formations", ShapeName::Formations),
    ("lib.flock", ShapeName::Flocking),
];

/// What `require` returns for a shipped module.
pub(crate) fn shape(path: &str) -> Option<ShapeName> {
    MODULES.iter().find(|m| m.0 == path).map(|m| m.1)
}

pub(crate) const FOLLOW: &[Field] = &[
    option("pace", PACE, "share of top speed"),
    option("stop", METRES, "the gap between the two bodies at which it stops, metres; 0.4 when left out"),
    option("charge", Boolean, "go without feelers at the end: for attacks"),
];

pub(crate) const FORMATION: &[Field] = &[
    option("gap", METRES, "metres between the centres of neighbours; 2 when left out"),
    option("pace", PACE, "share of top speed at most, 1 when left out"),
];

pub(crate) const FLOCK: &[Field] = &[
    option("within", REACH, "how far it looks for its like, metres; 10 when left out"),
    option("gap", METRES, "nearer than this its like are too close, metres between centres; 2 when left out"),
    option("behaviour", Word(Domain::Behaviour), "only these are its like; those of its own behaviour when left out"),
    option("faction", Word(Domain::Faction), "all of this faction are its like"),
    option("limit", COUNT, "of so many at most, the nearest ones; 16 when left out"),
    option("home", METRES, "it turns back when it is farther from home than this; 30 when left out"),
    option("pace", PACE, "share of top speed; 0.4 when left out"),
    option("separation", Number, "how much it matters to keep apart, 1.5 when left out"),
    option("alignment", Number, "how much it matters to go where the others go, 1 when left out"),
    option("cohesion", Number, "how much it matters to stay together, 1 when left out"),
];

const NPC: Type = Shape(ShapeName::Npc);
const STATUS: Type = Word(Domain::Status);

/// The functions of `lib.tactics`.
pub const TACTICS: &[Function] = functions! { "":
    Acts idle(
        npc: NPC, seconds: Optional(&STATE_SECONDS),
        unless: Optional(&Shape(ShapeName::Filter)), or_unless: Optional(&Shape(ShapeName::Filter))
    ) -> [STATUS],
        "stop, and forget the goal; with seconds, sleep for so long (npc:sleep)";
    Acts go(npc: NPC, x: Number, y: Number, pace: Optional(&PACE), storey: Optional(&String)) -> [STATUS],
        "walk to a place at a share of top speed; on its own storey when none is given";
    Acts follow(npc: NPC, id: Id, how: Optional(&Shape(ShapeName::FollowHow))) -> [STATUS],
        "follow a creature while it is in sight, then to where it was last seen; lost: it is not in sight there";
    Acts wander(npc: NPC, radius: REACH, pace: Optional(&PACE)) -> [STATUS],
        "stroll within radius metres of home, with rests";
    Acts flee_from(npc: NPC, id: Id, distance: REACH) -> [STATUS],
        "get distance metres away from a creature; blocked: cornered";
    Acts search(npc: NPC, x: Number, y: Number, id: Optional(&Id)) -> [STATUS],
        "look for a creature (the one that was followed last when left out) round a place; found: it is in sight again, \
         lost: gave up";
};

/// The functions of `lib.formations`.
pub(crate) const FORMATIONS: &[Function] = functions! { "":
    Acts keep(npc: NPC, group: Word(Domain::Group), shape: Word(Domain::Formation), how: Optional(&Shape(ShapeName::FormationHow)))
        -> [Boolean, STATUS],
        "call it in every tick of every member: true for the leader, which goes where its script wants; the others go to their places          and keep them";
    Acts offset(shape: Word(Domain::Formation), slot: Number, of: Number, gap: Number) -> [Number, Number],
        "metres ahead of the leader and to its right, of one of so many places";
};

/// The functions of `lib.flock`.
pub(crate) const FLOCKING: &[Function] = functions! { "":
    Acts move(npc: NPC, how: Optional(&Shape(ShapeName::FlockHow))) -> [Number],
        "call it in every tick: it keeps apart from its like, goes where they go and stays with them; returns how many are near";
};

/// The functions of `lib.behaviour_tree`.
pub(crate) const BEHAVIOUR_TREE: &[Function] = functions! { "":
    Acts sequence(children: Table) -> [Table], "a node: its children succeed one after the other, or one fails";
    Acts selector(children: Table) -> [Table], "a node: its first child that does not fail";
    Acts invert(child: Any) -> [Table], "a node: success for its child's failure, and the other way round";
    Acts wait(seconds: Number) -> [Table], "a node: runs for so many seconds, then succeeds";
    Acts run(npc: NPC, root: Any) -> [String],
        "runs a tree once, in every tick; running, success or failure. A leaf is a function of npc that returns one of \
         these, true or false, or a status of lib.tactics";
};

/// The functions of `lib.utility`.
pub(crate) const UTILITY: &[Function] = functions! { "":
    Acts best(npc: NPC, options: Table, doing: Optional(&String), stay: Optional(&Number)) -> [String, Number],
        "name and score of the best of options { name = …, score = function(npc) … end }; the one that is being done (the \
         state when left out) scores more by stay, 0.1 when left out";
    Acts rising(value: Number, low: Number, high: Number) -> [Number], "from 0 at low to 1 at high";
    Acts falling(value: Number, low: Number, high: Number) -> [Number], "from 1 at low to 0 at high";
    Acts all(scores: Table) -> [Number], "all of several scores together: 0 when one is 0";
};
