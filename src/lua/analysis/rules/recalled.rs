//! What is read from memory and never put there: names, names in the tables under a name, and words.

use crate::lua::analysis::rules::memory::memory_names;
use crate::lua::analysis::rules::writes::changes_argument;
use crate::lua::analysis::rules::*;
use crate::lua::source::mods::is_module;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// A value in its file: the expression that gives it and which of its values; `None` where that is not known.
type Value = (FileId, Option<(ExprId, usize)>);

/// What files ever write.
#[derive(Default)]
struct Written {
    /// Under each name.
    values: BTreeMap<String, Vec<Value>>,
    /// The names of tables that also get keys which are worked out, or are changed by a function that they are passed to.
    filled: BTreeSet<String>,
    /// Variables and functions that were followed to these.
    followed: BTreeSet<(FileId, Result<LocalId, FunctionId>)>,
}

/// How many levels of variables and calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(c: &Checker) {
    if c.s.files[c.file].uses.open_memory {
        return;
    }
    let put = LazyCell::new(|| names_put(c));
    let written = LazyCell::new(|| writes(c));
    for (id, e) in c.tree.exprs.iter().enumerate() {
        match &e.kind {
            Kind::Field { of, name, at } if c.tree.written(id).is_none() && !fills(c.tree, id) => {
                if c.holds_memory(*of) {
                    if !put.contains(name.as_str()) {
                        let others =
                            || format!("it is always nil; to keep something there write npc.memory.{name} = …");
                        let hint = did_you_mean(name, memory_names(c)).unwrap_or_else(others);
                        c.warning(*at, format!("nothing ever writes npc.memory.{name}"), hint);
                    }
                } else if let Some(key) = kept(c, *of)
                    && let Some(all) = written.as_ref().filter(|all| !all.values.contains_key(name))
                    && let Some(known) = inside(c, all, key)
                    && !known.contains(name)
                {
                    let message = format!("npc.memory.{key} has no '{name}': nothing ever writes it");
                    c.warning(*at, message, did_you_mean(name, known.iter().map(String::as_str)));
                }
            }
            Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
                for (value, word) in [(*l, *r), (*r, *l)] {
                    if let (Some(key), Some(text)) = (kept(c, value), c.tree.string(word))
                        && let Some(known) = written.as_ref().and_then(|all| words(c, all, key))
                        && !known.contains(text)
                    {
                        let message = format!("npc.memory.{key} is never '{text}'");
                        c.warning(c.tree.at(word), message, did_you_mean(text, known.iter().map(String::as_str)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// The name under which memory keeps what an expression is.
fn kept<'s>(c: &Checker<'s>, e: ExprId) -> Option<&'s str> {
    match c.tree.bare_kind(e) {
        Kind::Field { of, name, .. } => c.holds_memory(*of).then_some(name),
        Kind::Local(l) => kept(c, c.tree.only_value(*l)?),
        _ => None,
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

/// What this file and the modules write under each name, in whatever table; `None` where that cannot be followed.
fn writes(c: &Checker) -> Option<Written> {
    let mut all = Written::default();
    for (id, file) in c.s.files.iter().enumerate().filter(|(id, f)| *id == c.file || is_module(&f.path)) {
        if file.uses.open_memory {
            return None;
        }
        let theirs = c.of(id);
        for w in &file.tree.writes {
            match *file.tree.kind(w.target) {
                Kind::Field { ref name, .. } => all.values.entry(name.clone()).or_default().push((id, w.value)),
                Kind::Item { of, key } if !matches!(file.tree.bare_kind(key), Kind::Number(_)) => {
                    all.fill(&theirs, of, MAX_DEPTH);
                }
                _ => {}
            }
        }
        for (call, e) in file.tree.exprs.iter().enumerate() {
            if let Kind::Call { args, .. } = &e.kind {
                let changed = (0..args.len()).filter(|i| changes_argument(&theirs, call, *i));
                changed.for_each(|i| all.fill(&theirs, args[i], MAX_DEPTH));
            }
        }
    }
    Some(all)
}

impl Written {
    /// A table gets keys that are not known: notes the names under which some table keeps it.
    fn fill(&mut self, c: &Checker, table: ExprId, depth: usize) {
        let open: Vec<(FileId, ExprId)> = match *c.tree.bare_kind(table) {
            _ if depth == 0 => return,
            Kind::Field { ref name, .. } => {
                self.filled.insert(name.clone());
                return;
            }
            Kind::Local(l) if self.followed.insert((c.file, Ok(l))) => c.tree.values(l).map(|e| (c.file, e)).collect(),
            Kind::Binary(Op::And | Op::Or, l, r) => vec![(c.file, l), (c.file, r)],
            Kind::Call { .. } | Kind::Method { .. } => {
                let callees = c.s.callees(c.file, table, 0);
                let new =
                    callees.iter().filter_map(Type::function).filter(|(f, id)| self.followed.insert((*f, Err(*id))));
                let first = |(f, id): (FileId, FunctionId)| {
                    c.s.tree(f).functions[id].returns.iter().filter_map(move |all| Some((f, *all.first()?)))
                };
                new.flat_map(first).collect()
            }
            _ => return,
        };
        open.into_iter().for_each(|(file, e)| self.fill(&c.of(file), e, depth - 1));
    }
}

/// The names in the tables that are kept under a name, when all of these tables are known.
fn inside(c: &Checker, all: &Written, key: &str) -> Option<BTreeSet<String>> {
    let (mut known, mut tables) = (BTreeSet::new(), 0);
    if all.filled.contains(key) {
        return None;
    }
    for (file, value) in all.values.get(key)? {
        let (e, 0) = (*value)? else { return None };
        for ty in c.s.types(*file, e) {
            match ty {
                Type::Nil => {}
                Type::Table(home, table) => {
                    known.extend(c.s.fields(home, table)?.keys().cloned());
                    tables += 1;
                }
                _ => return None,
            }
        }
    }
    (tables > 0).then_some(known)
}

/// The words that are kept under a name, when nothing else is.
fn words(c: &Checker, all: &Written, key: &str) -> Option<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    for (file, value) in all.values.get(key)? {
        let (e, 0) = (*value)? else { return None };
        for ty in c.s.types(*file, e) {
            match ty {
                Type::Literal(word, ..) => drop(known.insert(word)),
                Type::Nil | Type::Bool | Type::Number => {}
                _ => return None,
            }
        }
    }
    (!known.is_empty()).then_some(known)
}
