//! Conditions that an earlier one has decided: `if h < 15 then return end`, then `if h < 10 then`.
//!
//! What holds is known from the conditions around a place, from those before it in the same `if`, and from early exits,
//! until something changes a value that they look at.

use crate::lua::analysis::rules::values::{differ, only_returns, written_out};
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::Effect;
use std::collections::BTreeSet;

/// Of more conditions than these nothing is known at one place.
const MOST: usize = 40;
/// In loops nested deeper than this nothing that was known before is used.
const LOOPS: usize = 2;

pub(super) fn check(c: &Checker) {
    for function in &c.tree.functions {
        Visitor { c, known: Vec::new(), loops: 0 }.block(&function.body);
    }
}

/// A condition, and whether it holds.
struct Decided {
    e: ExprId,
    holds: bool,
    looks_at: LooksAt,
    /// Nothing has changed since.
    stays: bool,
}

/// What a condition looks at that may change.
#[derive(Default)]
struct LooksAt {
    locals: BTreeSet<LocalId>,
    /// Names of fields, those of creatures apart: these stay as they are.
    fields: BTreeSet<String>,
    /// Entries of tables, and how many there are.
    entries: bool,
    /// Results of the API.
    calls: bool,
}

/// What may have changed.
#[derive(Clone, Copy)]
enum Change<'a> {
    Local(LocalId),
    Field(&'a str),
    /// Under some key, or of a list.
    Entry,
    /// By a function of the API.
    World,
    /// By a function that may do anything.
    Any,
}

/// The work on one function.
struct Visitor<'c, 'a> {
    c: &'c Checker<'a>,
    known: Vec<Decided>,
    loops: usize,
}

impl Visitor<'_, '_> {
    fn block(&mut self, block: &Block) {
        let before = self.known.len();
        block.iter().for_each(|stmt| self.statement(stmt));
        self.known.truncate(before);
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If(arms, otherwise) => self.branch(arms, otherwise),
            Stmt::Do(block) => self.block(block),
            Stmt::While(_, body) | Stmt::Repeat(body, _) | Stmt::For { body, .. } => {
                self.loops += 1;
                self.changes(stmt);
                let before = self.known.len();
                if let Stmt::While(condition, _) = stmt {
                    self.decided(*condition);
                    self.assume(*condition, true);
                }
                self.block(body);
                self.known.truncate(before);
                self.loops -= 1;
            }
            _ => self.changes(stmt),
        }
    }

    fn branch(&mut self, arms: &[(ExprId, Block)], otherwise: &Block) {
        let (before, mut first) = (self.known.len(), true);
        // What comes after an `if` is reached only when the conditions of its first arms that leave have failed.
        let mut after = before;
        for (condition, body) in arms {
            self.decided(*condition);
            self.evaluated(*condition);
            let (stayed, inside): (Vec<bool>, _) = (self.known.iter().map(|k| k.stays).collect(), self.known.len());
            self.assume(*condition, true);
            self.block(body);
            self.known.truncate(inside);
            let leaves = leaves(self.c.tree, body);
            if leaves {
                self.known.iter_mut().zip(stayed).for_each(|(k, stays)| k.stays = stays);
            }
            self.assume(*condition, false);
            first &= leaves;
            if first {
                after = self.known.len();
            }
        }
        self.block(otherwise);
        self.known.truncate(after);
        if let ([(condition, body)], true, false) = (arms, leaves(self.c.tree, otherwise), first) {
            self.assume(*condition, true);
            body.iter().for_each(|stmt| self.changes(stmt));
        }
    }

    /// Notes what holds from here on.
    fn assume(&mut self, e: ExprId, holds: bool) {
        let (c, e) = (self.c, self.c.tree.bare(e));
        match *c.tree.kind(e) {
            Kind::Unary(Op::Not, inner) => return self.assume(inner, !holds),
            Kind::Binary(op @ (Op::And | Op::Or), l, r) if (op == Op::And) == holds => {
                self.assume(l, holds);
                self.assume(r, holds);
            }
            _ => {}
        }
        if self.known.len() < MOST && c.is_steady(e) && !written_out(c, e) {
            let mut looks_at = LooksAt::default();
            looks_at.add(c, e);
            self.known.push(Decided { e, holds, looks_at, stays: true });
        }
    }

    /// Reports a condition that never holds.
    fn decided(&self, e: ExprId) {
        let (c, e) = (self.c, self.c.tree.bare(e));
        if let Some(known) = self.known.iter().filter(|k| k.stays).find(|k| refutes(c, k, e, true)) {
            let line = c.tree.at(known.e).line;
            let order = |e: ExprId| matches!(c.tree.kind(e), Kind::Binary(Op::Order, ..));
            let (message, hint) = if c.tree.same(known.e, e) && !known.holds {
                (format!("this is never reached: line {line} has the same condition"), "was another condition meant?")
            } else if order(known.e) && order(e) && !known.holds {
                let hint = "ask for the narrower one first";
                (format!("this is never reached: the condition on line {line} holds too"), hint)
            } else {
                let hint = "was another condition meant, or another order?";
                (format!("this is never true: the condition on line {line} has decided it"), hint)
            };
            return c.warning(c.tree.begin(e), message, hint);
        }
        if let Kind::Binary(Op::And, l, r) = *c.tree.kind(e) {
            self.decided(l);
            self.decided(r);
        }
    }

    /// What a statement changes, with all that is in it.
    fn changes(&mut self, stmt: &Stmt) {
        if self.known.iter().all(|k| !k.stays) {
            return;
        }
        if self.loops > LOOPS {
            return self.known.iter_mut().for_each(|k| k.stays = false);
        }
        match stmt {
            Stmt::Call(e) => self.evaluated(*e),
            Stmt::Local(_, values) | Stmt::Return(values) => values.iter().for_each(|e| self.evaluated(*e)),
            Stmt::Assign(targets, values) => {
                values.iter().chain(targets).for_each(|e| self.evaluated(*e));
                targets.iter().for_each(|e| self.written(*e));
            }
            Stmt::Change(target, value) => {
                self.evaluated(*value);
                self.written(*target);
            }
            Stmt::If(arms, _) => arms.iter().for_each(|arm| self.evaluated(arm.0)),
            Stmt::While(e, _) | Stmt::Repeat(_, e) => self.evaluated(*e),
            Stmt::For { over, .. } => over.iter().for_each(|e| self.evaluated(*e)),
            Stmt::Do(_) | Stmt::Break | Stmt::Continue => {}
        }
        for block in stmt.blocks() {
            block.iter().for_each(|stmt| self.changes(stmt));
        }
    }

    fn written(&mut self, target: ExprId) {
        match self.c.tree.bare_kind(target) {
            Kind::Local(l) => self.changed(Change::Local(*l)),
            Kind::Field { name, .. } => self.changed(Change::Field(name)),
            _ => self.changed(Change::Entry),
        }
    }

    /// What the calls in an expression change.
    fn evaluated(&mut self, e: ExprId) {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            open.extend(self.c.tree.kind(e).parts());
            if !matches!(self.c.tree.kind(e), Kind::Call { .. } | Kind::Method { .. }) {
                continue;
            }
            let callees = self.c.s.callees(self.c.file, e, 0);
            let change = |callee: &Type| match callee {
                Type::Native(f) if f.effect == Effect::Pure => None,
                Type::Native(_) => Some(Change::World),
                // They call functions that they are given.
                Type::Builtin(name) if ["table.sort", "string.gsub"].contains(&name.as_str()) => Some(Change::Any),
                Type::Builtin(name) if only_returns(name) => None,
                Type::Builtin(name) if name.starts_with("table.") => Some(Change::Entry),
                _ => Some(Change::Any),
            };
            if callees.is_empty() {
                self.changed(Change::Any);
            }
            callees.iter().filter_map(change).for_each(|change| self.changed(change));
        }
    }

    fn changed(&mut self, change: Change) {
        let shared = &self.c.tree.shared;
        for known in &mut self.known {
            let of = &known.looks_at;
            let tables = of.entries || !of.fields.is_empty();
            let hit = match change {
                Change::Local(l) => of.locals.contains(&l),
                Change::Field(name) => of.entries || of.fields.contains(name),
                Change::Entry => tables,
                Change::World => of.calls,
                Change::Any => tables || of.calls || of.locals.iter().any(|l| shared.contains(l)),
            };
            known.stays &= !hit;
        }
    }
}

impl LooksAt {
    fn add(&mut self, c: &Checker, e: ExprId) {
        match c.tree.kind(e) {
            Kind::Local(l) => drop(self.locals.insert(*l)),
            Kind::Field { of, name, .. } => {
                let set = c.types(*of);
                let frozen = |t: &&Type| matches!(t, Type::Npc | Type::Creature | Type::Library(_) | Type::Settings(_));
                if !certain(&set) || !solid(&set).iter().all(frozen) {
                    self.fields.insert(name.clone());
                }
            }
            Kind::Item { .. } | Kind::Unary(Op::Length, _) => self.entries = true,
            Kind::Call { .. } | Kind::Method { .. } => self.calls = true,
            _ => {}
        }
        c.tree.kind(e).parts().into_iter().for_each(|part| self.add(c, part));
    }
}

/// Whether what is after a block in its function is never reached through it.
fn leaves(tree: &Tree, block: &Block) -> bool {
    match block.last() {
        Some(Stmt::Return(_) | Stmt::Break | Stmt::Continue) => true,
        Some(Stmt::Call(e)) => matches!(tree.kind(*e), Kind::Call { callee, .. } if tree.is_global(*callee, "error")),
        Some(Stmt::Do(block)) => leaves(tree, block),
        Some(Stmt::If(arms, otherwise)) => arms.iter().all(|arm| leaves(tree, &arm.1)) && leaves(tree, otherwise),
        _ => false,
    }
}

/// Whether a condition that is known shows that another one is not `wanted`, true or false.
fn refutes(c: &Checker, known: &Decided, e: ExprId, wanted: bool) -> bool {
    let e = c.tree.bare(e);
    if let Kind::Unary(Op::Not, inner) = *c.tree.kind(e) {
        return refutes(c, known, inner, !wanted);
    }
    if c.tree.same(known.e, e) {
        return known.holds != wanted;
    }
    if let (Some((x, a)), Some((y, b))) = (Bounds::of(c, known.e, known.holds), Bounds::of(c, e, wanted)) {
        return a.excludes(b) && c.tree.same(x, y);
    }
    match (equality(c, known.e, known.holds), equality(c, e, wanted)) {
        (Some((x, a, equal)), Some((y, b, other))) if c.tree.same(x, y) => match (equal, other) {
            (true, true) => differ(c, a, b),
            (true, false) | (false, true) => c.tree.same(a, b),
            (false, false) => false,
        },
        // A value that is there is not nil; one that is not there is nil, unless it is false.
        (Some((x, nil, equal)), None) => c.tree.same(x, e) && is_nil(c, nil) && excludes_truth(c, x, equal, wanted),
        (None, Some((y, nil, equal))) if c.tree.same(known.e, y) && is_nil(c, nil) => {
            excludes_truth(c, y, equal, known.holds)
        }
        _ => false,
    }
}

fn is_nil(c: &Checker, e: ExprId) -> bool {
    matches!(c.tree.bare_kind(e), Kind::Nil)
}

/// Whether a value that is nil, or is not, cannot be true, or cannot be false or nil.
fn excludes_truth(c: &Checker, e: ExprId, nil: bool, truth: bool) -> bool {
    let set = c.s.anytime(c.file, e);
    if nil { truth } else { !truth && certain(&set) && !set.contains(&Type::Bool) }
}

/// `value == constant`: both sides, and whether they are equal where the comparison gives `holds`.
fn equality(c: &Checker, e: ExprId, holds: bool) -> Option<(ExprId, ExprId, bool)> {
    match *c.tree.bare_kind(e) {
        Kind::Binary(op @ (Op::Equal | Op::Unequal), l, r) => Some((l, r, (op == Op::Equal) == holds)),
        _ => None,
    }
}

/// Between which numbers a value lies, and whether the ends are numbers that it may be.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
    with_ends: bool,
}

impl Bounds {
    /// What a comparison with a constant shows of a value where it gives `holds`.
    fn of(c: &Checker, e: ExprId, holds: bool) -> Option<(ExprId, Self)> {
        let e = c.tree.bare(e);
        let Kind::Binary(op @ (Op::Order | Op::Equal | Op::Unequal), l, r) = *c.tree.kind(e) else { return None };
        let (value, n, turned) = match (c.s.constant(c.file, l), c.s.constant(c.file, r)) {
            (None, Some(n)) => (l, n, false),
            (Some(n), None) => (r, n, true),
            _ => return None,
        };
        if op != Op::Order {
            return ((op == Op::Equal) == holds).then_some((value, Self { low: n, high: n, with_ends: true }));
        }
        let sign = c.tree.signs[&e].as_str();
        let below = sign.starts_with('<') != turned;
        let with_ends = sign.ends_with('=') == holds;
        let (low, high) = if below == holds { (f64::NEG_INFINITY, n) } else { (n, f64::INFINITY) };
        Some((value, Self { low, high, with_ends }))
    }

    /// Whether no number lies within both.
    fn excludes(self, other: Self) -> bool {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        let holds = |of: &Self, end: f64| of.with_ends || of.low != end && of.high != end;
        low > high || low == high && !(holds(&self, low) && holds(&other, low))
    }
}
