//! Names that are read from memory and never written: reported where a written name is nearly the same.

use crate::lua::analysis::rules::*;
use std::collections::BTreeSet;

/// Shorter names resemble too many others.
const SHORTEST: usize = 4;

pub const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    if memory_is_open(tree) {
        return;
    }
    let mut put: Option<BTreeSet<&str>> = None;
    let mut own: Option<BTreeSet<&str>> = None;
    for (id, e) in tree.exprs.iter().enumerate().filter(|(id, _)| tree.written(*id).is_none()) {
        let Kind::Field { of, name, at } = &e.kind else { continue };
        if name.chars().count() < SHORTEST || !s.is_memory(file, *of) {
            continue;
        }
        // `npc.memory.seen.x = 3` reads `seen`.
        let put = put.get_or_insert_with(|| names_put(s));
        if put.contains(name.as_str()) || fills(tree, id) {
            continue;
        }
        if let Some(near) = nearest(name, own.get_or_insert_with(|| memory_names(s, file)).iter().copied()) {
            let message = format!("nothing ever writes npc.memory.{name}");
            found.warning(s, file, *at, message, Some(format!("did you mean '{near}'?")));
        }
    }
}

/// Whether what an expression finds is written to: `id.x = 3`.
fn fills(tree: &Tree, id: ExprId) -> bool {
    let (mut e, mut up) = (id, tree.parent(id));
    while let Some(outer) = up {
        match tree.exprs[outer].kind {
            Kind::Field { of, .. } | Kind::Item { of, .. } if of == e => {}
            _ => return false,
        }
        if tree.written(outer).is_some() {
            return true;
        }
        (e, up) = (outer, tree.parent(outer));
    }
    false
}

/// Every name that any file gives a value, in whatever table: memory is also filled through other variables.
fn names_put<'s>(s: &Session<'s>) -> BTreeSet<&'s str> {
    let mut names = BTreeSet::new();
    for file in s.files {
        for w in &file.tree.writes {
            if let Kind::Field { name, .. } = &file.tree.exprs[w.target].kind {
                names.insert(name.as_str());
            }
        }
        for e in &file.tree.exprs {
            let Kind::Table(entries) = &e.kind else { continue };
            names
                .extend(entries.iter().filter_map(|e| if let Key::Name(n) = &e.key { Some(n.as_str()) } else { None }));
        }
    }
    names
}

/// The names that this file puts into memory itself.
pub(crate) fn memory_names<'s>(s: &Session<'s>, file: FileId) -> BTreeSet<&'s str> {
    let tree = &s.files[file].tree;
    let put = tree.writes.iter().filter_map(|w| match &tree.exprs[w.target].kind {
        Kind::Field { of, name, .. } => match &tree.exprs[*of].kind {
            Kind::Field { name: memory, .. } if memory == "memory" => Some(name.as_str()),
            _ => None,
        },
        _ => None,
    });
    put.collect()
}
