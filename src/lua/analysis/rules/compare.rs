//! Comparisons that are never true, and operators on values that do not support them.

use crate::lua::analysis::rules::*;
use crate::lua::source::literal::read_number;

const CODES: &str = "codes are names: pathfinder.SEARCH_OK, pathfinder.MAP_FAILED, …";

pub(super) fn check(c: &Checker) {
    for e in &c.tree.bounds {
        operand(c, Op::Arithmetic, *e);
    }
    for e in &c.tree.exprs {
        match e.kind {
            Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
                equal(c, l, r);
                equal(c, r, l);
                apart(c, l, r);
            }
            Kind::Binary(Op::Order, l, r) => order(c, l, r),
            Kind::Binary(op @ (Op::Arithmetic | Op::Concat), l, r) => {
                // One fault for each operation is enough.
                let _ = operand(c, op, l) || operand(c, op, r);
            }
            Kind::Unary(Op::Minus, inner) => drop(operand(c, Op::Arithmetic, inner)),
            _ => {}
        }
    }
}

/// `word` is compared with `other`.
fn equal(c: &Checker, other: ExprId, word: ExprId) {
    let set = c.types(other);
    let solid = solid(&set);
    let Some(first) = solid.first().filter(|_| certain(&set)) else { return };
    let (at, shown, literal) = (c.tree.at(word), c.tree.shown(other), c.tree.bare_kind(word));
    let no_truth = |set: TypeUnion| certain(&set) && !set.is_empty() && !set.contains(&Type::Bool);
    if matches!(c.tree.bare_kind(other), Kind::Unary(Op::Not, _))
        && (matches!(literal, Kind::Number(_) | Kind::String(_) | Kind::Nil) || no_truth(c.types(word)))
    {
        let message = "`not` applies only to the next value; this is always false";
        return c.warning(c.tree.at(other), message, "did you mean '~='?");
    }
    let never = |what: &str| {
        let hint = match first {
            Type::Of(Domain::Code) => CODES.into(),
            Type::Literal(..) => possible(c, &solid).map(|all| format!("it is one of: {}", all.join(", "))).into(),
            Type::Bool => "true and false are not numbers: remove the comparison".into(),
            _ => Hint::from("to check whether there is one, compare with nil"),
        };
        c.warning(at, format!("{shown} is {} and never equals {what}", first.noun()), hint);
    };
    match literal {
        // `~= false` says no more than that it is there.
        Kind::Bool(false) if **first == Type::Creature => {}
        Kind::Bool(_) if !set.contains(&Type::Bool) => never("true or false"),
        Kind::Number(_) if !set.iter().any(|t| *t == Type::Number || t.is_string()) => never("a number"),
        Kind::Number(_) if solid.iter().all(|t| t.is_string()) => {
            let hint = if let Type::Of(Domain::Code) = first { CODES } else { "strings are written in quotes" };
            c.warning(at, format!("{shown} is a string and never equals a number"), hint);
        }
        Kind::String(_) if matches!(c.tree.bare_kind(other), Kind::String(_)) => {}
        Kind::String(_) if solid.iter().all(|t| !t.is_string()) => {
            let hint: Hint = match (first, c.tree.kind(other)) {
                (_, Kind::Local(l)) if c.out_of_place(*l).is_some() => c.out_of_place(*l).into(),
                (Type::Number, Kind::Local(_)) => {
                    format!("if it is a creature's id: npc:look({shown}) returns its data").into()
                }
                (Type::Number, _) => match c.measure(other) {
                    Some(m) => format!("it is {m}; {}", m.hint).into(),
                    None => "numbers are written without quotes".into(),
                },
                _ => None.into(),
            };
            c.warning(at, format!("{shown} is {} and never equals a string", first.noun()), hint);
        }
        Kind::String(text) if let [Type::Of(domain @ (Domain::Place | Domain::Area))] = solid[..] => {
            c.map_name(*domain, text, c.file, c.tree.bare(word));
        }
        Kind::String(text) if !solid.contains(&&Type::String) => {
            let Some(known) = possible(c, &solid).filter(|known| !known.contains(text)) else { return };
            let hint = did_you_mean(text, known.iter().map(String::as_str));
            match first {
                Type::Of(domain) => c.warning(at, domain.no_such(text), hint),
                // A helper may know more words than this file passes to it.
                _ if c.is_parameter(other) && nearest(text, known.iter().map(String::as_str)).is_none() => {}
                _ => c.warning(at, format!("{shown} is never '{text}'"), hint),
            }
        }
        _ => {}
    }
}

/// Two values that have nothing in common; literals are reported by [`equal`].
fn apart(c: &Checker, l: ExprId, r: ExprId) {
    let written = |e: ExprId| {
        let kind = c.tree.bare_kind(e);
        matches!(kind, Kind::String(_) | Kind::Number(_) | Kind::Bool(_) | Kind::Nil | Kind::Table(_) | Kind::Unary(..))
    };
    let (left, right) = (c.types(l), c.types(r));
    if written(l) || written(r) || !certain(&left) || !certain(&right) {
        return;
    }
    let kind = |t: &Type| if t.is_string() { "a string" } else { t.noun() };
    let (shown, other, at) = (c.tree.shown(l), c.tree.shown(r), c.tree.at(r));
    if !left.iter().any(|t| right.iter().any(|u| kind(t) == kind(u))) {
        let hint = match (&left[0], &right[0]) {
            (Type::Npc | Type::Creature, Type::Number) => Some(format!("write {shown}.id")),
            (Type::Number, Type::Npc | Type::Creature) => Some(format!("write {other}.id")),
            (t, Type::Function(..)) if t.is_string() => Some(format!("was a string meant? \"{other}\"")),
            _ => None,
        };
        let (this, that) = (kind(&left[0]), kind(&right[0]));
        return c.warning(at, format!("{shown} is {this} and {other} is {that}: they are never equal"), hint);
    }
    let words = |set: &TypeUnion| {
        let fixed = set.iter().all(|t| matches!(t, Type::Literal(..) | Type::Of(_)));
        fixed.then(|| possible(c, &set.iter().collect::<Vec<_>>())).flatten()
    };
    if let (Some(these), Some(those)) = (words(&left), words(&right))
        && !these.iter().any(|w| those.contains(w))
    {
        let hint = (these.len() <= 12).then(|| format!("{shown} is one of: {}", these.join(", ")));
        c.warning(at, format!("{shown} is never {other}"), hint);
    }
}

/// Every string that a value may be; `None` when not all are known.
fn possible(c: &Checker, set: &[&Type]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for ty in set {
        match ty {
            Type::Literal(text, ..) => all.push(text.clone()),
            Type::Of(domain) => all.extend(c.s.symbols.words(*domain)?.into_iter().map(str::to_owned)),
            _ => {}
        }
    }
    all.sort();
    all.dedup();
    Some(all)
}

fn order(c: &Checker, l: ExprId, r: ExprId) {
    let operands = [l, r].map(|e| (e, c.types(e), c.tree.shown(e)));
    for (e, set, shown) in &operands {
        if let Some(ty) = only_bad(set, |t| *t == Type::Number || t.is_string()) {
            let hint = match ty {
                Type::Bool => "compare in two steps: a < b and b < c".into(),
                Type::Ids | Type::Table(..) => format!("its number of entries: #{shown}").into(),
                ty if ty.is_function() => UNCALLED.into(),
                _ => Hint(None),
            };
            return c.error(c.tree.at(*e), format!("{shown} is {} and cannot be ordered", ty.noun()), hint);
        }
    }
    let only = |set: &TypeUnion, good: fn(&Type) -> bool| {
        certain(set) && set.iter().any(good) && set.iter().all(|t| good(t) || *t == Type::Nil)
    };
    let number = |set: &TypeUnion| only(set, |t| *t == Type::Number);
    let [left, right] = &operands;
    for ((e, set, shown), other) in [(left, right), (right, left)] {
        if only(set, Type::is_string) && number(&other.1) {
            let message = format!("{shown} is a string: it cannot be compared with a number");
            c.error(c.tree.at(*e), message, "numbers are written without quotes");
        }
    }
}

/// The first kind, when a set is certain and nothing but nil in it is `good`.
fn only_bad(set: &TypeUnion, good: impl Fn(&Type) -> bool) -> Option<&Type> {
    let solid = solid(set);
    (certain(set) && !solid.is_empty() && !solid.iter().any(|t| good(t))).then(|| solid[0])
}

/// Whether something was found.
fn operand(c: &Checker, op: Op, e: ExprId) -> bool {
    let (set, concat) = (c.types(e), op == Op::Concat);
    let good = |t: &Type| match t {
        Type::Number => true,
        // Lua converts strings that read as numbers; tables may have operators.
        Type::Table(home, table) => !bare_table(c, e, (*home, *table)) && c.may_have_operators(t),
        Type::Module(_) => true,
        Type::Literal(text, ..) => concat || read_number(text).is_some(),
        t => t.is_string(),
    };
    let literal_nil = matches!(c.tree.bare_kind(e), Kind::Nil);
    let Some(ty) = only_bad(&set, good).or(literal_nil.then_some(&Type::Nil)) else { return false };
    let shown = c.tree.shown(e);
    let order = if let Kind::Local(l) = *c.tree.bare_kind(e) { c.out_of_place(l) } else { None };
    let hint = match ty {
        _ if order.is_some() => order.into(),
        Type::Npc if concat => format!("write {shown}.name").into(),
        Type::Npc => format!("write {shown}.x, {shown}.health, …").into(),
        Type::Creature => format!("write {shown}.name, {shown}.distance, …").into(),
        ty if ty.is_string() => "strings are joined with .. and numbers are written without quotes".into(),
        Type::Ids | Type::Table(..) if !concat => format!("its number of entries: #{shown}").into(),
        Type::Table(..) if concat => {
            format!("its number of entries: #{shown}; its strings in one: table.concat({shown}, \", \")").into()
        }
        Type::Bool if concat => format!("write tostring({shown})").into(),
        ty if ty.is_function() => UNCALLED.into(),
        _ => Hint(None),
    };
    let message = match concat {
        true => format!("cannot join {shown} to a string: it is {}", ty.noun()),
        false => format!("cannot do arithmetic on {shown}: it is {}", ty.noun()),
    };
    c.error(c.tree.at(e), message, hint);
    true
}

/// Whether a variable holds a table that nothing else refers to, so that it has no operators.
fn bare_table(c: &Checker, e: ExprId, (home, table): (FileId, ExprId)) -> bool {
    let Kind::Local(l) = c.tree.bare_kind(e) else { return false };
    c.tree.only_value(*l) == Some(table) && home == c.file && c.s.fields(home, table).is_some()
}
