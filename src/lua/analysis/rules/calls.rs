//! Calls: dots and colons, values that are not functions, and how many values a function takes.

use crate::lua::analysis::rules::wanted::Want;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::Effect;
use crate::lua::api::{creature, natives, npc};

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for e in &tree.exprs {
        match &e.kind {
            Kind::Call { callee, args } => call(s, file, *callee, args, found),
            Kind::Method { of, name, at, args } => method(s, file, *of, name, *at, args, found),
            _ => {}
        }
    }
    for call in &tree.dropped {
        dropped(s, file, *call, found);
    }
}

fn call(s: &Session, file: FileId, callee: ExprId, args: &[ExprId], found: &mut Findings) {
    let tree = s.tree(file);
    let at = match &tree.exprs[callee].kind {
        Kind::Field { at, .. } => *at,
        _ => tree.exprs[callee].at,
    };
    if let Kind::Field { of, name, .. } = &tree.exprs[callee].kind
        && s.types(file, *of) == [Type::Npc]
        && natives::find("npc", name).is_some()
    {
        let same = |a: &ExprId| tree.shown(*a) == tree.shown(*of);
        if !args.first().is_some_and(same) {
            let shown = tree.shown(*of);
            let hint = format!("write {shown}:{name}…");
            return found.error(
                s,
                file,
                at,
                format!("{shown}.{name} is called with a dot; it needs a colon"),
                Some(hint),
            );
        }
        return arguments::check(s, file, at, &format!("npc:{name}"), "npc", name, &args[1..], found);
    }
    let set = s.types(file, callee);
    if !certain(&set) {
        return;
    }
    let solid = solid(&set);
    match solid[..] {
        [Type::Native(area, name)] if area != "npc" => {
            let what = if area.is_empty() { name.clone() } else { format!("{area}.{name}") };
            arguments::check(s, file, at, &what, area, name, args, found);
        }
        [Type::Function(f, id)] => own(s, file, at, (*f, *id), args, &tree.shown(callee), found),
        [first, ..] if !solid.iter().any(|t| callable(s, t)) => {
            let shown = tree.shown(callee);
            let hint =
                matches!(first, Type::Number | Type::String | Type::Of(_)).then(|| format!("write {shown} without ()"));
            found.error(s, file, at, format!("{shown} is {}, not a function", first.noun()), hint);
        }
        _ => {}
    }
}

fn callable(s: &Session, ty: &Type) -> bool {
    match ty {
        Type::Module(f) => s.returns(*f, 0, 0, 0).iter().any(|t| t.is_function() || *t == Type::Any),
        // It may have been given a metatable.
        Type::Table(..) | Type::Any => true,
        other => other.is_function(),
    }
}

fn method(s: &Session, file: FileId, of: ExprId, name: &str, at: Place, args: &[ExprId], found: &mut Findings) {
    let tree = s.tree(file);
    let shown = tree.shown(of);
    match &s.types(file, of)[..] {
        [Type::Npc] if natives::find("npc", name).is_some() => {
            arguments::check(s, file, at, &format!("npc:{name}"), "npc", name, args, found);
        }
        [Type::Npc] if npc::field_named(name).is_some() => {
            let hint = format!("write {shown}.{name}");
            found.error(s, file, at, format!("{shown}.{name} is a value, not a method"), Some(hint));
        }
        set if set.contains(&Type::Creature)
            && set.iter().all(|t| matches!(t, Type::Creature | Type::Nil))
            && creature::seen_field(name).is_some() =>
        {
            let hint = format!("write {shown}.{name}");
            found.error(s, file, at, format!("{shown}.{name} is a value, not a method"), Some(hint));
        }
        [Type::Library(lib)] if s.symbols.has(lib, name) => {
            let hint = format!("write {lib}.{name}(…)");
            found.error(s, file, at, format!("{lib}.{name} is called with a colon; it needs a dot"), Some(hint));
        }
        [ty @ Type::Module(_)] => {
            let members = s.member(ty, name, 0).unwrap_or_default();
            if let [Type::Function(f, id)] = members[..]
                && !takes_itself(s, f, id)
            {
                let hint = format!("write {shown}.{name}(…)");
                found.error(s, file, at, format!("{shown}.{name} is called with a colon; it needs a dot"), Some(hint));
            }
        }
        _ => {}
    }
}

fn takes_itself(s: &Session, file: FileId, function: FunctionId) -> bool {
    let tree = s.tree(file);
    tree.functions[function].parameters.first().is_some_and(|p| tree.locals[*p].name == "self")
}

/// A call of a function that is written in Lua.
fn own(
    s: &Session,
    file: FileId,
    at: Place,
    (f, id): (FileId, FunctionId),
    args: &[ExprId],
    shown: &str,
    found: &mut Findings,
) {
    let (tree, theirs) = (s.tree(file), s.tree(f));
    let function = &theirs.functions[id];
    let names: Vec<&str> = function.parameters.iter().map(|p| theirs.locals[*p].name.as_str()).collect();
    let open = args.last().is_some_and(|a| many(tree, *a));
    for (i, name) in names.iter().enumerate().filter(|(_, n)| **n == "npc") {
        let Some(arg) = args.get(i) else {
            if !open {
                let hint = format!("write {shown}({})", names.join(", "));
                return found.error(s, file, at, format!("{shown} needs {name} as value {}", i + 1), Some(hint));
            }
            continue;
        };
        let set = s.types(file, *arg);
        if certain(&set) && !set.contains(&Type::Npc) {
            let what = noun(&set);
            let hint = format!("write {shown}({})", names.join(", "));
            // The values after it are shifted by one.
            return found.error(s, file, tree.exprs[*arg].at, format!("{shown}: {name} is {what}"), Some(hint));
        }
    }
    if args.len() > names.len() && !function.variadic {
        let message = format!("{shown} takes {} but gets {}", arguments::count(names.len()), args.len());
        let hint = format!("it is declared with ({})", names.join(", "));
        found.warning(s, file, tree.exprs[args[names.len()]].at, message, Some(hint));
    }
    options::check(s, file, args, (f, id), shown, found);
    numbers(s, file, at, args, (f, id), shown, found);
}

/// Parameters that are used in arithmetic, or passed to the API as numbers, and nothing else.
fn numbers(
    s: &Session,
    file: FileId,
    at: Place,
    args: &[ExprId],
    (f, id): (FileId, FunctionId),
    shown: &str,
    found: &mut Findings,
) {
    let (tree, theirs) = (s.tree(file), s.tree(f));
    let names: Vec<&str> = theirs.functions[id].parameters.iter().map(|p| theirs.locals[*p].name.as_str()).collect();
    let hint = || Some(format!("it is declared as {shown}({})", names.join(", ")));
    let open = args.last().is_some_and(|a| many(tree, *a));
    for (i, p) in theirs.functions[id].parameters.iter().enumerate() {
        let Some(needed) = numeric(theirs, *p) else { continue };
        match args.get(i) {
            Some(arg) => {
                let set = s.types(file, *arg);
                // Only a table written here certainly has no operators.
                let table = matches!(tree.exprs[tree.bare(*arg)].kind, Kind::Table(_));
                if table || Want::Number.refuses(&set) {
                    let bad = noun(&set);
                    let message = format!("{shown}: {} must be a number, not {bad}", names[i]);
                    let whole = tree.shown(*arg);
                    let hint = match (set.contains(&Type::Creature), names[i]) {
                        (true, "x" | "y") => Some(format!("write {whole}.x, {whole}.y")),
                        (true, _) => Some(format!("write {whole}.id")),
                        _ if set == [Type::Npc] => Some(format!("write {whole}.id, {whole}.x, …")),
                        _ => hint(),
                    };
                    return found.error(s, file, tree.exprs[*arg].at, message, hint);
                }
            }
            None if needed && !open && names.iter().take(i).all(|n| *n != "...") => {
                found.error(s, file, at, format!("{shown} needs {} (a number)", names[i]), hint());
                return;
            }
            None => {}
        }
    }
}

/// Whether a parameter is always used as a number; then, whether it must be given.
pub(crate) fn numeric(tree: &Tree, parameter: LocalId) -> Option<bool> {
    if tree.locals[parameter].sources.len() > 1 {
        return None;
    }
    let (mut numbers, mut plain, mut spare, mut instead) = (0, 0, 0, false);
    for mention in tree.mentions(parameter) {
        // In parentheses it counts only as a value that is passed on.
        let user = tree.around(*mention).find(|e| !matches!(tree.exprs[*e].kind, Kind::Single(_)));
        let bare = user == tree.parent(*mention);
        match user.map(|u| &tree.exprs[u].kind) {
            Some(Kind::Binary(Op::Arithmetic, ..)) if bare => numbers += 1,
            // A value of its own when nothing is given.
            Some(Kind::Binary(Op::Or, l, r)) if bare && l == mention => {
                spare += 1;
                instead |= matches!(tree.exprs[*r].kind, Kind::Number(_));
            }
            Some(Kind::Binary(Op::Equal | Op::Unequal, l, r))
                if bare && tree.string(*l).is_none() && tree.string(*r).is_none() =>
            {
                plain += 1;
            }
            Some(Kind::Binary(Op::Order, ..)) if bare => plain += 1,
            Some(Kind::Method { of, name, args, .. }) if tree.shown(*of) == "npc" => {
                count_arg(tree, "npc", name, args, *mention, &mut numbers, &mut plain);
            }
            Some(Kind::Call { callee, args }) => {
                // Its type is checked: it may have several.
                let asks = ["type", "typeof", "tonumber", "tostring"];
                if bare && args.contains(mention) && asks.iter().any(|name| tree.is_global(*callee, name)) {
                    return None;
                }
                let (area, name) = match &tree.exprs[*callee].kind {
                    Kind::Field { of, name, .. } => (tree.shown(*of), name.as_str()),
                    _ => (String::new(), ""),
                };
                count_arg(tree, &area, name, args, *mention, &mut numbers, &mut plain);
            }
            _ => {}
        }
        plain += tree.stored(*mention);
    }
    ((numbers > 0 || instead) && numbers + plain + spare == tree.mentions(parameter).len()).then_some(spare == 0)
}

/// Counts a parameter that is passed on: as a number that must be given, or as anything.
fn count_arg(
    tree: &Tree,
    area: &str,
    name: &str,
    args: &[ExprId],
    mention: ExprId,
    numbers: &mut usize,
    plain: &mut usize,
) {
    let Some(i) = args.iter().position(|a| tree.bare(*a) == mention) else { return };
    let signature = natives::find(area, name).and_then(|f| f.signatures.iter().find(|s| s.params.len() >= args.len()));
    match signature.and_then(|s| s.params.get(i)) {
        Some(p) if p.is_number() => *numbers += 1,
        _ => *plain += 1,
    }
}

/// Calls without effects whose result is unused.
fn dropped(s: &Session, file: FileId, call: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    match &tree.exprs[call].kind {
        Kind::Call { callee, .. } if tree.is_global(*callee, "behaviour") => {
            let hint = "write: return behaviour { … }".to_owned();
            found.error(s, file, tree.exprs[call].at, "the behaviour is described but not returned".into(), Some(hint));
        }
        Kind::Call { callee, args } if tree.is_global(*callee, "require") => {
            let Some(module) = args.first().and_then(|a| tree.string(*a)) else { return };
            let name = module.rsplit('.').next().unwrap_or(module);
            if tree.exprs.iter().any(|e| matches!(&e.kind, Kind::Global(n) if n == name)) {
                let message = "the module that is required here is unused".to_owned();
                let hint = format!("write: local {name} = require \"{module}\"");
                found.error(s, file, tree.exprs[call].at, message, Some(hint));
            }
        }
        Kind::Method { of, name, at, .. }
            if s.types(file, *of) == [Type::Npc]
                && natives::find("npc", name).is_some_and(|f| f.effect == Effect::Pure) =>
        {
            let message = format!("the result of npc:{name} is unused, and it has no other effect");
            found.warning(s, file, *at, message, Some(format!("write: local found = npc:{name}…")));
        }
        _ => {}
    }
}
