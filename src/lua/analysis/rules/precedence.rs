//! Operators that join other values than they seem to: `npc.memory.n or 0 + 1`, `cond and false or true`.

use crate::lua::analysis::rules::*;

pub(super) fn check(c: &Checker) {
    for e in &c.tree.exprs {
        let Kind::Binary(Op::Or, l, r) = e.kind else { continue };
        joined(c, l, r);
        if let Kind::Binary(Op::And, _, middle) = *c.tree.bare_kind(l)
            && let Kind::Nil | Kind::Bool(false) = c.tree.bare_kind(middle)
        {
            let message = format!("this is never {}: then the value after or is taken", c.tree.written_as(middle));
            c.warning(
                c.tree.at(middle),
                message,
                "write: if … then … else … end, or turn the condition round with not",
            );
        }
    }
}

/// `value or 0 + 1`: the value that replaces a missing one is what is joined.
fn joined(c: &Checker, value: ExprId, spare: ExprId) {
    let Kind::Binary(op @ (Op::Arithmetic | Op::Concat), first, second) = *c.tree.kind(spare) else { return };
    let literal = |e: ExprId| matches!(c.tree.kind(e), Kind::Number(_) | Kind::String(_));
    let zero = matches!(*c.tree.kind(first), Kind::Number(n) if n == 0.0);
    if literal(first) && (zero || op == Op::Concat || literal(second)) {
        let sign = if op == Op::Concat { ".." } else { c.tree.signs[&spare].as_str() };
        let (value, first) = (c.tree.shown(value), c.tree.written_as(first));
        let hint = format!("write ({value} or {first}) {sign} …");
        c.warning(c.tree.at(spare), format!("{sign} is worked out before or: {value} itself stays as it is"), hint);
    }
}
