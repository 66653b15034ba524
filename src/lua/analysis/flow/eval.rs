//! Expressions: what they may be, in the order in which they are evaluated.

use crate::lua::analysis::flow::MAX_DEPTH;
use crate::lua::analysis::flow::run::{Mode, Run};
use crate::lua::analysis::flow::value::{Proof, Root, Step, User, Value};
use crate::lua::analysis::types::{Type, TypeUnion};
use crate::lua::source::tree::*;
use std::rc::Rc;

impl<'s> Run<'_, 's> {
    /// What an expression may be.
    pub(super) fn eval(&mut self, e: ExprId) -> Value<'s> {
        if self.env.is_none() {
            return Value::unknown();
        }
        if self.depth > MAX_DEPTH {
            self.lose();
            return Value::unknown();
        }
        self.depth += 1;
        let value = self.evaluate(e);
        self.depth -= 1;
        self.record(e, &value.set);
        value
    }

    pub(super) fn record(&mut self, e: ExprId, set: &TypeUnion) {
        if self.mode != Mode::FirstTurn {
            self.flow.found.types[self.at.0][e] = Some(set.clone());
        }
    }

    fn evaluate(&mut self, e: ExprId) -> Value<'s> {
        let number = || Value::of(vec![Type::Number]);
        match self.tree.kind(e) {
            Kind::Local(l) => {
                let set = self.flow.s.variable(self.at.0, *l);
                self.read(e, Value::of(set))
            }
            Kind::Field { of, name, .. } => {
                let table = self.eval(*of);
                self.need(*of, &table, User::Index);
                let value = match self.place(e) {
                    Some(path) if path.root == Root::Memory && path.steps.len() == 1 => {
                        Value::of(self.flow.s.remembered(self.at.0, name, 0))
                    }
                    _ => self.member(&table, name),
                };
                self.read(e, value)
            }
            Kind::Item { of, key } => {
                let (table, key_value) = (self.eval(*of), self.eval(*key));
                self.need(*of, &table, User::Index);
                let value = self.item(*of, *key, &table, &key_value);
                self.read(e, value)
            }
            Kind::Call { .. } | Kind::Method { .. } => {
                self.results(e).into_iter().next().unwrap_or_else(|| Value::of(vec![Type::Nil]))
            }
            Kind::Single(inner) => self.eval(*inner),
            Kind::Function(f) => {
                let tree = self.tree;
                let constant = |l: LocalId| tree.locals[l].sources.len() == 1;
                if let Some(env) = self.env.as_ref().filter(|_| self.mode != Mode::FirstTurn) {
                    let user = tree.parents[e].map(|of| tree.kind(of));
                    let at_once = matches!(user, Some(Kind::Call { .. } | Kind::Method { .. }));
                    self.flow.captured.insert((self.at.0, *f), env.captured(constant, at_once));
                }
                Value::of(vec![Type::Function(self.at.0, *f)])
            }
            Kind::Table(entries) => {
                for entry in entries {
                    if let Key::Computed(key) = entry.key {
                        self.eval(key);
                    }
                    self.eval(entry.value);
                }
                Value::of(vec![Type::Table(self.at.0, e)])
            }
            Kind::Pieces(parts) => {
                parts.iter().for_each(|part| drop(self.eval(*part)));
                Value::of(vec![Type::String])
            }
            Kind::Unary(op @ (Op::Length | Op::Minus), inner) => {
                let value = self.eval(*inner);
                if let (Op::Length, true, Some(path)) = (op, self.asking, self.place(*inner)) {
                    self.ask(path.then(Step::Length));
                }
                self.need(*inner, &value, User::Operator(*op));
                match (op, self.place(*inner)) {
                    (Op::Length, Some(list)) => Value { shows: Rc::new(vec![list.then(Step::Length)]), ..number() },
                    (Op::Length, None) => number(),
                    _ => Value::of(self.flow.s.negated(&value.set)),
                }
            }
            Kind::Unary(..) | Kind::Binary(Op::And | Op::Or | Op::Equal | Op::Unequal, ..) => {
                let begin = self.now;
                let wanted = std::mem::replace(&mut self.wanted, true);
                let (value, yes, no) = self.split(e);
                self.wanted = wanted;
                let proof = match (&yes, &no) {
                    (Some(yes), Some(no)) => Some(Rc::new(Proof { yes: yes.proves(no), no: no.proves(yes) })),
                    _ => None,
                };
                self.env = self.merge(yes, no, begin);
                Value { proof, ..value }
            }
            Kind::Binary(op, l, r) => {
                let (left, right) = (self.eval(*l), self.eval(*r));
                self.need(*l, &left, User::Operator(*op));
                self.need(*r, &right, User::Operator(*op));
                let value = Value::of(match op {
                    Op::Concat => vec![Type::String],
                    Op::Order => vec![Type::Bool],
                    _ => self.flow.s.computed(&left.set, &right.set),
                });
                if *op != Op::Order {
                    return value;
                }
                Value { shows: Rc::new(left.shows.iter().chain(right.shows.iter()).cloned().collect()), ..value }
            }
            Kind::Choice(conditions, values) => self.choice(conditions, values),
            _ => Value::of(self.flow.s.types(self.at.0, e)),
        }
    }

    fn choice(&mut self, conditions: &'s [ExprId], values: &'s [ExprId]) -> Value<'s> {
        let begin = self.now;
        let (mut after, mut all) = (None, None);
        self.branches += 1;
        for (i, value) in values.iter().enumerate() {
            let mut no = None;
            if let Some(condition) = conditions.get(i) {
                let (_, yes, otherwise) = self.split(*condition);
                (self.env, no) = (yes, otherwise);
            }
            if self.env.is_some() {
                let one = self.eval(*value);
                all = Some(all.map_or_else(|| one.clone(), |all: Value| all.or(&one)));
            }
            let done = self.env.take();
            after = self.merge(after, done, begin);
            self.env = no;
        }
        self.branches -= 1;
        self.env = after;
        all.unwrap_or_else(Value::unknown)
    }
}
