//! The findings of all rules, joined with what running the top-level code raised.

use crate::diag::{Code, Diagnostic, Severity, in_order};
use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::flow;
use crate::lua::analysis::infer::{File, Session};
use crate::lua::analysis::rules;
use crate::lua::analysis::symbol_table::{MachineNames, MapNames, SymbolTable};
use crate::lua::source::tree::{Kind, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// Applies the rules to files that belong together. `broken` are the paths of files that could not be parsed; `raised` is
/// what is wrong already. Returns errors and warnings, in order of file and line, and the names in use.
pub(crate) fn check(
    files: &[File],
    broken: &[String],
    names: MachineNames,
    maps: &MapNames,
    raised: Vec<Diagnostic>,
) -> (Vec<Diagnostic>, SymbolTable) {
    let mut symbols = SymbolTable::new(names);
    symbols.maps = maps.clone();
    symbols.incomplete = !broken.is_empty();
    let index = BehaviourIndex::of(&Session::new(files, &symbols, broken));
    index.add_names(&mut symbols);
    let mut session = Session::new(files, &symbols, broken);
    index.add_parameters(&mut session);
    session.forget();
    session.hand_on();
    let mut flow = flow::findings(&session, &index);
    session.place(std::mem::take(&mut flow.types));
    let ruled = rules::apply(&session, &index, &flow);
    (in_order(merged(files, raised, ruled)), symbols)
}

/// What the rules say about a line is more exact than what running it raised.
fn merged(files: &[File], raised: Vec<Diagnostic>, ruled: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let explained = |d: &Diagnostic| {
        ruled.iter().filter(|r| r.file == d.file).any(|r| {
            let better = d.column == 0 && r.severity == Severity::Error || r.message == d.message;
            r.line == d.line && better || d.code.is_some() && r.code == d.code
        })
    };
    let mut found: Vec<Diagnostic> = raised.into_iter().filter(|d| !explained(d)).collect();
    let place = |d: &Diagnostic| (d.file.clone(), d.line, d.column);
    let mut taken: BTreeSet<_> = found.iter().map(place).collect();
    found.extend(ruled.iter().filter(|r| taken.insert(place(r))).cloned());
    let trees: BTreeMap<&str, &Tree> = files.iter().map(|f| (f.label.as_str(), &*f.tree)).collect();
    for d in found.iter_mut().filter(|d| d.line > 0 && d.column == 0) {
        if let Some(tree) = trees.get(d.file.as_str()) {
            let word = if d.code == Some(Code::ModuleCircle) { Some("require") } else { None };
            d.column = column(tree, d.line, word).unwrap_or(1);
            d.trace.clear();
        }
    }
    found
}

/// The column of a global on a line, or of the first thing on it.
fn column(tree: &Tree, line: u32, global: Option<&str>) -> Option<u32> {
    let named = |kind: &Kind| global.is_none_or(|name| matches!(kind, Kind::Global(n) if n == name));
    let statements = tree.statements.iter().filter(|_| global.is_none());
    let exprs = tree.exprs.iter().filter(|e| named(&e.kind)).map(|e| &e.at);
    exprs.chain(statements).filter(|at| at.line == line).map(|at| at.column).min()
}
