//! Arguments of API functions: how many values, and of what kind.

use crate::diag;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Function, Param, ShapeName, Signature, Type as Declared};
use crate::lua::api::editor::usages;
use crate::lua::api::native::NativeError;
use crate::lua::api::shapes::Form;

/// Checks the arguments of a function of the API, without the creature before a colon.
pub(super) fn check(c: &Checker, at: Place, f: &Function, args: &[ExprId]) {
    if f.name == "require" {
        return;
    }
    let open = args.last().is_some_and(|a| many(c.tree, *a));
    let least = |s: &Signature| s.params.iter().filter(|p| !p.optional).count();
    // Of several signatures the one with as many values, else the nearest.
    let far = |s: &&Signature| {
        let most = if s.variadic.is_some() { usize::MAX } else { s.params.len() };
        if open && args.len() <= most { 0 } else { args.len().abs_diff(args.len().clamp(least(s), most)) }
    };
    let Some(signature) = f.signatures.iter().min_by_key(far) else { return };
    let before = c.count();
    let is_own_id = |e: &&ExprId| {
        let Kind::Field { of, name, .. } = c.tree.bare_kind(**e) else { return false };
        name == "id" && c.types(*of) == [Type::Npc]
    };
    let refused = match (f.area, f.name) {
        ("npc", "attack") => Some(NativeError::AttacksItself),
        ("pathfinder", "set_moving_target") => Some(NativeError::FollowsItself),
        _ => None,
    };
    if let Some((itself, target)) = refused.zip(args.last().filter(is_own_id)) {
        return c.error(c.tree.at(*target), format!("{f}: {itself}"), "pass the id of another one");
    }
    for (arg, p) in args.iter().zip(signature.params) {
        argument(c, *arg, p, f);
    }
    // A wrong value often explains why there are too few or too many.
    if c.count() > before {
        return;
    }
    if args.len() < least(signature) && !open {
        let missing = &signature.params[args.len()];
        c.error(at, format!("{f} needs {} ({})", missing.name, missing.ty.noun()), usage(f));
    } else if args.len() > signature.params.len() && signature.variadic.is_none() {
        let extra = c.tree.at(args[signature.params.len()]);
        c.error(
            extra,
            format!("{f} takes {} but gets {}", counted(signature.params.len(), "value"), args.len()),
            usage(f),
        );
    } else {
        words(c, f, args, signature);
    }
}

fn usage(f: &Function) -> String {
    format!("call it as {}", usages(f, &f.to_string()).join(" or "))
}

fn argument(c: &Checker, arg: ExprId, p: &Param, f: &Function) {
    let set = c.types(arg);
    // What a behaviour describes is checked where it is loaded.
    if let Declared::Shape(shape) = p.ty
        && shape != ShapeName::Behaviour
        && let Form::Plain(&[]) = shape.shape().form
        && !(p.optional && set.contains(&Type::Nil))
    {
        return filters::check(c, f, p, shape, arg, &set);
    }
    // A place that holds nil has a finding of its own.
    let empty = set == [Type::Nil] && !matches!(c.tree.bare_kind(arg), Kind::Nil);
    if !certain(&set) || empty || fits(c, &set, p) {
        return;
    }
    let shown = c.tree.shown(arg);
    let list = matches!(p.ty, Declared::List(_));
    let is_timer = |p: &Param| p.ty == Declared::Word(Domain::Timer);
    let hint = match solid(&set).first() {
        Some(Type::Creature | Type::Npc) if p.ty.is_number() => match p.name {
            "x" | "y" => format!("write {shown}.x, {shown}.y"),
            _ => format!("write {shown}.id"),
        },
        Some(Type::Number) if list => format!("a list of one: {{ {shown} }}"),
        Some(Type::Creature) => format!("write {shown}.name"),
        Some(Type::Function(..)) if f.signatures.iter().flat_map(|s| s.params).any(is_timer) => {
            "a timer has a name, and a handler: timer = function(npc, name) … end".into()
        }
        Some(ty) if ty.is_function() => UNCALLED.into(),
        _ => c.called_with(arg).unwrap_or_else(|| usage(f)),
    };
    let found = if list && noun(&set) == "a table" { "a table with names" } else { noun(&set) };
    c.error(c.tree.at(arg), p.ty.mismatch(f, p.name, found), hint);
}

fn fits(c: &Checker, set: &TypeUnion, p: &Param) -> bool {
    set.iter().any(|t| match (p.ty, t) {
        (Declared::Any, _) => true,
        (_, Type::Nil) => p.optional && set.len() == 1,
        (Declared::String | Declared::Word(_), t) => t.is_string() || *t == Type::Number,
        (Declared::Boolean, t) => *t == Type::Bool,
        (Declared::Shape(ShapeName::Npc), t) => *t == Type::Npc,
        (Declared::Shape(_) | Declared::Table | Declared::Map(..), t) => t.lua_type().is_none_or(|ty| ty == "table"),
        (Declared::List(_), t @ Type::Table(..)) => !c.has_names(t),
        (Declared::List(_), t) => matches!(t, Type::Ids | Type::Module(_) | Type::Any),
        (Declared::Function(_), t) => t.is_function(),
        (ty, t) => !ty.is_number() || *t == Type::Number,
    })
}

/// Arguments that must be one of a fixed list.
fn words(c: &Checker, f: &Function, args: &[ExprId], signature: &Signature) {
    for (arg, p) in args.iter().zip(signature.params) {
        if let Declared::Word(domain) = p.ty
            && domain.is_of_maps()
        {
            let names = c.s.literals(c.file, *arg).into_iter().flatten();
            names.for_each(|(name, file, at)| c.map_name(domain, &name, file, at));
        }
        if let (Declared::Word(domain), Some(word)) = (p.ty, c.tree.string(*arg))
            && let Some(known) = c.s.symbols.words(domain)
            && !known.contains(&word)
        {
            c.error(c.tree.at(*arg), format!("{f}: {}", domain.no_such(word)), did_you_mean(word, known));
        }
    }
    for (arg, p) in args.iter().zip(signature.params).filter(|(_, p)| p.ty == Declared::Integer) {
        if let Some(n) = c.s.constant(c.file, *arg).filter(|n| n.fract() != 0.0 && n.is_finite()) {
            let hint = format!("for a fraction, draw one from 0 to 1: low + {f}() * (high - low)");
            return c.error(
                c.tree.at(*arg),
                format!("{f}: {} is {}: it must be a whole number", p.name, diag::number(n)),
                hint,
            );
        }
    }
    let number = |e: ExprId| if let Kind::Number(n) = c.tree.bare_kind(e) { Some(*n) } else { None };
    let ("random", [first, second @ ..]) = (f.name, args) else { return };
    let ends = match second {
        [] => (Some(1.0), number(*first)),
        [high, ..] => (number(*first), number(*high)),
    };
    if let (Some(low), Some(high)) = ends
        && high < low
    {
        let hint = format!("the lower bound comes first: {f}({high}, {low})");
        c.error(c.tree.at(*first), format!("{f}: {}", NativeError::EmptyRange(low, high)), hint);
    }
}
