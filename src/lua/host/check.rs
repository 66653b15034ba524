//! Reading mods without running creatures: everything that can be known to be wrong from the text, with its place.
//!
//! Files are compiled and their top level is run once in the sandbox, as at load; the rest is the work of `analysis`. Where
//! something can come from outside, nothing is claimed: an error means that the line is wrong, not that it might be.

use crate::diag::Diagnostic;
use crate::lua::analysis::check::{self, Findings};
use crate::lua::analysis::spec;
use crate::lua::analysis::symbol_table::SymbolTable;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::sources::{Sources, compile};
use crate::lua::host::survey::survey;
use crate::lua::source::mods::{ModSet, behaviour_name};
use crate::lua::source::parse;

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
