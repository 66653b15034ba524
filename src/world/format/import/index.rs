//! All objects of a map, by number and by name: where portals and markers lead to.

use super::classes::Found;
use std::collections::BTreeMap;
use toml::Value;

/// An object, and the name of its storey: `None` on the ground.
pub(super) type Indexed<'a> = (&'a Found, Option<&'a str>);

/// The objects of all planes by number and by name: where portals and markers lead to.
pub(super) struct Index<'a> {
    by_id: BTreeMap<&'a str, Indexed<'a>>,
    /// Of one name the first.
    by_name: BTreeMap<&'a str, Indexed<'a>>,
}

impl<'a> Index<'a> {
    pub(super) fn of(planes: impl Iterator<Item = (&'a [Found], Option<&'a str>)>) -> Self {
        let all = planes.flat_map(|(found, storey)| found.iter().map(move |one| (one, storey)));
        let (mut by_id, mut by_name) = (BTreeMap::new(), BTreeMap::new());
        for (one, storey) in all {
            by_id.insert(one.id.as_str(), (one, storey));
            by_name.entry(one.name.as_str()).or_insert((one, storey));
        }
        Self { by_id, by_name }
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
