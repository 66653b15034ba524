//! Arguments of API functions: how many values, and of what kind.

use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Function, Param, Signature, Type as Declared};
use crate::lua::api::editor::usages;
use crate::lua::api::natives;
use crate::lua::api::shape_name::ShapeName;

/// Checks the arguments of a function of the API, without the creature before a colon. Functions of Lua's own
/// libraries are left alone.
#[allow(clippy::too_many_arguments)]
pub fn check(
    s: &Session,
    file: FileId,
    at: Place,
    what: &str,
    area: &str,
    name: &str,
    args: &[ExprId],
    found: &mut Findings,
) {
    let Some(f) = natives::find(area, name) else { return };
    if area.is_empty() && name == "require" {
        return;
    }
    let tree = s.tree(file);
    let open = args.last().is_some_and(|a| many(tree, *a));
    // Of several signatures the one with as many values, else the nearest.
    let far = |s: &&Signature| {
        let least = s.params.iter().filter(|p| !p.optional).count();
        let most = if s.variadic.is_some() { usize::MAX } else { s.params.len() };
        if open && args.len() <= most { 0 } else { args.len().abs_diff(args.len().clamp(least, most)) }
    };
    let Some(signature) = f.signatures.iter().min_by_key(far) else { return };
    let before = found.all.len();
    for (arg, p) in args.iter().zip(signature.params) {
        argument(s, file, what, *arg, p, f, found);
    }
    // A wrong value often explains why there are too few or too many.
    if found.all.len() > before {
        return;
    }
    let required = signature.params.iter().filter(|p| !p.optional).count();
    if args.len() < required && !open {
        let missing = &signature.params[args.len()];
        let message = format!("{what} needs {} ({})", missing.name, missing.ty.noun());
        return found.error(s, file, at, message, Some(usage(what, f)));
    }
    if args.len() > signature.params.len() && signature.variadic.is_none() {
        let message = format!("{what} takes {} but gets {}", count(signature.params.len()), args.len());
        let extra = tree.exprs[args[signature.params.len()]].at;
        return found.error(s, file, extra, message, Some(usage(what, f)));
    }
    words(s, file, what, args, signature, found);
}

/// How many values a function takes.
pub fn count(n: usize) -> String {
    match n {
        0 => "no values".into(),
        1 => "1 value".into(),
        n => format!("{n} values"),
    }
}

fn usage(what: &str, f: &Function) -> String {
    format!("call it as {}", usages(f, what).join(" or "))
}

fn argument(s: &Session, file: FileId, what: &str, arg: ExprId, p: &Param, f: &Function, found: &mut Findings) {
    let tree = s.tree(file);
    let set = s.types(file, arg);
    if p.ty == Declared::Shape(ShapeName::Filter) {
        return filters::check(s, file, what, arg, &set, found);
    }
    if !certain(&set) || fits(&set, p) {
        return;
    }
    let solid = set.iter().find(|t| **t != Type::Nil);
    let is = solid.map_or("nil", Type::noun);
    let message = format!("{what}: {} must be {}, not {is}", p.name, p.ty.noun());
    let shown = tree.shown(arg);
    let hint = match solid {
        Some(Type::Creature | Type::Npc) if p.ty.is_number() => match p.name {
            "x" | "y" => Some(format!("write {shown}.x, {shown}.y")),
            _ => Some(format!("write {shown}.id")),
        },
        Some(Type::Creature) => Some(format!("write {shown}.name")),
        Some(Type::Function(..) | Type::Native(..)) => Some("was it meant to be called? write ()".into()),
        _ => Some(usage(what, f)),
    };
    found.error(s, file, tree.exprs[arg].at, message, hint);
}

fn fits(set: &TypeUnion, p: &Param) -> bool {
    set.iter().any(|t| match (p.ty, t) {
        (Declared::Any, _) => true,
        (_, Type::Nil) => p.optional && set.len() == 1,
        (Declared::String | Declared::Word(_), t) => t.is_string() || *t == Type::Number,
        (Declared::Boolean, t) => *t == Type::Bool,
        (Declared::Shape(ShapeName::Npc), t) => *t == Type::Npc,
        (Declared::Shape(ShapeName::Behaviour), t) => matches!(t, Type::Table(..) | Type::Library(_) | Type::Module(_)),
        (ty, t) => !ty.is_number() || *t == Type::Number,
    })
}

/// Arguments that must be one of a fixed list.
fn words(s: &Session, file: FileId, what: &str, args: &[ExprId], signature: &Signature, found: &mut Findings) {
    let tree = s.tree(file);
    for (arg, p) in args.iter().zip(signature.params) {
        if let (Declared::Word(domain), Some(word)) = (p.ty, tree.string(*arg))
            && let Some(known) = s.symbols.words(domain)
            && !known.contains(&word)
        {
            let message = format!("{what}: there is no {} '{word}'", domain.noun());
            found.error(s, file, tree.exprs[*arg].at, message, did_you_mean(word, known));
        }
    }
    let number = |e: Option<&ExprId>| match e.map(|e| &tree.exprs[tree.bare(*e)].kind) {
        Some(Kind::Number(n)) => Some(*n),
        _ => None,
    };
    if matches!(what, "npc:steer" | "npc:charge")
        && let (Some(n), Some(e)) = (number(args.get(2)), args.get(2))
        && n > 1.0
    {
        let hint = "1 is full speed, 0.5 half of it".to_owned();
        found.warning(
            s,
            file,
            tree.exprs[*e].at,
            format!("{what}: pace is {n}; it is a share from 0 to 1"),
            Some(hint),
        );
    }
    if matches!(what, "npc:random" | "math.random") {
        let ends = match args {
            [high] => (Some(1.0), number(Some(high))),
            [low, high] => (number(Some(low)), number(Some(high))),
            _ => (None, None),
        };
        if let (Some(low), Some(high)) = ends
            && high < low
        {
            found.error(
                s,
                file,
                tree.exprs[args[0]].at,
                format!("{what}: the range {low}..{high} is empty"),
                Some(format!("the lower bound comes first: {what}({high}, {low})")),
            );
        }
    }
}
