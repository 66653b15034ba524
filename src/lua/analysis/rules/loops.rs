//! Loops whose condition nothing changes, lists that are looped over as they are, and lists that are counted from 0.

use crate::lua::analysis::rules::*;
use crate::lua::api::declare::ShapeName;
use crate::lua::source::refusals::unordered;
use std::collections::BTreeMap;

pub(super) fn check(c: &Checker) {
    for w in c.tree.whiles.iter().filter(|w| !w.leaves) {
        let literal = matches!(c.tree.bare_kind(w.condition), Kind::Bool(_) | Kind::Nil);
        if !literal && is_fixed(c, w, w.condition, MAX_DEPTH) {
            let message = "this loop never ends: nothing in it changes its condition";
            let hint = "npc is as it was when the step began: use if, and go on in the next tick";
            c.warning(c.tree.begin(w.condition), message, hint);
        }
    }
    wraps_to_zero(c);
    backwards(c);
    for stmt in c.tree.all_statements() {
        if let Stmt::For { names, over, numeric: false, .. } = stmt
            && let [list] = over[..]
            && is_list(c, list)
        {
            let (shown, name) = (c.tree.shown(list), |l: &LocalId| c.tree.locals[*l].name.as_str());
            let [first, second] = match names[..] {
                [only] => ["_", name(&only)],
                [ref first, ref second, ..] => [name(first), name(second)],
                [] => ["_", "_"],
            };
            let hint = format!("write: for {first}, {second} in ipairs({shown}) do");
            c.error(c.tree.at(list), unordered(&shown), hint);
        }
    }
    for e in &c.tree.exprs {
        let (list, counts) = match e.kind {
            Kind::Unary(Op::Length, list) => (list, true),
            Kind::Call { callee, ref args } if c.tree.is_global(callee, "ipairs") => match args[..] {
                [list] => (list, false),
                _ => continue,
            },
            _ => continue,
        };
        if solid(&c.types(list)).iter().any(|t| c.has_names(t)) {
            let shown = c.tree.shown(list);
            let message = format!("all entries of {shown} have names: as a list it is empty");
            let hint = if counts { "count its entries in a loop over pairs" } else { "pairs goes through names" };
            c.warning(c.tree.at(list), message, hint);
        }
    }
    let loops = c.tree.all_statements().into_iter().filter_map(|stmt| match stmt {
        Stmt::For { names, over, numeric: true, .. } => Some((*names.first()?, (*over.first()?, *over.get(1)?))),
        _ => None,
    });
    let counted: BTreeMap<_, _> = loops.collect();
    for (id, e) in c.tree.exprs.iter().enumerate() {
        if let Kind::Item { of, key } = e.kind
            && c.tree.written(id).is_none()
        {
            from_zero(c, &counted, of, key);
            past_the_end(c, &counted, id, of, key);
        }
    }
}

/// `for i = 10, 1 do`, and `for i = #list, 1 do`.
fn backwards(c: &Checker) {
    for stmt in c.tree.all_statements() {
        let Stmt::For { names, over, numeric: true, .. } = stmt else { continue };
        let ([name], [first, last]) = (&names[..], &over[..]) else { continue };
        let (from, to) = (c.s.constant(c.file, *first), c.s.constant(c.file, *last));
        let down = match (from, c.tree.bare_kind(*first)) {
            (Some(from), _) => to.is_some_and(|to| from > to),
            (None, Kind::Unary(Op::Length, _)) => to.is_some_and(|to| to <= 1.0),
            _ => false,
        };
        // What designers set may leave nothing to do: only numbers that are written here count.
        if down && [first, last].iter().all(|e| !matches!(c.tree.bare_kind(**e), Kind::Local(_) | Kind::Field { .. })) {
            let name = &c.tree.locals[*name].name;
            let hint = format!("counting down needs a step: for {name} = …, …, -1 do");
            c.warning(c.tree.at(*first), "this loop never runs: it counts up, and begins above its end", hint);
        }
    }
}

/// How many assignments are followed.
const MAX_DEPTH: usize = 3;

/// Values of one variable that are compared.
const MOST_VALUES: usize = 5;

/// Whether an expression is the same before and after each turn of a loop.
fn is_fixed(c: &Checker, w: &While, e: ExprId, depth: usize) -> bool {
    let fixed = match c.tree.kind(e) {
        Kind::Local(l) => {
            let (Local { at, sources, .. }, changes) = (&c.tree.locals[*l], &c.tree.changes[*l]);
            // What was assigned before the loop counts where the variable is a part of another's value.
            let untouched = if depth == MAX_DEPTH {
                let next = changes.partition_point(|a| *a < w.inside.start);
                changes.get(next).is_none_or(|a| *a >= w.inside.end)
            } else {
                changes.is_empty()
            };
            // Another function may assign it at any time.
            let own = !c.tree.shared.contains(l);
            *at < w.at && own && (untouched || depth > 0 && is_constant(c, w, sources, depth - 1))
        }
        Kind::Field { of, name, .. } => match &c.types(*of)[..] {
            [Type::Npc] => name != "memory" && ShapeName::Npc.field(name).is_some(),
            [Type::Creature | Type::Library(_)] => true,
            _ => is_unwritten(c, w, name),
        },
        Kind::Method { .. } | Kind::Call { .. } => c.is_steady(e),
        Kind::Binary(..) | Kind::Unary(Op::Not | Op::Minus, _) | Kind::Single(_) => true,
        Kind::Number(_) | Kind::String(_) | Kind::Nil | Kind::Bool(_) => true,
        Kind::Table(all) => all.iter().all(|entry| entry.name().is_some()),
        _ => false,
    };
    fixed && c.tree.kind(e).parts().into_iter().all(|part| is_fixed(c, w, part, depth))
}

/// Whether nothing in a loop writes a field of this name, or calls what may.
fn is_unwritten(c: &Checker, w: &While, name: &str) -> bool {
    let native = |e: ExprId| c.s.callees(c.file, e, 0).iter().all(|t| matches!(t, Type::Native(_)));
    w.inside.clone().all(|e| match c.tree.kind(e) {
        Kind::Call { .. } | Kind::Method { .. } => native(e),
        _ => c.tree.written(e).is_none() || c.tree.field_name(e).is_some_and(|written| written != name),
    })
}

/// Whether a variable that is assigned again always gets the same: `local gap = npc:distance(foe) while gap > 2 do gap =
/// npc:distance(foe) end`.
fn is_constant(c: &Checker, w: &While, sources: &[Source], depth: usize) -> bool {
    let value = |source: &Source| if let Source::Value(e, 0) = source { Some(*e) } else { None };
    let all: Option<Vec<_>> = sources.iter().take(MOST_VALUES + 1).map(value).collect();
    let Some([first, rest @ ..]) = all.as_deref() else { return false };
    rest.len() < MOST_VALUES && rest.iter().all(|e| c.tree.same(*first, *e)) && is_fixed(c, w, *first, depth)
}

/// So many remainders are looked at.
const MOST_REMAINDERS: usize = 40;

/// `i = (i + 1) % #list`, where `list[i]` is read.
fn wraps_to_zero(c: &Checker) {
    let remainders = c.tree.exprs.iter().enumerate().filter_map(|(id, e)| match e.kind {
        Kind::Binary(Op::Arithmetic, _, r) if c.tree.signs[&id] == "%" => match *c.tree.bare_kind(r) {
            Kind::Unary(Op::Length, list) if is_list(c, list) => Some((id, list)),
            _ => None,
        },
        _ => None,
    });
    for (id, list) in remainders.take(MOST_REMAINDERS) {
        let read = |key: &dyn Fn(ExprId) -> bool| {
            c.tree.exprs.iter().enumerate().any(|(id, e)| {
                // `list[i % #list] or list[#list]`.
                let replaced = || matches!(c.tree.user(id).map(|u| c.tree.kind(u)), Some(Kind::Binary(Op::Or, l, _)) if c.tree.bare(*l) == id);
                matches!(e.kind, Kind::Item { of, key: k } if c.tree.same(of, list) && key(k)) && !replaced()
            })
        };
        let mended = |what: ExprId| {
            let zero = |e: ExprId| c.s.constant(c.file, e).is_some_and(|n| n == 0.0 || n == 1.0);
            c.tree.exprs.iter().any(|e| match e.kind {
                Kind::Binary(Op::Equal | Op::Unequal | Op::Order, l, r) => {
                    c.tree.same(l, what) && zero(r) || c.tree.same(r, what) && zero(l)
                }
                _ => false,
            })
        };
        let is_it = |e: ExprId| c.tree.bare(e) == id;
        let in_memory = |e: ExprId| matches!(c.tree.kind(e), Kind::Field { of, .. } if c.is_memory(*of));
        // `npc.memory.leg or 1`.
        let first = |k: ExprId| if let Kind::Binary(Op::Or, l, _) = *c.tree.bare_kind(k) { l } else { k };
        let at_once = read(&is_it);
        let kept = c.tree.writes.iter().find(|w| in_memory(w.target) && w.value.is_some_and(|v| is_it(v.0)));
        let local = (0..c.tree.locals.len()).find(|l| c.tree.values(*l).any(is_it));
        if at_once
            || kept.is_some_and(|w| read(&|k| c.tree.same(first(k), w.target)) && !mended(w.target))
            || local.is_some_and(|l| {
                let is_it = |e: ExprId| matches!(c.tree.bare_kind(e), Kind::Local(i) if *i == l);
                read(&is_it) && !c.tree.mentions[l].iter().any(|m| mended(*m))
            })
        {
            let shown = c.tree.shown(list);
            let message = format!("lists begin at 1, but this is 0 once in each round of {shown}");
            c.warning(c.tree.at(id), message, format!("count from 1: i % #{shown} + 1"));
        }
    }
}

/// `list[0]`, and `for i = 0, #list do … list[i]`.
fn from_zero(c: &Checker, counted: &BTreeMap<LocalId, (ExprId, ExprId)>, of: ExprId, key: ExprId) {
    let shown = c.tree.shown(of);
    if c.s.constant(c.file, key) == Some(0.0) && is_list(c, of) {
        let hint = format!("the first entry is {shown}[1]");
        return c.warning(c.tree.at(key), format!("lists begin at 1: {shown}[0] is nil"), hint);
    }
    if let Some((message, hint)) = beside(c, of, key).filter(|_| is_list(c, of)) {
        return c.warning(c.tree.at(key), message, hint);
    }
    if let Some(first) = drawn_from(c, key).filter(|_| is_list(c, of)) {
        let message = format!("lists begin at 1, but {shown} is read at a number that may be 0");
        return c.warning(c.tree.at(first), message, format!("write npc:random(1, #{shown})"));
    }
    let Kind::Local(index) = c.tree.bare_kind(key) else { return };
    let Some((first, last)) = counted.get(index) else { return };
    let to_its_end = matches!(*c.tree.bare_kind(*last), Kind::Unary(Op::Length, e) if c.tree.same(e, of));
    if c.s.constant(c.file, *first) == Some(0.0) && (to_its_end || is_list(c, of)) {
        let message = format!("this loop begins at 0: {shown}[0] is nil, lists begin at 1");
        c.warning(c.tree.at(*first), message, format!("write 1, or use: for i, value in ipairs({shown}) do"));
    }
}

/// `for i = 1, #list do … list[i + 1].x`, where nothing asks how far `i` is.
fn past_the_end(c: &Checker, counted: &BTreeMap<LocalId, (ExprId, ExprId)>, e: ExprId, of: ExprId, key: ExprId) {
    let (base, ahead) = offset(c, key);
    let Kind::Local(index) = *c.tree.kind(base) else { return };
    let Some((_, last)) = counted.get(&index).filter(|_| ahead > 0.0) else { return };
    let to_its_end = matches!(*c.tree.bare_kind(*last), Kind::Unary(Op::Length, list) if c.tree.same(list, of));
    let needed = matches!(c.tree.user(e).map(|u| c.tree.kind(u)), Some(Kind::Field { .. } | Kind::Method { .. }));
    let asked = |m: &ExprId| {
        let mut around = c.tree.around(*m).map(|e| c.tree.kind(e));
        around.any(|kind| matches!(kind, Kind::Binary(Op::Order | Op::Equal | Op::Unequal | Op::And | Op::Or, ..)))
    };
    if to_its_end && needed && is_list(c, of) && !c.tree.mentions[index].iter().any(asked) {
        let shown = c.tree.shown(of);
        let hint = format!("end the loop one earlier: for {} = 1, #{shown} - 1 do", c.tree.locals[index].name);
        let message = format!("{shown} is read beyond its end in the last step of this loop");
        c.warning(c.tree.at(key), message, hint);
    }
}

/// An entry beside a list: `list[#list + 1]`, `list[npc:random(#list) - 1]`, and `list[npc:random(4)]` of three.
fn beside(c: &Checker, of: ExprId, key: ExprId) -> Option<(String, String)> {
    let shown = c.tree.shown(of);
    let (base, offset) = offset(c, key);
    let is_length = |e: ExprId| matches!(*c.tree.bare_kind(e), Kind::Unary(Op::Length, l) if c.tree.same(l, of));
    if is_length(base) && offset > 0.0 {
        let hint = format!("the last entry is {shown}[#{shown}]");
        return Some((format!("nothing is read here: {shown} ends at #{shown}"), hint));
    }
    let (Kind::Call { args, .. } | Kind::Method { args, .. }) = c.tree.kind(base) else { return None };
    let [.., high] = args[..] else { return None };
    if !c.calls(base, &["npc:random", "math.random"]) {
        return None;
    }
    let hint = format!("npc:random(#{shown}) is one of its places");
    let low = if let [low, _] = args[..] { c.s.constant(c.file, low) } else { Some(1.0) };
    let count = length(c, of).filter(|_| c.s.constant(c.file, high).is_some());
    let most = c.s.constant(c.file, high).map(|high| high + offset);
    if is_length(high) && offset > 0.0 || most.zip(count).is_some_and(|(most, count)| most > count as f64) {
        return Some((format!("{shown} is read at a number that may be beyond its end"), hint));
    }
    (low.is_some_and(|low| low + offset == 0.0) && offset != 0.0)
        .then(|| (format!("lists begin at 1, but {shown} is read at a number that may be 0"), hint))
}

/// What a constant is added to, and the constant; a variable with one value is followed.
fn offset(c: &Checker, e: ExprId) -> (ExprId, f64) {
    let origin = |e: ExprId| match *c.tree.bare_kind(e) {
        Kind::Local(l) => c.tree.only_value(l).map_or(e, |value| c.tree.bare(value)),
        _ => c.tree.bare(e),
    };
    let e = origin(e);
    match *c.tree.kind(e) {
        Kind::Binary(Op::Arithmetic, l, r) => match (c.tree.signs[&e].as_str(), c.s.constant(c.file, r)) {
            ("+", Some(n)) => (origin(l), n),
            ("-", Some(n)) => (origin(l), -n),
            _ => (e, 0.0),
        },
        _ => (e, 0.0),
    }
}

/// How many entries a list has that is written out and never changed.
fn length(c: &Checker, of: ExprId) -> Option<usize> {
    let [Type::Table(home, table)] = c.types(of)[..] else { return None };
    let written = c.s.tree(home).entries(table)?;
    let last = written.last().map(|entry| c.s.tree(home).kind(entry.value));
    let open = matches!(last, Some(Kind::Call { .. } | Kind::Method { .. } | Kind::Varargs));
    let holders = c.s.files[home].uses.holders.get(&table);
    let grown = holders.into_iter().flatten().any(|l| c.s.files[home].uses.grown.contains(l));
    (!open && !grown && c.s.fields(home, table)?.len() == written.len()).then_some(written.len())
}

/// The first argument, where an expression is a random number that may be 0.
fn drawn_from(c: &Checker, e: ExprId) -> Option<ExprId> {
    let e = c.tree.bare(e);
    match c.tree.kind(e) {
        Kind::Local(l) => drawn_from(c, c.tree.only_value(*l)?),
        Kind::Call { args, .. } | Kind::Method { args, .. } if c.calls(e, &["npc:random", "math.random"]) => {
            match args[..] {
                [first, _] => (c.s.constant(c.file, first) == Some(0.0)).then_some(first),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a value is a list: all that is ever in it is there by position.
fn is_list(c: &Checker, e: ExprId) -> bool {
    let set = c.types(e);
    certain(&set)
        && !solid(&set).is_empty()
        && solid(&set).into_iter().all(|ty| match ty {
            Type::Ids => true,
            Type::Table(home, table) => {
                c.s.fields(*home, *table).is_some_and(|fields| fields.keys().all(|name| name.starts_with('#')))
            }
            _ => false,
        })
}
