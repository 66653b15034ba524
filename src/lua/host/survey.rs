//! Runs the top level of every file and hands over what it evaluated to, as plain data.

use crate::agent::{Handler, Symbols};
use crate::diag::Diagnostic;
use crate::lua::analysis::evaluated::{Evaluated, EvaluatedHandler, MachineNames};
use crate::lua::api::params::ScriptParams;
use crate::lua::host::behaviour::{self, Reader};
use crate::lua::host::loader::{self, Loaded};
use crate::lua::host::machine::Machine;
use crate::lua::host::sandbox;
use crate::lua::host::sources::Sources;
use crate::lua::host::values::{entries, key_names, line_of};
use mlua::{Table, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

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
