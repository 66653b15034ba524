//! Lua specs: a machine of their own with `describe`, `it`, `expect` and `world`, each test under its budget.
//!
//! The caller provides the small worlds of `world { … }` with a [`Build`].

mod contract;
mod creature;
mod force;
mod handles;
pub(crate) mod plan;
mod stage;
mod world;

pub use contract::WorldPlan;
pub(crate) use contract::{
    Act, ActError, Begin, Build, Failure, Outcome, PlanError, Scene, SpecFile, SpecWorld, spec_files,
};

use crate::diag::Diagnostic;
use crate::lua::analysis::coverage::Coverage;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::fault::HOST_CHUNK;
use crate::lua::host::machine::{Machine, compiler};
use crate::lua::host::program::Program;
use crate::lua::host::sources::compile;
use crate::lua::host::values::{key_name, key_names, line_of, set_index, unknown};
use crate::lua::host::{budget, fault, loader, raw, sandbox};
use crate::lua::source::parse::parse;
use crate::lua::source::refusals::{Lifetime, refusals};
use mlua::chunk::ChunkMode;
use mlua::{Function, Table, Value};
use stage::Stage;
use std::ops::ControlFlow;

/// `describe`, `it`, `expect`, in Lua.
const PRELUDE: &str = include_str!("spec_host/prelude.lua");
/// Budget of one test, in the unit of a handler's budget: a hundred times as much as one call of a handler.
const COUNTS_PER_TEST: u64 = 5_000_000;

/// One `it`.
struct Test {
    name: String,
    before: Vec<Function>,
    body: Function,
}

/// What the tests of a run have in common.
pub(crate) struct Terms<'a> {
    pub program: &'a Program,
    pub params: &'a ScriptParams,
    /// Of worlds that name none.
    pub seed: u64,
    /// Which tests run: called with their full name (`describe … it …`), and with their file's.
    pub wanted: &'a dyn Fn(&str) -> bool,
}

/// Runs the wanted tests of one file, and passes each outcome to `report` until that returns `Break`. A file that does not
/// load is one failed outcome named after itself. Adds to `coverage` what the specs themselves ran of the mods' files,
/// outside of worlds.
pub(crate) fn run_file(
    file: &SpecFile,
    terms: &Terms,
    build: Build,
    coverage: &mut Coverage,
    report: &mut dyn FnMut(Outcome) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let loaded = machine(file, terms, build).and_then(|m| Ok((load(&m, file, terms.params)?, m)));
    let (tests, machine) = match loaded {
        Ok(loaded) => loaded,
        Err(d) => return report(Outcome::failed(&file.label, "", d, None)),
    };
    let mut wanted = tests.iter().filter(|t| (terms.wanted)(&t.name) || (terms.wanted)(&file.label));
    let flow = wanted.try_for_each(|t| report(run_test(&machine, file, t)));
    Stage::clear(&machine.lua);
    loader::count_lines(&machine.lua, coverage);
    flow
}

fn machine(file: &SpecFile, terms: &Terms, build: Build) -> Result<Machine, Diagnostic> {
    let params = terms.params;
    let machine = sandbox::machine(params).map_err(|e| fault::diagnose(&e, &file.label))?;
    // A spec can require modules.
    let (loading, mut faults) = loader::load(&machine, &terms.program.files, params.instructions_per_load, &[]);
    if let Some(fault) = faults.pop() {
        return Err(fault);
    }
    machine.lua.set_app_data(loading);
    machine.lua.set_app_data(Stage::new(file, build, params, terms.seed));
    Ok(machine)
}

/// Runs the file itself, which only lists the tests.
fn load(machine: &Machine, file: &SpecFile, params: &ScriptParams) -> Result<Vec<Test>, Diagnostic> {
    let bytecode = compile(&file.label, &file.source, &ScriptParams { coverage: false, ..params.clone() })?;
    let tree = parse(&file.label, &file.source)?;
    if let Some(first) = refusals(&file.label, &tree, Lifetime::Once).into_iter().next() {
        return Err(first);
    }
    let run = || -> mlua::Result<Vec<Test>> {
        let (globals, tests) = words(machine)?;
        let chunk = machine.lua.load(&bytecode[..]).set_name(format!("@{}", file.label));
        chunk.set_mode(ChunkMode::Binary).set_environment(globals).call::<()>(())?;
        let test =
            |t: Table| Ok(Test { name: t.raw_get("name")?, before: t.raw_get("before")?, body: t.raw_get("body")? });
        tests.call::<Vec<Table>>(())?.into_iter().map(test).collect()
    };
    let tests = budget::limited(params.instructions_per_load, machine.memory_limit, run)
        .0
        .map_err(|e| fault::diagnose(&e, &file.label))?;
    if tests.is_empty() {
        let hint = "describe(\"…\", function() it(\"…\", function() … end) end)";
        return Err(Diagnostic::error(&file.label, "there is no test in this file").hint(hint));
    }
    Ok(tests)
}

/// The names a spec has besides those of every script, and the function that returns the tests it described.
fn words(machine: &Machine) -> mlua::Result<(Table, Function)> {
    let (lua, globals) = (&machine.lua, machine.globals.clone());
    let show = lua.create_function(|_, v: Value| Ok(handles::shown(&v)))?;
    let missing = lua.create_function(|_, (owner, name, names): (String, String, Vec<String>)| {
        Ok(fault::plain_message(&unknown(&owner, &name, names)))
    })?;
    let prelude = lua.load(PRELUDE).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Text);
    let (words, tests): (Table, Function) = prelude.set_compiler(compiler()).into_function()?.call((show, missing))?;
    words.raw_set("world", lua.create_function(world::build)?)?;
    let global = lua.create_function(move |_, (own, key): (Table, Value)| {
        let found: Value = globals.raw_get(key.clone())?;
        let names = || key_names(&own).into_iter().chain(key_names(&globals));
        if found.is_nil() { Err(unknown("", &key_name(&key), names())) } else { Ok(found) }
    })?;
    set_index(lua, &words, global)?;
    words.set_readonly(true);
    Ok((words, tests))
}

fn run_test(machine: &Machine, file: &SpecFile, test: &Test) -> Outcome {
    let lua = &machine.lua;
    Stage::clear(&machine.lua);
    let run = || test.before.iter().chain([&test.body]).try_for_each(|f| f.call::<()>(()));
    let (result, _) = budget::limited(COUNTS_PER_TEST, machine.memory_limit, run);
    let outcome = match &result {
        Ok(()) => Outcome { file: file.label.clone(), name: test.name.clone(), failure: None },
        Err(e) => {
            let mut d = fault::diagnose(e, &file.label);
            if d.line == 0 {
                d.line = line_of(&test.body).unwrap_or(0);
            }
            // A single frame repeats the place; more show the helpers that were called.
            if d.trace.len() < 2 {
                d.trace.clear();
            }
            Outcome::failed(&file.label, &test.name, d, Stage::scene(lua))
        }
    };
    Stage::clear(lua);
    if result.is_err_and(|e| fault::is_memory(&e)) {
        raw::collect_all(lua);
    }
    outcome
}
