//! Comparisons that are never true, and operators on values that do not support them.

use crate::lua::analysis::rules::*;
use crate::lua::api::domain::Domain;

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for e in &tree.exprs {
        match &e.kind {
            Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
                equal(s, file, *l, *r, found);
                equal(s, file, *r, *l, found);
                apart(s, file, *l, *r, found);
            }
            Kind::Binary(Op::Order, l, r) => order(s, file, *l, *r, found),
            Kind::Binary(op @ (Op::Arithmetic | Op::Concat), l, r) => {
                // One fault for each operation is enough.
                let _ = operand(s, file, *op, *l, found) || operand(s, file, *op, *r, found);
            }
            Kind::Unary(Op::Minus, inner) => {
                operand(s, file, Op::Arithmetic, *inner, found);
            }
            _ => {}
        }
    }
}

/// `word` is compared with `other`.
fn equal(s: &Session, file: FileId, other: ExprId, word: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    let at = tree.exprs[word].at;
    let set = s.types(file, other);
    if !certain(&set) {
        return;
    }
    let shown = tree.shown(other);
    let solid = solid(&set);
    if matches!(tree.exprs[tree.bare(other)].kind, Kind::Unary(Op::Not, _))
        && !matches!(tree.exprs[tree.bare(word)].kind, Kind::Bool(_))
        && matches!(tree.exprs[tree.bare(word)].kind, Kind::Number(_) | Kind::String(_) | Kind::Nil)
    {
        let message = "`not` applies only to the next value; this is always false".to_owned();
        return found.warning(s, file, tree.exprs[other].at, message, Some("did you mean '~='?".into()));
    }
    let Some(text) = tree.string(word) else {
        let never = match tree.exprs[tree.bare(word)].kind {
            Kind::Bool(_) if !set.contains(&Type::Bool) => Some("true or false"),
            Kind::Number(_) if !set.iter().any(|t| *t == Type::Number || t.is_string()) => Some("a number"),
            _ => None,
        };
        if let (Some(never), Some(first)) = (never, solid.first()) {
            let message = format!("{shown} is {} and never equals {never}", first.noun());
            let hint = match first {
                Type::Of(Domain::Code) => {
                    Some("codes are names: pathfinder.SEARCH_OK, pathfinder.MAP_FAILED, …".to_owned())
                }
                Type::Literal(..) => possible(s, &solid).map(|all| format!("it is one of: {}", all.join(", "))),
                Type::Bool => Some("true and false are not numbers: remove the comparison".to_owned()),
                _ => Some("to check whether there is one, compare with nil".to_owned()),
            };
            return found.warning(s, file, at, message, hint);
        }
        if matches!(tree.exprs[tree.bare(word)].kind, Kind::Number(_))
            && !solid.is_empty()
            && solid.iter().all(|t| t.is_string())
        {
            let hint = match solid[0] {
                Type::Of(Domain::Code) => "codes are names: pathfinder.SEARCH_OK, pathfinder.MAP_FAILED, …".to_owned(),
                _ => "strings are written in quotes".to_owned(),
            };
            found.error(s, file, at, format!("{shown} is a string and never equals a number"), Some(hint));
        }
        return;
    };
    if solid.is_empty() || matches!(tree.exprs[tree.bare(other)].kind, Kind::String(_)) {
        return;
    }
    if solid.iter().all(|t| !t.is_string()) {
        let message = format!("{shown} is {} and never equals a string", solid[0].noun());
        return found.error(
            s,
            file,
            at,
            message,
            for_ids(solid[0], &shown, matches!(tree.exprs[other].kind, Kind::Local(_))),
        );
    }
    if solid.contains(&&Type::String) {
        return;
    }
    let Some(known) = possible(s, &solid) else { return };
    if known.iter().any(|k| k == text) {
        return;
    }
    let hint = did_you_mean(text, known.iter().map(String::as_str));
    match solid[0] {
        Type::Of(domain) => {
            found.error(s, file, at, format!("there is no {} '{text}'", domain.noun()), hint);
        }
        _ => found.warning(s, file, at, format!("{shown} is never '{text}'"), hint),
    }
}

/// Two values that have nothing in common; literals are reported by [`equal`].
fn apart(s: &Session, file: FileId, l: ExprId, r: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    let written = |e: ExprId| {
        let kind = &tree.exprs[tree.bare(e)].kind;
        matches!(kind, Kind::String(_) | Kind::Number(_) | Kind::Bool(_) | Kind::Nil | Kind::Table(_) | Kind::Unary(..))
    };
    let (left, right) = (s.types(file, l), s.types(file, r));
    if written(l) || written(r) || !certain(&left) || !certain(&right) {
        return;
    }
    let kinds =
        |set: &TypeUnion| set.iter().map(|t| if t.is_string() { "a string" } else { t.noun() }).collect::<Vec<_>>();
    let (these, those) = (kinds(&left), kinds(&right));
    let (shown, other) = (tree.shown(l), tree.shown(r));
    let at = tree.exprs[r].at;
    if !these.iter().any(|k| those.contains(k)) {
        let message = format!("{shown} is {} and {other} is {}: they are never equal", these[0], those[0]);
        let hint = match (&left[0], &right[0]) {
            (Type::Npc | Type::Creature, Type::Number) => Some(format!("write {shown}.id")),
            (Type::Number, Type::Npc | Type::Creature) => Some(format!("write {other}.id")),
            (t, Type::Function(..)) if t.is_string() => Some(format!("was a string meant? \"{other}\"")),
            _ => None,
        };
        return found.warning(s, file, at, message, hint);
    }
    let words = |set: &TypeUnion| {
        let fixed = set.iter().all(|t| matches!(t, Type::Literal(..) | Type::Of(_)));
        fixed.then(|| possible(s, &set.iter().collect::<Vec<_>>())).flatten()
    };
    if let (Some(these), Some(those)) = (words(&left), words(&right))
        && !these.iter().any(|w| those.contains(w))
    {
        let message = format!("{shown} is never {other}");
        let hint = if these.len() <= 12 { Some(format!("{shown} is one of: {}", these.join(", "))) } else { None };
        found.warning(s, file, at, message, hint);
    }
}

fn for_ids(ty: &Type, shown: &str, variable: bool) -> Option<String> {
    if *ty == Type::Number && !variable {
        return Some("numbers are written without quotes".into());
    }
    (*ty == Type::Number).then(|| format!("if it is a creature's id: npc:look({shown}) returns its data"))
}

/// Every string that a value may be; `None` when not all are known.
fn possible(s: &Session, set: &[&Type]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for ty in set {
        match ty {
            Type::Literal(text, ..) => all.push(text.clone()),
            Type::Of(domain) => all.extend(s.symbols.words(*domain)?.into_iter().map(str::to_owned)),
            _ => {}
        }
    }
    all.sort();
    all.dedup();
    Some(all)
}

fn order(s: &Session, file: FileId, l: ExprId, r: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    let (left, right) = (s.types(file, l), s.types(file, r));
    for (set, e) in [(&left, l), (&right, r)] {
        if let Some(ty) = only_bad(set, |t| *t == Type::Number || t.is_string()) {
            let message = format!("{} is {} and cannot be ordered", tree.shown(e), ty.noun());
            let hint = match ty {
                Type::Bool => Some("compare in two steps: a < b and b < c".to_owned()),
                Type::Ids | Type::Table(..) => Some(format!("its number of entries: #{}", tree.shown(e))),
                Type::Function(..) | Type::Native(..) => Some("was it meant to be called? write ()".to_owned()),
                _ => None,
            };
            return found.error(s, file, tree.exprs[e].at, message, hint);
        }
    }
    let number = |set: &TypeUnion| {
        certain(set) && set.iter().all(|t| matches!(t, Type::Number | Type::Nil)) && set.contains(&Type::Number)
    };
    let text = |set: &TypeUnion| {
        certain(set) && set.iter().all(|t| t.is_string() || *t == Type::Nil) && set.iter().any(Type::is_string)
    };
    if (number(&left) && text(&right)) || (text(&left) && number(&right)) {
        let e = if text(&right) { r } else { l };
        let message = format!("{} is a string: it cannot be compared with a number", tree.shown(e));
        found.error(s, file, tree.exprs[e].at, message, Some("numbers are written without quotes".into()));
    }
}

/// The first kind, when a set is certain and nothing but nil in it is `good`.
fn only_bad(set: &TypeUnion, good: impl Fn(&Type) -> bool) -> Option<&Type> {
    let solid = solid(set);
    (certain(set) && !solid.is_empty() && !solid.iter().any(|t| good(t))).then(|| solid[0])
}

/// Whether something was found.
fn operand(s: &Session, file: FileId, op: Op, e: ExprId, found: &mut Findings) -> bool {
    let tree = s.tree(file);
    let set = s.types(file, e);
    let good = |t: &Type| match t {
        Type::Number => true,
        // Lua converts strings that read as numbers; tables may have operators.
        Type::Table(home, table) => !bare_table(s, file, e, (*home, *table)),
        Type::Module(_) => true,
        Type::Literal(text, ..) => op == Op::Concat || text.trim().parse::<f64>().is_ok(),
        t => t.is_string(),
    };
    let literal_nil = matches!(tree.exprs[tree.bare(e)].kind, Kind::Nil);
    if let Some(ty) = only_bad(&set, good).or(literal_nil.then_some(&Type::Nil)) {
        let shown = tree.shown(e);
        let concat = op == Op::Concat;
        let hint = match ty {
            Type::Npc => Some(if op == Op::Concat {
                format!("write {shown}.name")
            } else {
                format!("write {shown}.x, {shown}.health, …")
            }),
            Type::Creature => Some(format!("write {shown}.name, {shown}.distance, …")),
            ty if ty.is_string() => Some("strings are joined with .. and numbers are written without quotes".into()),
            Type::Table(..) if op == Op::Concat => {
                Some(format!("its number of entries: #{shown}; its strings in one: table.concat({shown}, \", \")"))
            }
            Type::Bool if op == Op::Concat => Some(format!("write tostring({shown})")),
            Type::Function(..) | Type::Native(..) => Some("was it meant to be called? write ()".into()),
            _ => None,
        };
        found.error(
            s,
            file,
            tree.exprs[e].at,
            if concat {
                format!("cannot join {shown} to a string: it is {}", ty.noun())
            } else {
                format!("cannot do arithmetic on {shown}: it is {}", ty.noun())
            },
            hint,
        );
        return true;
    }
    false
}

/// Whether a variable holds a table that nothing else refers to, so that it has no operators.
fn bare_table(s: &Session, file: FileId, e: ExprId, (home, table): (FileId, ExprId)) -> bool {
    let tree = s.tree(file);
    let Kind::Local(l) = tree.exprs[tree.bare(e)].kind else { return false };
    let made = matches!(tree.locals[l].sources[..], [Source::Value(value, 0)] if value == table);
    made && home == file && s.fields(home, table).is_some()
}
