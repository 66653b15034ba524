//! Names that do not exist: globals, members of `npc`, of libraries and modules, fields of what is no table.

use crate::lua::analysis::rules::*;
use crate::lua::analysis::symbol_table;
use crate::lua::api::domain::Domain;
use crate::lua::api::{creature, natives, npc};

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, index: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for (id, e) in tree.exprs.iter().enumerate() {
        match &e.kind {
            Kind::Global(name) if name == "npc" => no_npc(s, index, file, id, found),
            Kind::Global(name) if !s.symbols.has("", name) => global(s, file, id, name, found),
            Kind::Field { of, name, at } if tree.written(id).is_none() => member(s, file, *of, name, *at, false, found),
            Kind::Method { of, name, at, .. } => member(s, file, *of, name, *at, true, found),
            _ => {}
        }
    }
}

/// `npc` where no parameter has that name: reported once for each function.
fn no_npc(s: &Session, index: &BehaviourIndex, file: FileId, id: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    let mut outer = tree.exprs[id].function;
    while outer != 0 && tree.functions[outer].parent != 0 && !index.handles(file, outer) {
        outer = tree.functions[outer].parent;
    }
    let first = |e: &Expr| matches!(&e.kind, Kind::Global(n) if n == "npc") && tree.inside(e.function, outer);
    if outer != 0 && tree.exprs.iter().position(first) != Some(id) {
        return;
    }
    let message = "there is no 'npc' here".to_owned();
    if outer == 0 {
        let hint = "only handlers get a creature, as the parameter of function(npc)".to_owned();
        return found.error(s, file, tree.exprs[id].at, message, Some(hint));
    }
    let names = tree.functions[outer].parameters.iter().map(|p| tree.locals[*p].name.as_str());
    let with: Vec<&str> = std::iter::once("npc").chain(names).collect();
    let write = format!("function({})", with.join(", "));
    if index.handles(file, outer) {
        let message = "this handler does not take the creature but uses it".to_owned();
        return found.error(s, file, tree.functions[outer].at, message, Some(format!("write {write}")));
    }
    found.error(s, file, tree.exprs[id].at, message, Some(format!("pass it in: {write}")));
}

fn global(s: &Session, file: FileId, id: ExprId, name: &str, found: &mut Findings) {
    let tree = s.tree(file);
    let locals = tree.locals.iter().map(|l| l.name.as_str());
    let at = tree.exprs[id].at;
    // A declared name that is near is meant more often than a library's.
    let near = nearest(name, locals).filter(|n| *n != name).map(|n| format!("did you mean '{n}'?"));
    let later = tree.locals.iter().any(|l| l.name == name);
    let module = s.module(&format!("lib.{name}")).is_some();
    // A module that is required nowhere is reported once.
    let again = |e: &Expr| matches!(&e.kind, Kind::Global(n) if n == name);
    if module && (taken_in(tree, name) || tree.exprs.iter().position(again) != Some(id)) {
        return;
    }
    let hint = if let Some(quoted) = unquoted(tree, id, name) {
        Some(quoted)
    } else if let Some(known) = symbol_table::familiar(name) {
        Some(known.to_owned())
    } else if module {
        Some(format!("write at the top of the file: local {name} = require \"lib.{name}\""))
    } else if later {
        Some("a local exists only after its declaration, and only in the block that declares it".into())
    } else {
        near.filter(|_| name.chars().count() > 1)
            .or_else(|| in_own(s, file, name))
            .or_else(|| elsewhere(s, name))
            .or_else(|| nearest(name, s.symbols.names("").chain(KEYWORDS)).map(|n| format!("did you mean '{n}'?")))
            .or_else(|| {
                let long = name.chars().count() > 3;
                let near = nearest(name, npc::fields().iter().map(|f| f.name)).filter(|_| long);
                near.map(|n| format!("did you mean npc.{n}?"))
            })
    };
    // Writes to undeclared names are reported at load.
    if tree.written(id).is_none() {
        found.error(s, file, at, format!("there is no '{name}'"), hint);
    }
}

/// `require "lib.NAME"` as a statement of its own, which another rule reports.
fn taken_in(tree: &Tree, name: &str) -> bool {
    tree.dropped.iter().any(|call| match &tree.exprs[*call].kind {
        Kind::Call { callee, args } if tree.is_global(*callee, "require") => {
            let module = args.first().and_then(|a| tree.string(*a));
            module.is_some_and(|m| m.rsplit('.').next() == Some(name))
        }
        _ => false,
    })
}

/// A name where only a string makes sense: `faction = prey`, `require(lib.tactics)`.
fn unquoted(tree: &Tree, id: ExprId, name: &str) -> Option<String> {
    const STRING_KEYS: [&str; 6] = ["faction", "behaviour", "state", "glyph", "name", "start"];
    let user = tree.around(id).find(|e| !matches!(tree.exprs[*e].kind, Kind::Single(_) | Kind::Field { .. }))?;
    match &tree.exprs[user].kind {
        Kind::Table(entries) => entries.iter().filter(|e| tree.bare(e.value) == id).find_map(|e| match &e.key {
            Key::Name(key) if STRING_KEYS.contains(&key.as_str()) => {
                Some(format!("strings are written in quotes: {key} = \"{name}\""))
            }
            _ => None,
        }),
        Kind::Call { callee, args } if tree.is_global(*callee, "require") => {
            let module = *args.first()?;
            let begins = matches!(tree.exprs[module].kind, Kind::Field { of, .. } if of == id);
            (begins || module == id)
                .then(|| format!("a module's name is written in quotes: require \"{}\"", tree.shown(module)))
        }
        _ => None,
    }
}

/// A member of a table or module that the file has at its top.
fn in_own(s: &Session, file: FileId, name: &str) -> Option<String> {
    let tree = s.tree(file);
    let holds = |ty: &Type| match ty {
        Type::Module(_) | Type::Table(..) => s.member(ty, name, 0).is_some_and(|set| !set.contains(&Type::Any)),
        _ => false,
    };
    tree.locals.iter().filter(|l| l.function == 0).find_map(|l| match l.sources[..] {
        [Source::Value(value, 0)] if s.types(file, value).iter().any(holds) => {
            Some(format!("did you mean {}.{name}?", l.name))
        }
        _ => None,
    })
}

/// A name that exists, but not by itself.
fn elsewhere(s: &Session, name: &str) -> Option<String> {
    if npc::field_named(name).is_some() {
        return Some(format!("did you mean npc.{name}?"));
    }
    if natives::find("npc", name).is_some() {
        return Some(format!("did you mean npc:{name}(…)?"));
    }
    if let Some((table, _)) =
        s.symbols.members.iter().find(|(table, members)| !table.is_empty() && members.contains(name))
    {
        return Some(format!("did you mean {table}.{name}?"));
    }
    let domains = [Domain::State, Domain::Faction, Domain::Behaviour];
    let word = domains.into_iter().any(|d| s.symbols.words(d).is_some_and(|w| w.contains(&name)));
    word.then(|| format!("names are written in quotes: \"{name}\""))
}

/// Words of the language that, misspelt, read as names.
const KEYWORDS: [&str; 6] = ["return", "not", "nil", "true", "false", "function"];

/// A member that is read, or called as a method.
#[allow(clippy::too_many_arguments)]
fn member(s: &Session, file: FileId, of: ExprId, name: &str, at: Place, called: bool, found: &mut Findings) {
    let set = s.types(file, of);
    let solid = solid(&set);
    if !certain(&set) || solid.iter().any(|t| s.member(t, name, 0).is_some()) {
        return;
    }
    let shown = s.tree(file).shown(of);
    let Some(first) = solid.first() else {
        return found.error(s, file, at, format!("{shown} is nil: it has no '{name}'"), None);
    };
    let (message, mut hint) = missing(s, first, &shown, name);
    if called && matches!(first, Type::Number | Type::Creature) && natives::find("npc", name).is_some() {
        let id = if **first == Type::Number { shown.clone() } else { format!("{shown}.id") };
        hint = Some(format!("only npc has methods; other creatures are passed by id: npc:{name}({id})"));
    }
    found.error(s, file, at, message, hint);
}

/// What to say about a member that does not exist.
fn missing(s: &Session, ty: &Type, shown: &str, name: &str) -> (String, Option<String>) {
    match ty {
        Type::Npc => {
            let all = npc::fields().iter().map(|f| f.name);
            let methods = natives::of("npc").map(|f| f.name);
            let near = nearest(name, all.chain(methods)).map(|n| {
                let sign = if natives::find("npc", n).is_some() { ':' } else { '.' };
                format!("did you mean '{n}'? (npc{sign}{n})")
            });
            let state = s.symbols.behaviours.values().any(|states| states.contains(name));
            let meant = |name: &str| match state {
                true => Some(format!("a handler changes state by returning its name: return \"{name}\"")),
                false => meant(name),
            };
            let other = || format!("keep data of a creature in npc.memory.{name}");
            (format!("npc has no '{name}'"), Some(near.or_else(|| meant(name)).unwrap_or_else(other)))
        }
        Type::Creature => {
            let hint = did_you_mean(name, creature::seen_names())
                .or_else(|| Some(format!("it has: {}", creature::seen_names().collect::<Vec<_>>().join(", "))));
            (format!("the result of npc:look has no '{name}'"), hint)
        }
        Type::Library(lib) if lib == "math" && name == "randomseed" => {
            ("math has no 'randomseed'".into(), Some("random numbers follow from the world's seed (--seed)".into()))
        }
        Type::Ids if ["length", "len", "size", "count", "n"].contains(&name) => {
            (format!("{shown} is a list of ids: it has no '{name}'"), Some(format!("its number of entries: #{shown}")))
        }
        Type::Library(lib) => {
            // Constants are in capitals: a name in small letters means a function.
            let small = name.chars().any(char::is_lowercase);
            let same = |n: &&str| !small || n.chars().any(char::is_lowercase);
            let alike = did_you_mean(name, s.symbols.names(lib).filter(same));
            let inside = || holding(name, s.symbols.names(lib));
            (
                format!("{lib} has no '{name}'"),
                alike.or_else(inside).or_else(|| did_you_mean(name, s.symbols.names(lib))),
            )
        }
        Type::Module(file) => {
            let label = s.files[*file].path.trim_end_matches(".lua").replace('/', ".");
            let names = s.members(*file);
            (format!("{label} has no '{name}'"), did_you_mean(name, names.iter().map(String::as_str)))
        }
        Type::Table(..) if ["length", "len", "size", "count"].contains(&name) => {
            (format!("{shown} has no '{name}'"), Some(format!("its number of entries: #{shown}")))
        }
        Type::Table(file, e) => {
            let fields = s.fields(*file, *e).unwrap_or_default();
            let names = fields.keys().map(String::as_str).filter(|n| !n.starts_with('#'));
            (format!("{shown} has no '{name}'"), did_you_mean(name, names))
        }
        Type::Number if creature::seen_field(name).is_some() => {
            let hint = format!("it is a creature's id: npc:look({shown}) returns its data, or nil");
            (format!("{shown} is a number: it has no '{name}'"), Some(hint))
        }
        Type::String | Type::Literal(..) | Type::Of(_) => {
            (format!("{shown} is a string: it has no '{name}'"), did_you_mean(name, s.symbols.names("string")))
        }
        other => (format!("{shown} is {}: it has no '{name}'", other.noun()), None),
    }
}

/// Names in which every word of this one occurs: `set_target` in `set_position_target`.
fn holding<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Option<String> {
    let words: Vec<&str> = name.split('_').filter(|w| w.len() > 2).collect();
    let fit: Vec<String> =
        all.filter(|n| words.iter().all(|w| n.split('_').any(|v| v == *w))).map(|n| format!("'{n}'")).collect();
    (!words.is_empty() && (1..=3).contains(&fit.len())).then(|| format!("did you mean {}?", fit.join(" or ")))
}

/// What other games call the members of `npc`.
fn meant(name: &str) -> Option<String> {
    let lower = name.to_lowercase().replace('_', "");
    let hint = match lower.as_str() {
        "hp" | "life" | "hitpoints" => "did you mean 'health'? (npc.health)",
        "pos" | "position" | "location" | "coords" => "its position is npc.x and npc.y",
        "move" | "moveto" | "goto" | "go" | "walk" | "walkto" | "run" | "runto" => {
            "npc:steer(x, y), or tactics.go(npc, x, y) to find a path round walls"
        }
        "find" | "findnearest" | "closest" | "getnearest" | "search" => "did you mean 'nearest'? (npc:nearest { … })",
        "setstate" | "changestate" | "switch" => "a handler changes state by returning its name: return \"rest\"",
        "dist" | "distanceto" => "did you mean 'distance'? (npc:distance(id))",
        "target" | "enemy" | "prey" => "keep it in npc.memory",
        "print" | "log" | "speak" | "talk" => "npc:say(\"…\"), or print(…) for the log",
        "cansee" | "see" | "visible" => "did you mean 'sees'? (npc:sees(id))",
        "hit" | "strike" | "fight" => "did you mean 'attack'? (npc:attack(id))",
        "angle" | "rotation" | "direction" | "facing" => "did you mean 'heading'? (npc.heading)",
        "data" | "vars" | "store" => "did you mean 'memory'? (npc.memory)",
        "team" | "side" | "group" => "did you mean 'faction'? (npc.faction)",
        "kind" | "type" | "species" => "did you mean 'behaviour'? (npc.behaviour)",
        _ => return None,
    };
    Some(hint.into())
}
