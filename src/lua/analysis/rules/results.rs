//! Results that are taken for others, and formats that get too few values.

use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Function, Type as Declared};

pub(super) fn check(c: &Checker) {
    for stmt in c.tree.all_statements() {
        match stmt {
            Stmt::Local(names, values) => {
                if let ([first, ..], [call]) = (&names[..], &values[..]) {
                    taken(c, &c.tree.locals[*first].name, *call);
                }
            }
            Stmt::Assign(targets, values) => {
                if let ([first, ..], [call]) = (&targets[..], &values[..]) {
                    taken(c, c.tree.name_of(*first).unwrap_or_default(), *call);
                }
            }
            _ => {}
        }
    }
    for (id, e) in c.tree.exprs.iter().enumerate() {
        match &e.kind {
            Kind::Call { args, .. } if c.calls(id, &["string.format"]) => {
                if let [format, values @ ..] = &args[..] {
                    formatted(c, *format, values);
                }
            }
            Kind::Method { of, name, args, .. } if name == "format" => formatted(c, *of, args),
            _ => {}
        }
    }
}

/// `local x, y = pathfinder.next_waypoint(npc)`: a code comes first.
fn taken(c: &Checker, name: &str, call: ExprId) {
    if let ("x", [Type::Native(f)]) = (name, &c.s.callees(c.file, call, 0)[..])
        && f.signatures.iter().all(|s| matches!(s.returns, [Declared::Word(Domain::Code), _, ..]))
    {
        let message = format!("{f} returns a code first: this takes the code for x");
        c.warning(c.tree.at(call), message, "write: local code, x, y = …");
    }
}

/// `string.format("%d of %d", n)`.
fn formatted(c: &Checker, format: ExprId, values: &[ExprId]) {
    let single = |f: &Function| f.signatures.iter().all(|s| s.returns.len() == 1);
    let one = |call| matches!(c.s.callees(c.file, call, 0)[..], [Type::Native(f)] if single(f));
    let open = values.last().is_some_and(|v| many(c.tree, *v) && !one(c.tree.bare(*v)));
    let Some(text) = c.tree.string(c.tree.bare(format)).filter(|_| !open) else { return };
    let places = text.replace("%%", "").matches('%').count();
    if places > values.len() {
        let message =
            format!("the format has {}, but gets {}", counted(places, "place"), counted(values.len(), "value"));
        c.error(c.tree.at(format), message, "each % takes one value; %% writes a percent sign");
    }
}
