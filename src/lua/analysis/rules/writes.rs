//! Assignments to what cannot be changed.

use crate::lua::analysis::rules::*;
use crate::lua::api::{natives, npc};

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, index: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for w in &tree.writes {
        let (of, name, at) = match &tree.exprs[w.target].kind {
            Kind::Field { of, name, at } => (*of, name.as_str(), *at),
            Kind::Item { of, .. } => (*of, "…", tree.exprs[*of].at),
            _ => continue,
        };
        read_only(s, file, of, name, at, found);
        if index.late(file, w.function) {
            frozen(s, file, of, at, found);
        }
    }
    for e in &tree.exprs {
        if let Kind::Call { callee, args } = &e.kind
            && changes(tree, *callee)
            && let Some(first) = args.first()
            && index.late(file, e.function)
        {
            frozen(s, file, *first, tree.exprs[*first].at, found);
        }
    }
}

/// `table.insert(list, …)` and its like.
fn changes(tree: &Tree, callee: ExprId) -> bool {
    let Kind::Field { of, name, .. } = &tree.exprs[callee].kind else {
        return tree.is_global(callee, "rawset");
    };
    tree.is_global(*of, "table") && ["insert", "remove", "sort", "clear"].contains(&name.as_str())
}

fn read_only(s: &Session, file: FileId, of: ExprId, name: &str, at: Place, found: &mut Findings) {
    let tree = s.tree(file);
    let shown = tree.shown(of);
    let solid: Vec<Type> = s.types(file, of).into_iter().filter(|t| *t != Type::Nil).collect();
    match &solid[..] {
        [Type::Npc] => {
            let hint = match name {
                "memory" => "npc.memory itself cannot be replaced; set a field: npc.memory.prey = …".to_owned(),
                "state" => "a handler changes state by returning its name: return \"rest\"".to_owned(),
                "x" | "y" | "heading" | "speed" => {
                    "a creature moves by npc:steer(x, y, pace), npc:face(x, y), npc:stop()".to_owned()
                }
                "top_speed" | "radius" | "height" | "max_health" | "faction" | "name" => {
                    "it is set in the behaviour's body = { … }".to_owned()
                }
                _ => format!("keep data in npc.memory.{name}"),
            };
            let there = npc::field_named(name).is_some() || natives::find("npc", name).is_some();
            let what = if there { "cannot be set: it is read-only" } else { "cannot be set" };
            found.error(s, file, at, format!("{shown}.{name} {what}"), Some(hint));
        }
        [Type::Creature] => {
            let message = format!("setting {shown}.{name} changes nothing: it is a copy of what npc:look returned");
            found.warning(s, file, at, message, Some("another creature is hurt by npc:attack(id)".into()));
        }
        [Type::Library(lib)] => {
            let message = format!("{lib}.{name} cannot be set: libraries are read-only");
            found.error(s, file, at, message, Some("put functions of your own into a file below lib/".into()));
        }
        // A module that is passed on while it is being built may still grow.
        [Type::Module(_)] if !handed_on(tree, of) => {
            let message = format!("{shown}.{name} cannot be set: what a file returns is frozen");
            found.error(s, file, at, message, Some("keep data in npc.memory".into()));
        }
        _ => {}
    }
}

fn handed_on(tree: &Tree, of: ExprId) -> bool {
    let Kind::Local(l) = tree.exprs[of].kind else { return false };
    matches!(tree.locals[l].sources.first(), Some(Source::Parameter(..)))
}

/// A table at the top of the file that is changed after the file was loaded.
fn frozen(s: &Session, file: FileId, of: ExprId, at: Place, found: &mut Findings) {
    let tree = s.tree(file);
    let Some(local) = base(tree, of) else { return };
    let top = &tree.locals[local];
    let made = matches!(top.sources[..], [Source::Value(e, 0)] if matches!(tree.exprs[e].kind, Kind::Table(_)));
    if top.function == 0 && made {
        let message = format!("'{}' is at the top of the file: it is frozen once the file is loaded", top.name);
        let hint = format!("all creatures share it; keep what changes in npc.memory.{}", top.name);
        found.error(s, file, at, message, Some(hint));
    }
}

fn base(tree: &Tree, mut e: ExprId) -> Option<LocalId> {
    loop {
        match &tree.exprs[e].kind {
            // Another name for the same table.
            Kind::Local(l) => match tree.locals[*l].sources[..] {
                [Source::Value(value, 0)]
                    if matches!(tree.exprs[value].kind, Kind::Local(_) | Kind::Field { .. } | Kind::Item { .. }) =>
                {
                    e = value;
                }
                _ => return Some(*l),
            },
            Kind::Field { of, .. } | Kind::Item { of, .. } => e = *of,
            _ => return None,
        }
    }
}
