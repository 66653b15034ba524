//! What is refused although it compiles, as far as syntax and scope alone show it.

use crate::diag::Diagnostic;
use crate::lua::source::tree::{FunctionId, Kind, LocalId, Place, Tree};
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
    let mut found = Vec::new();
    let mut refuse = |at: Place, message: String, hint: String| {
        found.push(Diagnostic::error(label, message).at(at.line, at.column).hint(hint));
    };
    for assigned in &tree.assigned {
        let e = &tree.exprs[assigned.target];
        match &e.kind {
            Kind::Global(name) => refuse(
                e.at,
                format!("'{name}' is assigned but never declared: files share no globals"),
                format!("write 'local {name}' for a local, or npc.memory.{name} for what a creature should keep"),
            ),
            Kind::Local(l) if lifetime == Lifetime::Lasting && is_file_variable(tree, *l, assigned.function) => {
                let name = &tree.locals[*l].name;
                refuse(
                    e.at,
                    format!("a function assigns the file's own variable '{name}'"),
                    format!("all creatures share what is at the top of a file; keep it in npc.memory.{name}"),
                );
            }
            _ => {}
        }
    }
    for (over, at) in &tree.loops {
        let shown = match &tree.exprs[*over].kind {
            Kind::Table(_) => "{ … }".to_owned(),
            Kind::Local(_) | Kind::Global(_) | Kind::Field { .. } | Kind::Item { .. } => tree.shown(*over),
            _ => continue,
        };
        refuse(
            *at,
            format!("a loop over '{shown}' without pairs has no fixed order"),
            format!("write pairs({shown}) or ipairs({shown})"),
        );
    }
    found
}

fn is_file_variable(tree: &Tree, local: LocalId, function: FunctionId) -> bool {
    tree.locals[local].function == 0 && function != 0
}

/// Functions, by the line they begin on, that assign a variable of a function around them, with its name; the file's own
/// variables are refused already. Such a function
/// must not outlive the loading of its file: it would carry state from call to call.
pub(crate) fn assigned_upvalues(tree: &Tree) -> BTreeSet<(u32, String)> {
    let mut found = BTreeSet::new();
    for assigned in &tree.assigned {
        let Kind::Local(l) = tree.exprs[assigned.target].kind else { continue };
        let (local, mut function) = (&tree.locals[l], assigned.function);
        while local.function != 0 && function != local.function && function != 0 {
            found.insert((tree.functions[function].at.line, local.name.clone()));
            function = tree.functions[function].parent;
        }
    }
    found
}
