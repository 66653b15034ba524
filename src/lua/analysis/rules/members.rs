//! Names that do not exist: globals, members of `npc`, of libraries and modules, fields of what is no table.

use crate::lua::analysis::rules::*;
use crate::lua::analysis::symbol_table::{familiar, plain};
use crate::lua::api::declare::{Field, ShapeName, Type as Declared};
use crate::lua::api::natives;
use crate::lua::source::mods::{MANIFEST, module_name};
use std::collections::BTreeSet;

pub(super) fn check(c: &Checker) {
    let mut seen = BTreeSet::new();
    for (id, e) in c.tree.exprs.iter().enumerate() {
        match &e.kind {
            Kind::Global(name) if name == "npc" => no_npc(c, id, &mut seen),
            Kind::Global(name) if !c.s.symbols.has("", name) => global(c, id, name, &mut seen),
            Kind::Field { of, name, at } if c.tree.written(id).is_none() => member(c, id, *of, name, *at, false),
            Kind::Method { of, name, at, .. } => member(c, id, *of, name, *at, true),
            _ => {}
        }
    }
}

/// What is not reported again: functions without `npc`, and modules that are required nowhere.
type Seen<'a> = BTreeSet<(FunctionId, &'a str)>;

/// `npc` where no parameter has that name: reported once for each function.
fn no_npc<'a>(c: &Checker<'a>, id: ExprId, seen: &mut Seen<'a>) {
    let (functions, at) = (&c.tree.functions, c.tree.at(id));
    let outermost = |f: &FunctionId| functions[*f].parent == 0 || c.index.handles(c.file, *f);
    let Some(outer) = c.tree.enclosing(c.tree.exprs[id].function).find(outermost).filter(|f| *f != 0) else {
        return c.error(
            at,
            "there is no 'npc' here",
            "only handlers get a creature, as the parameter of function(npc)",
        );
    };
    let first = !seen.contains(&(outer, "npc"));
    seen.extend(c.tree.enclosing(outer).map(|f| (f, "npc")));
    let with = [&["npc"], &c.tree.parameter_names(outer)[..]].concat().join(", ");
    if first && c.index.handles(c.file, outer) {
        let message = "this handler does not take the creature but uses it";
        c.error(functions[outer].at, message, format!("write function({with})"));
    } else if first {
        c.error(at, "there is no 'npc' here", format!("pass it in: function({with})"));
    }
}

fn global<'a>(c: &Checker<'a>, id: ExprId, name: &'a str, seen: &mut Seen<'a>) {
    let did_you_mean = |n: &str| format!("did you mean '{n}'?");
    let module = c.s.module(&format!("lib.{name}")).is_some();
    // A module that is required nowhere is reported once; `require "lib.NAME"` as a statement, by another rule.
    let unused = |call: &ExprId| c.tree.required(*call).and_then(|m| m.rsplit('.').next()) == Some(name);
    if module && (!seen.insert((0, name)) || c.tree.dropped.iter().any(unused)) {
        return;
    }
    let (locals, length) = (|| c.tree.locals.iter().map(|l| l.name.as_str()), name.chars().count());
    let late = "a local exists only after its declaration, and only in the block that declares it";
    let npc_fields = || ShapeName::Npc.shape().fields.iter().map(|f| f.name).filter(|_| length > 3);
    let hint = unquoted(c.tree, id, name)
        .or_else(|| familiar("global", name).map(str::to_owned))
        .or_else(|| module.then(|| format!("write at the top of the file: local {name} = require \"lib.{name}\"")))
        .or_else(|| locals().any(|l| l == name).then(|| late.into()))
        // A declared name that is near is meant more often than a library's.
        .or_else(|| nearest(name, locals().filter(|_| length > 1)).map(did_you_mean))
        .or_else(|| in_own(c, name))
        .or_else(|| elsewhere(c, name))
        .or_else(|| nearest(name, c.s.symbols.names("").chain(KEYWORDS)).map(did_you_mean))
        .or_else(|| nearest(name, npc_fields()).map(|n| format!("did you mean npc.{n}?")));
    // Writes to undeclared names are reported at load.
    if c.tree.written(id).is_none() {
        c.error(c.tree.at(id), format!("there is no '{name}'"), hint);
    }
}

/// A name where only a string makes sense: `faction = prey`, `require(lib.tactics)`.
fn unquoted(tree: &Tree, id: ExprId, name: &str) -> Option<String> {
    let shapes = [ShapeName::Behaviour, ShapeName::Body, ShapeName::Filter];
    let is_string = |f: &Field| matches!(f.ty, Declared::String | Declared::Word(_));
    let user = tree.around(id).find(|e| !matches!(tree.kind(*e), Kind::Single(_) | Kind::Field { .. }))?;
    match tree.kind(user) {
        Kind::Table(entries) => {
            let mut keys = entries.iter().filter(|e| tree.bare(e.value) == id).filter_map(Entry::name);
            let key = keys.find(|key| shapes.iter().filter_map(|s| s.field(key)).any(is_string))?;
            Some(format!("strings are written in quotes: {key} = \"{name}\""))
        }
        Kind::Call { callee, args } if tree.is_global(*callee, "require") => {
            let module = *args.first()?;
            let begins = module == id || matches!(tree.kind(module), Kind::Field { of, .. } if *of == id);
            begins.then(|| format!("a module's name is written in quotes: require \"{}\"", tree.shown(module)))
        }
        _ => None,
    }
}

/// A member of a table or module that the file has at its top.
fn in_own(c: &Checker, name: &str) -> Option<String> {
    let holds = |ty: &Type| {
        matches!(ty, Type::Module(_) | Type::Table(..))
            && c.s.member(ty, name, 0).is_some_and(|set| !set.contains(&Type::Any))
    };
    let held = |l: &LocalId| c.tree.only_value(*l).is_some_and(|value| c.types(value).iter().any(holds));
    let at_top = (0..c.tree.locals.len()).filter(|l| c.tree.locals[*l].function == 0);
    at_top.into_iter().find(held).map(|l| format!("did you mean {}.{name}?", c.tree.locals[l].name))
}

/// A name that exists, but not by itself.
fn elsewhere(c: &Checker, name: &str) -> Option<String> {
    let mut tables = c.s.symbols.members.iter().filter(|(table, _)| !table.is_empty());
    if ShapeName::Npc.field(name).is_some() {
        Some(format!("did you mean npc.{name}?"))
    } else if natives::find("npc", name).is_some() {
        Some(format!("did you mean npc:{name}(…)?"))
    } else if let Some((table, _)) = tables.find(|(_, members)| members.contains(name)) {
        Some(format!("did you mean {table}.{name}?"))
    } else {
        let domains = [Domain::State, Domain::Faction, Domain::Behaviour];
        let word = domains.into_iter().any(|d| c.s.symbols.words(d).is_some_and(|w| w.contains(&name)));
        word.then(|| format!("names are written in quotes: \"{name}\""))
    }
}

/// Words of the language that, misspelt, read as names.
const KEYWORDS: [&str; 6] = ["return", "not", "nil", "true", "false", "function"];

/// For a variable that holds the first of the two numbers of a place: how both are kept.
fn coordinates(c: &Checker, of: ExprId) -> Option<String> {
    let Kind::Local(l) = *c.tree.bare_kind(of) else { return None };
    let value = c.tree.only_value(l)?;
    let (function, area) = match c.tree.bare_kind(value) {
        Kind::Method { name, .. } => (natives::find("npc", name)?, ':'),
        Kind::Call { callee, .. } => match &c.types(*callee)[..] {
            [Type::Native(f)] => (*f, '.'),
            _ => return None,
        },
        _ => return None,
    };
    let mut returns = function.signatures.iter().map(|s| s.returns);
    let is_place = returns.all(|returns| {
        matches!(returns, [Declared::Optional(Declared::Number) | Declared::Number, Declared::Number, ..])
    });
    let call = format!("{}{area}{}(…)", function.area, function.name);
    is_place.then(|| format!("it is the x of a place, and y is the second result: local x, y = {call}"))
}

/// A member that is read, or called as a method.
fn member(c: &Checker, e: ExprId, of: ExprId, name: &str, at: Place, called: bool) {
    let set = c.types(of);
    let solid = solid(&set);
    if !certain(&set) || solid.iter().any(|t| c.s.member(t, name, 0).is_some()) {
        return;
    }
    let shown = c.tree.shown(of);
    let Some(first) = solid.first() else { return };
    let (subject, mut hint) = missing(c, first, &shown, name, called);
    if let (Type::Number, Some(usage)) = (first, coordinates(c, of)) {
        hint = Some(usage);
    }
    if let Kind::Local(l) = c.tree.kind(of)
        && let Some(order) = c.out_of_place(*l)
    {
        return c.error(at, format!("{subject} has no '{name}'"), order);
    }
    if called && matches!(first, Type::Number | Type::Creature) && natives::find("npc", name).is_some() {
        // `for _, npc in …`: another creature's id has the name of the creature itself.
        if shown == "npc" {
            let hint = match first {
                Type::Number => "this npc is an id: give the variable of the loop another name",
                _ => "this variable hides the creature: give it another name",
            };
            return c.error(at, format!("npc is {}: it has no '{name}'", first.noun()), hint);
        }
        let id = if **first == Type::Number { shown } else { format!("{shown}.id") };
        hint = Some(format!("only npc has methods; other creatures are passed by id: npc:{name}({id})"));
    }
    let message = format!("{subject} has no '{name}'");
    match first {
        // Reading what a table does not have gives nil: that raises an error only where a value is needed.
        Type::Table(..) | Type::Module(_) if !called && !c.flow.nils.contains_key(&(c.file, e)) => {
            let asked = c
                .tree
                .user(e)
                .is_some_and(|u| matches!(c.tree.kind(u), Kind::Binary(Op::Or | Op::Equal | Op::Unequal, ..)));
            if hint.is_some() && !asked {
                c.warning(at, message, hint);
            }
        }
        _ => c.error(at, message, hint),
    }
}

/// What has no member of this name, and what may help; `called` where the member is called as a method.
fn missing(c: &Checker, ty: &Type, shown: &str, name: &str, called: bool) -> (String, Option<String>) {
    let is = |noun: &str| format!("{shown} is {noun}: it");
    let length = || Some(format!("its number of entries: #{shown}"));
    match ty {
        Type::Npc => {
            let hint = if let Some(n) = nearest(name, ShapeName::Npc.names()) {
                let sign = if natives::find("npc", n).is_some() { ':' } else { '.' };
                format!("did you mean '{n}'? (npc{sign}{n})")
            } else if c.s.symbols.behaviours.values().any(|states| states.contains(name)) {
                format!("a handler changes state by returning its name: return \"{name}\"")
            } else if let Some(advice) = familiar("npc", &plain(name)) {
                advice.to_owned()
            } else if called {
                "its functions: docs/lua-api.md, or types in your editor".into()
            } else {
                format!("keep data of a creature in npc.memory.{name}")
            };
            ("npc".into(), Some(hint))
        }
        Type::Creature => ("the result of npc:look".into(), Some(of_shape(ShapeName::Creature, name))),
        Type::Record(shape) => (shown.into(), Some(of_shape(*shape, name))),
        Type::Settings(file) => {
            let declared = c.s.settings(*file).unwrap_or_default();
            let hint = did_you_mean(name, declared.iter().map(|s| s.0.as_str()));
            let declare = || format!("declare it in the behaviour: settings = {{ {name} = {{ default = … }} }}");
            ("npc.settings".into(), Some(hint.unwrap_or_else(declare)))
        }
        Type::ModSettings(file, path) => {
            let known = c.s.mod_settings(*file, path).into_iter().flat_map(toml::Table::keys);
            let hint = did_you_mean(name, known.map(String::as_str));
            let settings = [&["mod", "settings"].map(str::to_owned)[..], path].concat().join(".");
            (settings, Some(hint.unwrap_or_else(|| format!("write it below [settings] in {MANIFEST}: {name} = …"))))
        }
        Type::Library(lib) if lib == "math" && name == "randomseed" => {
            (lib.clone(), Some("random numbers follow from the world's seed (--seed)".into()))
        }
        Type::Ids if ["length", "len", "size", "count", "n"].contains(&name) => (is("a list of ids"), length()),
        Type::Library(lib) => {
            // Constants are in capitals: a name in small letters means a function.
            let small = name.chars().any(char::is_lowercase);
            let same = |n: &&str| !small || n.chars().any(char::is_lowercase);
            let hint = did_you_mean(name, c.s.symbols.names(lib).filter(same))
                .or_else(|| holding(name, c.s.symbols.names(lib)))
                .or_else(|| did_you_mean(name, c.s.symbols.names(lib)));
            (lib.clone(), hint)
        }
        Type::Module(file) => {
            let label = module_name(&c.s.files[*file].path);
            (label.unwrap_or_default(), did_you_mean(name, c.s.members(*file).iter().map(String::as_str)))
        }
        Type::Table(..) if ["length", "len", "size", "count"].contains(&name) => (shown.into(), length()),
        Type::Table(file, e) => {
            let fields = c.s.fields(*file, *e).unwrap_or_default();
            let names = fields.keys().map(String::as_str).filter(|n| !n.starts_with('#'));
            (shown.into(), did_you_mean(name, names))
        }
        Type::Number if ShapeName::Creature.field(name).is_some() => {
            (is("a number"), Some(format!("it is a creature's id: npc:look({shown}) returns its data, or nil")))
        }
        Type::String | Type::Literal(..) | Type::Of(_) => {
            (is("a string"), did_you_mean(name, c.s.symbols.names("string")))
        }
        other => (is(other.noun()), None),
    }
}

/// The name that was probably meant, or all that a table of the API has.
fn of_shape(shape: ShapeName, name: &str) -> String {
    let names = shape.names();
    did_you_mean(name, names.iter().copied()).unwrap_or_else(|| format!("it has: {}", names.join(", ")))
}

/// Names in which every word of this one occurs: `set_target` in `set_position_target`.
fn holding<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Option<String> {
    let words: Vec<&str> = name.split('_').filter(|w| w.len() > 2).collect();
    let fit: Vec<String> =
        all.filter(|n| words.iter().all(|w| n.split('_').any(|v| v == *w))).map(|n| format!("'{n}'")).collect();
    (!words.is_empty() && (1..=3).contains(&fit.len())).then(|| format!("did you mean {}?", fit.join(" or ")))
}
