//! Global functions. The host runs them: they hand on Lua values as they are.

use crate::lua::api::declare::Type::{Any, Shape, String, Table};
use crate::lua::api::declare::{Effect, Function, ShapeName, Signature};
use crate::lua::api::functions::functions;

/// Counts for printing.
const PRINT_COST: u64 = 12;

const fn prints(name: &'static str, doc: &'static str) -> Function {
    const VALUES: &[Signature] = &[Signature { params: &[], variadic: Some(Any), returns: &[] }];
    Function { area: "", name, signatures: VALUES, effect: Effect::Acts, charge: PRINT_COST, doc, run: None }
}

pub(super) const PRINTING: &[Function] = &[
    prints("print", "write to the log with the creature's name; limited in rate"),
    prints("log", "the same as print"),
];

pub(super) const FUNCTIONS: &[Function] = functions! { "":
    Acts require(module: String) -> [Any], "what a file below lib/ returns: require \"lib.tactics\"";
    Pure extend(changes: Table) -> [Shape(ShapeName::Behaviour)],
        "the behaviour of the same name of a mod below, with these changes: a file below npc/ returns it";
    Pure behaviour(description: Shape(ShapeName::Behaviour)) -> [Shape(ShapeName::Behaviour)],
        "describes a kind of creature: name, body, start, states; a file below npc/ returns it";
};
