//! Names that are read from memory and never written: reported where a written name is nearly the same.

use crate::lua::analysis::rules::*;
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// Shorter names resemble too many others.
const SHORTEST: usize = 4;

pub(super) fn check(c: &Checker) {
    if memory_is_open(c.tree) {
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
