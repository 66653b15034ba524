//! A behaviour's table, checked and turned into data.

mod body;
mod keys;
mod settings;

use crate::agent::{Handler, MOODS, MOST_NAMES, Mood, Species, StateSpec, Symbols};
use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::analysis::infer::File;
use crate::lua::api::behaviour::{MIGRATION, MOOD, NOT_RETURNED};
use crate::lua::api::declare::ShapeName;
use crate::lua::api::domain::Domain;
use crate::lua::host::values::{entries, key_name, kind_name};
use crate::lua::source::key_places::KeyPlaces;
use crate::lua::source::mods::{ModSet, behaviour_name};
use crate::world::Movement;
use mlua::{Function, Table, Value};
use std::collections::BTreeMap;

/// Snapshots count the creatures in each state.
const MOST_STATES: usize = 256;

/// What mods declare and bodies name.
pub(crate) struct Declared<'a> {
    /// The movement classes there are.
    movements: &'a [Movement],
    /// The names of the layers of influence.
    layers: Vec<&'a str>,
}

impl<'a> Declared<'a> {
    pub(crate) fn of(mods: &'a ModSet, movements: &'a [Movement]) -> Self {
        Self { movements, layers: mods.influence().map(|layer| layer.name.as_str()).collect() }
    }
}

/// The species that the files below `npc/` describe, by what every file returned; adds what is wrong with their tables.
pub(crate) fn species(
    files: &[File],
    returned: &BTreeMap<String, Value>,
    symbols: &mut Symbols,
    declared: &Declared,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Species> {
    let mut all = Vec::new();
    for file in files {
        let (Some(stem), Some(value)) = (behaviour_name(&file.path), returned.get(&file.path)) else { continue };
        let places = KeyPlaces::of(&file.tree);
        let (faults_of, meant) = (Vec::new(), Vec::new());
        let mut reader = Reader { file: &file.label, stem, places: &places, declared, faults: faults_of, meant };
        let left_out = symbols.left_out();
        all.extend(reader.species(value, symbols));
        if symbols.left_out() > left_out {
            let message = format!("behaviours, states and factions have more than {MOST_NAMES} names since the start");
            reader.fault(
                "states",
                message,
                Some("use fewer; those of earlier versions count until the program ends".into()),
            );
        }
        faults.append(&mut reader.faults);
    }
    all
}

/// Checks what a file below `npc/` returned.
struct Reader<'a> {
    /// As shown to people.
    file: &'a str,
    /// The file's name without folder and ending: what the behaviour must be called.
    stem: &'a str,
    places: &'a KeyPlaces,
    declared: &'a Declared<'a>,
    faults: Vec<Diagnostic>,
    /// Keys that are misspelt in what was read: not missing too.
    meant: Vec<String>,
}

impl Reader<'_> {
    fn fault(&mut self, path: &str, message: String, hint: Option<String>) {
        self.fault_at(self.places.key(path), message, hint);
    }

    /// As `fault`, where the value is to blame and not its key.
    fn bad_value(&mut self, path: &str, message: String, hint: Option<String>) {
        self.fault_at(self.places.value(path), message, hint);
    }

    fn fault_at(&mut self, (line, column): (u32, u32), message: String, hint: Option<String>) {
        self.faults.push(Diagnostic { hint, ..Diagnostic::error(self.file, message).at(line, column) });
    }

    /// The species a table describes; `None` when nothing sensible could be read. Faults are collected either way.
    fn species(&mut self, value: &Value, symbols: &mut Symbols) -> Option<Species> {
        let Value::Table(t) = value else {
            if value.is_nil() && self.places.describe_a_behaviour() {
                self.fault("", NOT_RETURNED.0.into(), Some(NOT_RETURNED.1.into()));
                return None;
            }
            let hint = "a file below npc/ ends with: return behaviour { name = …, start = …, states = { … } }";
            self.fault("", format!("returns {}, not a behaviour", kind_name(value)), Some(hint.into()));
            return None;
        };
        self.known_keys("", t, &ShapeName::Behaviour.names(), "a behaviour");
        let name = self.string(t, "name", self.stem);
        if !name.is_empty() && name != self.stem {
            let hint = format!("a file and its behaviour have the same name: name = \"{}\"", self.stem);
            self.bad_value("name", format!("the behaviour is called '{name}'"), Some(hint));
        }
        let (body, moves) = self.body(t);
        let states = self.states(t, symbols);
        let settings = self.settings(t);
        let first = states.first().map_or("rest", |s| s.name.as_str());
        let start = self.string(t, "start", first);
        if !start.is_empty() && !states.is_empty() && !states.iter().any(|s| s.name == start) {
            let hint = did_you_mean(&start, states.iter().map(|s| s.name.as_str()));
            self.bad_value("start", format!("there is no state '{start}' to start in"), hint);
        }
        if let Some(other) = entry(t, MIGRATION).filter(|v| !v.is_function()) {
            self.mistyped(MIGRATION, MIGRATION, &other, "a function", None);
        }
        let faction = symbols.intern(&body.faction);
        Some(Species {
            symbol: symbols.intern(&name),
            start: symbols.intern(&start),
            name,
            faction,
            body,
            moves,
            states,
            settings,
            file: self.file.to_owned(),
        })
    }

    fn states(&mut self, t: &Table, symbols: &mut Symbols) -> Vec<StateSpec> {
        let mut states = Vec::new();
        let hint = "write: states = { rest = { tick = function(npc) … end } }".to_owned();
        let all = self.required(t, "states", "a table of states", hint, |v| v.as_table().cloned());
        let Some(all) = all else { return states };
        let all = self.named("states", &all);
        if all.len() > MOST_STATES {
            self.fault("states", format!("a behaviour has at most {MOST_STATES} states, not {}", all.len()), None);
            return states;
        }
        for (key, value) in all {
            let path = format!("states.{key}");
            match value {
                Value::Table(state) => states.push(self.state(&path, &key, &state, symbols)),
                other => {
                    let hint = match Handler::named(&key) {
                        Some(_) => format!("a handler belongs in a state: rest = {{ {key} = function(npc) … end }}"),
                        None => format!("write: {key} = {{ tick = function(npc) … end }}"),
                    };
                    self.mistyped(&path, &format!("state '{key}'"), &other, "a table of handlers", Some(hint));
                }
            }
        }
        if states.is_empty() && self.faults.is_empty() {
            self.fault("states", "a behaviour needs at least one state".into(), None);
        }
        states
    }

    /// The entries of a table of named things, in order of name; numbers appear as they print. Other keys are a fault, and so
    /// are two that read the same: they would come in an order that depends on addresses.
    fn named(&mut self, field: &str, t: &Table) -> Vec<(String, Value)> {
        let (mut all, mut other) = (Vec::new(), None::<&'static str>);
        for (key, value) in t.pairs::<Value, Value>().flatten() {
            match key {
                Value::String(_) | Value::Number(_) | Value::Integer(_) => all.push((key_name(&key), value)),
                _ => other = other.max(Some(kind_name(&key))),
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        if let Some(kind) = other {
            self.fault(field, format!("the keys of '{field}' are names, not of type {kind}"), None);
        }
        if let Some(twice) = all.windows(2).find(|w| w[0].0 == w[1].0) {
            self.fault(field, format!("two keys of '{field}' read '{}'", twice[0].0), None);
        }
        all
    }

    fn state(&mut self, path: &str, name: &str, t: &Table, symbols: &mut Symbols) -> StateSpec {
        self.known_keys(path, t, &ShapeName::State.names(), "a state");
        for name in Handler::ALL.map(Handler::name) {
            if let Some(other) = entry(t, name).filter(|v| !v.is_function()) {
                let hint = format!("write: {name} = function(npc) … end");
                self.mistyped(&format!("{path}.{name}"), name, &other, "a function", Some(hint));
            }
        }
        StateSpec { name: name.to_owned(), symbol: symbols.intern(name), mood: self.mood(path, t) }
    }

    fn mood(&mut self, path: &str, t: &Table) -> Option<Mood> {
        let (value, path) = (entry(t, MOOD.name)?, format!("{path}.{}", MOOD.name));
        let Value::String(word) = &value else {
            self.mistyped(&path, MOOD.name, &value, "a string", Some("write: mood = \"attack\"".into()));
            return None;
        };
        let word = word.to_string_lossy();
        let known = MOODS.contains(&word.as_str());
        if !known {
            self.bad_value(&path, Domain::Mood.no_such(&word), did_you_mean(&word, MOODS));
        }
        word.parse().ok().filter(|_| known)
    }

    /// A string that every behaviour must have; empty when it has none.
    fn string(&mut self, t: &Table, key: &str, example: &str) -> String {
        let hint = format!("write: {key} = \"{example}\"");
        let string = |v: &Value| v.as_string().map(mlua::LuaString::to_string_lossy);
        self.required(t, key, "a string", hint, string).unwrap_or_default()
    }

    /// An entry that every behaviour must have, of the type that `convert` takes.
    fn required<T>(
        &mut self,
        t: &Table,
        key: &str,
        wanted: &str,
        hint: String,
        convert: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = entry(t, key);
        let found = value.as_ref().and_then(convert);
        match value {
            Some(v) if found.is_none() => self.mistyped(key, key, &v, wanted, Some(hint)),
            None if !self.meant.iter().any(|m| m == key) => {
                self.fault(key, format!("{key} is missing"), Some(hint));
            }
            _ => {}
        }
        found
    }

    fn mistyped(&mut self, path: &str, name: &str, v: &Value, wanted: &str, hint: Option<String>) {
        self.bad_value(path, format!("{name} is {}, not {wanted}", kind_name(v)), hint);
    }
}

/// The value of an entry; `None` when there is none.
fn entry(t: &Table, key: &str) -> Option<Value> {
    t.raw_get::<Value>(key).ok().filter(|v| !v.is_nil())
}

/// Entries in order of name; keys that are no strings appear as what they print as.
fn sorted(t: &Table) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = entries(t).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// The functions of every state of a table that [`species`] found no fault with.
pub(crate) fn handlers(behaviour: &Table) -> mlua::Result<Vec<(String, Handler, Function)>> {
    let states: Table = behaviour.raw_get("states")?;
    let mut all = Vec::new();
    for (name, value) in sorted(&states) {
        let Value::Table(state) = value else { continue };
        for h in Handler::ALL {
            all.extend(state.raw_get::<Option<Function>>(h.name())?.map(|f| (name.clone(), h, f)));
        }
    }
    Ok(all)
}
