//! Values that are nil, or may be, where that raises an error: `npc:look(id).x` when the creature may be gone.

use crate::lua::analysis::flow::NilUse;
use crate::lua::analysis::rules::*;

pub(super) fn check(c: &Checker) {
    for ((_, e), found) in c.flow.nils.range((c.file, 0)..(c.file + 1, 0)) {
        used(c, *e, found);
    }
    for ((_, call), (found, i)) in c.flow.missing.range((c.file, 0)..(c.file + 1, 0)) {
        missing(c, *call, found, *i);
    }
}

/// An argument that is not given and is needed.
fn missing(c: &Checker, call: ExprId, found: &NilUse, i: usize) {
    let [Type::Function(file, f)] = c.s.callees(c.file, call, 0)[..] else { return };
    let (names, shown) = (c.s.tree(file).parameter_names(f), c.tree.shown(call).replace("(…)", ""));
    let (Some(name), User::Helper(line)) = (names.get(i), &found.user) else { return };
    if let Some(handler) = c.is_handler_value(call) {
        let hint = format!("pass the function, without (): {handler} = {shown}");
        return c.error(c.tree.named_at(call), format!("{shown} is called here, when the file is loaded"), hint);
    }
    let hint = format!(
        "it is declared as {shown}({}){}",
        names.join(", "),
        if *line > 0 { format!("; line {line} uses {name}") } else { String::new() }
    );
    c.error(c.tree.named_at(call), format!("{shown} needs {name}"), hint);
}

fn used(c: &Checker, e: ExprId, found: &NilUse) {
    let (set, shown, bare) = (c.types(e), c.tree.shown(e), c.tree.bare(e));
    let solid = solid(&set);
    // What is found is a number, or false: another rule reports that it has no fields.
    if found.user == User::Index && !solid.is_empty() && solid.iter().all(|t| **t == Type::Number) {
        return;
    }
    // So does one about `nil` itself, and one about tables that never get a field of this name.
    if matches!(c.tree.kind(bare), Kind::Nil) {
        return;
    }
    if let Kind::Field { of, name, .. } = c.tree.kind(bare)
        && self::solid(&c.types(*of))
            .iter()
            .all(|t| matches!(t, Type::Table(..) | Type::Module(_)) && c.s.member(t, name, 0).is_none())
    {
        return;
    }
    let at = c.tree.at(e);
    let by = match found.user {
        User::Helper(0) => ", and the function that gets it needs it".to_owned(),
        User::Helper(line) => format!(", and line {line} needs it"),
        _ => String::new(),
    };
    let reason = found.why.map(self::reason).map_or_else(String::new, |r| format!(": {r}"));
    let surplus = c.called_with(e).filter(|_| found.certain);
    let order = if let Kind::Local(l) = *c.tree.kind(bare) { c.out_of_place(l) } else { None };
    let called = order.or(surplus);
    let hint = match c.tree.kind(bare) {
        _ if called.is_some() => called.unwrap_or_default(),
        Kind::Local(_) | Kind::Field { .. } if found.certain => {
            format!("use it where it is not nil: if {shown} then … end")
        }
        Kind::Local(_) | Kind::Field { .. } => format!("check it first: if {shown} then … end"),
        _ if solid == [&Type::Number] && !matches!(found.why, Some(Why::NoMatch | Why::NoEntry | Why::NoPlayer)) => {
            format!("write a value for that case: ({shown} or math.huge)")
        }
        _ if solid.iter().all(|t| t.is_string()) => format!("write a value for that case: ({shown} or \"\")"),
        _ => "keep the result first: local found = …, then: if found then … end".to_owned(),
    };
    match found.certain {
        true => c.error(at, format!("{shown} is nil here{reason}{by}"), hint),
        false => c.warning(at, format!("{shown} may be nil here{reason}{by}"), hint),
    }
}

/// Why a value may be nil.
fn reason(why: Why) -> String {
    match why {
        Why::Gone => "the creature may be gone".into(),
        Why::NoMatch => "there may be no match".into(),
        Why::NoPlace => "there may be no such place".into(),
        Why::NoPlayer => "there may be no player".into(),
        Why::Declared => "there may be none".into(),
        Why::Event => "this event may come without it".into(),
        Why::NoEntry => "the list may be empty".into(),
        Why::NotGiven => "not every path to this line gives it a value".into(),
        Why::Returned(line) => format!("the function may return nothing on line {line}"),
        Why::Fresh => "a new creature has an empty memory".into(),
    }
}
