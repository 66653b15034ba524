//! The declarations are whole, and agree with what the program reads.

use crate::agent::Handler;
use crate::lua::api::types::*;
use std::collections::BTreeSet;

/// Every documented thing, with where it stands.
fn documented() -> Vec<(String, &'static str)> {
    let mut all = Vec::new();
    let mut add = |owner: &str, fields: &[Member], calls: &[Call]| {
        all.extend(fields.iter().map(|f| (format!("{owner}.{}", f.name), f.doc)));
        all.extend(calls.iter().map(|c| (format!("{owner}.{}", c.name), c.doc)));
    };
    for s in shapes() {
        add("shape", &[field(s.name, "any", s.doc)], &[]);
        match &s.form {
            Form::OneOf(_) => {}
            Form::Handle { fields, methods } => add(s.name, fields, methods),
            Form::Plain { fields, .. } => add(s.name, fields, &[]),
            Form::Functions(calls) => add(s.name, &[], calls),
        }
    }
    for g in globals() {
        add("global", &[field(g.name, "any", g.doc)], g.call.as_slice());
        add(g.name, &g.fields, &g.functions);
    }
    add("", &[], &functions());
    all
}

#[test]
fn nothing_is_without_documentation() {
    let all = documented();
    assert!(all.len() > 120, "only {} declarations were found", all.len());
    let silent: Vec<&String> = all.iter().filter(|(_, doc)| doc.trim().is_empty()).map(|(name, _)| name).collect();
    assert!(silent.is_empty(), "without documentation: {silent:?}");
}

#[test]
fn every_named_type_is_declared() {
    let known: BTreeSet<&str> =
        shapes().iter().map(|s| s.name).chain(["number", "string", "boolean", "any", "nil"]).collect();
    let text = luau().expect("all declarations can be read");
    for part in text.lines().filter(|l| !l.trim_start().starts_with("--")) {
        for word in part.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| w.starts_with(char::is_uppercase))
        {
            let declared =
                known.contains(word) || word.chars().all(|c| c.is_uppercase() || c == '_') || part.contains('"');
            assert!(declared, "'{word}' is no type: {part}");
        }
    }
}

#[test]
fn a_behaviours_parts_are_those_that_the_loader_knows() {
    let names = |fields: &[Member]| fields.iter().map(|f| f.name).collect::<BTreeSet<_>>();
    let handlers: BTreeSet<&str> = Handler::ALL.into_iter().map(Handler::name).collect();
    assert_eq!(names(creatures::STATE), handlers);
    let filter: BTreeSet<&str> = crate::lua::host::bindings::args::FILTER_KEYS.into_iter().collect();
    assert_eq!(names(creatures::FILTER), filter);
    let body: BTreeSet<&str> = crate::lua::host::behaviour::body_keys().into_iter().collect();
    assert_eq!(names(creatures::BODY), body);
}

#[test]
fn the_words_of_specs_are_those_that_specs_know() {
    let declared = |fields: &[Member], calls: &[Call]| {
        fields.iter().map(|f| f.name).chain(calls.iter().map(|c| c.name)).collect::<BTreeSet<_>>()
    };
    let [world, creature, plan] = crate::lua::host::spec_host::vocabulary().map(|names| names.into_iter().collect());
    assert_eq!(declared(words::WORLD_FIELDS, words::WORLD_METHODS), world);
    assert_eq!(declared(words::CREATURE_FIELDS, words::CREATURE_METHODS), creature);
    assert_eq!(declared(words::PLAN, &[]), plan);
}

#[test]
fn the_shipped_modules_have_the_functions_that_are_declared() {
    let declared: BTreeSet<&str> = modules::TACTICS.iter().map(|c| c.name).collect();
    let sources =
        [include_str!("../../../../scripts/lib/tactics.lua"), include_str!("../../../../scripts/lib/roaming.lua")];
    let written: BTreeSet<&str> = sources
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|l| l.trim_start().strip_prefix("function tactics.")?.split('(').next())
        .collect();
    assert_eq!(declared, written);
}
