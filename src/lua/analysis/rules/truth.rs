//! Conditions that are always true: in Lua only nil and false are not, so 0, strings and empty lists are.

use crate::lua::analysis::rules::*;

pub(super) fn check(c: &Checker) {
    c.tree.conditions.iter().for_each(|e| condition(c, *e, None));
    for (id, e) in c.tree.exprs.iter().enumerate() {
        match e.kind {
            // `count and "flee" or nil`; `return f() and nil` is a call without its result.
            Kind::Binary(Op::And, left, right) if !matches!(c.tree.bare_kind(right), Kind::Nil) => {
                condition(c, left, None);
            }
            // `not a == b`: the comparison has a rule of its own.
            Kind::Unary(Op::Not, inner) if !left_of_comparison(c.tree, id) => condition(c, inner, None),
            _ => {}
        }
    }
}

fn left_of_comparison(tree: &Tree, e: ExprId) -> bool {
    let parent = tree.parents[e].map(|p| tree.kind(p));
    matches!(parent, Some(Kind::Binary(Op::Equal | Op::Unequal | Op::Order, l, _)) if *l == e)
}

/// Looks at every part of a condition; `before` is the left side of an `or`.
fn condition(c: &Checker, e: ExprId, before: Option<ExprId>) {
    let e = c.tree.bare(e);
    match *c.tree.kind(e) {
        Kind::Binary(op @ (Op::And | Op::Or), l, r) => {
            condition(c, l, before);
            condition(c, r, (op == Op::Or).then_some(l));
        }
        Kind::Unary(Op::Not, inner) => condition(c, inner, None),
        _ => part(c, e, before.and_then(|b| compared(c.tree, b))),
    }
}

/// `before` is what the comparison on the left of an `or` looks at.
fn part(c: &Checker, e: ExprId, before: Option<String>) {
    // A check that was made before may be made again.
    let (set, kind) = (c.s.anytime(c.file, e), c.tree.kind(e));
    if let Kind::Local(l) = kind
        && c.tree.only_value(*l).is_some()
        && !matches!(c.tree.user(e).map(|user| c.tree.kind(user)), Some(Kind::Unary(Op::Not, _)))
        && set.iter().any(|t| *t != Type::Nil)
        && c.types(e) == [Type::Nil]
    {
        let message = format!("{} is always nil here: a condition before has decided that", c.tree.shown(e));
        return c.warning(c.tree.at(e), message, "was another condition meant, or another order?");
    }
    if !certain(&set) || !set.iter().all(|t| settled(t, kind)) || !suspicious(c, e, before.is_some()) {
        return;
    }
    let shown = match kind {
        Kind::Unary(Op::Length, of) => format!("#{}", c.tree.shown(*of)),
        Kind::Unary(..) | Kind::Binary(..) => "the result".into(),
        _ => c.tree.shown(e),
    };
    let is_denied = matches!(c.tree.user(e).map(|user| c.tree.kind(user)), Some(Kind::Unary(Op::Not, _)));
    let (always, equal, some) = if is_denied { ("always false", "~=", "== 0") } else { ("always true", "==", "> 0") };
    let (what, hint) = match (&set[0], before) {
        (ty, Some(left)) => {
            (ty.noun(), format!("each side of 'or' is a condition of its own: write … or {left} {equal} {shown}"))
        }
        (Type::Number, _) => {
            let hint = if let Kind::Binary(..) = kind { format!("… {equal} 0") } else { format!("{shown} {some}") };
            ("a number, and 0 is true too", format!("compare it: {hint}"))
        }
        (Type::Ids, _) => ("a list, and an empty one is true too", format!("write #{shown} {some}")),
        (Type::Function(..), _) => ("a function", format!("call it: {shown}(…)")),
        (Type::Native(_), _) => ("a function", format!("call it: {}(…)", shown.replace('.', ":"))),
        (other, _) => (other.noun(), format!("compare it: {shown} {equal} …")),
    };
    c.warning(c.tree.named_at(e), format!("this is {always}: {shown} is {what}"), hint);
}

/// Whether a value is certainly true, so that the condition must be a mistake.
fn settled(ty: &Type, kind: &Kind) -> bool {
    match ty {
        Type::Number | Type::String | Type::Literal(..) | Type::Of(_) | Type::Ids => true,
        Type::Function(..) => matches!(kind, Kind::Local(_)),
        Type::Native(f) => f.area == "npc" && matches!(kind, Kind::Field { .. }),
        _ => false,
    }
}

/// Whether the value comes from where a mistake is likely. Constants and parameters may be switches for designers.
fn suspicious(c: &Checker, e: ExprId, after_comparison: bool) -> bool {
    match c.tree.kind(e) {
        Kind::String(_) | Kind::Number(_) => after_comparison,
        Kind::Local(l) => c.tree.only_value(*l).is_some_and(|value| {
            let value = c.tree.bare(value);
            !matches!(c.tree.kind(value), Kind::Local(_)) && suspicious(c, value, false)
        }),
        Kind::Method { .. } | Kind::Call { .. } | Kind::Function(_) => true,
        Kind::Field { of, .. } => c.is_npc(*of),
        Kind::Unary(op, _) | Kind::Binary(op, ..) => matches!(op, Op::Length | Op::Arithmetic | Op::Concat),
        _ => false,
    }
}

/// What the comparison at the end of a condition looks at.
fn compared(tree: &Tree, e: ExprId) -> Option<String> {
    match *tree.bare_kind(e) {
        Kind::Binary(Op::Equal, l, _) => Some(tree.shown(l)),
        Kind::Binary(Op::And | Op::Or, l, r) => compared(tree, r).or_else(|| compared(tree, l)),
        _ => None,
    }
}
