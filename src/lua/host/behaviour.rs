//! A behaviour's table, checked and turned into data.

mod body;
mod keys;

use crate::agent::{Handler, HandlerSet, Species, StateSpec, Symbols};
use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::api::behaviour::{MIGRATION, is_handler, keys};
use crate::lua::host::values::kind_name;
use crate::lua::source::key_places::KeyPlaces;
use crate::lua::source::mods::behaviour_name;
use mlua::{Function, Table, Value};

/// The functions of one state, in the order of `Handler::ALL`.
pub type Handlers = [Option<Function>; Handler::ALL.len()];

/// Checks what a file below `npc/` returned.
pub struct Reader<'a> {
    /// As shown to people.
    pub file: &'a str,
    /// The file's name without folder and ending: what the behaviour must be called.
    pub stem: &'a str,
    pub places: &'a KeyPlaces,
    pub faults: Vec<Diagnostic>,
    /// Keys that are misspelt in what was read: not missing too.
    pub meant: Vec<String>,
}

impl<'a> Reader<'a> {
    /// For the file at a path inside its mod.
    pub fn new(path: &'a str, file: &'a str, places: &'a KeyPlaces) -> Self {
        let stem = behaviour_name(path).unwrap_or(path);
        Self { file, stem, places, faults: Vec::new(), meant: Vec::new() }
    }

    fn fault(&mut self, path: &str, message: String, hint: Option<String>) {
        let (line, column) = self.places.key(path);
        let mut d = Diagnostic::error(self.file, message).at(line, column);
        d.hint = hint;
        self.faults.push(d);
    }

    /// As `fault`, where the value is to blame and not its key.
    fn bad_value(&mut self, path: &str, message: String, hint: Option<String>) {
        let (line, column) = self.places.value(path);
        let mut d = Diagnostic::error(self.file, message).at(line, column);
        d.hint = hint;
        self.faults.push(d);
    }

    /// The species a table describes; `None` when nothing sensible could be read. Faults are collected either way.
    pub fn species(&mut self, value: &Value, symbols: &mut Symbols) -> Option<Species> {
        let Value::Table(t) = value else {
            if value.is_nil() && self.places.describe_a_behaviour() {
                let hint = "write: return behaviour { … }";
                self.fault("", "the behaviour is described but not returned".into(), Some(hint.into()));
                return None;
            }
            let hint = "a file below npc/ ends with: return behaviour { name = …, start = …, states = { … } }";
            self.fault("", format!("returns {}, not a behaviour", kind_name(value)), Some(hint.into()));
            return None;
        };
        self.known_keys("", t, &keys(), "a behaviour");
        let name = self.text(t, "name", &format!("name = \"{}\"", self.stem)).unwrap_or_default();
        if !name.is_empty() && name != self.stem {
            let hint = format!("a file and its behaviour have the same name: name = \"{}\"", self.stem);
            self.bad_value("name", format!("the behaviour is called '{name}'"), Some(hint));
        }
        let body = self.body(t);
        let states = self.states(t, symbols);
        let first = states.first().map_or("rest", |s| s.name.as_str());
        let start = self.text(t, "start", &format!("start = \"{first}\"")).unwrap_or_default();
        if !start.is_empty() && !states.is_empty() && !states.iter().any(|s| s.name == start) {
            let hint = did_you_mean(&start, states.iter().map(|s| s.name.as_str()));
            self.bad_value("start", format!("there is no state '{start}' to start in"), hint);
        }
        match t.raw_get::<Value>(MIGRATION) {
            Ok(Value::Function(_) | Value::Nil) | Err(_) => {}
            Ok(other) => self.bad_value(MIGRATION, format!("on_reload is {}, not a function", kind_name(&other)), None),
        }
        let faction = symbols.intern(&body.faction);
        Some(Species {
            symbol: symbols.intern(&name),
            start: symbols.intern(&start),
            name,
            faction,
            body,
            states,
            file: self.file.to_owned(),
        })
    }

    fn states(&mut self, t: &Table, symbols: &mut Symbols) -> Vec<StateSpec> {
        let mut states = Vec::new();
        let hint = Some("write: states = { rest = { tick = function(npc) … end } }".to_owned());
        let all = match t.raw_get::<Value>("states") {
            Ok(Value::Table(all)) => all,
            Ok(Value::Nil) | Err(_) => {
                if !self.meant.iter().any(|m| m == "states") {
                    self.fault("states", "states is missing".into(), hint);
                }
                return states;
            }
            Ok(other) => {
                self.bad_value("states", format!("states is {}, not a table of states", kind_name(&other)), hint);
                return states;
            }
        };
        for (key, value) in sorted(&all) {
            let path = format!("states.{key}");
            match value {
                Value::Table(state) => states.push(self.state(&path, &key, &state, symbols)),
                other => {
                    let hint = match is_handler(&key) {
                        true => format!("a handler belongs in a state: rest = {{ {key} = function(npc) … end }}"),
                        false => format!("write: {key} = {{ tick = function(npc) … end }}"),
                    };
                    self.bad_value(
                        &path,
                        format!("state '{key}' is {}, not a table of handlers", kind_name(&other)),
                        Some(hint),
                    )
                }
            }
        }
        if states.is_empty() && self.faults.is_empty() {
            self.fault("states", "a behaviour needs at least one state".into(), None);
        }
        states
    }

    fn state(&mut self, path: &str, name: &str, t: &Table, symbols: &mut Symbols) -> StateSpec {
        let names = Handler::ALL.map(Handler::name);
        self.known_keys(path, t, &names, "a state");
        let mut handlers = HandlerSet::default();
        for h in Handler::ALL {
            match t.raw_get::<Value>(h.name()) {
                Ok(Value::Function(_)) => handlers.insert(h),
                Ok(Value::Nil) | Err(_) => {}
                Ok(other) => {
                    let path = format!("{path}.{}", h.name());
                    let hint = format!("write: {} = function(npc) … end", h.name());
                    self.bad_value(&path, format!("{} is {}, not a function", h.name(), kind_name(&other)), Some(hint));
                }
            }
        }
        StateSpec { name: name.to_owned(), symbol: symbols.intern(name), handlers }
    }

    fn text(&mut self, t: &Table, key: &str, example: &str) -> Option<String> {
        match t.raw_get::<Value>(key) {
            Ok(Value::String(s)) => Some(s.to_string_lossy()),
            Ok(Value::Nil) | Err(_) => {
                if !self.meant.iter().any(|m| m == key) {
                    self.fault(key, format!("{key} is missing"), Some(format!("write: {example}")));
                }
                None
            }
            Ok(other) => {
                self.bad_value(
                    key,
                    format!("{key} is {}, not a string", kind_name(&other)),
                    Some(format!("write: {example}")),
                );
                None
            }
        }
    }
}

/// Entries in order of name; keys that are no strings appear as what they print as.
fn sorted(t: &Table) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = t
        .pairs::<Value, Value>()
        .filter_map(|p| p.ok())
        .map(|(k, v)| (crate::lua::host::values::key_name(&k), v))
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// The functions of every state, by name, of a table that [`Reader::species`] found no fault with.
pub fn handlers(behaviour: &Table) -> mlua::Result<Vec<(String, Handlers)>> {
    let states: Table = behaviour.raw_get("states")?;
    let mut all = Vec::new();
    for (name, value) in sorted(&states) {
        let Value::Table(state) = value else { continue };
        let mut functions: Handlers = Default::default();
        for h in Handler::ALL {
            functions[h as usize] = state.raw_get(h.name())?;
        }
        all.push((name, functions));
    }
    Ok(all)
}

/// The function `on_reload`, if the behaviour has one.
pub fn migration(behaviour: &Table) -> mlua::Result<Option<Function>> {
    behaviour.raw_get(MIGRATION)
}
