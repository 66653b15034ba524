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
    let mut compare = |heading: &str, fields: &[Field], functions: &mut dyn Iterator<Item = &Function>| {
        let declared: Vec<String> =
            fields.iter().map(|f| f.name.to_owned()).chain(functions.map(|f| format!("{}(", f.name))).collect();
        assert_eq!(rows(&page, heading), declared, "{heading}");
        sections += 1;
    };
    let area = |area: &'static str| natives().filter(move |f| f.area == area);
    let none = || std::iter::empty();
    for (heading, name) in [("Methods of `npc`", "npc"), ("`pathfinder`", "pathfinder"), ("`math`", "math")] {
        compare(heading, &[], &mut area(name));
    }
    compare("Global functions\n", &[], &mut area(""));
    let shapes = [
        ("`npc`", ShapeName::Npc),
        ("`world`", ShapeName::World),
        ("`Creature`", ShapeName::Creature),
        ("`Filter`", ShapeName::Filter),
        ("`Behaviour`", ShapeName::Behaviour),
        ("`Body`", ShapeName::Body),
        ("`State`", ShapeName::State),
        ("`FollowHow`", ShapeName::FollowHow),
        ("`WorldPlan`", ShapeName::WorldPlan),
        ("`SpecWorld`", ShapeName::SpecWorld),
        ("`SpecCreature`", ShapeName::SpecCreature),
        ("`Begin`", ShapeName::Begin),
        ("`ForceOptions`", ShapeName::ForceOptions),
        ("`Expectation`", ShapeName::Expectation),
    ];
    shapes.iter().for_each(|(heading, name)| compare(heading, &name.shape().fields, &mut none()));
    compare("`Tactics`", &[], &mut TACTICS.iter());
    for (heading, name) in [("Methods of `SpecW", ShapeName::SpecWorld), ("Methods of `SpecC", ShapeName::SpecCreature)]
    {
        compare(heading, &[], &mut name.shape().functions.iter());
    }
    let no_native = |f: &Function| !natives().any(|n| (n.area, n.name) == ("", f.name));
    let specs: Vec<Function> = functions().filter(no_native).collect();
    let world = specs.first().map(|f| Function { name: "world", ..*f });
    compare("Global functions of specs", &[], &mut specs.iter().chain(&world));
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
    let options = ShapeName::ForceOptions.shape().fields;
    let doc = options.iter().find(|f| f.name == "reason").expect("declared").doc;
    let usual = |code: Code| ForcedCode::usual_reason(code).map(|r| format!("{} for {}", r.name(), code.name()));
    let listed: Vec<String> = Code::ALL.into_iter().filter_map(usual).collect();
    assert!(doc.ends_with(&format!("when left out, {}", listed.join(", "))), "{doc}: {listed:?}");
}
