//! The declarations are complete, and agree with what the program reads.

use bestiary::Handler;
use bestiary::testing::lua::declarations::{
    Field, Function, HANDLERS, MAX_ARGS, TACTICS, Type, field, functions, natives, page,
};
use bestiary::testing::lua::spec_host::ShapeName;
use std::collections::BTreeSet;

/// Every documented item with its owner.
fn documented() -> Vec<(String, &'static str)> {
    let mut all = Vec::new();
    let mut add = |owner: &str, fields: &[Field], functions: &[Function]| {
        all.extend(fields.iter().map(|f| (format!("{owner}.{}", f.name), f.doc)));
        all.extend(functions.iter().map(|f| (format!("{owner}.{}", f.name), f.doc)));
    };
    for s in ShapeName::ALL.iter().map(|s| s.shape()) {
        add("shape", &[field(s.name, Type::Any, s.doc)], &[]);
        add(s.name, &s.fields, &s.functions);
    }
    let all_natives: Vec<Function> = natives().copied().collect();
    add("native", &[], &all_natives);
    add("", &[], &functions().collect::<Vec<_>>());
    all
}

#[test]
fn everything_is_documented() {
    let all = documented();
    assert!(all.len() > 150, "only {} declarations were found", all.len());
    let silent: Vec<&String> = all.iter().filter(|(_, doc)| doc.trim().is_empty()).map(|(name, _)| name).collect();
    assert!(silent.is_empty(), "without documentation: {silent:?}");
}

#[test]
fn a_function_has_a_signature_and_its_signatures_return_equally_many_values() {
    for f in natives() {
        let counts: BTreeSet<usize> = f.signatures.iter().map(|s| s.returns.len()).collect();
        assert_eq!(counts.len(), 1, "{f}");
        let given = f.signatures.iter().map(|s| s.params.len()).max().unwrap_or(0) - f.creature_params().unwrap_or(0);
        assert!(f.run.is_none() || given <= MAX_ARGS, "{f}");
        assert!(f.signatures.is_sorted_by_key(|s| s.params.len()), "{f}: the shortest signature first");
    }
}

#[test]
fn every_function_and_field_of_the_natives_is_on_the_page() {
    let page = page();
    for f in natives() {
        assert!(page.contains(&format!("`{}(", f.name)), "{}", f);
    }
}

#[test]
fn the_handlers_are_those_that_the_program_calls() {
    let declared: Vec<&str> = HANDLERS.iter().map(|f| f.name).collect();
    assert_eq!(declared, Handler::ALL.map(Handler::name));
}

#[test]
fn the_shipped_modules_have_the_functions_that_are_declared() {
    let declared: BTreeSet<&str> = TACTICS.iter().map(|c| c.name).collect();
    let sources =
        [include_str!("../../../../scripts/lib/tactics.lua"), include_str!("../../../../scripts/lib/roaming.lua")];
    let written: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|l| l.trim_start().strip_prefix("function tactics.")?.split('(').next())
        .collect();
    assert_eq!(declared, written);
}
