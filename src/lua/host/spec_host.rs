//! Lua specs: a machine of their own with `describe`, `it`, `expect` and `world`, each test under its budget.
//!
//! The little worlds behind `world { … }` are somebody else's: whoever runs specs hands in a [`SpecBench`].

mod contract;
mod creature;
mod files;
mod force;
mod handles;
mod plan;
mod stage;
mod world;

pub use contract::{Act, ActError, Begin, CreatureView, Failure, Outcome, PlanError, SpecBench, SpecWorld, WorldPlan};
pub use files::{SpecFile, spec_files};

use crate::diag::Diagnostic;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::fault::HOST_CHUNK;
use crate::lua::host::machine::{Machine, compiler};
use crate::lua::host::program::Program;
use crate::lua::host::sources::compile;
use crate::lua::host::values::{key_name, unknown};
use crate::lua::host::{budget, fault, loader, sandbox};
use crate::lua::source::parse::parse;
use crate::lua::source::refusals::{Lifetime, refusals};
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, Table, Value};
use stage::Stage;
use std::ops::ControlFlow;

/// `describe`, `it`, `expect`, in Lua.
const PRELUDE: &str = include_str!("spec_host/prelude.lua");
/// What one test may spend, in the unit of a handler's budget: a hundred times as much as one call of a handler.
const COUNTS_PER_TEST: u64 = 5_000_000;

/// One `it`, waiting to be run.
struct Test {
    name: String,
    before: Vec<Function>,
    body: Function,
}

/// What the tests of a run have in common.
pub struct Terms<'a> {
    pub program: &'a Program,
    pub params: &'a ScriptParams,
    /// Of worlds that name none.
    pub seed: u64,
    /// Which tests run: asked with their full name (`describe … it …`), and with their file's.
    pub wanted: &'a dyn Fn(&str) -> bool,
}

/// Runs the wanted tests of one file, and hands each outcome to `told` until that breaks off. A file that does not load is
/// one failed outcome named after itself.
pub fn run_file(
    file: &SpecFile,
    terms: &Terms,
    bench: Box<dyn SpecBench>,
    told: &mut dyn FnMut(Outcome) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let loaded = machine(file, terms, bench).and_then(|m| Ok((load(&m, file, terms.params)?, m)));
    let (tests, machine) = match loaded {
        Ok(loaded) => loaded,
        Err(d) => return told(Outcome::failed(&file.label, "", d, None)),
    };
    let mut chosen = tests.iter().filter(|t| (terms.wanted)(&t.name) || (terms.wanted)(&file.label));
    let flow = chosen.try_for_each(|t| told(run_test(&machine.lua, file, t)));
    Stage::close(&machine.lua);
    flow
}

fn machine(file: &SpecFile, terms: &Terms, bench: Box<dyn SpecBench>) -> Result<Machine, Diagnostic> {
    let params = terms.params;
    let machine = sandbox::machine(params).map_err(|e| fault::diagnose(&e, &file.label))?;
    // For `require`: a spec can look at what modules return.
    loader::load(&machine, &terms.program.files, params.instructions_per_load)
        .map_err(|mut faults| faults.pop().unwrap_or_else(|| Diagnostic::error(&file.label, "does not load")))?;
    machine.lua.set_app_data(Stage::new(file, bench, params, terms.seed));
    Ok(machine)
}

/// Runs the file itself, which only says what tests there are.
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
        tests.call::<Vec<Table>>(())?.iter().map(test).collect()
    };
    let tests = budget::limited(&machine.lua, params.instructions_per_load, run)
        .map_err(|e| fault::diagnose(&e, &file.label))?;
    if tests.is_empty() {
        let hint = "describe(\"…\", function() it(\"…\", function() … end) end)";
        return Err(Diagnostic::error(&file.label, "there is no test in this file").hint(hint));
    }
    Ok(tests)
}

fn test(t: &Table) -> mlua::Result<Test> {
    Ok(Test { name: t.raw_get("name")?, before: t.raw_get("before")?, body: t.raw_get("body")? })
}

/// The names a spec has besides those of every script, and the function that answers the tests it described.
fn words(machine: &Machine) -> mlua::Result<(Table, Function)> {
    let (lua, globals) = (&machine.lua, machine.globals.clone());
    let show = lua.create_function(|_, v: Value| Ok(handles::shown(&v)))?;
    let missing = lua.create_function(|_, (owner, name, names): (String, String, Vec<String>)| {
        Ok(fault::plain_message(&unknown(&owner, &name, names.iter().map(String::as_str))))
    })?;
    let prelude = lua.load(PRELUDE).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Text);
    let (words, tests): (Table, Function) = prelude.set_compiler(compiler()).into_function()?.call((show, missing))?;
    words.raw_set("world", lua.create_function(world::build)?)?;
    let meta = lua.create_table()?;
    let lost = lua.create_function(move |_, (own, key): (Table, Value)| {
        let found: Value = globals.raw_get(key.clone())?;
        if !found.is_nil() {
            return Ok(found);
        }
        let names = own.pairs::<Value, Value>().chain(globals.pairs()).filter_map(|p| Some(key_name(&p.ok()?.0)));
        let names: Vec<String> = names.collect();
        Err(unknown("", &key_name(&key), names.iter().map(String::as_str)))
    })?;
    meta.raw_set("__index", lost)?;
    meta.raw_set("__metatable", "locked")?;
    words.set_metatable(Some(meta))?;
    words.set_readonly(true);
    Ok((words, tests))
}

fn run_test(lua: &Lua, file: &SpecFile, test: &Test) -> Outcome {
    Stage::clear(lua);
    let run = || test.before.iter().chain([&test.body]).try_for_each(|f| f.call::<()>(()));
    let outcome = match budget::limited(lua, COUNTS_PER_TEST, run) {
        Ok(()) => Outcome { file: file.label.clone(), name: test.name.clone(), failure: None },
        Err(e) => {
            let mut d = fault::diagnose(&e, &file.label);
            if d.line == 0 {
                d.line = test.body.info().line_defined.and_then(|l| u32::try_from(l).ok()).unwrap_or(0);
            }
            // One frame is the place itself; more show which helper of the spec it went through.
            if d.trace.len() < 2 {
                d.trace.clear();
            }
            Outcome::failed(&file.label, &test.name, d, Stage::scene(lua))
        }
    };
    Stage::clear(lua);
    if matches!(&outcome.failure, Some(f) if f.diagnostic.message.contains("memory")) {
        lua.gc_collect().ok();
    }
    outcome
}
