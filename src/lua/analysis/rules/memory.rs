//! Memory: what is put into it or sent to others must be plain (strings, numbers, true and false, and tables of these), and
//! what is read from it must be written somewhere.

use crate::lua::analysis::rules::*;
use crate::lua::api::params::PLAIN;
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// How many levels of tables are looked into.
const MAX_DEPTH: usize = 8;
const KEPT: &str = "kept in memory";
const SENT: &str = "sent";

pub(super) fn check(c: &Checker) {
    for w in c.tree.writes.iter().filter(|w| in_memory(c, w.target)) {
        if let Some((value, 0)) = w.value {
            plain(c, value, KEPT, MAX_DEPTH);
        }
        // `npc.memory.seen[key] = …`: every key in the chain.
        let mut target = w.target;
        while let Kind::Item { of, .. } | Kind::Field { of, .. } = c.tree.kind(target) {
            if let Kind::Item { key, .. } = c.tree.kind(target) {
                self::key(c, *key, KEPT);
            }
            target = *of;
        }
    }
    for (id, e) in c.tree.exprs.iter().enumerate() {
        if let Kind::Call { args, .. } | Kind::Method { args, .. } = &e.kind {
            match args[..] {
                [list, .., value] if in_memory(c, list) && c.calls(id, &["table.insert"]) => {
                    plain(c, value, KEPT, MAX_DEPTH);
                }
                [_, _, data] if c.calls(id, &["npc:send"]) => plain(c, data, SENT, MAX_DEPTH),
                _ => {}
            }
        }
    }
    recalled(c);
}

fn plain(c: &Checker, value: ExprId, what: &str, depth: usize) {
    let set = c.types(value);
    let bad = |t: &&Type| t.is_function() || matches!(t, Type::Npc | Type::Library(_) | Type::Module(_));
    if let Some(ty) = set.iter().find(bad).filter(|_| certain(&set)) {
        let hint = match ty {
            Type::Npc => "keep a creature by its id: npc.id".to_owned(),
            Type::Native(f) if f.area == "npc" => format!("call it: {f}(…)"),
            _ if what == SENT => "a message carries booleans, numbers, strings and tables of these".to_owned(),
            _ => PLAIN.to_owned(),
        };
        let message = format!("{} is {} and cannot be {what}", c.tree.shown(value), ty.noun());
        return c.error(c.tree.at(value), message, hint);
    }
    let [Type::Table(home, table)] = set[..] else { return };
    let theirs = c.of(home);
    for entry in theirs.tree.entries(table).into_iter().flatten().filter(|_| depth > 0) {
        plain(&theirs, entry.value, what, depth - 1);
        if let Key::Computed(key) = entry.key {
            self::key(&theirs, key, what);
        }
    }
}

/// Keys are strings and whole numbers.
fn key(c: &Checker, key: ExprId, what: &str) {
    let set = c.types(key);
    let bad = |t: &Type| !t.is_string() && !matches!(t, Type::Number | Type::Nil | Type::Any);
    let Some(ty) = set.first().filter(|_| certain(&set) && set.iter().all(bad)) else { return };
    let shown = c.tree.shown(key);
    let hint = match ty {
        Type::Npc | Type::Creature => format!("write {shown}.id"),
        _ => "keys are strings and whole numbers".to_owned(),
    };
    let message = format!("{shown} is {} and cannot be a key of a table that is {what}", ty.noun());
    c.error(c.tree.at(key), message, hint);
}

fn in_memory(c: &Checker, e: ExprId) -> bool {
    match c.tree.kind(e) {
        Kind::Field { of, .. } => c.is_memory(e) || in_memory(c, *of),
        Kind::Item { of, .. } => in_memory(c, *of),
        Kind::Local(l) => c.tree.only_value(*l).is_some_and(|value| in_memory(c, value)),
        _ => false,
    }
}

/// Shorter names resemble too many others.
const SHORTEST: usize = 4;

/// Names that are read and never written, where a written name is nearly the same.
fn recalled(c: &Checker) {
    if c.s.files[c.file].uses.open_memory {
        return;
    }
    let (put, own) = (LazyCell::new(|| names_put(c)), LazyCell::new(|| memory_names(c)));
    for (id, e) in c.tree.exprs.iter().enumerate().filter(|(id, _)| c.tree.written(*id).is_none()) {
        let Kind::Field { of, name, at } = &e.kind else { continue };
        if name.chars().count() < SHORTEST || !c.is_memory(*of) || put.contains(name.as_str()) || fills(c.tree, id) {
            continue;
        }
        if let Some(near) = nearest(name, own.iter().copied()) {
            c.warning(*at, format!("nothing ever writes npc.memory.{name}"), format!("did you mean '{near}'?"));
        }
    }
}

/// Whether what an expression finds is written to: `npc.memory.seen.x = 3` reads `seen`.
fn fills(tree: &Tree, e: ExprId) -> bool {
    let Some(outer) = tree.parents[e] else { return false };
    let inner = matches!(tree.kind(outer), Kind::Field { of, .. } | Kind::Item { of, .. } if *of == e);
    inner && (tree.written(outer).is_some() || fills(tree, outer))
}

/// Every name that any file gives a value, in whatever table: memory is also filled through other variables.
fn names_put<'s>(c: &Checker<'s>) -> BTreeSet<&'s str> {
    let trees = || c.s.files.iter().map(|file| &file.tree);
    let written = trees().flat_map(|t| t.writes.iter().filter_map(|w| t.field_name(w.target)));
    written.chain(trees().flat_map(|t| t.all_entries().filter_map(Entry::name))).collect()
}

/// The names that this file puts into memory itself.
pub(crate) fn memory_names<'s>(c: &Checker<'s>) -> BTreeSet<&'s str> {
    let put = c.tree.writes.iter().filter_map(|w| match c.tree.kind(w.target) {
        Kind::Field { of, name, .. } if c.tree.field_name(*of) == Some("memory") => Some(name.as_str()),
        _ => None,
    });
    put.collect()
}
