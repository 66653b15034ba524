//! Reading mods without running creatures: everything that can be known to be wrong from the text, with its place.
//!
//! Files are compiled and their top level is run once in the sandbox, as at load; the rest is the work of `analysis`. Where
//! something can come from outside, nothing is claimed: an error means that the line is wrong, not that it might be.

use crate::agent::{Handler, Symbols};
use crate::diag::Diagnostic;
use crate::lua::analysis::check::{self, Findings};
use crate::lua::analysis::evaluated::{Evaluated, EvaluatedHandler, MachineNames};
use crate::lua::analysis::spec;
use crate::lua::analysis::symbol_table::SymbolTable;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::behaviour::{self, Reader};
use crate::lua::host::loader::{self, Loaded};
use crate::lua::host::machine::Machine;
use crate::lua::host::sandbox;
use crate::lua::host::sources::{Sources, compile};
use crate::lua::host::values::{entries, key_names, line_of};
use crate::lua::source::mods::{ModSet, behaviour_name};
use crate::lua::source::parse;
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
    /// Names in use; `None` when they could not be gathered.
    pub symbols: Option<SymbolTable>,
}

/// Checks every file of the mods as one program. Never fails: what cannot be read is among what was found.
pub(crate) fn check(mods: &ModSet, params: &ScriptParams) -> Checked {
    let mut behaviours: Vec<String> = mods.paths().into_iter().filter_map(behaviour_name).map(str::to_owned).collect();
    behaviours.sort();
    let mut sources = Sources::read(mods, params);
    let mut found = std::mem::take(&mut sources.faults);
    let survey = match survey(&mut sources, params) {
        Ok(survey) => survey,
        Err(e) => {
            found.push(Diagnostic::error("", format!("the scripts cannot be run: {e}")));
            return Checked { found, behaviours, symbols: None };
        }
    };
    found.extend(survey.faults);
    let Sources { files, broken, .. } = sources;
    let Findings { found, symbols } = check::check(files, &broken, survey.evaluated, survey.names, found);
    Checked { found, behaviours, symbols: Some(symbols) }
}

/// What is wrong with a spec: the first mistake for which it cannot be compiled, or the names in it that do not exist.
pub(crate) fn check_spec(
    label: &str,
    text: &str,
    params: &ScriptParams,
    symbols: Option<&SymbolTable>,
) -> Vec<Diagnostic> {
    let tree = compile(label, text, params).and_then(|_| parse::parse(label, text));
    match (tree, symbols) {
        (Err(fault), _) => vec![fault],
        (Ok(tree), Some(symbols)) => spec::check(label, &tree, symbols),
        (Ok(_), None) => Vec::new(),
    }
}

/// What running the files showed.
pub(crate) struct Survey {
    pub evaluated: Evaluated,
    pub names: MachineNames,
    /// What their code raised, and what is wrong in behaviours' tables.
    pub faults: Vec<Diagnostic>,
}

/// Runs the files in a machine of their own. Files that use a broken one are passed over: they are not to blame.
///
/// # Errors
/// When no machine can be built.
pub(crate) fn survey(sources: &mut Sources, params: &ScriptParams) -> mlua::Result<Survey> {
    let machine = sandbox::machine(params)?;
    let files = Arc::new(std::mem::take(&mut sources.compiled));
    let (loaded, mut faults) = loader::load_some(&machine, &files, params.instructions_per_load, &sources.broken);
    let mut symbols = Symbols::default();
    for (path, value) in &loaded.behaviours {
        let (Some(file), Some(places)) = (files.get(path), sources.places.get(path)) else { continue };
        let mut reader = Reader::new(path, &file.label, places);
        reader.species(value, &mut symbols);
        faults.append(&mut reader.faults);
    }
    Ok(Survey { evaluated: evaluated(&loaded), names: names(&machine), faults })
}

/// What loaded files returned.
pub(crate) fn evaluated(loaded: &Loaded) -> Evaluated {
    let mut evaluated = Evaluated::default();
    for pair in loaded.modules.iter().flat_map(Table::pairs::<String, Value>) {
        if let Ok((path, Value::Table(t))) = pair
            && path.starts_with("lib/")
            && t.metatable().is_none()
        {
            evaluated.members.insert(path, members(&t));
        }
    }
    for (path, value) in &loaded.behaviours {
        if let Value::Table(t) = value {
            evaluated.handlers.insert(path.clone(), handlers(t));
        }
    }
    evaluated
}

fn members(t: &Table) -> BTreeMap<String, Option<u32>> {
    let begins = |v: &Value| v.as_function().and_then(line_of);
    entries(t).map(|(name, v)| (name, begins(&v))).collect()
}

fn handlers(t: &Table) -> Vec<EvaluatedHandler> {
    let mut all = Vec::new();
    for (state, functions) in behaviour::handlers(t).unwrap_or_default() {
        for (handler, f) in Handler::ALL.into_iter().zip(functions) {
            if let Some(f) = f
                && let (Some(line), Some(source)) = (line_of(&f), f.info().source)
            {
                let file = source.trim_start_matches('@').to_owned();
                all.push(EvaluatedHandler { state: state.clone(), handler, file, line });
            }
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
