//! Memory: what is put into it or sent to others must be plain: strings, numbers, true and false, and tables of these.

use crate::lua::analysis::rules::*;
use crate::lua::api::params::PLAIN;
use std::collections::BTreeSet;

/// How many levels of tables are looked into.
const MAX_DEPTH: usize = 5;
const KEPT: &str = "kept in memory";
const SENT: &str = "sent";

pub(super) fn check(c: &Checker) {
    for w in c.tree.writes.iter().filter(|w| in_memory(c, w.target)) {
        if let Some((value, 0)) = w.value {
            plain(c, value, KEPT, MAX_DEPTH);
            if holds(c, value, w.target) {
                let message = format!("{} would contain itself, and cannot be kept in memory", c.tree.shown(value));
                c.error(c.tree.at(value), message, "keep a copy of what is needed: numbers, strings, ids");
            }
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
            if let [list, .., value] = args[..]
                && in_memory(c, list)
                && c.calls(id, &["table.insert"])
            {
                plain(c, value, KEPT, MAX_DEPTH);
            }
            if let [Type::Native(f)] = c.s.callees(c.file, id, 0)[..] {
                let copied = |i: usize| f.param(args.len(), i).is_some_and(|p| f.copies(p));
                args.iter().enumerate().filter(|(i, _)| copied(*i)).for_each(|(_, e)| plain(c, *e, SENT, MAX_DEPTH));
            }
        }
    }
}

fn plain(c: &Checker, value: ExprId, what: &str, depth: usize) {
    // `npc.memory.home or npc`: each value that it may be by itself.
    let alternatives = match c.tree.bare_kind(value) {
        Kind::Binary(Op::Or, l, r) => vec![*l, *r],
        Kind::Binary(Op::And, _, r) => vec![*r],
        Kind::Choice(_, values) => values.clone(),
        _ => Vec::new(),
    };
    if !alternatives.is_empty() {
        let before = c.count();
        alternatives.into_iter().for_each(|e| plain(c, e, what, depth));
        c.only_warnings(before);
        return;
    }
    let set = c.types(value);
    if c.has_metatable(value, 0) {
        let hint = "keep the plain data, and call functions of the module with it";
        return c.error(c.tree.at(value), format!("a table with a metatable cannot be {what}"), hint);
    }
    let bad = |t: &&Type| t.is_function() || matches!(t, Type::Npc | Type::Library(_) | Type::Module(_));
    if let Some(ty) = set.iter().find(bad).filter(|_| certain(&set)) {
        let hint = match ty {
            Type::Npc => "keep a creature by its id: npc.id".to_owned(),
            Type::Native(f) if f.area == "npc" => format!("call it: {f}(…)"),
            _ if what == SENT => "messages and boards carry booleans, numbers, strings and tables of these".to_owned(),
            _ => PLAIN.to_owned(),
        };
        let message = format!("{} is {} and cannot be {what}", c.tree.shown(value), ty.noun());
        return c.error(c.tree.at(value), message, hint);
    }
    let [Type::Table(home, table)] = set[..] else { return };
    let theirs = c.of(home);
    if depth == MAX_DEPTH && is_in_circle(c, value, (home, table)) {
        let message = format!("{} contains itself, and cannot be {what}", c.tree.shown(value));
        return c.error(c.tree.at(value), message, "keep numbers or names instead of one of the tables");
    }
    for entry in theirs.tree.entries(table).into_iter().flatten().filter(|_| depth > 0) {
        plain(&theirs, entry.value, what, depth - 1);
        if let Key::Computed(key) = entry.key {
            self::key(&theirs, key, what);
        }
    }
}

/// Whether a table leads back to itself where it is used, or where a function returns it that makes it.
fn is_in_circle(c: &Checker, value: ExprId, (home, table): (FileId, ExprId)) -> bool {
    let (tree, links) = (c.s.tree(home), &c.s.files[home].links);
    let made_in = tree.exprs[table].function;
    if home == c.file && tree.inside(tree.exprs[value].function, made_in) {
        return links.circle(tree, table, value);
    }
    let is_table = |e: &ExprId| matches!(*tree.bare_kind(*e), Kind::Local(l) if tree.only_value(l) == Some(table));
    let mut returned = tree.functions[made_in].returns.iter().filter_map(|all| all.first().copied()).filter(is_table);
    returned.next().is_some_and(|first| links.circle(tree, table, first))
        && returned.all(|e| links.circle(tree, table, e))
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

/// Whether what is written to is a part of the value: `npc.memory.self = npc.memory`.
fn holds(c: &Checker, value: ExprId, target: ExprId) -> bool {
    let same = |e: ExprId| c.tree.same(c.named(e), c.named(value)) || c.holds_memory(e) && c.holds_memory(value);
    let inner = |e: &ExprId| match *c.tree.kind(c.named(*e)) {
        Kind::Field { of, .. } | Kind::Item { of, .. } => Some(of),
        _ => None,
    };
    let kept = !matches!(c.tree.bare_kind(value), Kind::Number(_) | Kind::String(_) | Kind::Bool(_) | Kind::Nil);
    kept && std::iter::successors(inner(&target), inner).any(same)
}

impl Checker<'_> {
    /// The expression that a variable stands for.
    fn named(&self, e: ExprId) -> ExprId {
        match self.tree.bare_kind(e) {
            Kind::Local(l) => match self.tree.only_value(*l) {
                Some(value) if in_memory(self, value) => value,
                _ => self.tree.bare(e),
            },
            _ => self.tree.bare(e),
        }
    }

    /// Whether a value is a table that was given a metatable, by the call that made it.
    fn has_metatable(&self, e: ExprId, depth: usize) -> bool {
        let value = self.tree.bare(e);
        match self.tree.kind(value) {
            _ if depth > MAX_DEPTH => false,
            Kind::Local(l) => self.tree.only_value(*l).is_some_and(|value| self.has_metatable(value, depth + 1)),
            Kind::Call { callee, .. } if self.tree.is_global(*callee, "setmetatable") => true,
            Kind::Call { .. } => match self.s.callees(self.file, value, 0)[..] {
                [Type::Function(home, id)] => {
                    let theirs = self.of(home);
                    let returned = theirs.tree.functions[id].returns.iter().filter_map(|values| values.first());
                    returned.take(MAX_DEPTH).any(|e| theirs.has_metatable(*e, depth + 1))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression is a creature's whole memory, or a variable for it.
    pub(super) fn holds_memory(&self, e: ExprId) -> bool {
        match self.tree.bare_kind(e) {
            Kind::Local(l) => self.tree.only_value(*l).is_some_and(|value| self.is_memory(value)),
            _ => self.is_memory(e),
        }
    }
}

fn in_memory(c: &Checker, e: ExprId) -> bool {
    match c.tree.kind(e) {
        Kind::Field { of, .. } => c.is_memory(e) || in_memory(c, *of),
        Kind::Item { of, .. } => in_memory(c, *of),
        Kind::Local(l) => c.tree.only_value(*l).is_some_and(|value| in_memory(c, value)),
        _ => false,
    }
}

/// The names that this file puts into memory itself.
pub(crate) fn memory_names<'s>(c: &Checker<'s>) -> BTreeSet<&'s str> {
    let put = c.tree.writes.iter().filter_map(|w| match c.tree.kind(w.target) {
        Kind::Field { of, name, .. } if c.tree.field_name(*of) == Some("memory") => Some(name.as_str()),
        _ => None,
    });
    put.collect()
}
