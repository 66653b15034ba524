//! Arithmetic on memory that is still empty: `npc.memory.meals + 1` when a creature has just been spawned.
//!
//! Reported in two certain cases only: in code that the first turn of each creature reaches, and for names that only
//! expressions write which need them already.

use crate::lua::analysis::rules::recall::memory_names;
use crate::lua::analysis::rules::*;
use std::collections::BTreeSet;

/// How many levels of calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, index: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    if memory_is_open(tree) || s.files.iter().any(|f| f.path.starts_with("lib/") && memory_is_open(&f.tree)) {
        return;
    }
    let mut reported = BTreeSet::new();
    for behaviour in index.behaviours.iter().filter(|r| r.file == file && r.whole) {
        let Some(state) = behaviour.start.as_ref().and_then(|start| behaviour.states.get(start)) else { continue };
        let mut life = Life { s, file, put: written_by_modules(s), lost: false, found: Vec::new() };
        for name in ["enter", "tick"] {
            let Some((_, home, function)) = state.handlers.iter().find(|h| h.0 == name) else { continue };
            if *home != file || life.lost {
                break;
            }
            life.visit(*function, true, 0);
            // It may have changed to another state.
            life.lost |= !tree.functions[*function].returns.is_empty();
        }
        for (name, at, op) in life.found {
            report(s, file, at, &name, op, found);
            reported.insert(name);
        }
    }
    let others = (0..tree.exprs.len()).filter(|id| tree.exprs[*id].function != 0);
    for (name, at, op) in others.flat_map(|id| needed(s, file, id)) {
        // Each name is looked at once.
        if reported.insert(name.to_owned()) && feeds_on_itself(s, file, name) {
            report(s, file, at, name, op, found);
        }
    }
}

fn report(s: &Session, file: FileId, at: Place, name: &str, op: Op, found: &mut Findings) {
    let instead = if op == Op::Concat { "\"\"" } else { "0" };
    let message = format!("npc.memory.{name} is nil here at first: a new creature has an empty memory");
    found.warning(s, file, at, message, Some(format!("write (npc.memory.{name} or {instead})")));
}

/// The name of an entry of a creature's memory, and its place.
fn entry<'s>(s: &Session<'s>, file: FileId, e: ExprId) -> Option<(&'s str, Place)> {
    let tree = &s.files[file].tree;
    let Kind::Field { of, name, at } = &tree.exprs[tree.bare(e)].kind else { return None };
    s.is_memory(file, *of).then_some((name, *at))
}

/// As [`entry`], also for a variable that was declared with one and never changed.
fn kept<'s>(s: &Session<'s>, file: FileId, e: ExprId) -> Option<(&'s str, Place)> {
    let tree = &s.files[file].tree;
    let Kind::Local(l) = tree.exprs[tree.bare(e)].kind else { return entry(s, file, e) };
    let [Source::Value(value, 0)] = tree.locals[l].sources[..] else { return None };
    entry(s, file, value).map(|(name, _)| (name, tree.exprs[e].at))
}

/// The entries of memory that an operator cannot do without.
fn needed<'s>(s: &Session<'s>, file: FileId, id: ExprId) -> Vec<(&'s str, Place, Op)> {
    let tree = &s.files[file].tree;
    let (operands, op) = match tree.exprs[id].kind {
        // `npc.memory.meals += 1`.
        Kind::Field { .. } if tree.written(id).is_some_and(|w| w.value.is_none()) => (vec![id], Op::Arithmetic),
        Kind::Binary(op @ (Op::Arithmetic | Op::Order | Op::Concat), l, r) => (vec![l, r], op),
        Kind::Unary(op @ Op::Minus, e) => (vec![e], op),
        _ => return Vec::new(),
    };
    operands.into_iter().filter_map(|e| kept(s, file, e).map(|(name, at)| (name, at, op))).collect()
}

fn written_by_modules(s: &Session) -> BTreeSet<String> {
    let trees = s.files.iter().filter(|f| f.path.starts_with("lib/")).map(|f| &f.tree);
    trees.flat_map(|t| t.writes.iter().filter_map(|w| field(t, w.target))).map(str::to_owned).collect()
}

fn field(tree: &Tree, e: ExprId) -> Option<&str> {
    if let Kind::Field { name, .. } = &tree.exprs[e].kind { Some(name) } else { None }
}

/// The first turn of a creature's life, as far as it is the same for all.
struct Life<'a> {
    s: &'a Session<'a>,
    file: FileId,
    /// Names that may have been written by now.
    put: BTreeSet<String>,
    /// Something was called that may do anything.
    lost: bool,
    found: Vec<(String, Place, Op)>,
}

impl Life<'_> {
    fn visit(&mut self, function: FunctionId, sure: bool, depth: usize) {
        if depth > MAX_DEPTH {
            self.lost = true;
            return;
        }
        let (s, file) = (self.s, self.file);
        let tree = s.tree(file);
        for id in tree.body(function).iter().copied() {
            let e = &tree.exprs[id];
            if self.lost {
                return;
            }
            if sure && e.sure {
                for (name, at, op) in needed(s, file, id) {
                    if self.put.insert(name.to_owned()) {
                        self.found.push((name.to_owned(), at, op));
                    }
                }
            }
            if let Kind::Call { callee, args } = &e.kind {
                match &s.types(file, *callee)[..] {
                    [Type::Function(home, f)] if *home == file => self.visit(*f, sure && e.sure, depth + 1),
                    // What modules write counts as written from the beginning.
                    [Type::Function(..) | Type::Native(..)] => {}
                    _ => self.lost |= args.iter().any(|a| s.types(file, *a) != [Type::Number]),
                }
            }
            if tree.written(id).is_some()
                && let Some(name) = field(tree, id)
            {
                self.put.insert(name.to_owned());
            }
        }
    }
}

/// Whether all that ever writes a name needs it already.
fn feeds_on_itself(s: &Session, file: FileId, name: &str) -> bool {
    let mut writes = 0;
    for (id, other) in s.files.iter().enumerate() {
        let tree = &other.tree;
        let given = |k: &Key| matches!(k, Key::Name(n) if n == name);
        if tree.exprs.iter().any(|e| matches!(&e.kind, Kind::Table(all) if all.iter().any(|e| given(&e.key)))) {
            return false;
        }
        for w in tree.writes.iter().filter(|w| field(tree, w.target) == Some(name)) {
            writes += 1;
            let needs = w.value.is_none_or(|(value, _)| needed(s, id, value).iter().any(|n| n.0 == name));
            if !needs {
                return false;
            }
        }
    }
    // A name that is nearly another is reported as misspelt.
    writes > 0 || nearest(name, memory_names(s, file)).is_none()
}
