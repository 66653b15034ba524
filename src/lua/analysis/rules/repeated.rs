//! The same twice: operands, branches, comparisons that contradict each other.

use crate::lua::analysis::rules::values::{differ, written_out};
use crate::lua::analysis::rules::*;

/// So many operands of one chain are compared with each other.
const MOST: usize = 40;

pub(super) fn check(c: &Checker) {
    for (id, e) in c.tree.exprs.iter().enumerate() {
        match e.kind {
            Kind::Binary(op @ (Op::And | Op::Or), ..) => {
                let inner = c.tree.user(id).is_some_and(|u| matches!(c.tree.kind(u), Kind::Binary(o, ..) if *o == op));
                if !inner {
                    chain(c, id, op);
                }
            }
            Kind::Binary(op, l, r) => sides(c, id, op, l, r),
            Kind::Call { ref args, .. } | Kind::Method { ref args, .. } => {
                coordinates(c, id, args);
            }
            _ => {}
        }
    }
    for stmt in c.tree.all_statements() {
        if let Stmt::If(arms, otherwise) = stmt
            && let ([(_, only)], Some(first)) = (&arms[..], otherwise.first().and_then(first))
            && alike(c.tree, only, otherwise)
        {
            let hint = "was something else meant in one of them?";
            c.warning(c.tree.at(first), "both branches of this if do the same", hint);
        }
    }
}

/// `npc:distance(npc.home_x, npc.home_x)`.
fn coordinates(c: &Checker, call: ExprId, args: &[ExprId]) {
    let repeated = |i: &usize| {
        let (x, y) = (args[*i], args[*i + 1]);
        let name = c.tree.field_name(c.tree.bare(x)).filter(|name| *name == "x" || name.ends_with("_x"));
        name.is_some() && c.tree.same(x, y)
    };
    let Some(i) = (0..args.len().saturating_sub(1)).find(repeated) else { return };
    let named = match c.s.callees(c.file, call, 0)[..] {
        [Type::Native(f)] => [i, i + 1].map(|i| f.param(args.len(), i).map_or("", |p| p.name)),
        [Type::Function(home, f)] => {
            let names = c.s.tree(home).parameter_names(f);
            [i, i + 1].map(|i| names.get(i).copied().unwrap_or_default())
        }
        _ => return,
    };
    if named == ["x", "y"] {
        let shown = c.tree.shown(args[i + 1]);
        let hint = shown.strip_suffix('x').map(|owner| format!("did you mean {owner}y?"));
        c.warning(c.tree.named_at(args[i + 1]), format!("{shown} is here twice"), hint);
    }
}

/// The first expression of a statement.
fn first(stmt: &Stmt) -> Option<ExprId> {
    match stmt {
        Stmt::Call(e) => Some(*e),
        Stmt::Assign(all, _) | Stmt::Return(all) => all.first().copied(),
        _ => None,
    }
}

/// Whether two blocks of simple statements do the same.
fn alike(tree: &Tree, a: &Block, b: &Block) -> bool {
    let all = |a: &[ExprId], b: &[ExprId]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| tree.same(*a, *b));
    let same = |(a, b): (&Stmt, &Stmt)| match (a, b) {
        (Stmt::Call(a), Stmt::Call(b)) => tree.same(*a, *b),
        (Stmt::Assign(a, x), Stmt::Assign(b, y)) => all(a, b) && all(x, y),
        (Stmt::Return(a), Stmt::Return(b)) => all(a, b) && !a.is_empty(),
        _ => false,
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// `npc.x - npc.x`, `foe == foe`.
fn sides(c: &Checker, id: ExprId, op: Op, l: ExprId, r: ExprId) {
    let is_local = || matches!(c.tree.bare_kind(l), Kind::Local(_));
    let result = match op {
        // What is not equal to itself is no number.
        Op::Equal if !is_local() => "this is always true",
        Op::Unequal if !is_local() => "this is always false",
        Op::Order => "this is always the same",
        Op::Arithmetic if ["-", "/", "%", "//"].contains(&c.tree.signs[&id].as_str()) => {
            "the result is always the same"
        }
        _ => return,
    };
    if c.tree.same(l, r) && c.is_steady(l) && !written_out(c, l) {
        let hint = "was another value meant on one side?";
        c.warning(c.tree.begin(r), format!("both sides are {}: {result}", shown(c, l)), hint);
    }
}

fn shown(c: &Checker, e: ExprId) -> String {
    match c.tree.shown(e).as_str() {
        "this" => "the same".into(),
        other => other.to_owned(),
    }
}

/// The operands of `a and b and c`.
fn operands(tree: &Tree, e: ExprId, op: Op, found: &mut Vec<ExprId>) {
    match *tree.bare_kind(e) {
        Kind::Binary(other, l, r) if other == op => {
            operands(tree, l, op, found);
            operands(tree, r, op, found);
        }
        _ => found.push(tree.bare(e)),
    }
}

fn chain(c: &Checker, whole: ExprId, op: Op) {
    let mut all = Vec::new();
    operands(c.tree, whole, op, &mut all);
    let word = if op == Op::And { "and" } else { "or" };
    for (i, e) in all.iter().enumerate().take(MOST).skip(1) {
        // `found and near(found) and found` picks a value.
        let again = |(j, first): (usize, &ExprId)| (j + 1 == i || compares(c, *e)) && c.tree.same(*first, *e);
        if all[..i].iter().enumerate().any(again) && c.is_steady(*e) {
            let message = format!("{} is here twice: '{word}' adds nothing", shown(c, *e));
            return c.warning(c.tree.begin(*e), message, "was another condition meant?");
        }
        if let Some(always) = all[..i].iter().find_map(|first| contradiction(c, op, *first, *e)) {
            let hint = format!("did you mean '{}'?", if op == Op::And { "or" } else { "and" });
            return c.warning(
                c.tree.begin(*e),
                format!("this is always {always}: both conditions are about one value"),
                hint,
            );
        }
    }
}

fn compares(c: &Checker, e: ExprId) -> bool {
    matches!(c.tree.kind(e), Kind::Binary(Op::Equal | Op::Unequal | Op::Order, ..))
}

/// What two comparisons of one value that are joined always give.
fn contradiction(c: &Checker, op: Op, first: ExprId, second: ExprId) -> Option<bool> {
    let (Kind::Binary(one, l, r), Kind::Binary(other, m, s)) = (c.tree.kind(first), c.tree.kind(second)) else {
        return None;
    };
    if one != other || !c.tree.same(*l, *m) || !c.is_steady(*l) {
        return None;
    }
    match (op, one) {
        (Op::And, Op::Equal) => differ(c, *r, *s).then_some(false),
        (Op::Or, Op::Unequal) => differ(c, *r, *s).then_some(true),
        (_, Op::Order) => {
            let (a, b) = (c.s.constant(c.file, *r)?, c.s.constant(c.file, *s)?);
            let below = |e: ExprId| c.tree.signs[&e].starts_with('<');
            let (high, low) = match (below(first), below(second)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => return None,
            };
            match op {
                Op::And => (low > high).then_some(false),
                _ => (low < high).then_some(true),
            }
        }
        _ => None,
    }
}
