//! Tiled's JSON in the shape of its XML.

use super::{Element, MOST_NODES, TreeError, UNKNOWN_LAYER};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt::Write;

/// A value of JSON. A list of numbers is kept as a text with commas, which takes a tenth of the memory: a layer has millions.
enum Json {
    Nothing,
    Flag(bool),
    /// As it is written.
    Number {
        text: String,
        is_whole: bool,
    },
    Text(String),
    Numbers(String),
    List(Vec<Json>),
    /// In the order of the file.
    Object(Vec<(String, Json)>),
}

impl Json {
    fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(map) = self else { return None };
        map.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

/// Reads values, so many at most.
#[derive(Clone, Copy)]
struct Reading<'b>(&'b Cell<u32>);

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Json, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Nothing)
    }

    fn visit_bool<E: Error>(self, is: bool) -> Result<Json, E> {
        Ok(Json::Flag(is))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number { text: number.to_string(), is_whole: true })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number { text: number.to_string(), is_whole: true })
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Ok(Json::Number { text: number.to_string(), is_whole: false })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let (mut numbers, mut others) = (String::new(), Vec::new());
        while let Some(value) = list.next_element_seed(self)? {
            match value {
                Json::Number { text, .. } if others.is_empty() => {
                    let comma = if numbers.is_empty() { "" } else { "," };
                    // A string takes all there is.
                    let _ = write!(numbers, "{comma}{text}");
                }
                other => {
                    self.count()?;
                    others.push(other);
                }
            }
        }
        if others.is_empty() && !numbers.is_empty() {
            return Ok(Json::Numbers(numbers));
        }
        // Numbers before something else are no layer: there are few of them.
        let mut all = Vec::new();
        for text in numbers.split(',').filter(|text| !text.is_empty()) {
            self.count()?;
            all.push(Json::Number { text: text.to_owned(), is_whole: false });
        }
        all.extend(others);
        Ok(Json::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Json, A::Error> {
        let mut map = Vec::new();
        while let Some(key) = from.next_key::<String>()? {
            self.count()?;
            map.push((key, from.next_value_seed(self)?));
        }
        Ok(Json::Object(map))
    }
}

impl Reading<'_> {
    fn count<E: Error>(self) -> Result<(), E> {
        let left = self.0.get().checked_sub(1);
        self.0.set(left.ok_or_else(|| E::custom(TreeError::Many))?);
        Ok(())
    }
}

/// Lists of elements, and what each of them is called in XML. A layer has its own name.
const LISTS: [(&str, &str); 5] =
    [("layers", ""), ("objects", "object"), ("tiles", "tile"), ("tilesets", "tileset"), ("properties", "property")];

impl Element {
    /// Reads JSON whose elements lie no more than `depth` deep.
    ///
    /// # Errors
    /// What is no JSON, or has another shape than Tiled's.
    pub(super) fn read_json(root: &str, text: &str, depth: usize) -> Result<Self, TreeError> {
        let (left, mut from) = (Cell::new(MOST_NODES), serde_json::Deserializer::from_str(text));
        let value = Reading(&left).deserialize(&mut from).map_err(|e| match left.get() {
            0 if e.is_data() => TreeError::Many,
            _ => e.into(),
        })?;
        from.end()?;
        Self::of_json(root, value, depth)
    }

    fn of_json(name: &str, value: Json, depth: usize) -> Result<Self, TreeError> {
        let depth = depth.checked_sub(1).ok_or(TreeError::Deep)?;
        let called = called(name, &value);
        let mut element = Self::new(name);
        let Json::Object(map) = value else {
            element.text = scalar(&value).unwrap_or_default();
            return Ok(element);
        };
        for (key, value) in map {
            element.add(key, value, depth).map_err(|e| e.within(called.as_deref()))?;
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
        Ok(element)
    }

    /// Adds what a key says.
    fn add(&mut self, key: String, value: Json, depth: usize) -> Result<(), TreeError> {
        let list = LISTS.iter().find(|(list, _)| *list == key);
        match (key.as_str(), value) {
            (_, Json::Nothing) => {}
            ("data", value) => {
                let data = Self::new("data");
                self.children.push(match value {
                    Json::Numbers(text) => Self { text, ..data }.with("encoding", "csv"),
                    // What is no number stays, to be reported.
                    Json::List(all) => {
                        let words: Vec<String> =
                            all.iter().map(|one| scalar(one).unwrap_or_else(|| "?".into())).collect();
                        Self { text: words.join(","), ..data }.with("encoding", "csv")
                    }
                    value => Self { text: scalar(&value).unwrap_or_default(), ..data },
                });
            }
            ("chunks", value) => {
                let mut data = Self::new("data");
                for chunk in value.list(&key)? {
                    let mut chunk = Self::of_json("chunk", chunk, depth)?;
                    if let Some(inner) = chunk.children.iter_mut().find(|child| child.name == "data") {
                        chunk.text = std::mem::take(&mut inner.text);
                        data.attributes.extend(std::mem::take(&mut inner.attributes));
                    }
                    data.children.push(chunk);
                }
                self.children.push(data);
            }
            ("value", Json::Object(map)) => {
                let members = map.into_iter().map(|(name, value)| {
                    let kind = kind(&value);
                    let property = Json::Object(vec![("value".to_owned(), value)]);
                    Ok(Self::of_json("property", property, depth)?.with("name", name).with("type", kind))
                });
                let members = members.collect::<Result<Vec<_>, TreeError>>()?;
                self.children.push(Self::new("properties").holding(members));
            }
            ("polygon" | "polyline", value) => {
                let coordinate = |point: &Json, key| point.get(key).and_then(scalar).unwrap_or_default();
                let points = value.list(&key)?;
                let pairs = points.iter().map(|p| format!("{},{}", coordinate(p, "x"), coordinate(p, "y")));
                self.children.push(Self::new(&key).with("points", pairs.collect::<Vec<_>>().join(" ")));
            }
            ("ellipse" | "point" | "capsule", Json::Flag(is)) => {
                self.children.extend(is.then(|| Self::new(&key)));
            }
            (_, value) if list.is_some() => {
                let mut elements = Vec::new();
                for one in value.list(&key)? {
                    let name = list.map(|(_, name)| *name).filter(|name| !name.is_empty());
                    elements.push(Self::of_json(name.unwrap_or(layer_name(&one)), one, depth)?);
                }
                if key == "properties" {
                    elements = vec![Self::new("properties").holding(elements)];
                }
                self.children.extend(elements);
            }
            ("name" | "class" | "type", Json::Numbers(_) | Json::List(_) | Json::Object(_)) => {
                return Err(TreeError::Shape { within: Vec::new(), key, wanted: "a string" });
            }
            (_, value) => {
                self.attributes.insert(key.clone(), scalar(&value).unwrap_or_else(|| "a list or an object".into()));
                if let Json::Object(_) = value {
                    self.children.push(Self::of_json(&key, value, depth)?);
                }
            }
        }
        Ok(())
    }
}

impl Json {
    /// The objects of a list.
    fn list(self, key: &str) -> Result<Vec<Self>, TreeError> {
        let wrong = || TreeError::Shape {
            within: Vec::new(),
            key: key.chars().take(20).collect(),
            wanted: "a list of objects",
        };
        match self {
            Self::List(all) if all.iter().all(|one| matches!(one, Self::Object(_))) => Ok(all),
            _ => Err(wrong()),
        }
    }
}

/// How messages call an element, where it has a name or a number.
fn called(name: &str, value: &Json) -> Option<String> {
    let word = |key: &str| value.get(key).and_then(scalar).map(|word| word.escape_debug().to_string());
    match name {
        "object" => Some(format!("object {}", word("id").unwrap_or_default())),
        "layer" | "objectgroup" | "imagelayer" | UNKNOWN_LAYER => {
            Some(format!("layer '{}'", word("name").unwrap_or_default()))
        }
        "group" => Some(format!("group '{}'", word("name").unwrap_or_default())),
        "tileset" => Some(format!("tileset '{}'", word("source").or(word("name")).unwrap_or_default())),
        "tile" => Some(format!("tile {}", word("id").unwrap_or_default())),
        _ => None,
    }
}

/// What XML calls a layer of JSON.
fn layer_name(layer: &Json) -> &'static str {
    match layer.get("type") {
        Some(Json::Text(kind)) if kind == "tilelayer" => "layer",
        Some(Json::Text(kind)) if kind == "objectgroup" => "objectgroup",
        Some(Json::Text(kind)) if kind == "imagelayer" => "imagelayer",
        Some(Json::Text(kind)) if kind == "group" => "group",
        _ => UNKNOWN_LAYER,
    }
}

/// A value as XML writes it; none for lists.
fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::Text(text) | Json::Number { text, .. } => Some(text.clone()),
        Json::Flag(is) => Some(is.to_string()),
        Json::Nothing | Json::Numbers(_) | Json::List(_) | Json::Object(_) => None,
    }
}

/// The type of a member of a class, which JSON does not say.
fn kind(value: &Json) -> &'static str {
    match value {
        Json::Flag(_) => "bool",
        Json::Number { is_whole: true, .. } => "int",
        Json::Number { .. } => "float",
        Json::Object(_) => "class",
        _ => "string",
    }
}
