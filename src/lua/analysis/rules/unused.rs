//! Variables and functions that nothing reads, and names that hide a library.

use crate::lua::analysis::rules::*;
use std::collections::BTreeSet;

pub(super) fn check(c: &Checker) {
    if c.found.borrow().iter().any(|d| d.file == c.s.files[c.file].label) {
        return;
    }
    let uses = &c.s.files[c.file].uses;
    for (function, local) in uses.named.iter().filter(|(_, local)| !uses.escapes[**local]) {
        let calls = uses.calls.get(local).into_iter().flatten();
        let given = calls
            .filter_map(|call| if let Kind::Call { args, .. } = c.tree.kind(*call) { Some(args.len()) } else { None });
        let most = given.max().unwrap_or(0);
        for parameter in c.tree.functions[*function].parameters.iter().take(most) {
            let Local { name, at, .. } = &c.tree.locals[*parameter];
            if c.tree.mentions[*parameter].is_empty()
                && !name.starts_with('_')
                && !["npc", "self"].contains(&name.as_str())
            {
                let message =
                    format!("'{name}' is never used, but calls of {} give it a value", c.tree.locals[*local].name);
                c.warning(*at, message, "use it, remove it, or begin its name with _");
            }
        }
    }
    // A function that assigns a variable of the file is refused for that.
    let elsewhere = c.tree.assigned.iter().filter(|e| c.tree.exprs[**e].function != 0);
    let refused: BTreeSet<LocalId> = elsewhere.filter_map(|e| top_local(c.tree, *e)).collect();
    for (id, local) in c.tree.locals.iter().enumerate() {
        if c.s.symbols.members.contains_key(&local.name) && !local.name.is_empty() && local.name != "npc" {
            hidden(c, id);
        }
        let declared = matches!(local.sources[0], Source::Value(..) | Source::Nil) && !local.name.starts_with('_');
        if declared && !refused.contains(&id) && !is_read(c, id) && !companion(c, id) {
            unused(c, id);
        }
    }
}

/// The variable at the top of the file that an expression is.
fn top_local(tree: &Tree, e: ExprId) -> Option<LocalId> {
    if let Kind::Local(l) = tree.kind(e) { Some(*l).filter(|l| tree.locals[*l].function == 0) } else { None }
}

/// Whether anything reads a variable; what a function does in itself does not count.
fn is_read(c: &Checker, id: LocalId) -> bool {
    let own = c.tree.only_value(id).and_then(|e| match c.tree.kind(e) {
        Kind::Function(f) => Some(*f),
        _ => None,
    });
    let inside = |e: ExprId| own.is_some_and(|f| c.tree.inside(c.tree.exprs[e].function, f));
    c.tree.mentions[id].iter().any(|m| !c.tree.is_assigned(*m) && !inside(*m))
}

/// Whether another variable that gets its value from the same call is read: `local x, y = npc:spot(5)`.
fn companion(c: &Checker, id: LocalId) -> bool {
    let Some(Source::Value(from, _)) = c.tree.locals[id].sources.first() else { return false };
    let near = id.saturating_sub(MOST_NAMES)..(id + MOST_NAMES).min(c.tree.locals.len());
    near.into_iter().any(|other| {
        let same = matches!(c.tree.locals[other].sources.first(), Some(Source::Value(e, _)) if e == from);
        other != id && same && is_read(c, other)
    })
}

/// So many variables get their values from one call at most.
const MOST_NAMES: usize = 8;

fn unused(c: &Checker, id: LocalId) {
    let Local { name, at, .. } = &c.tree.locals[id];
    let is_function = c.tree.only_value(id).is_some_and(|e| matches!(c.tree.kind(e), Kind::Function(_)));
    let what = match (is_function, c.tree.mentions[id].is_empty()) {
        (true, _) => "is never called",
        (_, true) => "is never used",
        _ => "gets a value that nothing reads",
    };
    let hint = hides(c, id).map_or_else(
        || "use it, remove it, or begin its name with _".to_owned(),
        |line| format!("it hides the '{name}' of line {line}: to set that one, leave out 'local'"),
    );
    c.warning(*at, format!("'{name}' {what}"), hint);
}

/// The line of a variable of the same name, declared before in this function or one round it, that is used afterwards.
fn hides(c: &Checker, id: LocalId) -> Option<u32> {
    let Local { name, at, function, .. } = &c.tree.locals[id];
    let is_after = |e: &ExprId| c.tree.at(*e).line > at.line;
    let outer = c.tree.locals[..id].iter().enumerate().rev().take(MOST_HIDDEN);
    let mut outer = outer.filter(|(_, l)| l.name == *name && c.tree.inside(*function, l.function));
    outer.find(|(other, _)| c.tree.mentions[*other].iter().any(is_after)).map(|(_, l)| l.at.line)
}

/// So far back a variable of the same name is looked for.
const MOST_HIDDEN: usize = 64;

fn hidden(c: &Checker, id: LocalId) {
    let Local { name, at, sources, .. } = &c.tree.locals[id];
    let own = matches!(sources[..], [Source::Value(e, 0)] if c.tree.is_global(e, name));
    if !own {
        let message = format!("'{name}' hides the library of this name");
        c.warning(*at, message, format!("give it another name, so that {name}.… can be used here"));
    }
}
