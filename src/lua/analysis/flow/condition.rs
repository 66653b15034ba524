//! Conditions: what is known where they hold, and where they fail.

use crate::lua::analysis::flow::MAX_DEPTH;
use crate::lua::analysis::flow::env::Env;
use crate::lua::analysis::flow::run::Run;
use crate::lua::analysis::flow::value::{Fact, Life, Path, Root, Value};
use crate::lua::analysis::types::{Type, TypeUnion};
use crate::lua::source::tree::*;

/// A value, and what is known where it is true and where it is false or nil.
pub(super) type Split<'s> = (Value<'s>, Option<Env<'s>>, Option<Env<'s>>);

impl<'s> Run<'_, 's> {
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
        let wanted = std::mem::replace(&mut self.wanted, false);
        match *self.tree.kind(e) {
            Kind::Single(inner) => {
                self.wanted = wanted;
                self.split(inner)
            }
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
                self.wanted = wanted;
                let (right, yes, no) = self.split(r);
                self.wanted = false;
                self.branches -= 1;
                let value = kept.map_or_else(|| right.clone(), |kept| kept.or(&right));
                match op {
                    Op::And => (value, yes, self.merge(done, no, begin)),
                    _ => (value, self.merge(done, yes, begin), no),
                }
            }
            Kind::Binary(op @ (Op::Equal | Op::Unequal), l, r) => {
                let (yes, no) = self.compared(l, r);
                let by_default: Vec<_> = [l, r].into_iter().flat_map(|side| self.defaulted(side)).collect();
                let shown = |env: Option<Env<'s>>| Some(shown(env?, &by_default));
                let (yes, no) = (shown(yes), shown(no));
                if op == Op::Equal { (truth(), yes, no) } else { (truth(), no, yes) }
            }
            _ => {
                let asking = std::mem::replace(&mut self.asking, !wanted);
                let value = self.eval(e);
                self.asking = asking;
                let Some(env) = self.env.take() else { return (value, None, None) };
                let side = |holds| self.tested(env.clone(), e, &value, holds);
                let (yes, no) = (side(true), side(false).map(|no| if wanted { env.clone() } else { no }));
                let by_default = self.measured(e, &value);
                let shown = |env: Option<Env<'s>>| Some(shown(env?, &by_default));
                (value, shown(yes), shown(no))
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
        if holds {
            // A function that looks at a value may show that there is one although no fact says so.
            env = shown(env, &value.shows);
        }
        env.rare |= value.likely && !holds;
        Some(env)
    }

    /// What a comparison by size says something of, however it ends: in `(d or 99) < 5`, and in `distance_to(c) < 5`. A default, there or in
    /// the function, decides it where there is nothing.
    fn measured(&self, e: ExprId, value: &Value<'s>) -> Vec<Path<'s>> {
        let Kind::Binary(Op::Order, l, r) = *self.tree.bare_kind(e) else { return Vec::new() };
        let by_default = [l, r].into_iter().flat_map(|side| self.defaulted(side));
        by_default.chain(value.shows.iter().cloned()).collect()
    }

    /// The places that `or` gives a default for: `c` and `c.state` in `c and c.state or ""`.
    fn defaulted(&self, e: ExprId) -> Vec<Path<'s>> {
        let Kind::Binary(Op::Or, mut tested, _) = *self.tree.bare_kind(e) else { return Vec::new() };
        let mut places = Vec::new();
        while let Kind::Binary(Op::And, l, r) = *self.tree.bare_kind(tested) {
            places.extend(self.place(r));
            tested = l;
        }
        places.extend(self.place(tested));
        places
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
                // Equal to what may be anything: scripts may know that there is something.
                _ => {
                    if let (Some(path), Some(env), true) = (self.place(e), &mut yes, value.nil.is_some()) {
                        env.narrow(&path, Value { nil: None, ..value.clone() });
                    }
                    continue;
                }
            };
            let narrowed = |env: Option<Env<'s>>, to: Option<(ExprId, Value<'s>)>| {
                let (mut env, (e, value)) = (env?, to?);
                if let Some(path) = self.place(e) {
                    env.narrow(&path, value);
                }
                Some(env)
            };
            (yes, no) = (narrowed(yes, equal), narrowed(no, unequal));
            if let (Kind::String(_) | Kind::Number(_), Some(path), Some(env)) =
                (self.tree.bare_kind(with), self.place(e), &mut no)
            {
                env.differs(path);
            }
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
}

/// There is something in these places, unless they are known to be empty.
fn shown<'s>(mut env: Env<'s>, places: &[Path<'s>]) -> Env<'s> {
    for path in places {
        if let Some(seen) = env.get(path).filter(|v| v.nil.is_some() && !v.is_nil()).cloned() {
            env.narrow(path, Value { nil: None, ..seen });
        }
    }
    env
}
