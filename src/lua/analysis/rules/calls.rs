//! Calls: dots and colons, values that are not functions, and how many values a function takes.

use crate::lua::analysis::rules::*;
use crate::lua::api::behaviour::NOT_RETURNED;
use crate::lua::api::declare::{Effect, Function, Param, ShapeName, Type as Declared};
use crate::lua::api::natives;

pub(super) fn check(c: &Checker) {
    for e in &c.tree.exprs {
        match &e.kind {
            Kind::Call { callee, args } => call(c, *callee, args),
            Kind::Method { of, name, at, args } => method(c, *of, name, *at, args),
            _ => {}
        }
    }
    c.tree.dropped.iter().for_each(|call| dropped(c, *call));
}

fn call(c: &Checker, callee: ExprId, args: &[ExprId]) {
    let (at, shown) = (c.tree.named_at(callee), c.tree.shown(callee));
    if let Kind::Field { of, name, .. } = c.tree.kind(callee)
        && c.is_npc(*of)
        && let Some(f) = natives::find("npc", name)
    {
        let npc = c.tree.shown(*of);
        return match args {
            [first, rest @ ..] if c.tree.shown(*first) == npc => arguments::check(c, at, f, rest),
            _ => {
                c.error(at, needs_colon(&shown), format!("write {npc}:{name}…"));
            }
        };
    }
    let set = c.types(callee);
    if !certain(&set) {
        return;
    }
    let solid = solid(&set);
    match solid[..] {
        [Type::Native(f)] if f.area != "npc" => arguments::check(c, at, f, args),
        [Type::Function(home, id)] => {
            let (passed, before) = (c.is_parameter(callee), c.count());
            OwnCall { at, shown, args, theirs: c.of(*home), function: *id, passed }.check(c);
            // A shipped module declares what its functions take.
            if let Some(f) = c.s.declared(solid[0]).filter(|_| c.count() == before) {
                arguments::check(c, at, &f, args);
            }
        }
        [first, ..] if !solid.iter().any(|t| callable(c, t)) => {
            let value = matches!(first, Type::Number | Type::String | Type::Of(_));
            let hint = value.then(|| format!("write {shown} without ()"));
            c.error(at, format!("{shown} is {}, not a function", first.noun()), hint);
        }
        _ => {}
    }
}

fn callable(c: &Checker, ty: &Type) -> bool {
    match ty {
        Type::Module(f) => c.s.returns(*f, 0, 0, 0).iter().any(|t| t.is_function() || *t == Type::Any),
        // It may have been given a metatable.
        Type::Table(..) | Type::Any => true,
        other => other.is_function(),
    }
}

fn method(c: &Checker, of: ExprId, name: &str, at: Place, args: &[ExprId]) {
    let shown = c.tree.shown(of);
    let member = |of: &str| format!("{of}.{name}");
    let no_method = || c.error(at, no_method(&member(&shown)), format!("write {shown}.{name}"));
    let no_colon = |of: &str| c.error(at, needs_dot(&member(of)), format!("write {of}.{name}(…)"));
    match &c.types(of)[..] {
        [Type::Npc] => match natives::find("npc", name) {
            Some(f) => arguments::check(c, at, f, args),
            None if ShapeName::Npc.field(name).is_some() => no_method(),
            None => {}
        },
        set if set.contains(&Type::Creature)
            && set.iter().all(|t| matches!(t, Type::Creature | Type::Nil))
            && ShapeName::Creature.field(name).is_some() =>
        {
            no_method();
        }
        [Type::Library(lib)] if c.s.symbols.has(lib, name) => no_colon(lib),
        [ty @ Type::Module(_)] => {
            if let [Type::Function(home, id)] = c.s.member(ty, name, 0).unwrap_or_default()[..]
                && c.s.tree(home).parameter_names(id).first() != Some(&"self")
            {
                no_colon(&shown);
            }
        }
        _ => {}
    }
}

/// A call of a function that is written in Lua.
pub(super) struct OwnCall<'a> {
    at: Place,
    pub shown: String,
    pub args: &'a [ExprId],
    /// The file of the function.
    pub theirs: Checker<'a>,
    pub function: FunctionId,
    /// The caller got it from its own caller: it may take less than it gets.
    passed: bool,
}

impl OwnCall<'_> {
    fn check(&self, c: &Checker) {
        let (shown, args) = (&self.shown, self.args);
        let names = self.theirs.tree.parameter_names(self.function);
        let hint = || format!("write {shown}({})", names.join(", "));
        for (i, name) in names.iter().enumerate().filter(|(_, n)| **n == "npc") {
            let Some(arg) = args.get(i) else {
                if !self.is_open(c) {
                    return c.error(self.at, format!("{shown} needs {name} as value {}", i + 1), hint());
                }
                continue;
            };
            let set = c.types(*arg);
            if certain(&set) && !set.contains(&Type::Npc) {
                // The values after it are shifted by one.
                return c.error(c.tree.at(*arg), format!("{shown}: {name} is {}", noun(&set)), hint());
            }
        }
        if args.len() > names.len() && !self.passed && !self.theirs.tree.functions[self.function].variadic {
            let message = format!("{shown} takes {} but gets {}", counted(names.len(), "value"), args.len());
            let hint = format!("it is declared with ({})", names.join(", "));
            c.warning(c.tree.at(args[names.len()]), message, hint);
        }
        tables::options(c, self);
        self.numbers(c, &names);
    }

    /// Whether its last argument may give several values.
    fn is_open(&self, c: &Checker) -> bool {
        self.args.last().is_some_and(|a| many(c.tree, *a))
    }

    /// Parameters that are used in arithmetic, or passed to the API as numbers, and nothing else.
    fn numbers(&self, c: &Checker, names: &[&str]) {
        let (shown, theirs) = (&self.shown, &self.theirs);
        let declared = || format!("it is declared as {shown}({})", names.join(", "));
        for (i, p) in theirs.tree.functions[self.function].parameters.iter().enumerate() {
            let Some(needed) = numeric(theirs, *p) else { continue };
            let Some(arg) = self.args.get(i) else {
                if needed && !self.is_open(c) {
                    return c.error(self.at, format!("{shown} needs {} (a number)", names[i]), declared());
                }
                continue;
            };
            let set = c.types(*arg);
            // Only a table written here certainly has no operators.
            let plain = certain(&set) && !set.is_empty() && !set.iter().any(|t| c.may_have_operators(t));
            if matches!(c.tree.bare_kind(*arg), Kind::Table(_)) || plain || wanted::refuses(Declared::Number, &set) {
                let whole = c.tree.shown(*arg);
                let hint = match (set.contains(&Type::Creature), names[i]) {
                    (true, "x" | "y") => format!("write {whole}.x, {whole}.y"),
                    (true, _) => format!("write {whole}.id"),
                    _ if set == [Type::Npc] => format!("write {whole}.id, {whole}.x, …"),
                    _ => declared(),
                };
                return c.error(c.tree.at(*arg), Declared::Number.mismatch(shown, names[i], noun(&set)), hint);
            }
        }
    }
}

/// Whether a parameter is always used as a number; then, whether it must be given.
pub(crate) fn numeric(c: &Checker, parameter: LocalId) -> Option<bool> {
    let tree = c.tree;
    if tree.locals[parameter].sources.len() > 1 {
        return None;
    }
    let (mut numbers, mut plain, mut spare, mut instead) = (0, 0, 0, false);
    for mention in &tree.mentions[parameter] {
        // In parentheses it counts only as a value that is passed on.
        let user = tree.user(*mention);
        let bare = user == tree.parents[*mention];
        let as_number = match user.map(|u| tree.kind(u)) {
            Some(Kind::Binary(Op::Arithmetic, ..)) if bare => Some(true),
            // A value of its own when nothing is given.
            Some(Kind::Binary(Op::Or, l, r)) if bare && l == mention => {
                spare += 1;
                instead |= matches!(tree.kind(*r), Kind::Number(_));
                None
            }
            Some(Kind::Binary(Op::Equal | Op::Unequal, l, r)) if bare => {
                (tree.string(*l).is_none() && tree.string(*r).is_none()).then_some(false)
            }
            Some(Kind::Binary(Op::Order, ..)) if bare => Some(false),
            Some(Kind::Call { args, .. } | Kind::Method { args, .. }) => {
                // Its type is checked: it may have several.
                if c.calls(user?, &["type", "typeof", "tonumber", "tostring"]) {
                    return None;
                }
                let callees = c.s.callees(c.file, user?, 0);
                args.iter().position(|a| tree.bare(*a) == *mention).map(|i| match &callees[..] {
                    [Type::Native(f)] => f.param(args.len(), i).is_some_and(Param::is_number),
                    _ => false,
                })
            }
            _ => None,
        };
        numbers += usize::from(as_number == Some(true));
        plain += usize::from(as_number == Some(false)) + tree.stored[*mention];
    }
    ((numbers > 0 || instead) && numbers + plain + spare == tree.mentions[parameter].len()).then_some(spare == 0)
}

/// Calls without effects whose result is unused.
fn dropped(c: &Checker, call: ExprId) {
    let at = c.tree.at(call);
    if let Some(module) = c.tree.required(call) {
        let name = module.rsplit('.').next().unwrap_or(module);
        if (0..c.tree.exprs.len()).any(|e| c.tree.is_global(e, name)) {
            let hint = format!("write: local {name} = require \"{module}\"");
            c.error(at, "the module that is required here is unused", hint);
        }
    }
    match &c.s.callees(c.file, call, 0)[..] {
        [Type::Native(Function { area: "", effect: Effect::Pure, .. })] => {
            c.error(at, NOT_RETURNED.0, NOT_RETURNED.1);
        }
        [Type::Native(f)] if f.effect == Effect::Pure => {
            let message = format!("the result of {f} is unused, and it has no other effect");
            c.warning(c.tree.named_at(call), message, format!("write: local found = {f}…"));
        }
        _ => {}
    }
}
