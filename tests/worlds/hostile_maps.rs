//! Malformed maps of other programs, derived by changing every element, attribute and value of whole ones: each is a map, or is
//! refused with a message that names its file, layer and object.

mod case;
mod data;
mod json;
mod xml;

use bestiary::testing::world::format;
use case::{Case, Pick};
use std::path::Path;

/// Where the whole maps are, and the files that they refer to.
const FOLDER: &str = "tests/data/hostile";

/// One of so many malformed maps is looked at: all 18 000 take a minute. With 1 here they are, which a change of a reader deserves.
const STRIDE: usize = 17;

/// Malformed maps.
fn cases() -> Vec<Case> {
    let read = |name: &str| std::fs::read_to_string(Path::new(FOLDER).join(name)).expect("a file of the tests");
    let mut pick = Pick::every(STRIDE);
    let mut cases = xml::cases("case.tmx", &read("base.tmx"), &mut pick);
    cases.extend(json::cases("case.tmj", &read("base.tmj"), &mut pick));
    cases.extend(json::cases("case.ldtk", &read("base.ldtk"), &mut pick));
    cases.extend(data::cases());
    cases
}

/// Messages that are about something else because of what was changed: what refers to it, and where it covers something.
const ABOUT_OTHERS: [&str; 3] = ["there is no object", "no cell of this area is open", "both ends of this portal"];

/// What is wrong with what is said of a map; nothing where it is a map, or refused as it should be.
fn fault(case: &Case) -> Option<String> {
    let file = Path::new(FOLDER).join(case.file).display().to_string();
    let Err(found) = format::parse(&file, &case.bytes) else { return None };
    let Some(first) = found.first() else { return Some("refused without a reason".into()) };
    if !found.iter().any(|problem| problem.file == file) {
        return Some(format!("the file is not named: {first}"));
    }
    let said = |name: &String| found.iter().any(|problem| problem.message.contains(name.as_str()));
    if ABOUT_OTHERS.iter().any(|part| first.message.contains(part)) {
        return None;
    }
    case.named.iter().find(|name| !said(name)).map(|name| format!("'{name}' is not named: {first}"))
}

#[test]
fn the_maps_that_are_changed_are_whole() {
    for file in ["base.tmx", "base.tmj", "base.ldtk"] {
        let loaded = format::load(&Path::new(FOLDER).join(file)).unwrap_or_else(|e| panic!("{e:?}"));
        // A property and a picture that mean nothing here.
        assert!(loaded.warnings.len() <= 2, "{file}: {:?}", loaded.warnings);
    }
}

#[test]
fn malformed_maps_are_maps_or_refused_by_name() {
    let cases = cases();
    let faults: Vec<String> =
        cases.iter().filter_map(|case| Some(format!("{} {}: {}", case.file, case.name, fault(case)?))).collect();
    assert!(faults.is_empty(), "{} of {} cases:\n{}", faults.len(), cases.len(), faults.join("\n"));
}
