//! What is refused although it compiles, as far as syntax and scope alone show it.

use crate::diag::Diagnostic;
use crate::lua::source::tree::{ExprId, Kind, Place, Tree};
use std::collections::BTreeSet;

/// How long the functions of a file live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// They are called long after the file ran, by many creatures.
    Lasting,
    /// The file runs once: its functions may assign its variables.
    Once,
}

/// Everything that is refused in a parsed file.
pub(crate) fn refusals(label: &str, tree: &Tree, lifetime: Lifetime) -> Vec<Diagnostic> {
    let refuse =
        |at: Place, message: String, hint: String| Diagnostic::error(label, message).at(at.line, at.column).hint(hint);
    let assigned = tree.assigned.iter().filter_map(|target| match tree.kind(*target) {
        Kind::Global(name) => Some(refuse(
            tree.at(*target),
            format!("'{name}' is assigned but never declared: files share no globals"),
            format!("write 'local {name}' for a local, or npc.memory.{name} for what a creature should keep"),
        )),
        Kind::Local(l)
            if lifetime == Lifetime::Lasting && tree.locals[*l].function == 0 && tree.exprs[*target].function != 0 =>
        {
            let name = &tree.locals[*l].name;
            let message = format!("a function assigns the file's own variable '{name}'");
            let hint = format!("all creatures share what is at the top of a file; keep it in npc.memory.{name}");
            Some(refuse(tree.at(*target), message, hint))
        }
        _ => None,
    });
    let bare = |over: &ExprId| {
        let kind = tree.kind(*over);
        matches!(kind, Kind::Table(_) | Kind::Local(_) | Kind::Global(_) | Kind::Field { .. } | Kind::Item { .. })
    };
    let loops = tree.loops.iter().filter(|(over, _)| bare(over)).map(|(over, at)| {
        let shown = tree.shown(*over);
        refuse(*at, unordered(&shown), format!("write pairs({shown}) or ipairs({shown})"))
    });
    assigned.chain(loops).collect()
}

/// What to say of a loop over a table as it is.
pub(crate) fn unordered(shown: &str) -> String {
    format!("a loop over '{shown}' without pairs has no fixed order")
}

/// Functions, by the line they begin on, that assign a variable of a function around them, with its name; the file's own
/// variables are refused already. Such a function
/// must not outlive the loading of its file: it would carry state from call to call.
pub(crate) fn assigned_upvalues(tree: &Tree) -> BTreeSet<(u32, String)> {
    let mut found = BTreeSet::new();
    for target in &tree.assigned {
        let Kind::Local(l) = *tree.kind(*target) else { continue };
        let local = &tree.locals[l];
        let between = tree.enclosing(tree.exprs[*target].function).take_while(|f| *f != local.function && *f != 0);
        let lines = between.map(|f| tree.functions[f].at.line).filter(|_| local.function != 0);
        found.extend(lines.map(|line| (line, local.name.clone())));
    }
    found
}
