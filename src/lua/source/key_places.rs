//! Where the keys of a behaviour's table are written.

use crate::lua::source::tree::{ExprId, Key, Kind, Tree};
use std::collections::BTreeMap;

/// Lines and columns of the keys of the table given to `behaviour`, and of the values under them, by the path to the key:
/// `body.radius`, `states.rest.tick`. Entries without a name go by their number.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyPlaces {
    /// The path of the table itself is empty.
    keys: BTreeMap<String, (u32, u32)>,
    values: BTreeMap<String, (u32, u32)>,
}

impl KeyPlaces {
    /// The keys of the tables in a file that are written in a call of `behaviour`.
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut places = Self::default();
        for e in &tree.exprs {
            if let Kind::Call { callee, args } = &e.kind
                && tree.name_of(*callee) == Some("behaviour")
            {
                let at = tree.at(*callee);
                places.keys.entry(String::new()).or_insert((at.line, at.column));
                args.first().into_iter().for_each(|table| places.add(tree, "", *table));
            }
        }
        places
    }

    fn add(&mut self, tree: &Tree, prefix: &str, table: ExprId) {
        let mut unnamed = 0;
        for entry in tree.entries(table).into_iter().flatten() {
            let name = match &entry.key {
                Key::Name(name) => name.clone(),
                Key::None => {
                    unnamed += 1;
                    unnamed.to_string()
                }
                Key::Computed(_) => continue,
            };
            let path = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
            self.keys.entry(path.clone()).or_insert((entry.at.line, entry.at.column));
            if entry.key != Key::None {
                let begin = tree.begin(entry.value);
                self.values.entry(path.clone()).or_insert((begin.line, begin.column));
                self.add(tree, &path, entry.value);
            }
        }
    }

    /// Whether the file calls `behaviour`.
    pub(crate) fn describe_a_behaviour(&self) -> bool {
        self.keys.contains_key("")
    }

    /// The place of a key, else of the nearest key around it, else (1, 1).
    pub(crate) fn key(&self, path: &str) -> (u32, u32) {
        let paths = std::iter::successors(Some(path), |path| Some(path.rsplit_once('.')?.0));
        let mut paths = paths.chain([""]);
        paths.find_map(|path| self.keys.get(path).copied()).unwrap_or((1, 1))
    }

    /// The place of the value under a key, else of the key.
    pub(crate) fn value(&self, path: &str) -> (u32, u32) {
        self.values.get(path).copied().unwrap_or_else(|| self.key(path))
    }
}
