//! Every value of a map in JSON, changed in every kind of manner.

use super::case::{Case, Pick, WORDS};
use serde_json::{Value, json};

/// What is put in place of a value.
fn values() -> Vec<Value> {
    let words = WORDS.into_iter().map(Value::from);
    let numbers =
        WORDS.into_iter().filter_map(|word| serde_json::from_str::<serde_json::Number>(word).ok()).map(Value::Number);
    let odd =
        [json!(null), json!(true), json!([]), json!({}), json!([[[]]]), json!({ "a": { "b": [1] } }), json!([-1, "x"])];
    words.chain(numbers).chain(odd).collect()
}

/// The paths to all values of a map.
fn paths(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, one)| paths(one, format!("{at}/{key}"), all)),
        // The first of a list of numbers is like the others.
        Value::Array(list) if list.iter().all(Value::is_number) => {
            all.extend(list.iter().take(1).map(|_| format!("{at}/0")));
        }
        Value::Array(list) => list.iter().enumerate().for_each(|(i, one)| paths(one, format!("{at}/{i}"), all)),
        _ => {}
    }
    if !at.is_empty() {
        all.push(at);
    }
}

/// The layer and the object that a value lies in, but for what it changes itself.
fn named(root: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    if parts.contains(&"tilesets") {
        return found;
    }
    for end in 2..parts.len() {
        let node = root.pointer(&format!("/{}", parts[..end].join("/"))).expect("it is on the path");
        let changed = |key: &str| parts[end] == key && end + 1 == parts.len();
        let word =
            |key: &str| node.get(key).filter(|_| !changed(key)).map(|v| v.as_str().map_or(v.to_string(), Into::into));
        match parts[end - 2] {
            "layers" if node.get("type").is_some_and(|kind| kind == "group") => {}
            "layers" => found = word("name").map(|name| format!("layer '{name}'")).into_iter().collect(),
            "objects" => found.extend(word("id").map(|id| format!("object {id}"))),
            "levels" => found.extend(word("identifier").map(|name| format!("level '{name}'"))),
            "layerInstances" => found.extend(word("__identifier").map(|name| format!("layer '{name}'"))),
            "entityInstances" => found.extend(word("iid")),
            _ => {}
        }
    }
    found
}

/// All changes of one value of a map, and of one key.
pub(crate) fn cases(file: &'static str, text: &str, pick: &mut Pick) -> Vec<Case> {
    let root: Value = serde_json::from_str(text).expect("JSON");
    let (mut all, values) = (Vec::new(), values());
    paths(&root, String::new(), &mut all);
    let mut cases = Vec::new();
    for path in all {
        let named = named(&root, &path);
        let (parent, key) = path.rsplit_once('/').expect("a path");
        for value in values.iter().filter(|_| pick.next()) {
            let mut with = root.clone();
            *with.pointer_mut(&path).expect("a value") = value.clone();
            cases.push(Case::new(format!("{path} = {value}"), file, with.to_string()).naming(named.clone()));
        }
        if !pick.next() {
            continue;
        }
        let mut without = root.clone();
        match without.pointer_mut(parent).expect("a parent") {
            Value::Object(map) => _ = map.remove(key),
            Value::Array(list) => _ = list.remove(key.parse().expect("a number")),
            _ => unreachable!("only these have children"),
        }
        cases.push(Case::new(format!("{path} missing"), file, without.to_string()).naming(named));
    }
    cases
}
