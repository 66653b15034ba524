//! `npc:nearest { faction = "prey", within = 25 }`: keys, kinds of values, and names that do not exist.

use crate::lua::analysis::rules::*;
use crate::lua::api::creature::filter_keys;
use crate::lua::api::domain::Domain;

pub fn check(s: &Session, file: FileId, what: &str, arg: ExprId, set: &TypeUnion, found: &mut Findings) {
    let at = s.tree(file).exprs[arg].at;
    let example = || Some(format!("{what} {{ faction = \"prey\", within = 25 }}"));
    if certain(set) && !set.iter().any(|t| matches!(t, Type::Table(..) | Type::Module(_))) {
        let is = set.first().map_or("nil", Type::noun);
        let message = format!("{what} needs a table that describes what to look for, not {is}");
        return found.error(s, file, at, message, example());
    }
    // The table may be written elsewhere: a constant at the top of the file.
    let [Type::Table(home, table)] = set[..] else { return };
    let tree = s.tree(home);
    let Kind::Table(entries) = &tree.exprs[table].kind else { return };
    let mut within = s.fields(home, table).is_none();
    for entry in entries {
        match &entry.key {
            Key::Name(name) => {
                within |= name == "within";
                self::entry(s, home, what, name, entry, found);
            }
            Key::None => {
                let message = format!("the filter of {what} has an entry without a name");
                found.error(s, home, entry.at, message, example());
            }
            Key::Computed(_) => within = true,
        }
    }
    within |= s.fields(home, table).is_some_and(|f| f.contains_key("within"));
    let misspelt =
        |e: &Entry| matches!(&e.key, Key::Name(n) if !filter_keys().any(|k| k == n) && meant(n) == Some("within"));
    if !within && !entries.iter().any(misspelt) {
        let place = if home == file { at } else { tree.exprs[table].at };
        let message = format!("{what}: within (metres) is required");
        found.error(s, home, place, message, example());
    }
}

fn entry(s: &Session, file: FileId, what: &str, name: &str, entry: &Entry, found: &mut Findings) {
    let tree = s.tree(file);
    let at = tree.exprs[entry.value].at;
    let set = s.types(file, entry.value);
    let wrong = |found: &mut Findings, wanted: &str| {
        let is = set.first().map_or("nil", Type::noun);
        // The fault of a constant in quotes is at the constant.
        let quoted = match &set[..] {
            [Type::Literal(text, home, literal)] if *home == file => {
                text.trim().parse::<f64>().ok().map(|n| (n, *literal))
            }
            _ => None,
        };
        let elsewhere = quoted.map(|q| q.1).filter(|l| *l != tree.bare(entry.value) && wanted == "a number");
        let text = quoted.map(|q| q.0);
        let hint = match (wanted, text) {
            ("a number", Some(n)) if elsewhere.is_some() => format!("without quotes: {n}"),
            ("a number", Some(n)) => format!("without quotes: {name} = {n}"),
            ("a number", None) => format!("for example {name} = {}", if name == "limit" { 1 } else { 25 }),
            _ => format!("write {name} = true"),
        };
        let at = elsewhere.map_or(at, |l| tree.exprs[l].at);
        found.error(s, file, at, format!("{what}: {name} must be {wanted}, not {is}"), Some(hint));
    };
    match name {
        "faction" => word(s, file, what, Domain::Faction, entry.value, found),
        "behaviour" => word(s, file, what, Domain::Behaviour, entry.value, found),
        "state" => word(s, file, what, Domain::State, entry.value, found),
        "within" | "limit" => match tree.exprs[entry.value].kind {
            Kind::Unary(Op::Minus, e) if matches!(tree.exprs[e].kind, Kind::Number(_)) => {
                found.error(
                    s,
                    file,
                    at,
                    format!("{what}: {name} cannot be negative"),
                    Some(format!("write {name} = {}", tree.shown(e))),
                );
            }
            _ if certain(&set) && !set.contains(&Type::Number) => wrong(found, "a number"),
            _ => {}
        },
        "visible" | "hurt" if certain(&set) && !set.contains(&Type::Bool) => wrong(found, "true or false"),
        "visible" | "hurt" => {}
        _ => {
            let message = format!("the filter of {what} has no '{name}'");
            let hint = meant(name).map(|n| format!("did you mean '{n}'?"));
            found.error(s, file, entry.at, message, hint.or_else(|| did_you_mean(name, filter_keys())));
        }
    }
}

/// The key that an unknown name probably means.
fn meant(name: &str) -> Option<&'static str> {
    let known = match name.to_lowercase().replace('_', "").as_str() {
        "radius" | "range" | "distance" | "dist" | "maxdistance" | "maxdist" | "near" => "within",
        "kind" | "type" | "name" | "species" | "behavior" => "behaviour",
        "team" | "side" | "group" => "faction",
        "max" | "count" | "n" => "limit",
        "seen" | "sight" | "cansee" => "visible",
        "wounded" | "injured" => "hurt",
        _ => return nearest(name, filter_keys()),
    };
    Some(known)
}

/// Literal names that do not exist.
fn word(s: &Session, file: FileId, what: &str, domain: Domain, value: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    let set = s.types(file, value);
    if certain(&set) && !set.iter().any(Type::is_string) {
        let message = format!("{what}: {} must be a string, not {}", domain.noun(), set[0].noun());
        let hint = format!("write one in quotes: {} = \"…\"", domain.noun());
        return found.error(s, file, tree.exprs[value].at, message, Some(hint));
    }
    let Some(known) = s.symbols.words(domain) else { return };
    for ty in set {
        let Type::Literal(word, home, at) = ty else { continue };
        if !known.contains(&word.as_str()) {
            let message = format!("no creature has the {} '{word}'", domain.noun());
            found.error(s, home, s.tree(home).exprs[at].at, message, did_you_mean(&word, known.iter().copied()));
        }
    }
}
