//! Comparisons that are never true, and operators on values that do not support them.

use crate::lua::analysis::behaviour_index::Behaviour;
use crate::lua::analysis::rules::*;
use crate::lua::source::literal::read_number;
use crate::lua::source::mods::{BASE_MOD, behaviour_name};

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
            Kind::Unary(Op::Length, inner) => length(c, inner),
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
        Kind::Nil if is_always_there(c, other) => {
            let hint = match first {
                Type::Number => format!("compare it with a number: {shown} == 0").into(),
                Type::Ids => format!("its number of entries: #{shown} == 0").into(),
                _ => Hint(None),
            };
            c.warning(at, format!("{shown} is {} and never nil", first.noun()), hint);
        }
        Kind::Table(_) => {
            let hint = format!("for a list without entries: #{shown} == 0");
            c.warning(at, "a new table equals no other: this is always the same", hint);
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
        Kind::String(text) if is_own_state(c, other) && is_of_others(c, text) => {
            let own = own_states(c);
            let hint = did_you_mean(text, own.iter().copied());
            c.warning(at, format!("this behaviour has no state '{text}'"), hint);
        }
        Kind::String(text) if !solid.contains(&&Type::String) => {
            let Some(known) = possible(c, &solid).filter(|known| !known.contains(text)) else { return };
            let hint = did_you_mean(text, known.iter().map(String::as_str));
            match first {
                Type::Of(domain) => c.warning(at, domain.no_such(text), hint),
                // A shipped module returns what its declaration allows, today or later.
                Type::Literal(word, home, _) if is_declared_word(c, *home, word, text) => {}
                // A helper may know more words than this file passes to it.
                _ if c.is_parameter(other) && nearest(text, known.iter().map(String::as_str)).is_none() => {}
                _ => c.warning(at, format!("{shown} is never '{text}'"), hint),
            }
        }
        _ => {}
    }
}

/// Whether an expression is `npc.state`.
fn is_own_state(c: &Checker, e: ExprId) -> bool {
    matches!(c.tree.bare_kind(e), Kind::Field { of, name, .. } if name == "state" && c.is_npc(*of))
}

/// The behaviours that run functions of this file.
fn running<'a>(c: &Checker<'a>) -> impl Iterator<Item = &'a Behaviour> {
    let file = c.file;
    let runs = move |b: &&Behaviour| b.file == file || b.states.values().flat_map(|s| &s.handlers).any(|h| h.1 == file);
    c.index.behaviours.iter().filter(runs)
}

/// The states of the behaviours that run functions of this file, those that extend one of them included.
fn own_states<'a>(c: &Checker<'a>) -> Vec<&'a str> {
    let extends = |b: &&Behaviour| running(c).any(|own| own.states.keys().any(|name| b.below.contains(name)));
    let all = running(c).chain(c.index.behaviours.iter().filter(extends));
    all.flat_map(|b| b.states.keys().chain(&b.below)).map(String::as_str).collect()
}

/// Whether some behaviour has a state of this name, but no creature that runs this file.
fn is_of_others(c: &Checker, name: &str) -> bool {
    let known = behaviour_name(&c.s.files[c.file].path).is_some() && !running(c).any(|b| b.hidden);
    let all = c.s.symbols.words(Domain::State).unwrap_or_default();
    let own = own_states(c);
    known && all.contains(&name) && !own.is_empty() && !own.contains(&name)
}

/// Whether a value comes from the API, which always gives one.
fn is_always_there(c: &Checker, e: ExprId) -> bool {
    let set = c.s.anytime(c.file, e);
    let given = match c.tree.bare_kind(e) {
        Kind::Local(l) => return c.tree.only_value(*l).is_some_and(|value| is_always_there(c, value)),
        Kind::Call { .. } | Kind::Method { .. } => {
            matches!(c.s.callees(c.file, c.tree.bare(e), 0)[..], [Type::Native(_)])
        }
        Kind::Field { of, .. } => c.is_npc(*of),
        Kind::Unary(op, _) => *op == Op::Length,
        _ => false,
    };
    given && certain(&set) && !set.contains(&Type::Nil)
}

/// Whether a word of a shipped module is one of a declared list that has another word too.
fn is_declared_word(c: &Checker, home: FileId, word: &str, other: &str) -> bool {
    let mut lists = Domain::NAMED.iter().filter_map(|(domain, ..)| domain.words());
    c.s.files[home].manifest.name == BASE_MOD && lists.any(|words| [word, other].iter().all(|w| words.contains(w)))
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
    // That both may be nil is not what a comparison of two other kinds asks.
    let (these, those) = match (solid(&left), solid(&right)) {
        (these, those) if !these.is_empty() && !those.is_empty() => (these, those),
        _ => (left.iter().collect(), right.iter().collect()),
    };
    if !these.iter().any(|t| those.iter().any(|u| kind(t) == kind(u))) {
        let hint = match (these[0], those[0]) {
            (Type::Npc | Type::Creature, Type::Number) => Some(format!("write {shown}.id")),
            (Type::Number, Type::Npc | Type::Creature) => Some(format!("write {other}.id")),
            (t, Type::Function(..)) if t.is_string() => Some(format!("was a string meant? \"{other}\"")),
            _ => None,
        };
        let (this, that) = (kind(these[0]), kind(those[0]));
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
            if let Kind::Unary(Op::Not, _) = c.tree.bare_kind(*e) {
                let message = "`not` applies only to the next value, before it is compared";
                return c.error(c.tree.at(*e), message, "write not (a < b)");
            }
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
            let hint = match c.tree.kind(*e) {
                Kind::Binary(Op::Concat, ..) => ".. joins first: write \"…\" .. tostring(a < b)",
                _ => "numbers are written without quotes",
            };
            c.error(c.tree.at(*e), message, hint);
        }
    }
}

/// `#npc:count { … }`.
fn length(c: &Checker, e: ExprId) {
    let long = |t: &Type| t.is_string() || matches!(t.lua_type(), None | Some("table"));
    if let Some(ty) = only_bad(&c.types(e), long) {
        let hint = if *ty == Type::Number { "write it without #".into() } else { Hint(None) };
        c.error(c.tree.at(e), format!("{} is {}: it has no length", c.tree.shown(e), ty.noun()), hint);
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
