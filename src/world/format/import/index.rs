//! All objects of a map, by number and by name: where portals and markers lead to.

use super::classes::Found;
use std::collections::{BTreeMap, BTreeSet};
use toml::Value;

/// An object, and the name of its storey: `None` on the ground.
pub(super) type Indexed<'a> = (&'a Found, Option<&'a str>);

/// The objects of all planes by number and by name: where portals and markers lead to.
pub(super) struct Index<'a> {
    by_id: BTreeMap<&'a str, Indexed<'a>>,
    /// Of one name the first.
    by_name: BTreeMap<&'a str, Indexed<'a>>,
    /// The numbers of those that a portal leads to.
    led_to: BTreeSet<&'a str>,
}

impl<'a> Index<'a> {
    pub(super) fn of(planes: impl Iterator<Item = (&'a [Found], Option<&'a str>)>) -> Self {
        let all: Vec<Indexed> = planes.flat_map(|(found, storey)| found.iter().map(move |one| (one, storey))).collect();
        let (mut by_id, mut by_name) = (BTreeMap::new(), BTreeMap::new());
        for &(one, storey) in &all {
            by_id.insert(one.id.as_str(), (one, storey));
            by_name.entry(one.name.as_str()).or_insert((one, storey));
        }
        let mut index = Self { by_id, by_name, led_to: BTreeSet::new() };
        let ends = all.iter().filter_map(|(one, _)| index.find(one.properties.get("to")?));
        index.led_to = ends.map(|(end, _)| end.id.as_str()).collect();
        index
    }

    /// Whether a portal leads to an object.
    pub(super) fn is_led_to(&self, object: &Found) -> bool {
        self.led_to.contains(object.id.as_str())
    }

    /// The object that a property names: by number, or by name.
    pub(super) fn find(&self, value: &Value) -> Option<&Indexed<'a>> {
        match value {
            Value::Integer(id) => self.by_id.get(id.to_string().as_str()),
            Value::String(name) => self.by_id.get(name.as_str()).or_else(|| self.by_name.get(name.as_str())),
            _ => None,
        }
    }
}
