//! The words of specs: `describe`, `it`, `expect`, `world`, and the handles they give.

use crate::lua::api::forced::PathCall;

use crate::lua::api::types::Call;
use crate::lua::api::types::Form;
use crate::lua::api::types::Member;
use crate::lua::api::types::Shape;
use crate::lua::api::types::call;
use crate::lua::api::types::field;

pub(crate) const WORLD: Call = call("world", "plan: WorldPlan", "SpecWorld", "a little world, as drawn");

pub(crate) const WORDS: [Call; 4] = [
    call("describe", "name: string, body: () -> ()", "", "groups tests"),
    call("it", "name: string, body: () -> ()", "", "a test"),
    call("before_each", "body: () -> ()", "", "runs before every later test of its group"),
    call("expect", "value: any, what: string?", "Expectation", "says what a value should be; what begins the message"),
];

/// The globals that only specs have.
pub fn spec_words() -> Vec<&'static str> {
    WORDS.iter().map(|w| w.name).chain([WORLD.name]).collect()
}

/// The options of a little world.
pub fn plan_keys() -> Vec<&'static str> {
    PLAN.iter().map(|p| p.name).collect()
}

/// Fields and methods of `SpecWorld`, `SpecCreature` and `Expectation`.
pub fn spec_members(class: &str) -> (Vec<&'static str>, Vec<&'static str>) {
    let (fields, methods) = match class {
        "SpecWorld" => (WORLD_FIELDS, WORLD_METHODS),
        "SpecCreature" => (CREATURE_FIELDS, CREATURE_METHODS),
        "Expectation" => (EXPECTATION, &[][..]),
        _ => (&[][..], &[][..]),
    };
    (fields.iter().map(|f| f.name).collect(), methods.iter().map(|m| m.name).collect())
}

pub(crate) fn shapes() -> Vec<Shape> {
    vec![
        Shape {
            name: "WorldPlan",
            doc: "a drawing, who its letters are, and options",
            form: Form::Plain { fields: PLAN.to_vec(), index: &[("number", "any"), ("string", "any")] },
        },
        Shape {
            name: "Begin",
            doc: "how a creature begins; what is left out stays as it is",
            form: Form::Plain { fields: BEGIN.to_vec(), index: &[] },
        },
        Shape {
            name: "PathCall",
            doc: "a question to the pathfinder",
            form: Form::OneOf(PathCall::ALL.map(PathCall::name).to_vec()),
        },
        Shape {
            name: "ForceOptions",
            doc: "what goes with a forced code",
            form: Form::Plain { fields: FORCE_OPTIONS.to_vec(), index: &[] },
        },
        Shape {
            name: "SpecCreature",
            doc: "a creature of a little world, as it is now",
            form: Form::Handle { fields: CREATURE_FIELDS.to_vec(), methods: CREATURE_METHODS.to_vec() },
        },
        Shape {
            name: "SpecWorld",
            doc: "a little world that runs",
            form: Form::Handle { fields: WORLD_FIELDS.to_vec(), methods: WORLD_METHODS.to_vec() },
        },
        Shape {
            name: "Expectation",
            doc: "what a value is compared with",
            form: Form::Handle { fields: EXPECTATION.to_vec(), methods: Vec::new() },
        },
    ]
}

pub(crate) const PLAN: &[Member] = &[
    field("seed", "number?", "all chance follows from it; 1 when left out"),
    field("cell", "number?", "metres a letter, 0.5 to 8; 1 when left out"),
    field("behaviours", "{[string]: string}?", "behaviours of the spec's own: name and source"),
    field("feelers_only", "boolean?", "begin with pathfinding switched off"),
    field("errors_allowed", "boolean?", "an error in a creature's script does not fail the test"),
];

const BEGIN: &[Member] = &[
    field("state", "string?", "the state it is in, as if it had been there all along: enter is not called"),
    field("memory", "table?", "its whole memory"),
    field("health", "number?", "above 0"),
    field("heading", "number?", "radians, clockwise from +x"),
];

const FORCE_OPTIONS: &[Member] = &[
    field("times", "number?", "how many answers; 1 when left out"),
    field("reason", "Reason?", "what pathfinder.reason says then"),
    field("x", "number?", "metres, of a waypoint"),
    field("y", "number?", "metres, of a waypoint"),
];

pub(crate) const CREATURE_FIELDS: &[Member] = &[
    field("id", "number", "who it is; also of the dead"),
    field("name", "string", "behaviour and number; also of the dead"),
    field("alive", "boolean", "whether it lives"),
    field("behaviour", "string", "the behaviour's name"),
    field("faction", "string", "the faction its body was given"),
    field("state", "string", "the strategic state it is in"),
    field("state_time", "number", "seconds since the state was entered"),
    field("tactic", "string", "the tactical state last reported"),
    field("x", "number", "metres"),
    field("y", "number", "metres"),
    field("heading", "number", "radians, clockwise from +x"),
    field("speed", "number", "metres a second"),
    field("health", "number", "dies at 0"),
    field("max_health", "number", "full health"),
    field("memory", "table", "a copy of its memory"),
];

pub(crate) const CREATURE_METHODS: &[Call] = &[
    call("place", "letter: string; x: number, y: number", ";", "puts it there"),
    call("begin", "how: Begin", "", "it is as if it had lived up to here"),
    call("force", "question: PathCall, code: Code, options: ForceOptions?", "", "orders the pathfinder's next answer"),
    call("forced", "", "number", "forced answers that are still to come"),
    call("hurt", "amount: number, by: SpecCreature?", "", "takes health, as if by another"),
    call("kill", "", "", "ends its life"),
    call("send", "name: string, data: any?", "", "a message to its message handler"),
    call(
        "distance",
        "other: SpecCreature | string; x: number, y: number",
        "number; number",
        "metres to a creature, a letter of the drawing, or a point",
    ),
];

pub(crate) const WORLD_FIELDS: &[Member] = &[
    field("steps", "number", "steps of 50 ms since it began"),
    field("time", "number", "seconds since it began"),
    field("arrivals", "number", "goals that were reached"),
];

pub(crate) const WORLD_METHODS: &[Call] = &[
    call("run", "steps: number", "", "so many steps of 50 ms; a creature's tick runs every sixth"),
    call(
        "run_until",
        "f: () -> ...any, steps: number",
        "",
        "runs until f() is true; fails when it is not within so many steps",
    ),
    call("happens", "f: () -> ...any, steps: number", "boolean", "the same, but answers whether it was"),
    call(
        "creature",
        "letter: string, which: number?",
        "SpecCreature",
        "who began at the letter; which: the second one, as one reads",
    ),
    call("creatures", "letter: string?", "{SpecCreature}", "everyone alive, or all who began at the letter"),
    call("place", "letter: string", "number, number", "x and y of the letter"),
    call(
        "distance",
        "a: SpecCreature | string, b: SpecCreature | string",
        "number",
        "metres between two creatures or letters",
    ),
    call("codes", "code: Code", "number", "how often a pathfinder answered so"),
    call("entered", "state: string", "number", "how often a state was entered"),
    call("said", "text: string", "boolean", "whether a line of the log has this text"),
    call("errors", "", "{string}", "errors of scripts"),
    call("pathfinding", "on: boolean", "", "switches pathfinding on or off"),
    call("walk", "x: number?, y: number?", "", "sends the player's character this way; without arguments it stands"),
    call("draw", "", "string", "the world as text"),
];

const EXPECTATION: &[Member] = &[
    field("never", "Expectation", "the opposite"),
    field("to_be", "(wish: any) -> ()", "the same value; tables: the same entries"),
    field("to_exist", "() -> ()", "anything but nil"),
    field("to_be_less_than", "(limit: number) -> ()", "a number below this one"),
    field("to_be_greater_than", "(limit: number) -> ()", "a number above this one"),
    field(
        "to_be_near",
        "(wish: number, within: number?) -> ()",
        "a number close to this one; within is 0.01 when left out",
    ),
    field("to_contain", "(part: any) -> ()", "a text with this part, or a list with this entry"),
    field("to_fail", "(text: string?) -> ()", "for a function: it raises an error, with this text in it"),
];
