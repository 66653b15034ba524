//! The declarations are complete, and agree with what the program reads.

use bestiary::Handler;
use bestiary::testing::lua::declarations::{
    Field, Function, HANDLERS, MAX_ARGS, TACTICS, Type, field, functions, natives, page,
};
use bestiary::testing::lua::forced::ForcedCode;
use bestiary::testing::lua::spec_host::ShapeName;
use bestiary::testing::nav::Code;
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

/// The first words of the rows of the page's section whose heading begins so: `x`, `steer(`.
fn rows(page: &str, heading: &str) -> Vec<String> {
    let section =
        page.split("\n## ").find(|s| s.starts_with(heading)).unwrap_or_else(|| panic!("no section {heading}"));
    let rows = section.lines().filter_map(|l| l.strip_prefix("| `"));
    rows.map(|row| row.split_inclusive(['`', '(']).next().unwrap_or("").trim_end_matches('`').to_owned()).collect()
}

#[test]
fn each_section_of_the_page_has_the_rows_that_are_declared() {
    let page = page();
    let mut sections = 0;
    let mut compare = |heading: &str, declared: Vec<String>| {
        sections += usize::from(!declared.is_empty());
        assert!(declared.is_empty() || rows(&page, heading) == declared, "{heading}: {declared:?}");
    };
    let calls = |functions: &[Function]| functions.iter().map(|f| format!("{}(", f.name)).collect::<Vec<_>>();
    for s in ShapeName::ALL.iter().map(|s| s.shape()) {
        let (name, methods) = (format!("`{}`\n", s.name), format!("Functions of `{}`\n", s.name));
        compare(if s.fields.is_empty() { &name } else { &methods }, calls(&s.functions));
        compare(&name, s.fields.iter().map(|f| f.name.to_owned()).collect());
    }
    for (heading, area) in [("`math`:", "math"), ("Global functions\n", "")] {
        compare(heading, calls(&natives().filter(|f| f.area == area).copied().collect::<Vec<_>>()));
    }
    let no_native = |f: &Function| !natives().any(|n| (n.area, n.name) == ("", f.name));
    let mut of_specs = calls(&functions().filter(no_native).collect::<Vec<_>>());
    of_specs.push("world(".into());
    compare("Global functions of specs\n", of_specs);
    assert_eq!(page.matches("\n## ").count(), sections, "each section of the page is compared");
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

#[test]
fn the_reasons_of_forced_codes_are_those_that_are_documented() {
    let options = &ShapeName::ForceOptions.shape().fields;
    let doc = options.iter().find(|f| f.name == "reason").expect("declared").doc;
    let usual = |code: Code| ForcedCode::usual_reason(code).map(|r| format!("{} for {}", r.name(), code.name()));
    let listed: Vec<String> = Code::ALL.into_iter().filter_map(usual).collect();
    assert!(doc.ends_with(&format!("when left out, {}", listed.join(", "))), "{doc}: {listed:?}");
}
