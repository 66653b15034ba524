//! Custom properties: what designers write beside tiles, layers, objects and the map.

use super::super::classes::Properties;
use super::tree::Element;
use toml::Value;

/// The properties of an element.
pub(super) fn properties(element: &Element) -> Properties {
    let lists = element.all("properties");
    lists.flat_map(|list| list.all("property")).filter_map(one).collect()
}

/// A property's name and value; none where its value is not of its type.
fn one(property: &Element) -> Option<(String, Value)> {
    let name = property.get("name")?.to_owned();
    if let Some(members) = property.first("properties") {
        let members = members.all("property").filter_map(one);
        return Some((name, Value::Table(members.collect())));
    }
    let text = property.get("value").unwrap_or(&property.text);
    let value = match property.get("type").unwrap_or("string") {
        "bool" => Value::Boolean(text.parse().ok()?),
        "int" | "object" => Value::Integer(text.parse().ok()?),
        "float" => number(text.parse().ok()?),
        // A list of several lines, or a table, is written as the native format has it.
        _ => written(text).unwrap_or_else(|| Value::String(text.to_owned())),
    };
    Some((name, value))
}

/// A number; a whole one is written without a point, which keys for counts want.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e9 { Value::Integer(value as i64) } else { Value::Float(value) }
}

/// The value of a text that is a list or a table of the native format: `[1, 2]`, `{ sight = 30 }`.
fn written(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['[', '{']) {
        return None;
    }
    let mut table: toml::Table = toml::from_str(&format!("value = {text}")).ok()?;
    table.remove("value")
}
