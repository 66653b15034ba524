//! Conditions that are always true: in Lua only nil and false are not, so 0, strings and empty lists are.

use crate::lua::analysis::rules::*;

pub const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    tree.conditions.iter().for_each(|c| condition(s, file, *c, None, found));
    for (id, e) in tree.exprs.iter().enumerate() {
        match e.kind {
            // `count and "flee" or nil`.
            Kind::Binary(Op::And, left, _) => condition(s, file, left, None, found),
            // `not a == b`: the comparison has a rule of its own.
            Kind::Unary(Op::Not, inner) if !left_of_comparison(tree, id) => condition(s, file, inner, None, found),
            _ => {}
        }
    }
}

fn left_of_comparison(tree: &Tree, e: ExprId) -> bool {
    tree.parent(e).is_some_and(|p| matches!(tree.exprs[p].kind, Kind::Binary(Op::Equal | Op::Unequal, l, _) if l == e))
}

/// Looks at every part of a condition; `before` is the left side of an `or`.
fn condition(s: &Session, file: FileId, e: ExprId, before: Option<ExprId>, found: &mut Findings) {
    let tree = s.tree(file);
    let e = tree.bare(e);
    match tree.exprs[e].kind {
        Kind::Binary(Op::And, l, r) => {
            condition(s, file, l, before, found);
            condition(s, file, r, None, found);
        }
        Kind::Binary(Op::Or, l, r) => {
            condition(s, file, l, before, found);
            condition(s, file, r, Some(l), found);
        }
        Kind::Unary(Op::Not, inner) => condition(s, file, inner, None, found),
        _ => part(s, file, e, before, found),
    }
}

fn part(s: &Session, file: FileId, e: ExprId, before: Option<ExprId>, found: &mut Findings) {
    let tree = s.tree(file);
    let set = s.types(file, e);
    if !certain(&set) || !set.iter().all(|t| settled(t, tree, e)) || !telling(s, file, e, before) {
        return;
    }
    let shown = match tree.exprs[e].kind {
        Kind::Unary(Op::Length, of) => format!("#{}", tree.shown(of)),
        Kind::Unary(..) | Kind::Binary(..) => "the result".into(),
        _ => tree.shown(e),
    };
    let compared = before.and_then(|b| compared(tree, b));
    let (what, hint) = match (&set[0], compared) {
        (_, Some(left)) => {
            (set[0].noun(), format!("each side of 'or' is a condition of its own: write … or {left} == {shown}"))
        }
        (Type::Number, _) if matches!(tree.exprs[e].kind, Kind::Binary(..)) => {
            ("a number, and 0 is true too", "compare it: … == 0".to_owned())
        }
        (Type::Number, _) => ("a number, and 0 is true too", format!("compare it: {shown} > 0")),
        (Type::Ids, _) => ("a list, and an empty one is true too", format!("write #{shown} > 0")),
        (Type::Function(..), _) => ("a function", format!("call it: {shown}(…)")),
        (Type::Native(..), _) => ("a function", format!("call it: {}(…)", shown.replace('.', ":"))),
        (other, _) => (other.noun(), format!("compare it: {shown} == …")),
    };
    let message = format!("this is always true: {shown} is {what}");
    found.warning(s, file, place(tree, e), message, Some(hint));
}

/// Whether a value is certainly true, so that the condition must be a mistake.
fn settled(ty: &Type, tree: &Tree, e: ExprId) -> bool {
    match ty {
        Type::Number | Type::String | Type::Literal(..) | Type::Of(_) | Type::Ids => true,
        Type::Function(..) => matches!(tree.exprs[e].kind, Kind::Local(_)),
        Type::Native(area, _) => area == "npc" && matches!(tree.exprs[e].kind, Kind::Field { .. }),
        _ => false,
    }
}

/// Whether the value comes from where a mistake is likely. Constants and parameters may be switches for designers.
fn telling(s: &Session, file: FileId, e: ExprId, before: Option<ExprId>) -> bool {
    let tree = s.tree(file);
    match &tree.exprs[e].kind {
        Kind::String(_) | Kind::Number(_) => before.is_some_and(|b| compared(tree, b).is_some()),
        Kind::Local(l) => match tree.locals[*l].sources[..] {
            [Source::Value(value, 0)] => {
                let value = tree.bare(value);
                !matches!(tree.exprs[value].kind, Kind::String(_) | Kind::Number(_) | Kind::Local(_))
                    && telling(s, file, value, None)
            }
            _ => false,
        },
        Kind::Method { .. } | Kind::Call { .. } | Kind::Function(_) => true,
        Kind::Field { of, .. } => matches!(s.types(file, *of)[..], [Type::Npc]),
        Kind::Unary(op, _) | Kind::Binary(op, ..) => matches!(op, Op::Length | Op::Arithmetic | Op::Concat),
        _ => false,
    }
}

/// What the comparison at the end of a condition looks at.
fn compared(tree: &Tree, e: ExprId) -> Option<String> {
    match tree.exprs[tree.bare(e)].kind {
        Kind::Binary(Op::Equal, l, _) => Some(tree.shown(l)),
        Kind::Binary(Op::And | Op::Or, l, r) => compared(tree, r).or_else(|| compared(tree, l)),
        _ => None,
    }
}

fn place(tree: &Tree, e: ExprId) -> Place {
    match &tree.exprs[e].kind {
        Kind::Field { at, .. } | Kind::Method { at, .. } => *at,
        Kind::Call { callee, .. } => match &tree.exprs[*callee].kind {
            Kind::Field { at, .. } => *at,
            _ => tree.exprs[e].at,
        },
        _ => tree.exprs[e].at,
    }
}
