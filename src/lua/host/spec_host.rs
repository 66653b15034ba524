//! Lua specs: a machine of their own with `describe`, `it`, `expect` and `world`, each test under its budget.
//!
//! The caller provides the small worlds of `world { … }` with a [`Build`].

mod contract;
mod creature;
mod force;
mod handles;
mod outcome;
pub(crate) mod plan;
mod reasons;
mod stage;
mod verdict;
mod words;
mod world;

pub use contract::WorldPlan;
pub(crate) use contract::{Act, ActError, Begin, Build, PlanError, SpecFile, SpecWorld, Unused, spec_files};
pub(crate) use outcome::{Failure, Outcome, Scene};

use crate::diag::{Clock, Diagnostic};
use crate::lua::analysis::coverage::Coverage;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::bindings::{Printed, printed};
use crate::lua::host::machine::Machine;
use crate::lua::host::program::Program;
use crate::lua::host::sources::compile;
use crate::lua::host::values::line_of;
use crate::lua::host::{budget, fault, loader, raw, sandbox};
use crate::lua::source::parse::parse;
use crate::lua::source::refusals::{Lifetime, refusals};
use mlua::chunk::ChunkMode;
use mlua::{Function, Table};
use stage::Stage;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

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
    /// Of worlds that name none: each test runs on all of these.
    pub seeds: RangeInclusive<u64>,
    /// A test ends at its first seed that fails.
    pub fail_fast: bool,
    /// Which tests run: called with their full name (`describe … it …`), and with their file's.
    pub wanted: &'a dyn Fn(&str) -> bool,
    /// How long tests take.
    pub clock: &'a dyn Clock,
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
    let loaded = Spec::load(file, terms, build).and_then(|spec| Ok((spec.tests()?, spec)));
    let (tests, spec) = match loaded {
        Ok(loaded) => loaded,
        Err(diagnostic) => {
            let failure = Some(Failure { diagnostic, scene: None });
            return report(Outcome { file: file.label.clone(), failure, ..Outcome::default() });
        }
    };
    let wanted = |t: &Test| (terms.wanted)(&t.name) || (terms.wanted)(&file.label);
    let wanted: Vec<(usize, String)> =
        tests.into_iter().enumerate().filter(|(_, t)| wanted(t)).map(|(at, t)| (at, t.name)).collect();
    let lua = &spec.machine.lua;
    // Printed while the file was loaded: shown with the first test.
    let mut early = printed(lua);
    let flow = wanted.iter().try_for_each(|(at, name)| {
        let mut outcome = spec.run(*at, name, terms);
        outcome.printed.splice(0..0, early.drain(..));
        report(outcome)
    });
    Stage::clear(lua, 0);
    loader::count_lines(lua, coverage);
    if !wanted.is_empty() {
        coverage.required.extend(loader::required_by(lua, &file.label));
    }
    flow
}

/// A spec that compiled, in a machine of its own.
struct Spec<'a> {
    file: &'a SpecFile,
    machine: Machine,
    bytecode: Vec<u8>,
    counts_per_load: u64,
}

impl<'a> Spec<'a> {
    fn load(file: &'a SpecFile, terms: &Terms, build: Build) -> Result<Self, Diagnostic> {
        let params = terms.params;
        let bytecode = compile(&file.label, &file.source, &ScriptParams { coverage: false, ..params.clone() })?;
        let tree = parse(&file.label, &file.source)?;
        if let Some(first) = refusals(&file.label, &tree, Lifetime::Once).into_iter().next() {
            return Err(first);
        }
        let machine = machine(file, terms, build)?;
        Ok(Self { file, machine, bytecode, counts_per_load: params.instructions_per_load })
    }

    /// Runs the file itself, which only lists the tests.
    fn tests(&self) -> Result<Vec<Test>, Diagnostic> {
        let label = &self.file.label;
        let run = || -> mlua::Result<Vec<Test>> {
            let (globals, tests) = words::install(&self.machine)?;
            let chunk = self.machine.lua.load(&self.bytecode[..]).set_name(format!("@{label}"));
            chunk.set_mode(ChunkMode::Binary).set_environment(globals).call::<()>(())?;
            let test = |t: Table| {
                Ok(Test { name: t.raw_get("name")?, before: t.raw_get("before")?, body: t.raw_get("body")? })
            };
            tests.call::<Vec<Table>>(())?.into_iter().map(test).collect()
        };
        let tests = budget::limited(self.counts_per_load, self.machine.memory_limit, run)
            .0
            .map_err(|e| fault::diagnose(&e, label))?;
        if tests.is_empty() {
            let hint = "describe(\"…\", function() it(\"…\", function() … end) end)";
            return Err(Diagnostic::error(label, "there is no test in this file").hint(hint));
        }
        let mut lines = BTreeMap::new();
        for test in &tests {
            let line = line_of(&test.body).unwrap_or(0);
            if let Some(first) = lines.insert(&test.name, line) {
                let message = format!("two tests have the name '{}': this one and that of line {first}", test.name);
                return Err(Diagnostic::error(label, message).at(line, 0).hint("give each a name of its own"));
            }
        }
        Ok(tests)
    }

    /// One test on all seeds; on the first alone when each world of it names its own.
    fn run(&self, at: usize, name: &str, terms: &Terms) -> Outcome {
        let (lua, began) = (&self.machine.lua, terms.clock.nanos());
        let mut outcome = Outcome { file: self.file.label.clone(), name: name.to_owned(), ..Outcome::default() };
        for seed in terms.seeds.clone() {
            Stage::clear(lua, seed);
            outcome.seeds += 1;
            let failed = self.run_once(at);
            let printed = printed(lua);
            if outcome.seeds == 1 {
                outcome.printed = printed;
            }
            if let Some(failure) = failed {
                outcome.failed_seeds.push(seed);
                outcome.failure.get_or_insert(failure);
                if terms.fail_fast {
                    break;
                }
            }
            if !Stage::of(lua).is_ok_and(|stage| stage.seed_used) {
                break;
            }
        }
        outcome.nanos = terms.clock.nanos() - began;
        outcome
    }

    /// How one test fails, on one seed. The file is run again for each: none begins with what another left in its variables.
    fn run_once(&self, at: usize) -> Option<Failure> {
        let lua = &self.machine.lua;
        let tests = match self.tests() {
            Ok(tests) => tests,
            Err(diagnostic) => return Some(Failure { diagnostic, scene: None }),
        };
        let test = tests.get(at)?;
        drop(printed(lua));
        let run = || {
            test.before.iter().try_for_each(|f| f.call::<()>(()))?;
            let before = Stage::of(lua)?.claims.compared;
            test.body.call::<()>(())?;
            Ok(before)
        };
        let (result, _): (mlua::Result<u32>, _) = budget::limited(COUNTS_PER_TEST, self.machine.memory_limit, run);
        let verdict = match &result {
            Ok(before) => self.verdict(*before),
            Err(e) => Err(self.raised(e)),
        };
        let failure = verdict.err().map(|mut diagnostic| {
            if diagnostic.line == 0 {
                diagnostic.line = line_of(&test.body).unwrap_or(0);
            }
            Failure { diagnostic, scene: Stage::scene(lua) }
        });
        if result.is_err_and(|e| fault::is_memory(&e)) {
            raw::collect_all(lua);
        }
        failure
    }

    /// What is wrong with a test that raised no error; `before` comparisons were made when its own body began.
    fn verdict(&self, before: u32) -> Result<(), Diagnostic> {
        let unused = Stage::unused(&self.machine.lua);
        let Ok(stage) = Stage::of(&self.machine.lua) else { return Ok(()) };
        stage.claims.verdict(before, unused).map_err(|vacuous| vacuous.diagnostic(&self.file.label))
    }

    fn raised(&self, e: &mlua::Error) -> Diagnostic {
        let mut d = fault::diagnose(e, &self.file.label);
        // A single frame repeats the place; more show the helpers that were called.
        if d.trace.len() < 2 {
            d.trace.clear();
        }
        d
    }
}

fn machine(file: &SpecFile, terms: &Terms, build: Build) -> Result<Machine, Diagnostic> {
    let params = terms.params;
    let machine = sandbox::machine(params).map_err(|e| fault::diagnose(&e, &file.label))?;
    // A spec can require modules.
    let (loading, mut faults) = loader::load(&machine, &terms.program.files, params.instructions_per_load, &[]);
    if let Some(fault) = faults.pop() {
        return Err(fault);
    }
    machine.lua.set_app_data(loading.for_spec(&file.label));
    machine.lua.set_app_data(Stage::new(file, build, params));
    machine.lua.set_app_data(Printed::default());
    Ok(machine)
}
