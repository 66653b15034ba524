//! Custom properties: what designers write beside tiles, layers, objects and the map.

use super::super::draft::Origin;
use super::super::keys::Properties;
use super::reader::Reader;
use crate::world::format::element::Element;
use toml::Value;

/// Why a custom property says nothing. Long names and values are cut off.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum PropertyFault {
    /// It has no name.
    #[error("a property has no name")]
    NoName,
    /// Its value is not of the type that it has.
    #[error("the property '{}' must be {wanted}, not '{}'", .name.escape_debug(), .text.escape_debug())]
    OtherType {
        /// Its name.
        name: String,
        /// What its type asks for.
        wanted: &'static str,
        /// What is written.
        text: String,
    },
}

impl Reader<'_> {
    /// The properties of an element; reports those whose value is not of their type.
    pub(super) fn properties(&self, element: &Element, origin: &Origin) -> Properties {
        let (found, wrong) = properties(element);
        wrong.into_iter().for_each(|fault| self.findings.error(origin, fault.to_string()));
        found
    }
}

/// The properties of an element, and what is wrong with others.
pub(super) fn properties(element: &Element) -> (Properties, Vec<PropertyFault>) {
    let (mut found, mut wrong) = (Properties::new(), Vec::new());
    for property in element.all("properties").flat_map(|list| list.all("property")) {
        match one(property) {
            // An empty string says nothing: an editor shows one where nothing was set.
            Ok((_, Value::String(text))) if text.trim().is_empty() => {}
            Ok((name, value)) => _ = found.insert(name, value),
            Err(fault) => wrong.push(fault),
        }
    }
    (found, wrong)
}

/// A property's name and value.
fn one(property: &Element) -> Result<(String, Value), PropertyFault> {
    let name = property.get("name").ok_or(PropertyFault::NoName)?.to_owned();
    if let Some(members) = property.first("properties") {
        let members = members.all("property").map(one);
        return Ok((name, Value::Table(members.collect::<Result<_, _>>()?)));
    }
    let text = property.get("value").unwrap_or(&property.text);
    let wrong = |wanted| PropertyFault::OtherType {
        name: name.chars().take(40).collect(),
        wanted,
        text: text.chars().take(20).collect(),
    };
    let value = match property.get("type").unwrap_or("string") {
        "bool" => Value::Boolean(text.parse().map_err(|_| wrong("true or false"))?),
        "int" | "object" => Value::Integer(text.parse().map_err(|_| wrong("a whole number"))?),
        "float" => number(text.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| wrong("a number"))?),
        // A list of several lines, or a table, is written as the native format has it.
        _ => written(text).unwrap_or_else(|| Value::String(text.to_owned())),
    };
    Ok((name, value))
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
