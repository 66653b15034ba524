//! What type of value a function of the mod's own needs, by what it does with it.

use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Function, Param, Type as Declared};

/// How many levels of functions values are followed through.
const MAX_DEPTH: usize = 4;

/// Whether every value that an expression may have is wrong where a number, a string or a boolean is wanted.
pub(super) fn refuses(want: Declared, set: &TypeUnion) -> bool {
    let bad = |t: &Type| match want {
        Declared::Number => !matches!(t, Type::Number | Type::Table(..) | Type::Module(_)),
        Declared::String => !t.is_string() && *t != Type::Number,
        _ => *t != Type::Bool,
    };
    let solid = solid(set);
    certain(set) && !solid.is_empty() && solid.into_iter().all(bad)
}

/// What the field `name` of a parameter must be; `None` where its uses differ or do not show it.
pub(super) fn of_field(c: &Checker, parameter: LocalId, name: &str) -> Option<Declared> {
    let fields = c.tree.mentions[parameter].iter().filter_map(|m| c.tree.parents[*m]);
    of_all(c, fields.filter(|e| c.tree.field_name(*e) == Some(name)), 0)
}

fn of_parameter(c: &Checker, function: FunctionId, i: usize, depth: usize) -> Option<Declared> {
    let local = *c.tree.functions[function].parameters.get(i)?;
    let own = matches!(c.tree.locals[local].sources[..], [Source::Parameter(..)]);
    of_all(c, c.tree.mentions[local].iter().copied().filter(|_| own), depth)
}

/// What all uses of expressions together need; `None` when they differ.
fn of_all(c: &Checker, expressions: impl Iterator<Item = ExprId>, depth: usize) -> Option<Declared> {
    let (mut found, mut open) = (None, depth > MAX_DEPTH);
    let literal = |e: ExprId| match c.tree.bare_kind(e) {
        Kind::Number(_) => Some(Declared::Number),
        Kind::String(_) => Some(Declared::String),
        _ => None,
    };
    for e in expressions {
        let is = |other: &ExprId| c.tree.bare(*other) == e;
        let user = c.tree.user(e);
        let want = match user.map(|user| c.tree.kind(user)) {
            Some(Kind::Binary(Op::Arithmetic, ..)) => Some(Declared::Number),
            Some(Kind::Binary(Op::Or, l, r)) if is(l) => literal(*r),
            Some(Kind::Binary(Op::Equal | Op::Unequal, l, r)) => literal(if is(l) { *r } else { *l }),
            Some(kind @ (Kind::Call { args, .. } | Kind::Method { args, .. })) => {
                let Some(i) = args.iter().position(is) else { continue };
                match &c.s.callees(c.file, user?, 0)[..] {
                    // Its type is checked: it may have several.
                    [Type::Native(Function { area: "", .. })] => return None,
                    [Type::Builtin(name)] if !name.contains('.') => return None,
                    [Type::Native(f)] => f.param(args.len(), i).and_then(basic),
                    [Type::Function(f, id)] if matches!(kind, Kind::Call { .. }) => {
                        of_parameter(&c.of(*f), *id, i, depth + 1)
                    }
                    _ => None,
                }
            }
            Some(Kind::Field { .. } | Kind::Item { .. }) => return None,
            _ => None,
        };
        open |= want.is_some() && found.is_some() && want != found;
        found = found.or(want);
    }
    found.filter(|_| !open)
}

/// The type of plain data that a parameter of the API takes.
fn basic(p: &Param) -> Option<Declared> {
    match p.ty {
        Declared::Number | Declared::Integer | Declared::Measure(_) | Declared::Id => Some(Declared::Number),
        Declared::String | Declared::Word(_) => Some(Declared::String),
        Declared::Boolean => Some(Declared::Boolean),
        _ => None,
    }
}
