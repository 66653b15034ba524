//! Completion of a line that is being typed: members, keys, names.

use crate::agent::{Key, StepView, Value};
use crate::lua::api::declare::ShapeName;
use crate::lua::api::natives;
use crate::lua::host::values::key_names;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::evaluate::REQUESTS;
use mlua::Table;
use std::collections::BTreeSet;

/// The most words that are offered.
const MOST: usize = 60;

impl Vm {
    /// The index of the first character to replace, and the words that can replace the rest, in order.
    pub fn complete(&self, view: &StepView, memory: &Value, line: &str) -> (usize, Vec<String>) {
        let chars: Vec<char> = line.chars().collect();
        let is_name = |c: &char| c.is_alphanumeric() || *c == '_';
        let from = chars.iter().rposition(|c| !is_name(c)).map_or(0, |i| i + 1);
        let prefix: String = chars[from..].iter().collect();
        let quoted = chars.iter().filter(|c| matches!(c, '"' | '\'')).count() % 2 == 1;
        let words = if quoted {
            names(view)
        } else {
            let owner = chars[..from].iter().rposition(|c| !is_name(c) && !matches!(c, '.' | ':')).map_or(0, |i| i + 1);
            let owner: String = chars[owner..from].iter().collect();
            self.members(&owner, memory)
        };
        (from, words.into_iter().filter(|w| w.starts_with(&prefix)).take(MOST).collect())
    }

    /// The members of `npc.`, `memory.home.`, `pathfinder.`, or the globals.
    fn members(&self, owner: &str, memory: &Value) -> BTreeSet<String> {
        let methods = || natives::of("npc").map(|f| f.name.to_owned());
        let fields = ShapeName::Npc.shape().fields.iter().map(|f| f.name.to_owned());
        let globals = &self.machine.globals;
        match owner {
            "npc:" => methods().collect(),
            "npc." => fields.collect(),
            "" => {
                let own = ["npc", "memory"].into_iter().chain(REQUESTS).map(str::to_owned);
                keys(globals).into_iter().chain(own).collect()
            }
            path => {
                let path = path.trim_end_matches(['.', ':']);
                let inside = path.strip_prefix("npc.").unwrap_or(path).strip_prefix("memory");
                match inside {
                    Some(rest) => memory_keys(memory, rest),
                    None => globals.raw_get::<Table>(path).map(|t| keys(&t)).unwrap_or_default(),
                }
            }
        }
    }
}

/// States, behaviours, factions: the words in quotes.
fn names(view: &StepView) -> BTreeSet<String> {
    let species = &view.catalogue.species;
    let states = species.iter().flat_map(|s| s.states.iter().map(|state| state.name.clone()));
    states.chain(species.iter().flat_map(|s| [s.name.clone(), s.body.faction.clone()])).collect()
}

fn keys(t: &Table) -> BTreeSet<String> {
    key_names(t).into_iter().filter(|n| !n.starts_with('_')).collect()
}

/// Keys of the table at `.home.list` in a memory.
fn memory_keys(memory: &Value, path: &str) -> BTreeSet<String> {
    let found = path.split('.').filter(|p| !p.is_empty()).try_fold(memory, Value::get);
    let Some(Value::Table(entries)) = found else { return BTreeSet::new() };
    entries.iter().filter(|(k, _)| matches!(k, Key::String(_))).map(|(k, _)| k.to_string()).collect()
}
