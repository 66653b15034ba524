//! Where the keys of a behaviour's table are written.

use crate::lua::source::tree::{ExprId, Key, Kind, Place, Tree};
use std::collections::BTreeMap;

/// Lines and columns of the keys of the table given to `behaviour`, and of the values under them, by the path to the key:
/// `body.radius`, `states.rest.tick`; the path of the table itself is empty. Entries without a name go by their number.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyPlaces(BTreeMap<String, [(u32, u32); 2]>);

impl KeyPlaces {
    /// The keys of the tables in a file that are written in a call of `behaviour` or `extend`.
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut places = Self::default();
        for e in &tree.exprs {
            if let Kind::Call { callee, args } = &e.kind
                && matches!(tree.name_of(*callee), Some("behaviour" | "extend"))
            {
                places.keep(String::new(), [tree.at(*callee); 2]);
                args.first().into_iter().for_each(|table| places.add(tree, "", *table));
            }
        }
        places
    }

    fn keep(&mut self, path: String, key_and_value: [Place; 2]) {
        self.0.entry(path).or_insert(key_and_value.map(|at| (at.line, at.column)));
    }

    fn add(&mut self, tree: &Tree, prefix: &str, table: ExprId) {
        let mut unnamed = 0;
        for entry in tree.entries(table).into_iter().flatten() {
            let inside = |name: &str| if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
            match &entry.key {
                Key::Name(name) => {
                    self.keep(inside(name), [entry.at, tree.begin(entry.value)]);
                    self.add(tree, &inside(name), entry.value);
                }
                Key::None => {
                    unnamed += 1;
                    self.keep(inside(&unnamed.to_string()), [entry.at; 2]);
                }
                Key::Computed(_) => {}
            }
        }
    }

    /// Whether the file calls `behaviour`.
    pub(crate) fn describe_a_behaviour(&self) -> bool {
        self.0.contains_key("")
    }

    /// The place of a key, else of the nearest key around it, else (1, 1).
    pub(crate) fn key(&self, path: &str) -> (u32, u32) {
        let paths = std::iter::successors(Some(path), |path| Some(path.rsplit_once('.')?.0));
        let mut paths = paths.chain([""]);
        paths.find_map(|path| self.0.get(path)).map_or((1, 1), |at| at[0])
    }

    /// The place of the value under a key, else of the key.
    pub(crate) fn value(&self, path: &str) -> (u32, u32) {
        self.0.get(path).map_or_else(|| self.key(path), |at| at[1])
    }
}
