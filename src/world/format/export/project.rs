//! A project of Tiled, whose editor then offers the classes and properties that maps may have.
//!
//! The form is that of Tiled's `ClassPropertyType` and `EnumPropertyType` (libtiled, propertytype.cpp). Tiled stores a property of
//! a class only where it was set, so that a value there must mean the same as none.

use crate::world::format::import::{
    CLASSES, Choice, GROUND_CLASS, Key, OF_GROUND, OF_MAP, OF_STOREY, STOREY_CLASS, Values,
};
use serde_json::{Value, json};

/// What a map is called among the classes.
const MAP_CLASS: &str = "world";
/// The words of what may be yes, no, or left out.
const YES_OR_NO: (&str, [&str; 3]) = ("yes or no", ["", "true", "false"]);
/// The version of Tiled from which on its editor reads all of it, as projects write it.
const VERSION: u32 = 1_100;
/// Colours of the classes of objects in the editor, as many as there are.
const COLOURS: [&str; 11] = [
    "#ffe69f00",
    "#ff56b4e9",
    "#ff009e73",
    "#fff0e442",
    "#ff0072b2",
    "#ffd55e00",
    "#ff8a5a2b",
    "#ffcc79a7",
    "#ff9467bd",
    "#ff4a4a4a",
    "#ff7f7f7f",
];

/// The text of the project.
pub(crate) fn tiled_project() -> String {
    let mut types = Vec::new();
    let mut add = |mut one: Value| {
        one["id"] = json!(types.len() + 1);
        types.push(one);
    };
    for choice in Choice::ALL {
        let words: Vec<String> = std::iter::once(String::new()).chain(choice.words()).collect();
        add(words_of(choice.name(), json!(words)));
    }
    add(words_of(YES_OR_NO.0, json!(YES_OR_NO.1)));
    add(class(MAP_CLASS, "map", "#ffa0a0a4", &OF_MAP));
    add(class(STOREY_CLASS, "layer", "#ffa0a0a4", &OF_STOREY));
    let mut ground = class(GROUND_CLASS, "tile", "#ffa0a0a4", &OF_GROUND);
    ground["useAs"] = json!(["layer", "tile"]);
    add(ground);
    for (one, colour) in CLASSES.iter().zip(COLOURS) {
        add(class(one.name, "object", colour, &one.offered().collect::<Vec<_>>()));
    }
    let project = json!({
        "automappingRulesFile": "",
        "commands": [],
        "compatibilityVersion": VERSION,
        "extensionsPath": "extensions",
        "folders": ["."],
        "properties": [],
        "propertyTypes": types,
    });
    format!("{project:#}\n")
}

fn words_of(name: &str, words: Value) -> Value {
    json!({ "type": "enum", "name": name, "storageType": "string", "values": words, "valuesAsFlags": false })
}

fn class(name: &str, used_as: &str, colour: &str, keys: &[Key]) -> Value {
    let members: Vec<Value> = keys.iter().map(member).collect();
    json!({ "type": "class", "name": name, "color": colour, "drawFill": true, "members": members, "useAs": [used_as] })
}

fn member(key: &Key) -> Value {
    let (kind, value) = match key.values {
        // A number that is left out is no number: it is written as a text.
        Values::Text | Values::Words | Values::Native | Values::Number(None) | Values::Word(_) | Values::Flag(None) => {
            ("string", json!(""))
        }
        Values::Whole(number) => ("int", json!(number)),
        Values::Number(Some(number)) => ("float", json!(number)),
        Values::Flag(Some(is)) => ("bool", json!(is)),
        Values::Object => ("object", json!(0)),
    };
    let mut member = json!({ "name": key.name, "type": kind, "value": value });
    match key.values {
        Values::Word(choice) => member["propertyType"] = json!(choice.name()),
        Values::Flag(None) => member["propertyType"] = json!(YES_OR_NO.0),
        _ => {}
    }
    member
}
