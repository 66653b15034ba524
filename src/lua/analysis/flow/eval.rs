//! Expressions: what they may be, what they need, and what conditions show.

use crate::lua::analysis::flow::calls::{filtered, outcome};
use crate::lua::analysis::flow::env::{Env, Fact, Life, Origin, Path, Root, Step, Value, Why};
use crate::lua::analysis::flow::run::{Mode, Run};
use crate::lua::analysis::flow::summary::outer;
use crate::lua::analysis::flow::{MAX_DEPTH, NilUse, User};
use crate::lua::analysis::types::{Type, TypeUnion, union};
use crate::lua::api::domain::Domain;
use crate::lua::source::tree::*;

/// Places deeper inside others than this are not followed.
const MOST_STEPS: usize = 4;

/// A value, and what is known where it is true and where it is false or nil.
pub(super) type Split<'s> = (Value<'s>, Option<Env<'s>>, Option<Env<'s>>);

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

    fn record(&mut self, e: ExprId, set: &TypeUnion) {
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
                    self.flow.captured.insert((self.at.0, *f), env.captured(constant));
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
                if *op == Op::Length { number() } else { Value::of(self.flow.s.negated(&value.set)) }
            }
            Kind::Unary(..) | Kind::Binary(Op::And | Op::Or | Op::Equal | Op::Unequal, ..) => {
                let begin = self.now;
                let (value, yes, no) = self.split(e);
                self.env = self.merge(yes, no, begin);
                value
            }
            Kind::Binary(op, l, r) => {
                let (left, right) = (self.eval(*l), self.eval(*r));
                self.need(*l, &left, User::Operator(*op));
                self.need(*r, &right, User::Operator(*op));
                Value::of(match op {
                    Op::Concat => vec![Type::String],
                    Op::Order => vec![Type::Bool],
                    _ => self.flow.s.reckoned(&left.set, &right.set),
                })
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

    /// What a place holds; `usual` is what it may hold at any time.
    fn read(&mut self, e: ExprId, usual: Value<'s>) -> Value<'s> {
        let Some(path) = self.place(e) else { return usual };
        if self.asking {
            self.ask(path.clone());
            let value = self.env_value(&path).unwrap_or_else(|| usual.clone());
            self.looked_at(&value);
            // What is known of the value itself is narrowed exactly.
            let now = self.now;
            self.env.iter_mut().for_each(|env| env.begin(&path, now));
        }
        let Some(env) = &self.env else { return usual };
        match env.get(&path) {
            Some(value) => value.clone(),
            None if env.fresh && path.root == Root::Memory && path.steps.len() == 1 => {
                Value { nil: Some(Origin::new(Why::Fresh)), ..Value::of(vec![Type::Nil]) }
            }
            None if path.root == Root::Memory => Value { life: Life::Kept, ..usual },
            None => usual,
        }
    }

    /// A condition looks at the result of a call.
    pub(super) fn looked_at(&mut self, value: &Value<'s>) {
        value.tells.iter().for_each(|path| self.ask(path.clone()));
        // A code, or a status, tells how a search went.
        if value.set.iter().any(|t| matches!(t, Type::Of(Domain::Code | Domain::Status))) {
            self.ask(outcome());
        }
    }

    pub(super) fn ask(&mut self, path: Path<'s>) {
        self.now += 1;
        let now = self.now;
        self.env.iter_mut().for_each(|env| env.ask(path.clone(), now));
    }

    /// The place that an expression reads.
    pub(super) fn place(&self, e: ExprId) -> Option<Path<'s>> {
        let path = match self.tree.kind(e) {
            Kind::Single(inner) => return self.place(*inner),
            Kind::Local(l) if !self.flow.shared[self.at.0].contains(l) => Path::of(Root::Local(*l)),
            Kind::Field { of, name, .. } if name == "memory" && self.known(*of) == [Type::Npc] => {
                Path::of(Root::Memory)
            }
            Kind::Field { of, name, .. } => self.table(*of)?.then(Step::Field(name)),
            Kind::Item { of, key } => {
                let step = match *self.tree.bare_kind(*key) {
                    Kind::Number(n) if n.fract() == 0.0 && n >= 0.0 => Step::Index(n as u64),
                    Kind::Local(l) if !self.flow.shared[self.at.0].contains(&l) => Step::Key(l),
                    _ => return None,
                };
                self.table(*of)?.then(step)
            }
            _ => return None,
        };
        (path.steps.len() <= MOST_STEPS).then_some(path)
    }

    /// The place of a table, by the name under which it was found first.
    fn table(&self, e: ExprId) -> Option<Path<'s>> {
        let path = self.place(e)?;
        let first = self.env.as_ref().and_then(|env| env.get(&path)).and_then(|v| v.same.clone());
        Some(first.unwrap_or(path))
    }

    /// What was found out last about an expression.
    fn known(&self, e: ExprId) -> TypeUnion {
        self.flow.found.types[self.at.0][e].clone().unwrap_or_else(|| self.flow.s.types(self.at.0, e))
    }

    /// What a table may hold under a name.
    pub(super) fn member(&self, table: &Value<'s>, name: &str) -> Value<'s> {
        let mut value = Value::of(self.flow.s.named(self.at.0, &table.set, name));
        let creature = table.set.iter().all(|t| matches!(t, Type::Creature | Type::Npc | Type::Nil));
        if creature && name == "id" {
            value.life = Life::Found;
        }
        value
    }

    fn item(&mut self, of: ExprId, key: ExprId, table: &Value<'s>, key_value: &Value<'s>) -> Value<'s> {
        let mut value = Value::of(self.flow.s.items_of(&table.set, 0));
        value.life = table.life;
        let named: Vec<&str> = key_value
            .set
            .iter()
            .filter_map(|t| if let Type::Literal(n, ..) = t { Some(n.as_str()) } else { None })
            .collect();
        if !named.is_empty() && named.len() == key_value.set.len() {
            value = Value::of(union(named.iter().map(|name| self.member(table, name).set)));
        }
        let whole = matches!(table.set[..], [Type::Ids]) && matches!(self.tree.bare_kind(key), Kind::Number(_));
        if let (true, Some(list)) = (whole, self.place(of)) {
            let counts = filtered();
            value.nil = Some(Origin::asking(Why::NoEntry, counts.chain([list.then(Step::Length)])));
        }
        value
    }

    /// What a loop over an expression finds in each step, and whether there is at least one step.
    pub(super) fn looped(&self, e: ExprId) -> Option<(Value<'s>, bool)> {
        let Kind::Call { callee, args } = self.tree.kind(e) else { return None };
        let over = ["pairs", "ipairs"].iter().any(|name| self.tree.is_global(*callee, name));
        let list = *args.first().filter(|_| over)?;
        let place = self.place(list);
        let life = place.as_ref().and_then(|p| self.env_value(p)).map(|v| v.life);
        let found = life.unwrap_or(if self.known(list) == [Type::Ids] { Life::Found } else { Life::Unknown });
        let item = Value { life: found, ..Value::of(self.flow.s.items_of(&self.known(list), 0)).solid() };
        let asks = place.map(|p| p.then(Step::Length)).into_iter().chain(filtered());
        let filled = self.env.as_ref().is_some_and(|env| !env.unasked(&Origin::asking(Why::NoEntry, asks)));
        Some((item, filled))
    }

    /// A value is used where nil raises an error.
    pub(super) fn need(&mut self, e: ExprId, value: &Value<'s>, user: User) {
        let Some(env) = &self.env else { return };
        let place = self.place(e);
        let claim = value.nil.as_ref().filter(|o| value.may_be_nil() && o.when.is_none() && env.unasked(o));
        let found = NilUse { certain: value.is_nil(), why: claim.map(|o| o.why), user: user.clone() };
        match self.mode {
            Mode::Report if self.trial == 0 && (found.certain || claim.is_some()) => {
                self.flow.found.nils.insert((self.at.0, e), found);
            }
            Mode::FirstTurn if claim.is_some_and(|o| o.why == Why::Fresh) => {
                let from = place.clone().map(|p| env.get(&p).and_then(|v| v.same.clone()).unwrap_or(p));
                if let Some(Step::Field(name)) = from
                    .and_then(|p| p.steps.last().copied())
                    .filter(|step| matches!(step, Step::Field(name) if self.at_first(name)))
                {
                    let at = self.tree.named_at(self.tree.bare(e));
                    self.flow.found.fresh.insert((self.at.0, at), (name.to_owned(), user));
                }
            }
            Mode::Summary if self.sure() && !value.checked => {
                let from = place.clone().map(|p| env.get(&p).and_then(|v| v.same.clone()).unwrap_or(p));
                let untouched = |p: &Path| p.root != Root::Memory || env.get(p).is_none() && !p.steps.is_empty();
                let from = from.and_then(|p| outer(self.tree, self.at.1, &p)).filter(untouched);
                if let Some(path) = from.filter(|p| matches!(p.root, Root::Memory) || p.steps.is_empty()) {
                    self.summary.need(path, self.at.0, self.tree.named_at(self.tree.bare(e)), user);
                }
            }
            _ => {}
        }
        // What comes after runs only if there was a value.
        if let (Some(path), Some(env)) = (place, &mut self.env) {
            env.narrow(&path, value.solid());
        }
    }

    /// Evaluates a condition.
    pub(super) fn split(&mut self, e: ExprId) -> Split<'s> {
        if self.env.is_none() || self.depth > MAX_DEPTH {
            let value = self.eval(e);
            return (value, self.env.clone(), self.env.take());
        }
        self.depth += 1;
        let split = self.parts(e);
        self.depth -= 1;
        self.record(e, &split.0.set);
        split
    }

    fn parts(&mut self, e: ExprId) -> Split<'s> {
        let truth = || Value::of(vec![Type::Bool]);
        let begin = self.now;
        match *self.tree.kind(e) {
            Kind::Single(inner) => self.split(inner),
            Kind::Bool(holds) => {
                let env = self.env.take();
                if holds { (truth(), env, None) } else { (truth(), None, env) }
            }
            Kind::Unary(Op::Not, inner) => {
                let (_, yes, no) = self.split(inner);
                (truth(), no, yes)
            }
            Kind::Binary(op @ (Op::And | Op::Or), l, r) => {
                let (left, yes, no) = self.split(l);
                let (goes_on, done) = if op == Op::And { (yes, no) } else { (no, yes) };
                let kept = left.tested(op == Op::Or).filter(|_| done.is_some()).map(|mut v| {
                    // Only `true` of a condition stays, which is what `a and b or c` leaves out.
                    if op == Op::Or && matches!(self.tree.bare_kind(l), Kind::Binary(Op::And, ..)) {
                        v.set.retain(|t| *t != Type::Bool);
                    }
                    v
                });
                let kept = kept.filter(|v| !v.set.is_empty());
                if goes_on.is_none() {
                    return if op == Op::And {
                        (kept.unwrap_or(left), None, done)
                    } else {
                        (kept.unwrap_or(left), done, None)
                    };
                }
                self.env = goes_on;
                self.branches += 1;
                let (right, yes, no) = self.split(r);
                self.branches -= 1;
                let value = kept.map_or_else(|| right.clone(), |kept| kept.or(&right));
                match op {
                    Op::And => (value, yes, self.merge(done, no, begin)),
                    _ => (value, self.merge(done, yes, begin), no),
                }
            }
            Kind::Binary(op @ (Op::Equal | Op::Unequal), l, r) => {
                let (yes, no) = self.compared(l, r);
                if op == Op::Equal { (truth(), yes, no) } else { (truth(), no, yes) }
            }
            _ => {
                let asking = std::mem::replace(&mut self.asking, true);
                let value = self.eval(e);
                self.asking = asking;
                let Some(env) = self.env.take() else { return (value, None, None) };
                let side = |holds| self.tested(env.clone(), e, &value, holds);
                let (yes, no) = (side(true), side(false));
                (value, yes, no)
            }
        }
    }

    /// What is known where a value is true, or where it is not; `None`: it never is.
    fn tested(&self, mut env: Env<'s>, e: ExprId, value: &Value<'s>, holds: bool) -> Option<Env<'s>> {
        let new = value.tested(holds)?;
        if let Some(path) = self.place(e) {
            env.narrow(&path, new);
        }
        if let Some(proof) = &value.proof {
            self.learn(&mut env, if holds { &proof.yes } else { &proof.no });
        }
        Some(env)
    }

    /// Facts become known.
    pub(super) fn learn(&self, env: &mut Env<'s>, facts: &[Fact<'s>]) {
        for fact in facts {
            let usual = || match fact.path.root {
                Root::Local(l) if fact.path.steps.is_empty() => Value::of(self.flow.s.variable(self.at.0, l)),
                _ => Value::unknown(),
            };
            let mut value = env.get(&fact.path).cloned().unwrap_or_else(usual).solid();
            if value.set.is_empty() {
                value.set = vec![Type::Any];
            }
            if fact.found {
                value.life = Life::Found;
            }
            env.narrow(&fact.path, value);
        }
    }

    /// Where two values are equal, and where they are not.
    fn compared(&mut self, l: ExprId, r: ExprId) -> (Option<Env<'s>>, Option<Env<'s>>) {
        let asking = std::mem::replace(&mut self.asking, true);
        let (left, right) = (self.eval(l), self.eval(r));
        self.asking = asking;
        let Some(env) = self.env.take() else { return (None, None) };
        let (mut yes, mut no) = (Some(env.clone()), Some(env));
        for (e, value, other, with) in [(l, &left, &right, r), (r, &right, &left, l)] {
            let is_nil = other.set == [Type::Nil];
            let (equal, unequal) = match self.tree.string(with) {
                Some(name) if self.asks_type(e).is_some() => self.of_type(e, name),
                _ if is_nil => {
                    let nil = value.may_be_nil() || value.set.contains(&Type::Any) && !value.checked;
                    let solid = value.solid();
                    (
                        nil.then(|| (e, Value { set: vec![Type::Nil], ..value.clone() })),
                        (!solid.set.is_empty()).then_some((e, solid)),
                    )
                }
                _ if !other.may_be_nil() && (other.checked || !other.set.contains(&Type::Any)) => {
                    let solid = value.solid();
                    ((!solid.set.is_empty()).then_some((e, solid)), Some((e, value.clone())))
                }
                _ => continue,
            };
            let narrowed = |env: Option<Env<'s>>, to: Option<(ExprId, Value<'s>)>| {
                let (mut env, (e, value)) = (env?, to?);
                if let Some(path) = self.place(e) {
                    env.narrow(&path, value);
                }
                Some(env)
            };
            (yes, no) = (narrowed(yes, equal), narrowed(no, unequal));
        }
        (yes, no)
    }

    /// The value of which `type(value)` asks for the type.
    fn asks_type(&self, e: ExprId) -> Option<ExprId> {
        match self.tree.bare_kind(e) {
            Kind::Call { callee, args }
                if self
                    .known(*callee)
                    .iter()
                    .all(|t| *t == Type::native("", "type") || *t == Type::native("", "typeof")) =>
            {
                args.first().copied()
            }
            _ => None,
        }
    }

    /// A value where it is of a type, and where it is not.
    #[allow(clippy::type_complexity)]
    fn of_type(&self, call: ExprId, name: &str) -> (Option<(ExprId, Value<'s>)>, Option<(ExprId, Value<'s>)>) {
        let Some(e) = self.asks_type(call) else { return (None, None) };
        let usual = || Value::of(self.known(e));
        let value = self.place(e).and_then(|p| self.env_value(&p)).unwrap_or_else(usual);
        let only = match name {
            "nil" => Some(Type::Nil),
            "number" => Some(Type::Number),
            "boolean" => Some(Type::Bool),
            "string" => Some(Type::String),
            _ => None,
        };
        let is = |t: &Type| t.lua_type() == Some(name);
        let open = value.set.contains(&Type::Any);
        let mut set: TypeUnion = value.set.iter().filter(|t| is(t)).cloned().collect();
        if open && set.is_empty() {
            set = only.map_or_else(|| vec![Type::Any], |t| vec![t]);
        }
        let rest: TypeUnion = value.set.iter().filter(|t| !is(t)).cloned().collect();
        let nil = name == "nil";
        let narrowed = |set: TypeUnion, checked: bool| {
            let nil = value.nil.clone().filter(|_| !checked);
            (!set.is_empty()).then(|| (e, Value { set, nil, checked: checked || value.checked, ..value.clone() }))
        };
        (narrowed(set, !nil), narrowed(rest, nil))
    }

    fn env_value(&self, path: &Path<'s>) -> Option<Value<'s>> {
        self.env.as_ref()?.get(path).cloned()
    }
}
