//! Reading mods without running creatures: everything that can be known to be wrong from the text, with its place.
//!
//! Files are compiled and their top level is run once in the sandbox, as at load; the rest is the work of `analysis`. Where
//! something can come from outside, nothing is claimed: an error means that the line is wrong, not that it might be.

use crate::agent::{Species, Symbols};
use crate::diag::Diagnostic;
use crate::lua::analysis::check;
use crate::lua::analysis::infer::File;
use crate::lua::analysis::spec;
use crate::lua::analysis::symbol_table::{MachineNames, MapNames, SymbolTable};
use crate::lua::analysis::transitions::EvaluatedHandler;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::behaviour::{self, Declared};
use crate::lua::host::machine::Machine;
use crate::lua::host::sources::{Sources, compile};
use crate::lua::host::spec_host::SpecFile;
use crate::lua::host::values::{entries, key_names, line_of};
use crate::lua::host::{loader, sandbox};
use crate::lua::source::mods::{ModSet, behaviour_name, is_module};
use crate::lua::source::parse;
use crate::world::Movement;
use mlua::{Table, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What checking mods found.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// Errors and warnings, in order of file and line.
    pub found: Vec<Diagnostic>,
    /// Names of all behaviours, also of those whose files are broken.
    pub behaviours: Vec<String>,
    /// What could be read of them.
    pub species: Vec<Species>,
    /// The movement classes there are.
    pub movements: Vec<Movement>,
    /// Names in use; `None` when they could not be gathered.
    pub symbols: Option<SymbolTable>,
}

/// Checks every file of the mods as one program, with the places and areas of the maps that are known. Never fails: what cannot be read is among what was found.
pub(crate) fn check(mods: &ModSet, maps: &MapNames, params: &ScriptParams) -> Checked {
    let mut behaviours: Vec<String> = mods.paths().into_iter().filter_map(behaviour_name).map(str::to_owned).collect();
    behaviours.sort();
    let Sources { compiled, mut files, faults: mut found, broken } = Sources::read(mods, params, None);
    let machine = match sandbox::machine(params) {
        Ok(machine) => machine,
        Err(e) => {
            found.push(Diagnostic::error("", format!("the scripts cannot be run: {e}")));
            return Checked { found, behaviours, movements: mods.movements(), ..Checked::default() };
        }
    };
    // Files that use a broken one are passed over: they are not to blame.
    let (loaded, raised) = loader::load(&machine, &Arc::new(compiled), params.instructions_per_load, &broken);
    found.extend(raised);
    let movements = mods.movements();
    let species = behaviour::species(
        &files,
        &loaded.returned,
        &mut Symbols::default(),
        &Declared::of(mods, &movements),
        &mut found,
    );
    add_members(&mut files, &loaded.returned);
    let mut maps = maps.clone();
    maps.add_layers(mods.influence());
    let (found, symbols) = check::check(&files, &broken, names(&machine), &maps, found);
    Checked { found, behaviours, species, movements, symbols: Some(symbols) }
}

/// What is wrong with a spec: the first mistake for which it cannot be compiled, or the names in it that do not exist.
pub(crate) fn check_spec(
    SpecFile { label, source }: &SpecFile,
    params: &ScriptParams,
    symbols: Option<&SymbolTable>,
) -> Vec<Diagnostic> {
    let tree = compile(label, source, params).and_then(|_| parse::parse(label, source));
    match (tree, symbols) {
        (Err(fault), _) => vec![fault],
        (Ok(tree), Some(symbols)) => spec::check(label, &tree, symbols),
        (Ok(_), None) => Vec::new(),
    }
}

/// Adds to each module's file which members it was found to have.
pub(crate) fn add_members(files: &mut [File], returned: &BTreeMap<String, Value>) {
    let begins = |v: Value| v.as_function().and_then(line_of);
    for file in files.iter_mut().filter(|f| is_module(&f.path)) {
        let table = returned.get(&file.path).and_then(Value::as_table).filter(|t| t.metatable().is_none());
        file.members = table.map(|t| entries(t).map(|(name, v)| (name, begins(v))).collect());
    }
}

/// The handlers of a behaviour.
pub(crate) fn handlers(t: &Table) -> Vec<EvaluatedHandler> {
    let mut all = Vec::new();
    for (state, handler, f) in behaviour::handlers(t).unwrap_or_default() {
        if let (Some(line), Some(source)) = (line_of(&f), f.info().source) {
            let file = source.trim_start_matches('@').to_owned();
            all.push(EvaluatedHandler { state, handler, file, line });
        }
    }
    all
}

/// The names that scripts see in a machine.
pub(crate) fn names(machine: &Machine) -> MachineNames {
    let mut names = MachineNames::default();
    for (name, value) in machine.globals.pairs::<String, Value>().filter_map(Result::ok) {
        if let Value::Table(t) = value {
            names.insert(name.clone(), key_names(&t).into_iter().collect());
        }
        names.entry(String::new()).or_default().insert(name);
    }
    names
}
