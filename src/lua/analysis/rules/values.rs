//! What rules ask of an expression: whether its value stays the same, and what its number measures.

use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Effect, ShapeName, Type as Declared};
use crate::lua::api::measure::{HEALTH, Measure, SHARE};
use std::cell::Cell;
use std::collections::BTreeMap;

/// How many levels of variables are followed.
pub(super) const MAX_DEPTH: usize = 6;

/// What is asked of functions and parameters, each once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    /// Whether a function returns something and does nothing else.
    ReturnsOnly(FunctionId),
    /// Whether a function strikes.
    Strikes(FunctionId),
    /// Whether the table that a parameter gets is changed.
    Changes(LocalId),
}

/// What is known so far; while something is worked out, the cautious value.
#[derive(Default)]
pub(super) struct Memo {
    flags: RefCell<BTreeMap<(FileId, Asked), bool>>,
    measures: RefCell<BTreeMap<(FileId, LocalId), Option<&'static Measure>>>,
    /// How many are being worked out, each for the one before.
    depth: Cell<usize>,
}

/// Functions that call one another are followed so deep.
const DEEPEST: usize = 100;

impl Memo {
    /// What is known of a key: worked out the first time, looked up afterwards.
    fn once<K: Ord + Copy, V: Copy>(
        &self,
        known: &RefCell<BTreeMap<K, V>>,
        key: K,
        meanwhile: V,
        work: impl FnOnce() -> V,
    ) -> V {
        if let Some(known) = known.borrow().get(&key) {
            return *known;
        }
        if self.depth.get() >= DEEPEST {
            return meanwhile;
        }
        known.borrow_mut().insert(key, meanwhile);
        self.depth.set(self.depth.get() + 1);
        let found = work();
        self.depth.set(self.depth.get() - 1);
        known.borrow_mut().insert(key, found);
        found
    }
}

/// Functions of Lua that do nothing but return a value.
pub(super) fn only_returns(name: &str) -> bool {
    let tables = ["table.concat", "table.find", "table.unpack", "table.pack", "table.clone", "table.create"];
    let globals = ["type", "typeof", "tostring", "tonumber", "select", "rawequal", "rawget", "rawlen"];
    ["math.", "string.", "bit32.", "utf8."].iter().any(|lib| name.starts_with(lib)) && name != "math.random"
        || tables.contains(&name)
        || globals.contains(&name)
}

/// Whether an expression is a constant that says itself what it is.
pub(super) fn written_out(c: &Checker, e: ExprId) -> bool {
    matches!(c.tree.bare_kind(e), Kind::Nil | Kind::Bool(_) | Kind::Number(_) | Kind::String(_))
}

/// Whether two expressions are constants that are not equal.
pub(super) fn differ(c: &Checker, a: ExprId, b: ExprId) -> bool {
    let number = |e: ExprId| c.s.constant(c.file, e);
    match (c.tree.bare_kind(a), c.tree.bare_kind(b)) {
        (Kind::String(a), Kind::String(b)) => a != b,
        (Kind::Field { of, name, .. }, Kind::Field { of: other, name: second, .. }) => {
            c.types(*of) == [Type::Library("pathfinder".into())] && c.types(*of) == c.types(*other) && name != second
        }
        _ => number(a).zip(number(b)).is_some_and(|(a, b)| a != b),
    }
}

impl Checker<'_> {
    /// Works out a flag once; no while it is being worked out.
    pub(super) fn once(&self, asked: Asked, work: impl FnOnce() -> bool) -> bool {
        self.memo.once(&self.memo.flags, (self.file, asked), false, work)
    }

    /// The expressions of a function, and of those inside it.
    pub(super) fn body(&self, function: FunctionId) -> impl Iterator<Item = ExprId> {
        let tree = self.tree;
        let inner = (function..tree.functions.len()).take_while(move |f| tree.inside(*f, function));
        inner.flat_map(move |f| tree.bodies[f].iter().copied())
    }

    /// Whether an expression gives the same whenever it is evaluated within a call, if nothing is assigned in between.
    pub(super) fn is_steady(&self, e: ExprId) -> bool {
        let steady = match self.tree.kind(e) {
            Kind::Call { .. } | Kind::Method { .. } => {
                let callees = self.s.callees(self.file, e, 0);
                !callees.is_empty()
                    && callees.iter().all(|callee| match callee {
                        // Those that return a place draw it by chance.
                        Type::Native(f) => {
                            f.effect == Effect::Pure && f.signatures.iter().all(|s| s.returns.len() == 1)
                        }
                        Type::Builtin(name) => only_returns(name),
                        _ => false,
                    })
            }
            Kind::Function(_) | Kind::Varargs | Kind::Pieces(_) | Kind::Choice(..) => false,
            _ => true,
        };
        steady && self.tree.kind(e).parts().into_iter().all(|part| self.is_steady(part))
    }

    /// What the number in an expression measures.
    pub(super) fn measure(&self, e: ExprId) -> Option<&'static Measure> {
        self.measured(e, 0)
    }

    fn measured(&self, e: ExprId, depth: usize) -> Option<&'static Measure> {
        let e = self.tree.bare(e);
        match self.tree.kind(e) {
            _ if depth > MAX_DEPTH => None,
            Kind::Local(l) => match self.tree.locals[*l].sources[..] {
                [Source::Value(value, 0)] => self.measured(value, depth + 1),
                [Source::Parameter(f, i)] => self.index.parameter_list(self.file, f).get(i)?.ty.measure(),
                _ => None,
            },
            Kind::Field { of, name, .. } => {
                let set = self.types(*of);
                let shape = match solid(&set)[..] {
                    [Type::Npc] => ShapeName::Npc,
                    [Type::Creature] => ShapeName::Creature,
                    _ => return None,
                };
                shape.field(name)?.ty.measure()
            }
            Kind::Binary(Op::Or, l, _) => self.measured(*l, depth + 1),
            // What is left of the health that a creature can have.
            Kind::Binary(Op::Arithmetic, l, r) if self.tree.signs[&e] == "/" => {
                let health = self.measured(*l, depth + 1).is_some_and(|m| HEALTH.measure() == Some(m));
                let owner = |e: ExprId, wanted: &str| match self.tree.bare_kind(e) {
                    Kind::Field { of, name, .. } if name == wanted => Some(*of),
                    _ => None,
                };
                let (mine, all) = (owner(*l, "health")?, owner(*r, "max_health")?);
                SHARE.measure().filter(|_| health && self.tree.same(mine, all))
            }
            Kind::Call { args, .. } if self.calls(e, &["math.abs"]) => self.measured(*args.first()?, depth + 1),
            Kind::Call { args, .. } | Kind::Method { args, .. } => match self.s.callees(self.file, e, 0)[..] {
                [Type::Native(f)] => {
                    f.signatures.iter().find(|s| s.params.len() == args.len())?.returns.first()?.measure()
                }
                [Type::Function(home, f)] => match &self.s.tree(home).functions[f].returns[..] {
                    [values] => self.of(home).measured(*values.first()?, depth + 1),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// What a parameter of a function of the mod's own measures, by what is done with it.
    pub(super) fn parameter_measure(&self, function: FunctionId, i: usize) -> Option<&'static Measure> {
        let local = *self.tree.functions[function].parameters.get(i)?;
        let [Source::Parameter(..)] = self.tree.locals[local].sources[..] else { return None };
        let work = || self.used_as(self.tree.mentions[local].iter().copied());
        self.memo.once(&self.memo.measures, (self.file, local), None, work)
    }

    /// What the field of a parameter measures.
    pub(super) fn option_measure(&self, parameter: LocalId, name: &str) -> Option<&'static Measure> {
        let fields = self.tree.mentions[parameter].iter().filter_map(|m| self.tree.parents[*m]);
        self.used_as(fields.filter(|e| self.tree.field_name(*e) == Some(name)))
    }

    /// What expressions measure that are passed to functions as they are; `None` where they differ or have other uses.
    fn used_as(&self, expressions: impl Iterator<Item = ExprId>) -> Option<&'static Measure> {
        let mut found = None;
        for e in expressions {
            let mut whole = e;
            // `pace or 1`.
            while let Some(user) = self.tree.user(whole)
                && matches!(self.tree.kind(user), Kind::Binary(Op::Or, ..))
            {
                whole = user;
            }
            let Some(user) = self.tree.user(whole) else { continue };
            let (Kind::Call { args, .. } | Kind::Method { args, .. }) = self.tree.kind(user) else {
                // What is compared may be brought within the bounds.
                if matches!(self.tree.kind(user), Kind::Binary(Op::Arithmetic | Op::Order, ..)) {
                    return None;
                }
                continue;
            };
            let Some(i) = args.iter().position(|a| self.tree.within(*a, whole)) else { continue };
            let measure = match &self.s.callees(self.file, user, 0)[..] {
                [Type::Native(f)] => f.param(args.len(), i).and_then(|p| p.ty.measure()),
                [Type::Function(f, id)] => self.of(*f).parameter_measure(*id, i),
                _ => None,
            };
            if measure.is_some() && found.is_some() && measure != found {
                return None;
            }
            found = found.or(measure);
        }
        found
    }
}

/// The measure of an entry of a table with declared fields.
pub(super) fn of_entry(shape: ShapeName, name: &str) -> Option<&'static Measure> {
    shape.field(name).map(|f| f.ty).and_then(Declared::measure)
}
