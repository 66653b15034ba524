//! The properties that maps of other programs may have, with what their values are: what the readers take, and what Tiled's editor is
//! offered (`export::project`).

use crate::world::format::{boxes, legend};
use crate::world::{GraphKind, Look, Planner, PortalKind};
use std::collections::BTreeMap;
use strum::VariantNames;
use toml::Value;

/// What designers write beside tiles, layers and objects: by name, as values of the native format.
pub(super) type Properties = BTreeMap<String, Value>;

/// The class of groups of Tiled that are storeys, and of its tiles and layers that say what ground they are.
pub(in crate::world::format) const STOREY_CLASS: &str = "storey";
pub(in crate::world::format) const GROUND_CLASS: &str = "ground";

/// From where to where boxes reach where nothing says it, and how thick lines are, metres.
pub(super) const BASE_M: f64 = 0.0;
pub(super) const TOP_M: f64 = 2.5;
pub(super) const LINE_M: f64 = 0.2;
/// How many creatures a spawn has that does not say it.
pub(super) const COUNT: i64 = 1;

/// What the values of a property are. What has a value here has it where the property is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world::format) enum Values {
    /// A text.
    Text,
    /// A whole number.
    Whole(i64),
    /// A number. `None`: no number means the same as none.
    Number(Option<f64>),
    /// Yes or no. `None`: it follows from something else.
    Flag(Option<bool>),
    /// Words with commas between them, or a list of the native format.
    Words,
    /// A number, a list or a table of the native format.
    Native,
    /// Another object.
    Object,
    /// One of some words.
    Word(Choice),
}

/// The words that a property may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::world::format) enum Choice {
    Ground,
    Look,
    ObjectKind,
    PortalKind,
    Planner,
    Graph,
}

impl Choice {
    /// All of them.
    pub(in crate::world::format) const ALL: [Self; 6] =
        [Self::Ground, Self::Look, Self::ObjectKind, Self::PortalKind, Self::Planner, Self::Graph];

    /// What the list is called.
    pub(in crate::world::format) fn name(self) -> &'static str {
        match self {
            Self::Ground => "kind of ground",
            Self::Look => "look",
            Self::ObjectKind => "kind of object",
            Self::PortalKind => "kind of portal",
            Self::Planner => "planner",
            Self::Graph => "graph",
        }
    }

    /// Its words.
    pub(in crate::world::format) fn words(self) -> Vec<String> {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        match self {
            Self::Ground => legend::native().into_iter().map(|kind| kind.name).collect(),
            Self::Look => owned(Look::VARIANTS),
            Self::ObjectKind => owned(&boxes::KINDS),
            Self::PortalKind => owned(PortalKind::VARIANTS),
            Self::Planner => owned(Planner::VARIANTS),
            Self::Graph => owned(GraphKind::VARIANTS),
        }
    }
}

/// A property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world::format) struct Key {
    pub(in crate::world::format) name: &'static str,
    pub(in crate::world::format) values: Values,
}

const fn key(name: &'static str, values: Values) -> Key {
    Key { name, values }
}

/// What tiles, and layers of them, say of their ground.
pub(in crate::world::format) const OF_GROUND: [Key; 9] = [
    key("ground", Values::Word(Choice::Ground)),
    key("walkable", Values::Flag(None)),
    key("opaque", Values::Flag(None)),
    key("cost", Values::Native),
    key("pace", Values::Number(Some(1.0))),
    key("vegetation", Values::Number(Some(0.0))),
    key("look", Values::Word(Choice::Look)),
    key("height", Values::Number(None)),
    key("ignore", Values::Flag(Some(false))),
];

/// What a map says as a whole.
pub(in crate::world::format) const OF_MAP: [Key; 13] = [
    key("name", Values::Text),
    key("resolution", Values::Number(Some(1.0))),
    key("planner", Values::Word(Choice::Planner)),
    key("nav", Values::Native),
    key("crowd", Values::Native),
    key("changes", Values::Native),
    key("influence", Values::Native),
    key("attribution", Values::Text),
    key("empty", Values::Word(Choice::Ground)),
    key("storey", Values::Text),
    key("heights", Values::Text),
    key("vegetation", Values::Text),
    key("water_level", Values::Number(None)),
];

/// What a group says that is a storey.
pub(in crate::world::format) const OF_STOREY: [Key; 4] = [
    key("floor", Values::Number(None)),
    key("heights", Values::Text),
    key("vegetation", Values::Text),
    key("water_level", Values::Number(None)),
];

/// What objects say, but for what their shape says. Of one name the first counts that the class has.
pub(in crate::world::format) const OF_OBJECTS: [Key; 24] = [
    key("name", Values::Text),
    key("behaviour", Values::Text),
    key("count", Values::Whole(COUNT)),
    key("ring", Values::Number(None)),
    key("population", Values::Flag(Some(false))),
    key("respawn", Values::Number(None)),
    key("settings", Values::Native),
    key("roles", Values::Words),
    key("cost", Values::Native),
    key("top", Values::Number(Some(TOP_M))),
    key("open", Values::Flag(Some(false))),
    key("opened_by", Values::Words),
    key("changes", Values::Number(None)),
    key("to", Values::Object),
    key("metres", Values::Number(None)),
    key("seconds", Values::Number(None)),
    key("pace", Values::Number(None)),
    key("pace_back", Values::Number(None)),
    key("one_way", Values::Flag(None)),
    key("only", Values::Words),
    key("base", Values::Number(Some(BASE_M))),
    key("width", Values::Number(Some(LINE_M))),
    key("part_of", Values::Object),
    key("kind", Values::Word(Choice::ObjectKind)),
];

impl Values {
    /// A property's value as the native format has it; `None` where it is left out: an empty text says nothing.
    pub(super) fn read(self, value: &Value) -> Option<Value> {
        let Value::String(text) = value else { return Some(value.clone()) };
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let number = || text.parse::<i64>().map(Value::Integer).or_else(|_| text.parse().map(Value::Float)).ok();
        let read = match self {
            Self::Text | Self::Word(_) => None,
            Self::Whole(_) | Self::Number(_) | Self::Native => number(),
            Self::Flag(_) => text.parse().map(Value::Boolean).ok(),
            Self::Words => Some(Value::Array(text.split(',').map(|word| Value::String(word.trim().into())).collect())),
            Self::Object => number(),
        };
        Some(read.unwrap_or_else(|| value.clone()))
    }
}

/// The value of one of some properties, as the native format has it.
pub(super) fn value(keys: &[Key], name: &str, all: &Properties) -> Option<Value> {
    let key = keys.iter().find(|key| key.name == name)?;
    key.values.read(all.get(name)?)
}
