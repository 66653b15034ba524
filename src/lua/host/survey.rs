//! What running the top level of every file shows: what raises, what modules have, what is wrong in behaviours' tables.

use crate::agent::Symbols;
use crate::diag::Diagnostic;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::behaviour::Reader;
use crate::lua::host::compiled::CompiledFile;
use crate::lua::host::{loader, sandbox};
use crate::lua::source::lint::Lint;
use mlua::{Table, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was seen.
#[derive(Default)]
pub struct Survey {
    /// Members of what each module returned, with the line on which a function begins.
    pub members: BTreeMap<String, BTreeMap<String, Option<u32>>>,
    pub faults: Vec<Diagnostic>,
}

/// Runs the files in a machine of their own. Files that use a broken one are passed over: they are not to blame.
///
/// # Errors
/// When no machine can be built.
pub fn survey(
    files: &Arc<BTreeMap<String, CompiledFile>>,
    lints: &BTreeMap<String, Lint>,
    broken: &[String],
    params: &ScriptParams,
) -> mlua::Result<Survey> {
    let machine = sandbox::machine(params)?;
    let (loaded, mut faults) = loader::load_some(&machine, files, params.instructions_per_load, broken);
    let mut symbols = Symbols::default();
    for (path, value) in &loaded.behaviours {
        let (Some(file), Some(lint)) = (files.get(path), lints.get(path)) else { continue };
        let stem = path.trim_start_matches("npc/").trim_end_matches(".lua");
        let mut reader = Reader { file: &file.label, stem, lint, faults: Vec::new(), meant: Vec::new() };
        reader.species(value, &mut symbols);
        faults.append(&mut reader.faults);
    }
    let mut survey = Survey { faults, ..Survey::default() };
    for pair in loaded.modules.iter().flat_map(Table::pairs::<String, Value>) {
        if let (path, Value::Table(t)) = pair?
            && path.starts_with("lib/")
            && t.metatable().is_none()
        {
            survey.members.insert(path, members(&t));
        }
    }
    Ok(survey)
}

fn members(t: &Table) -> BTreeMap<String, Option<u32>> {
    let line = |v: &Value| match v {
        Value::Function(f) => f.info().line_defined.and_then(|l| u32::try_from(l).ok()),
        _ => None,
    };
    t.pairs::<Value, Value>()
        .filter_map(|p| p.ok())
        .map(|(k, v)| (crate::lua::host::values::key_name(&k), line(&v)))
        .collect()
}
