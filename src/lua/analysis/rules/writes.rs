//! Assignments to what cannot be changed.

use crate::lua::analysis::rules::values::Asked;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::ShapeName;

/// Functions of Lua that change the table that they are given first.
const CHANGERS: [&str; 5] = ["table.insert", "table.remove", "table.sort", "table.clear", "rawset"];

pub(super) fn check(c: &Checker) {
    for w in &c.tree.writes {
        let (of, name, at) = match c.tree.kind(w.target) {
            Kind::Field { of, name, at } => (*of, name.as_str(), *at),
            Kind::Item { of, .. } => (*of, "…", c.tree.at(*of)),
            _ => continue,
        };
        read_only(c, of, name, at);
        if c.index.late(c.file, c.tree.exprs[w.target].function) {
            frozen(c, of, at);
        }
    }
    for (id, e) in c.tree.exprs.iter().enumerate() {
        if let Kind::Call { args, .. } = &e.kind
            && let Some(first) = args.first()
            && c.index.late(c.file, e.function)
            && c.calls(id, &CHANGERS)
        {
            frozen(c, *first, c.tree.at(*first));
        }
        if let Kind::Call { args, .. } = &e.kind
            && c.index.late(c.file, e.function)
            && let Some((theirs, f)) = passed_on(c, id)
            // A switch may say that nothing is changed.
            && !args.iter().any(|a| matches!(c.tree.bare_kind(*a), Kind::Bool(_)))
        {
            for (arg, parameter) in args.iter().zip(&theirs.tree.functions[f].parameters) {
                if changes(&theirs, *parameter) {
                    frozen(c, *arg, c.tree.at(*arg));
                }
            }
        }
    }
}

/// Whether a function changes the table that it gets as a parameter.
fn changes(c: &Checker, parameter: LocalId) -> bool {
    let [Source::Parameter(..)] = c.tree.locals[parameter].sources[..] else { return false };
    let changed = |mention: ExprId| {
        let Some(user) = c.tree.user(mention) else { return false };
        match c.tree.kind(user) {
            Kind::Field { of, .. } | Kind::Item { of, .. } => {
                c.tree.bare(*of) == mention && c.tree.written(user).is_some()
            }
            Kind::Call { args, .. } => {
                args.iter().position(|a| c.tree.bare(*a) == mention).is_some_and(|i| changes_argument(c, user, i))
            }
            _ => false,
        }
    };
    c.once(Asked::Changes(parameter), || c.tree.mentions[parameter].iter().any(|m| changed(*m)))
}

/// Whether a call changes the table that is passed as its i-th argument.
pub(super) fn changes_argument(c: &Checker, call: ExprId, i: usize) -> bool {
    i == 0 && c.calls(call, &CHANGERS)
        || passed_on(c, call)
            .is_some_and(|(theirs, f)| theirs.tree.functions[f].parameters.get(i).is_some_and(|p| changes(&theirs, *p)))
}

/// The one function of the mods that a call calls.
fn passed_on<'a>(c: &Checker<'a>, call: ExprId) -> Option<(Checker<'a>, FunctionId)> {
    match c.s.callees(c.file, call, 0)[..] {
        [Type::Function(home, f)] => Some((c.of(home), f)),
        _ => None,
    }
}

fn read_only(c: &Checker, of: ExprId, name: &str, at: Place) {
    let (shown, set) = (c.tree.shown(of), c.types(of));
    match solid(&set)[..] {
        [Type::Npc] => {
            let hint = match name {
                "memory" => "npc.memory itself cannot be replaced; set a field: npc.memory.prey = …".into(),
                "state" => "a handler changes state by returning its name: return \"rest\"".into(),
                "x" | "y" | "heading" | "speed" => {
                    "a creature moves by npc:steer(x, y, pace), npc:face(x, y), npc:stop()".into()
                }
                "top_speed" | "radius" | "height" | "max_health" | "faction" | "name" => {
                    "it is set in the behaviour's body = { … }".into()
                }
                _ => format!("keep data in npc.memory.{name}"),
            };
            let there = ShapeName::Npc.names().contains(&name);
            let why = if there { ": it is read-only" } else { "" };
            c.error(at, format!("{shown}.{name} cannot be set{why}"), hint);
        }
        [Type::Settings(_) | Type::ModSettings(..)] => {
            c.error(at, format!("{shown}.{name} cannot be set: it is read-only"), "keep data in npc.memory");
        }
        [Type::Creature] => {
            let message = format!("setting {shown}.{name} changes nothing: it is a copy of what npc:look returned");
            c.warning(at, message, "another creature is hurt by npc:attack(id)");
        }
        [Type::Library(lib)] => {
            let message = format!("{lib}.{name} cannot be set: libraries are read-only");
            c.error(at, message, "put functions of your own into a file below lib/");
        }
        // A module that is passed on while it is being built may still grow.
        [Type::Module(_)] if !handed_on(c.tree, of) => {
            let message = format!("{shown}.{name} cannot be set: what a file returns is frozen");
            c.error(at, message, "keep data in npc.memory");
        }
        _ => {}
    }
}

fn handed_on(tree: &Tree, of: ExprId) -> bool {
    let Kind::Local(l) = tree.kind(of) else { return false };
    matches!(tree.locals[*l].sources.first(), Some(Source::Parameter(..)))
}

/// A table at the top of the file that is changed after the file was loaded.
fn frozen(c: &Checker, of: ExprId, at: Place) {
    let Some(local) = base(c.tree, through_memory(c, of).unwrap_or(of)) else { return };
    let Local { name, function, .. } = &c.tree.locals[local];
    if *function == 0 && c.tree.only_value(local).is_some_and(|e| c.tree.entries(e).is_some()) {
        let message = format!("'{name}' is at the top of the file: it is frozen once the file is loaded");
        c.error(at, message, format!("all creatures share it; keep what changes in npc.memory.{name}"));
    }
}

/// So many assignments before one are looked at.
const MOST_BEFORE: usize = 50;

/// What the same function put into memory before under the name that an expression reads.
fn through_memory(c: &Checker, e: ExprId) -> Option<ExprId> {
    let Kind::Field { of, name, .. } = c.tree.kind(e) else { return None };
    if !c.is_memory(*of) {
        return None;
    }
    let function = c.tree.exprs[e].function;
    let before = c.tree.writes.iter().rev().filter(|w| w.target < e).take(MOST_BEFORE);
    let mut same = before
        .filter(|w| c.tree.exprs[w.target].function == function && c.tree.field_name(w.target) == Some(name.as_str()));
    match (same.next()?.value, same.next()) {
        (Some((value, 0)), None) => Some(value),
        _ => None,
    }
}

/// The variable that a table, or a table inside it, was first stored in.
fn base(tree: &Tree, e: ExprId) -> Option<LocalId> {
    match tree.kind(e) {
        Kind::Local(l) => {
            // Another name for the same table.
            let other = |e: &ExprId| matches!(tree.kind(*e), Kind::Local(_) | Kind::Field { .. } | Kind::Item { .. });
            tree.only_value(*l).filter(other).map_or(Some(*l), |e| base(tree, e))
        }
        Kind::Field { of, .. } | Kind::Item { of, .. } => base(tree, *of),
        _ => None,
    }
}
