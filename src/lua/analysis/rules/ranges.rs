//! Numbers outside of the bounds of what they measure: a pace of 40, a heading in degrees, health as a share.

use crate::lua::analysis::rules::values::{MAX_DEPTH, of_entry};
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Function, Type as Declared};
use crate::lua::api::measure::{Measure, PACE, RADIANS};
use std::f64::consts::PI;

pub(super) fn check(c: &Checker) {
    for (id, e) in c.tree.exprs.iter().enumerate() {
        match &e.kind {
            Kind::Binary(Op::Equal | Op::Unequal | Op::Order, l, r) => {
                compared(c, id, *l, *r);
                compared(c, id, *r, *l);
                beyond_health(c, id, *l, *r);
            }
            Kind::Call { args, .. } | Kind::Method { args, .. } => {
                given(c, id, args);
                clamped(c, id, args);
            }
            Kind::Binary(Op::Arithmetic, ..) => sum(c, id),
            _ => {}
        }
    }
}

/// `value` is compared with `limit` in `e`.
fn compared(c: &Checker, e: ExprId, value: ExprId, limit: ExprId) {
    let Some(n) = c.s.constant(c.file, limit) else { return };
    let sign = c.tree.signs.get(&e).map_or("", String::as_str);
    let below = matches!((sign, c.tree.kind(e)), ("<", Kind::Binary(_, l, _)) if *l == value)
        || matches!((sign, c.tree.kind(e)), (">", Kind::Binary(_, _, r)) if *r == value);
    // Nothing is below the least.
    let outside = |low: f64, high: f64| n < low || n > high || below && n == low;
    if let Some((low, high, hint)) = bounds(c, value, 0).filter(|(low, high, _)| outside(*low, *high)) {
        let lies = if high.is_finite() { format!("lies in {low} to {high}") } else { format!("is never below {low}") };
        let message = format!("{} {lies}: compared with {}, this is always the same", c.tree.shown(value), short(n));
        return c.warning(c.tree.at(limit), message, hint);
    }
    let Some(m) = c.measure(value) else { return };
    let beyond = outside(m.low, m.high) && n.is_finite();
    if beyond || m.is_foreign(n) {
        let (shown, at) = (c.tree.shown(value), c.tree.at(limit));
        let what = if beyond { "this is always the same" } else { "another unit is meant" };
        c.warning(at, format!("{shown} is {m}: compared with {}, {what}", short(n)), m.hint);
    }
}

/// `math.clamp(x, 1, 0)`.
fn clamped(c: &Checker, call: ExprId, args: &[ExprId]) {
    let bound = |i: usize| c.s.constant(c.file, *args.get(i)?);
    if let (Some(low), Some(high), true) = (bound(1), bound(2), c.calls(call, &["math.clamp"]))
        && low > high
    {
        let message = format!("math.clamp: the lower bound {} is above the upper one, {}", short(low), short(high));
        c.error(c.tree.at(args[1]), message, "write the lower bound before the upper one");
    }
}

/// Between which numbers a random number, a count with a limit or a remainder lies, and what helps.
fn bounds(c: &Checker, e: ExprId, depth: usize) -> Option<(f64, f64, &'static str)> {
    let e = c.tree.bare(e);
    let constant = |e: &ExprId| c.s.constant(c.file, *e);
    match c.tree.kind(e) {
        _ if depth > MAX_DEPTH => None,
        Kind::Local(l) => bounds(c, c.tree.only_value(*l)?, depth + 1),
        Kind::Call { args, .. } | Kind::Method { args, .. } if c.calls(e, &["npc:random", "math.random"]) => {
            let hint = "npc:random() without arguments lies in 0 to 1, npc:random(low, high) in low to high";
            match &args[..] {
                [high] => Some((1.0, constant(high)?, hint)),
                [low, high] => Some((constant(low)?, constant(high)?, hint)),
                _ => None,
            }
        }
        Kind::Method { args, .. } if c.calls(e, &["npc:count"]) => {
            let limit = c.tree.entries(*args.first()?)?.iter().find(|entry| entry.name() == Some("limit"));
            match limit.and_then(|entry| constant(&entry.value)) {
                Some(limit) => Some((0.0, limit, "limit is the most that npc:count gives")),
                None => Some((0.0, f64::INFINITY, "where there is none, npc:count gives 0")),
            }
        }
        Kind::Unary(Op::Length, _) => Some((0.0, f64::INFINITY, "the length of an empty list is 0")),
        Kind::Call { .. } | Kind::Method { .. } if c.calls(e, &["string.find", "table.find"]) => {
            Some((1.0, f64::INFINITY, "where nothing is found it is nil: compare with nil"))
        }
        Kind::Call { .. } | Kind::Method { .. } if gives_id(c, e) => {
            Some((0.0, f64::INFINITY, "it is a creature's id, or nil: compare with nil"))
        }
        Kind::Call { .. } => match c.s.callees(c.file, e, 0)[..] {
            [Type::Function(home, f)] => match &c.s.tree(home).functions[f].returns[..] {
                [values] => bounds(&c.of(home), *values.first()?, depth + 1),
                _ => None,
            },
            _ => None,
        },
        // `time % DAY / DAY`.
        Kind::Binary(Op::Arithmetic, l, r) if c.tree.signs[&e] == "/" => match *c.tree.bare_kind(*l) {
            Kind::Binary(Op::Arithmetic, _, of)
                if c.tree.signs[&c.tree.bare(*l)] == "%" && c.tree.same(of, *r) && constant(r)? > 0.0 =>
            {
                Some((0.0, 1.0, "a % b / b lies in 0 to 1"))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a call returns a creature's number.
fn gives_id(c: &Checker, call: ExprId) -> bool {
    let id = |ty: Declared| matches!(ty, Declared::Id | Declared::Optional(Declared::Id));
    let gives = |f: &Function| f.signatures.iter().all(|s| s.returns.first().is_some_and(|ty| id(*ty)));
    matches!(c.s.callees(c.file, call, 0)[..], [Type::Native(f)] if gives(f))
}

/// `npc.health > npc.max_health`.
fn beyond_health(c: &Checker, e: ExprId, l: ExprId, r: ExprId) {
    let (more, less) = match c.tree.signs.get(&e).map(String::as_str) {
        Some(">") => (l, r),
        Some("<") => (r, l),
        _ => return,
    };
    let of = |e: ExprId, wanted: &str| matches!(c.tree.bare_kind(e), Kind::Field { of, name, .. } if name == wanted && c.is_npc(*of));
    if of(more, "health") && of(less, "max_health") {
        c.warning(
            c.tree.at(e),
            "health is never above max_health: this is always false",
            "for a whole creature write >=",
        );
    }
}

/// What is added to a variable or a sum, the sum's other terms included.
fn terms(c: &Checker, e: ExprId, found: &mut Vec<ExprId>) {
    match *c.tree.bare_kind(e) {
        Kind::Binary(Op::Arithmetic, l, r) if ["+", "-"].contains(&c.tree.signs[&c.tree.bare(e)].as_str()) => {
            terms(c, l, found);
            terms(c, r, found);
        }
        _ => found.push(e),
    }
}

/// More than a turn and a half added to an angle: degrees are meant.
fn sum(c: &Checker, e: ExprId) {
    let inner = c.tree.user(e).is_some_and(|user| matches!(c.tree.kind(user), Kind::Binary(Op::Arithmetic, ..)));
    let mut all = Vec::new();
    if !inner {
        terms(c, e, &mut all);
    }
    let angle = |e: &&ExprId| c.measure(**e).is_some_and(|m| RADIANS.measure() == Some(m));
    let Some(angle) = all.iter().find(angle) else { return };
    // A sum of other things is a score; whole turns are meant as such.
    let other = |e: &ExprId| c.measure(*e).is_some_and(|m| RADIANS.measure() != Some(m));
    let constant = |e: &ExprId| c.s.constant(c.file, *e);
    let turns = |n: f64| (n / PI - (n / PI).round()).abs() < 1e-6;
    if all.iter().filter(|e| *e != angle).any(|e| other(e) || constant(e).is_some_and(turns)) {
        return;
    }
    let large = |e: &&ExprId| c.s.constant(c.file, **e).filter(|n| n.abs() > 3.0 * PI && n.is_finite()).is_some();
    if let (Some(other), Some(m)) = (all.iter().find(large), c.measure(*angle)) {
        let n = short(c.s.constant(c.file, *other).unwrap_or_default());
        c.warning(c.tree.at(*other), format!("{} is {m}: {n} is more than a turn", c.tree.shown(*angle)), m.hint);
    }
}

/// The arguments of a call.
fn given(c: &Checker, call: ExprId, args: &[ExprId]) {
    let callees = c.s.callees(c.file, call, 0);
    let [callee] = &callees[..] else { return };
    if let Some(f) = c.s.declared(callee) {
        // A function of `pathfinder` takes the creature first, and declares it.
        for (i, arg) in args.iter().enumerate() {
            let Some(p) = f.param(args.len(), i) else { continue };
            match p.ty {
                Declared::Shape(shape) => entries(c, *arg, &f.to_string(), |name| of_entry(shape, name)),
                ty => argument(c, *arg, ty.measure(), &f.to_string(), p.name),
            }
        }
        return;
    }
    match callee {
        Type::Builtin(name) if ["math.sin", "math.cos", "math.tan"].contains(&name.as_str()) => {
            let [arg] = args else { return };
            if let (Some(n), Some(m)) = (c.s.constant(c.file, *arg), RADIANS.measure())
                && n.abs() > 3.0 * PI
            {
                c.warning(
                    c.tree.at(*arg),
                    format!("{name} takes {}: {} is more than a turn", m.unit, short(n)),
                    m.hint,
                );
            }
        }
        Type::Function(home, id) => {
            let theirs = c.of(*home);
            let callee = c.tree.shown_callee(call);
            for (i, local) in theirs.tree.functions[*id].parameters.iter().enumerate() {
                let Some(arg) = args.get(i) else { break };
                argument(c, *arg, theirs.parameter_measure(*id, i), &callee, &theirs.tree.locals[*local].name);
                entries(c, *arg, &callee, |name| theirs.option_measure(*local, name));
            }
        }
        _ => {}
    }
}

/// The entries of a table of options.
fn entries(c: &Checker, arg: ExprId, what: &str, measure: impl Fn(&str) -> Option<&'static Measure>) {
    let [Type::Table(home, table)] = c.types(arg)[..] else { return };
    let theirs = c.of(home);
    for entry in theirs.tree.entries(table).into_iter().flatten() {
        if let Some(name) = entry.name() {
            argument(&theirs, entry.value, measure(name), what, name);
        }
    }
}

fn argument(c: &Checker, arg: ExprId, measure: Option<&'static Measure>, what: &str, name: &str) {
    let Some(m) = measure else { return };
    let other =
        c.measure(arg).filter(|other| PACE.measure() == Some(m) && other.unit != m.unit && other.high != m.high);
    if let Some(other) = other {
        let message = format!("{what}: {name} is {}; it is {m}", other.unit);
        return c.warning(c.tree.at(arg), message, m.hint);
    }
    let Some(n) = c.s.constant(c.file, arg) else { return };
    if m.refuses(n) && n.is_finite() || m.is_foreign(n) {
        c.warning(c.tree.at(origin(c, arg)), format!("{what}: {name} is {}; it is {m}", short(n)), m.hint);
    }
}

/// Where a constant is written: a name for it leads there.
fn origin(c: &Checker, e: ExprId) -> ExprId {
    let e = c.tree.bare(e);
    match c.tree.kind(e) {
        Kind::Local(l) => c.tree.only_value(*l).map_or(e, |value| origin(c, value)),
        _ => e,
    }
}

/// A number as messages show it.
fn short(n: f64) -> String {
    let rounded = (n * 1000.0).round() / 1000.0;
    rounded.to_string()
}
