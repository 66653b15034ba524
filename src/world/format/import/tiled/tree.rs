//! Tiled's files as a tree of elements: its XML as it is, its JSON in the same shape.

use std::collections::BTreeMap;

/// How deep elements may lie in each other: groups of layers, classes of properties.
const MOST_DEPTH: usize = 64;
/// Elements of a file: a layer with an element for each tile is the largest.
const MOST_ELEMENTS: u32 = 20_000_000;

/// An element with its attributes.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub name: String,
    /// From 1; 0 where the file has none: JSON.
    pub line: u32,
    attributes: BTreeMap<String, String>,
    pub children: Vec<Element>,
    /// What it contains beside elements.
    pub text: String,
}

/// Why a file is no tree.
#[derive(Debug, thiserror::Error)]
pub(super) enum TreeError {
    #[error("this is not UTF-8")]
    NotUtf8,
    #[error("this is not XML: {0}")]
    Xml(#[from] roxmltree::Error),
    #[error("this is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("elements lie in each other more than {MOST_DEPTH} deep")]
    Deep,
}

impl Element {
    /// Reads a file in either form.
    pub(super) fn read(bytes: &[u8], root: &str) -> Result<Self, TreeError> {
        let text = std::str::from_utf8(bytes).map_err(|_| TreeError::NotUtf8)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with(['{', '[']) {
            return Self::of_json(root, &serde_json::from_str(text)?, MOST_DEPTH).ok_or(TreeError::Deep);
        }
        let options = roxmltree::ParsingOptions { nodes_limit: MOST_ELEMENTS, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(text, options)?;
        // Where each line begins: the parser counts from the beginning for each question.
        let lines: Vec<usize> = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect();
        Self::of_xml(document.root_element(), &lines, MOST_DEPTH).ok_or(TreeError::Deep)
    }

    fn of_xml(node: roxmltree::Node, lines: &[usize], depth: usize) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let elements = node.children().filter(roxmltree::Node::is_element);
        Some(Self {
            name: node.tag_name().name().to_owned(),
            line: lines.partition_point(|end| *end < node.range().start) as u32 + 1,
            attributes: node.attributes().map(|a| (a.name().to_owned(), a.value().to_owned())).collect(),
            children: elements.map(|child| Self::of_xml(child, lines, depth)).collect::<Option<_>>()?,
            text: node.children().filter_map(|child| child.is_text().then(|| child.text()).flatten()).collect(),
        })
    }

    /// The attribute of a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// The children of a name.
    pub(super) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child of a name.
    pub(super) fn first(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Takes an attribute away.
    pub(super) fn forget(&mut self, name: &str) {
        self.attributes.remove(name);
    }

    /// What differs from another element: its own attributes and children before the other's.
    pub(super) fn over(&self, other: &Self) -> Self {
        let mut merged = self.clone();
        for (name, value) in &other.attributes {
            merged.attributes.entry(name.clone()).or_insert_with(|| value.clone());
        }
        for child in &other.children {
            match merged.children.iter_mut().find(|own| own.name == child.name) {
                // Properties of the same name are its own.
                Some(own) if child.name == "properties" => {
                    let names: Vec<Option<String>> =
                        own.children.iter().map(|p| p.get("name").map(Into::into)).collect();
                    let missing = child.children.iter().filter(|p| !names.contains(&p.get("name").map(Into::into)));
                    own.children.extend(missing.cloned());
                }
                Some(_) => {}
                None => merged.children.push(child.clone()),
            }
        }
        merged
    }

    fn of_json(name: &str, value: &serde_json::Value, depth: usize) -> Option<Self> {
        use serde_json::Value;
        let depth = depth.checked_sub(1)?;
        let mut element = Self { name: name.to_owned(), ..Self::default() };
        let Value::Object(map) = value else {
            element.text = scalar(value).unwrap_or_default();
            return Some(element);
        };
        for (key, value) in map {
            match (key.as_str(), value) {
                ("layers", Value::Array(all)) => {
                    for layer in all {
                        element.children.push(Self::of_json(layer_name(layer), layer, depth)?);
                    }
                }
                ("data", value) => {
                    let mut data = Self { name: "data".into(), ..Self::default() };
                    match value {
                        Value::Array(numbers) => {
                            data.attributes.insert("encoding".into(), "csv".into());
                            data.text = joined(numbers);
                        }
                        value => data.text = scalar(value).unwrap_or_default(),
                    }
                    element.children.push(data);
                }
                ("chunks", Value::Array(all)) => {
                    let mut data = Self { name: "data".into(), ..Self::default() };
                    for chunk in all {
                        let mut chunk = Self::of_json("chunk", chunk, depth)?;
                        if let Some(inner) = chunk.children.iter_mut().find(|child| child.name == "data") {
                            chunk.text = std::mem::take(&mut inner.text);
                            data.attributes.extend(std::mem::take(&mut inner.attributes));
                        }
                        data.children.push(chunk);
                    }
                    element.children.push(data);
                }
                ("properties", Value::Array(all)) => {
                    let mut list = Self { name: "properties".into(), ..Self::default() };
                    for property in all {
                        list.children.push(Self::of_json("property", property, depth)?);
                    }
                    element.children.push(list);
                }
                ("value", Value::Object(map)) => {
                    let mut list = Self { name: "properties".into(), ..Self::default() };
                    for (name, value) in map {
                        let mut property = Self::of_json("property", &serde_json::json!({ "value": value }), depth)?;
                        property.attributes.insert("name".into(), name.clone());
                        property.attributes.insert("type".into(), kind(value).into());
                        list.children.push(property);
                    }
                    element.children.push(list);
                }
                ("polygon" | "polyline", Value::Array(points)) => {
                    let coordinate = |point: &Value, key| point.get(key).and_then(scalar).unwrap_or_default();
                    let pairs = points.iter().map(|p| format!("{},{}", coordinate(p, "x"), coordinate(p, "y")));
                    let mut shape = Self { name: key.clone(), ..Self::default() };
                    shape.attributes.insert("points".into(), pairs.collect::<Vec<_>>().join(" "));
                    element.children.push(shape);
                }
                ("ellipse" | "point" | "capsule", Value::Bool(is)) => {
                    let shape = Self { name: key.clone(), ..Self::default() };
                    element.children.extend(is.then_some(shape));
                }
                ("objects" | "tiles" | "tilesets", Value::Array(all)) => {
                    for one in all {
                        element.children.push(Self::of_json(&key[..key.len() - 1], one, depth)?);
                    }
                }
                (_, Value::Object(_)) => element.children.push(Self::of_json(key, value, depth)?),
                (_, value) => element.attributes.extend(scalar(value).map(|text| (key.clone(), text))),
            }
        }
        // What XML says of the data, JSON says of the layer.
        let said: Vec<(String, String)> = ["encoding", "compression"]
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), element.attributes.get(name)?.clone())))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        if let Some(data) = element.children.iter_mut().find(|child| child.name == "data") {
            for (name, value) in said {
                data.attributes.entry(name).or_insert(value);
            }
        }
        Some(element)
    }
}

/// What XML calls a layer of JSON.
fn layer_name(layer: &serde_json::Value) -> &'static str {
    match layer.get("type").and_then(serde_json::Value::as_str) {
        Some("tilelayer") => "layer",
        Some("objectgroup") => "objectgroup",
        Some("imagelayer") => "imagelayer",
        Some("group") => "group",
        _ => "layer of an unknown type",
    }
}

/// A value as XML writes it; none for lists.
fn scalar(value: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    Some(match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(true) => "true".into(),
        Value::Bool(false) => "false".into(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    })
}

/// Numbers with commas between them; what is no number stays, to be reported.
fn joined(numbers: &[serde_json::Value]) -> String {
    let mut text = String::with_capacity(numbers.len() * 3);
    for number in numbers {
        if !text.is_empty() {
            text.push(',');
        }
        text += &number.to_string();
    }
    text
}

/// The type of a member of a class, which JSON does not say.
fn kind(value: &serde_json::Value) -> &'static str {
    use serde_json::Value;
    match value {
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() || number.is_u64() => "int",
        Value::Number(_) => "float",
        Value::Object(_) => "class",
        _ => "string",
    }
}
