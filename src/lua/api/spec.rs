//! The words of specs: `describe`, `it`, `expect`, `world`, and the handles they return.

use crate::lua::api::declare::Type::{Any, Boolean, Id, List, Number, Optional, Shape, String, Table, Word};
use crate::lua::api::declare::{Field, Function, ShapeName, Type, field, option, signature};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::{COUNT, HEALTH, RADIANS, SPEED, STATE_SECONDS};

const CREATURE: Type = Shape(ShapeName::SpecCreature);
const CREATURE_OR_LETTER: Type = Type::Union(&[CREATURE, String]);
/// A function that specs hand over.
const BODY: Type = Type::Function(&signature(&[], &[]));
const CONDITION: Type = Type::Function(&signature(&[], &[Type::Many(&Any)]));

/// Those that nothing else is named like.
pub(crate) const WORDS: &[Function] = functions! { "":
    Acts describe(name: String, body: BODY), "groups tests";
    Acts it(name: String, body: BODY), "a test";
    Acts before_each(body: BODY), "runs before every later test of its group";
    Acts expect(value: Any, what: Optional(&String)) -> [Shape(ShapeName::Expectation)],
        "states what a value should be; what is the start of the message";
};

/// `world`, which outside of specs is a table.
pub(crate) const WORLD: &[Function] = functions! { "":
    Acts world(plan: Shape(ShapeName::WorldPlan)) -> [Shape(ShapeName::SpecWorld)], "a small world, as drawn";
};

/// The globals that only specs have.
pub(crate) fn all() -> impl Iterator<Item = &'static Function> {
    WORDS.iter().chain(WORLD)
}

pub(crate) const PLAN: &[Field] = &[
    option("seed", Number, "all random numbers follow from it; --seed when left out, else 1"),
    option("cell", Number, "metres a letter, 0.5 to 8; 1 when left out"),
    option("behaviours", Type::Map(&String, &String), "behaviours of the spec's own: name and source"),
    option("places", Type::Map(&String, &String), "places of the map: name and letter"),
    option(
        "areas",
        Type::Map(&String, &Type::Union(&[String, List(&String)])),
        "areas of the map: name and letter, or { letter, role, … }; an area is the box round all its letters",
    ),
    option("feelers_only", Boolean, "begin with pathfinding switched off"),
    option("errors_allowed", Boolean, "an error in a creature's script does not fail the test"),
];

pub(crate) const BEGIN: &[Field] = &[
    option("state", Word(Domain::State), "the state it is in, as if it had been there all along: enter is not called"),
    option("memory", Table, "its whole memory"),
    option("health", HEALTH, "above 0"),
    option("heading", RADIANS, "radians, clockwise from +x"),
];

pub(crate) const FORCE_OPTIONS: &[Field] = &[
    option("times", COUNT, "how many times; 1 when left out"),
    option(
        "reason",
        Word(Domain::Reason),
        "what pathfinder.reason returns then; when left out, walled in for SEARCH_FAILED, budget for OUT_OF_TIME, \
         too many tries for MAP_FAILED",
    ),
    option("x", Number, "metres, of a waypoint"),
    option("y", Number, "metres, of a waypoint"),
];

pub(crate) const CREATURE_FIELDS: &[Field] = &[
    field("id", Id, "its number; also of the dead"),
    field("name", String, "behaviour and number; also of the dead"),
    field("alive", Boolean, "whether it lives"),
    field("behaviour", Word(Domain::Behaviour), "the behaviour's name"),
    field("faction", Word(Domain::Faction), "the faction given by its body"),
    field("state", Word(Domain::State), "the strategic state it is in"),
    field("state_time", STATE_SECONDS, "seconds since the state was entered"),
    field("tactic", Word(Domain::LastTactic), "the tactical state last reported"),
    field("asleep", Boolean, "whether it sleeps: its tick is left out, as npc:sleep asked for"),
    field("x", Number, "metres"),
    field("y", Number, "metres"),
    field("heading", RADIANS, "radians, clockwise from +x"),
    field("speed", SPEED, "metres a second"),
    field("health", HEALTH, "dies at 0"),
    field("max_health", HEALTH, "full health"),
    field("memory", Table, "a copy of its memory"),
];

pub(crate) const CREATURE_METHODS: &[Function] = functions! { "":
    Acts place(letter: String) | (x: Number, y: Number), "puts it there";
    Acts begin(how: Shape(ShapeName::Begin)), "as if it had lived up to here";
    Acts force(
        call: Word(Domain::PathCall), code: Word(Domain::Code), options: Optional(&Shape(ShapeName::ForceOptions))
    ),
        "sets the pathfinder's next result";
    Acts forced() -> [Number],
        "forced results that are still to come; a test that calls it may end with some of them left";
    Acts hurt(amount: Number, by: Optional(&CREATURE)), "takes health, as if by another";
    Acts kill(), "ends its life";
    Acts send(name: Word(Domain::Message), data: Optional(&Any)), "a message to its message handler";
    Acts why() -> [List(&String)],
        "how it came into its state, newest last: each change with its handler, file and line, and what led to it; made \
         for print; also of the dead";
    Acts distance(other: CREATURE_OR_LETTER) -> [Number] | (x: Number, y: Number) -> [Number],
        "metres to a creature, a letter of the drawing, or a point";
};

pub(crate) const WORLD_FIELDS: &[Field] = &[
    field("steps", Number, "steps of 50 ms since it began"),
    field("time", Number, "seconds since it began"),
    field("arrivals", Number, "goals that were reached"),
];

pub(crate) const WORLD_METHODS: &[Function] = functions! { "":
    Acts run(steps: Number), "so many steps of 50 ms, at least one; a creature's tick runs every sixth";
    Acts run_until(f: CONDITION, steps: Number),
        "runs at least one step, and until f() is true after one; fails when it is not within so many steps";
    Acts happens(f: CONDITION, steps: Number) -> [Boolean], "the same, but returns whether it was";
    Acts creature(letter: String, which: Optional(&Number)) -> [CREATURE],
        "the creature that began at the letter; which: 2 is the second one, line by line";
    Acts creatures(letter: Optional(&String)) -> [List(&CREATURE)], "all that live, or all that began at the letter";
    Acts place(letter: String) -> [Number, Number], "x and y of the letter";
    Acts distance(a: CREATURE_OR_LETTER, b: CREATURE_OR_LETTER) -> [Number],
        "metres between two creatures or letters";
    Acts codes(code: Word(Domain::Code)) -> [Number], "how often pathfinders returned it";
    Acts entered(state: Word(Domain::State)) -> [Number], "how often a state was entered";
    Acts board(faction: Word(Domain::Faction), key: String) -> [Any],
        "a copy of what is posted under a key for a faction; nil when nothing is";
    Acts members(group: Word(Domain::Group)) -> [List(&CREATURE)],
        "the members of a group, in the order in which they joined; none when there is no such group";
    Acts said(part: String) -> [Boolean], "whether a line of the log contains this string";
    Acts errors() -> [List(&String)], "errors of scripts";
    Acts pathfinding(on: Boolean), "switches pathfinding on or off";
    Acts walk(x: Optional(&Number), y: Optional(&Number)),
        "moves the player's character in this direction; without arguments it stops";
    Acts draw() -> [String], "a drawing of the world, in letters";
};

pub(crate) const NEVER: Field = field("never", Shape(ShapeName::Expectation), "the opposite");

/// What is done with a value that is expected; called with a dot.
pub(crate) const EXPECTATIONS: &[Function] = functions! { "":
    Acts to_be(wish: Any), "the same value; tables: the same entries";
    Acts to_exist(), "anything but nil";
    Acts to_be_less_than(limit: Number), "a number below this one";
    Acts to_be_greater_than(limit: Number), "a number above this one";
    Acts to_be_near(wish: Number, within: Optional(&Number)),
        "a number close to this one; within is 0.01 when left out";
    Acts to_contain(part: Any), "a string that contains this one, or a list with this entry";
    Acts to_fail(message: Optional(&String)), "for a function: it raises an error that contains this string";
};
