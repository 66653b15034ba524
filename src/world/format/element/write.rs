//! Elements as text: Tiled's XML, or its JSON.

use super::Element;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Attributes that Tiled writes first, in its order.
const FIRST: [&str; 9] = ["version", "firstgid", "id", "name", "type", "class", "source", "x", "y"];
/// Attributes that are numbers in JSON.
const NUMBERS: [&str; 18] = [
    "id",
    "x",
    "y",
    "width",
    "height",
    "rotation",
    "tilewidth",
    "tileheight",
    "tilecount",
    "columns",
    "margin",
    "spacing",
    "firstgid",
    "nextlayerid",
    "nextobjectid",
    "gid",
    "offsetx",
    "offsety",
];

impl Element {
    /// The element as an XML file.
    pub(in crate::world::format) fn to_xml(&self) -> String {
        let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        self.write_xml(&mut out, 0);
        out
    }

    /// The attributes in the order in which they are written.
    fn ordered(&self) -> impl Iterator<Item = (&str, &str)> {
        let first = FIRST.iter().filter_map(|name| Some((*name, self.get(name)?)));
        let rest = self.attributes.iter().filter(|(name, _)| !FIRST.contains(&name.as_str()));
        first.chain(rest.map(|(name, value)| (name.as_str(), value.as_str())))
    }

    fn write_xml(&self, out: &mut String, depth: usize) {
        let blanks = " ".repeat(depth);
        // A string takes all there is.
        let _ = write!(out, "{blanks}<{}", self.name);
        let mut text = self.text.as_str();
        for (name, value) in self.ordered() {
            match (self.name.as_str(), name) {
                // What JSON alone says, or says otherwise.
                ("map", "type") => {}
                ("property", "type") if value == "string" => {}
                // Within an attribute a new line is a blank.
                ("property", "value") if value.contains('\n') => text = value,
                _ => _ = write!(out, " {name}=\"{}\"", escaped(value)),
            }
        }
        if self.children.is_empty() && text.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push('>');
        match self.name.as_str() {
            "data" => _ = write!(out, "\n{text}\n"),
            _ => out.push_str(&escaped(text)),
        }
        if !self.children.is_empty() {
            out.push('\n');
            self.children.iter().for_each(|child| child.write_xml(out, depth + 1));
            out.push_str(&blanks);
        }
        let _ = writeln!(out, "</{}>", self.name);
    }

    /// The element as a JSON file.
    pub(in crate::world::format) fn to_json(&self) -> String {
        format!("{}\n", Value::Object(self.json()))
    }

    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        for (name, value) in self.ordered() {
            let one = match (self.name.as_str(), name) {
                ("property", "value") => typed(self.get("type"), value),
                ("map", "infinite") => json!(value == "1"),
                (_, name) if NUMBERS.contains(&name) => number(value),
                _ => json!(value),
            };
            map.insert(name.to_owned(), one);
        }
        if let Some(kind) = layer_type(&self.name) {
            let common = [
                ("type", json!(kind)),
                ("opacity", json!(1)),
                ("visible", json!(true)),
                ("x", json!(0)),
                ("y", json!(0)),
            ];
            map.extend(common.map(|(name, value)| (name.to_owned(), value)));
        }
        for list in ["properties", "tilesets", "layers", "objects", "tiles"] {
            let own: Vec<Value> =
                self.children.iter().filter(|child| list_of(&child.name) == Some(list)).flat_map(entries).collect();
            let is_needed = matches!(
                (self.name.as_str(), list),
                ("map", "layers" | "tilesets") | ("group", "layers") | ("objectgroup", "objects")
            );
            if !own.is_empty() || is_needed {
                map.insert(list.to_owned(), Value::Array(own));
            }
        }
        for child in &self.children {
            match child.name.as_str() {
                "point" => _ = map.insert("point".into(), json!(true)),
                "image" => map.extend(child.json().into_iter().map(|(name, value)| match name.as_str() {
                    "source" => ("image".to_owned(), value),
                    name => (format!("image{name}"), value),
                })),
                "data" if child.get("encoding") == Some("csv") => {
                    let cells = child.text.split(',').map(number).collect();
                    map.insert("data".into(), Value::Array(cells));
                }
                "data" => {
                    map.extend(child.json());
                    map.insert("data".into(), json!(child.text));
                }
                _ => {}
            }
        }
        map
    }
}

/// What JSON calls a layer.
fn layer_type(name: &str) -> Option<&'static str> {
    match name {
        "layer" => Some("tilelayer"),
        "objectgroup" => Some("objectgroup"),
        "group" => Some("group"),
        _ => None,
    }
}

/// The list of JSON that an element is in.
fn list_of(name: &str) -> Option<&'static str> {
    match name {
        "layer" | "objectgroup" | "group" => Some("layers"),
        "properties" => Some("properties"),
        "tileset" => Some("tilesets"),
        "object" => Some("objects"),
        "tile" => Some("tiles"),
        _ => None,
    }
}

/// What an element adds to its list: properties are a list themselves.
fn entries(element: &Element) -> Vec<Value> {
    if element.name == "properties" {
        return element.children.iter().map(|child| Value::Object(child.json())).collect();
    }
    vec![Value::Object(element.json())]
}

fn typed(kind: Option<&str>, value: &str) -> Value {
    match kind {
        Some("bool") => json!(value == "true"),
        Some("int" | "float" | "object") => number(value),
        _ => json!(value),
    }
}

/// A number as it is written; a text where it is none.
fn number(text: &str) -> Value {
    let text = text.trim();
    text.parse::<serde_json::Number>().map_or_else(|_| json!(text), Value::Number)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
