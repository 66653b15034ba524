//! Tables that functions of the API take, above all filters: keys, kinds of values, and names that do not exist.

use crate::diag::number_instead;
use crate::lua::analysis::flow::is_query;
use crate::lua::analysis::rules::*;
use crate::lua::analysis::symbol_table::{familiar, plain};
use crate::lua::api::creature::NO_WITHIN;
use crate::lua::api::declare::{Function, Param, ShapeName, Type as Declared};

pub(super) fn check(c: &Checker, f: &Function, p: &Param, shape: ShapeName, arg: ExprId, set: &TypeUnion) {
    let (at, is_filter) = (c.tree.at(arg), shape == ShapeName::Filter);
    let example = || match is_query(f) {
        true => format!("{f} {{ faction = \"prey\", within = 25 }}"),
        false => "for example { faction = \"prey\", within = 25 }".to_owned(),
    };
    if certain(set) && !set.iter().any(|t| matches!(t, Type::Table(..) | Type::Module(_))) {
        let is = set.first().map_or("nil", Type::noun);
        return match is_filter && !p.optional {
            true => c.error(at, format!("{f} needs a table that describes what to look for, not {is}"), example()),
            false => c.error(at, p.ty.mismatch(f, p.name, is), format!("it has: {}", shape.names().join(", "))),
        };
    }
    // The table may be written elsewhere: a constant at the top of the file.
    let [Type::Table(home, table)] = set[..] else { return };
    let theirs = c.of(home);
    let Some(entries) = theirs.tree.entries(table) else { return };
    let fields = c.s.fields(home, table);
    let owner = if is_filter { format!("the filter of {f}") } else { format!("{} of {f}", p.name) };
    let of = Taken { f, shape, owner: &owner };
    let mut within = fields.as_ref().is_none_or(|f| f.contains_key("within"));
    for entry in entries {
        match &entry.key {
            Key::Name(name) => {
                // A misspelt one is reported as that.
                within |= is_misspelt_within(name);
                self::entry(&theirs, &of, name, entry);
            }
            Key::None => theirs.error(
                entry.at,
                format!("{owner} has an entry without a name"),
                if is_filter { example() } else { format!("it has: {}", shape.names().join(", ")) },
            ),
            Key::Computed(_) => within = true,
        }
    }
    // What it gets after it was made.
    for name in fields.iter().flat_map(|fields| fields.keys()) {
        within |= is_misspelt_within(name);
        for w in theirs.s.files[home].uses.writes.get(name).into_iter().flatten().map(|w| &theirs.tree.writes[*w]) {
            if let Some((value, 0)) = w.value.filter(|v| fields.as_ref().is_some_and(|all| all[name].contains(v))) {
                let entry = Entry { key: Key::Name(name.clone()), at: theirs.tree.named_at(w.target), value };
                self::entry(&theirs, &of, name, &entry);
            }
        }
    }
    if !is_filter {
        return;
    }
    of_behaviour(&theirs, entries);
    if !within {
        let place = if home == c.file { at } else { theirs.tree.at(table) };
        theirs.error(place, format!("{f}: {NO_WITHIN}"), example());
    }
}

/// Whether a name stands for `within`.
fn is_misspelt_within(name: &str) -> bool {
    ShapeName::Filter.field(name).is_none() && meant(name) == Some("within")
}

/// A table that a function takes.
struct Taken<'a> {
    f: &'a Function,
    shape: ShapeName,
    /// As messages name it.
    owner: &'a str,
}

/// A state that others have, but not the behaviour that is looked for.
fn of_behaviour(c: &Checker, entries: &[Entry]) {
    let given = |name: &str| entries.iter().find(|e| e.name() == Some(name)).map(|e| e.value);
    let (Some(behaviour), Some(state)) = (given("behaviour"), given("state")) else { return };
    let (Some(behaviours), Some(states)) = (c.s.literals(c.file, behaviour), c.s.literals(c.file, state)) else {
        return;
    };
    let of = |name: &String| c.s.symbols.behaviours.get(name).filter(|_| !c.s.symbols.incomplete);
    let Some(known) = behaviours.iter().map(|b| of(&b.0)).collect::<Option<Vec<_>>>() else { return };
    let all = c.s.symbols.words(Domain::State).unwrap_or_default();
    for (word, home, e) in states.iter().filter(|s| all.contains(&s.0.as_str())) {
        if !known.iter().any(|states| states.contains(word)) {
            let shown: Vec<&str> = behaviours.iter().map(|b| b.0.as_str()).collect();
            let message = format!("'{}' has no state '{word}': this finds nothing", shown.join("' and '"));
            let there = known.iter().copied().flatten().map(String::as_str);
            c.of(*home).warning(c.s.tree(*home).at(*e), message, did_you_mean(word, there));
        }
    }
}

fn entry(c: &Checker, of: &Taken, name: &str, entry: &Entry) {
    let Taken { f, shape, owner } = *of;
    let (at, set) = (c.tree.at(entry.value), c.types(entry.value));
    // Modules written in Lua take what they are given: nothing is raised.
    let is_native = f.run.is_some() || !f.area.is_empty();
    let report = |at: Place, message: String, hint: Option<String>| {
        if is_native { c.error(at, message, hint) } else { c.warning(at, message, hint) }
    };
    let wrong = |at: Place, wanted: Declared, hint: String| {
        report(at, wanted.mismatch(f, name, set.first().map_or("nil", Type::noun)), Some(hint));
    };
    match shape.field(name).map(|f| f.ty) {
        Some(Declared::Word(domain)) => word(c, f, domain, entry.value, &set),
        Some(Declared::Number | Declared::Measure(_)) => match c.tree.kind(entry.value) {
            _ if certain(&set) && !set.contains(&Type::Number) => match quoted(c, &set) {
                // The fault of a constant in quotes is at the constant.
                Some((n, e)) if e != c.tree.bare(entry.value) => {
                    wrong(c.tree.at(e), Declared::Number, format!("without quotes: {n}"));
                }
                found => {
                    let usual = if name == "limit" || shape != ShapeName::Filter { 1 } else { 25 };
                    wrong(at, Declared::Number, number_instead(name, found.map(|f| f.0), usual));
                }
            },
            _ => {}
        },
        Some(Declared::Boolean) if certain(&set) && !set.contains(&Type::Bool) => {
            wrong(at, Declared::Boolean, format!("write {name} = true"));
        }
        Some(_) => {}
        None => {
            let hint = meant(name).filter(|_| shape == ShapeName::Filter).map(|n| format!("did you mean '{n}'?"));
            let hint = hint.or_else(|| did_you_mean(name, shape.names()));
            report(entry.at, format!("{owner} has no '{name}'"), hint);
        }
    }
}

/// The number that a string of this file reads as, and where that is written.
fn quoted(c: &Checker, set: &TypeUnion) -> Option<(f64, ExprId)> {
    match &set[..] {
        [Type::Literal(text, home, e)] if *home == c.file => Some((text.trim().parse().ok()?, *e)),
        _ => None,
    }
}

/// The key that an unknown name probably means.
fn meant(name: &str) -> Option<&'static str> {
    familiar("filter", &plain(name)).or_else(|| nearest(name, ShapeName::Filter.names()))
}

/// Literal names that do not exist.
fn word(c: &Checker, f: &Function, domain: Domain, value: ExprId, set: &TypeUnion) {
    if certain(set) && !set.iter().any(Type::is_string) {
        let message = Declared::String.mismatch(f, domain.noun(), set[0].noun());
        return c.error(c.tree.at(value), message, format!("write one in quotes: {} = \"…\"", domain.noun()));
    }
    let Some(known) = c.s.symbols.words(domain) else { return };
    for ty in set {
        if let Type::Literal(word, home, e) = ty
            && !known.contains(&word.as_str())
        {
            let hint = did_you_mean(word, known.iter().copied());
            c.of(*home).error(c.s.tree(*home).at(*e), domain.of_no_creature(word), hint);
        }
    }
}
