//! A behaviour's table, checked and turned into data.

use super::api::kind_name;
use super::lint::Lint;
use crate::agent::{BodySpec, Handler, HandlerSet, Species, StateSpec, Symbols};
use crate::diag::{Diagnostic, did_you_mean, nearest};
use mlua::{Function, Table, Value};

/// The functions of one state, in the order of `Handler::ALL`.
pub type Handlers = [Option<Function>; Handler::ALL.len()];

pub const KEYS: [&str; 5] = ["name", "body", "start", "states", MIGRATION];

/// `on_reload(npc, old_version)` brings memory that an older version wrote into the form that this one reads.
pub const MIGRATION: &str = "on_reload";

/// Checks what a file below `npc/` returned.
pub struct Reader<'a> {
    /// As shown to people.
    pub file: &'a str,
    /// The file's name without folder and ending: what the behaviour must be called.
    pub stem: &'a str,
    pub lint: &'a Lint,
    pub faults: Vec<Diagnostic>,
    /// Keys that are misspelt in what was read: not missing too.
    pub meant: Vec<String>,
}

impl Reader<'_> {
    fn fault(&mut self, path: &str, message: String, hint: Option<String>) {
        let (line, column) = self.lint.place(path);
        let mut d = Diagnostic::error(self.file, message).at(line, column);
        d.hint = hint;
        self.faults.push(d);
    }

    /// As `fault`, where the value is to blame and not its key.
    fn bad_value(&mut self, path: &str, message: String, hint: Option<String>) {
        let (line, column) = self.lint.values.get(path).copied().unwrap_or_else(|| self.lint.place(path));
        let mut d = Diagnostic::error(self.file, message).at(line, column);
        d.hint = hint;
        self.faults.push(d);
    }

    /// The species a table describes; `None` when nothing sensible could be read. Faults are collected either way.
    pub fn species(&mut self, value: &Value, symbols: &mut Symbols) -> Option<Species> {
        let Value::Table(t) = value else {
            if value.is_nil() && self.lint.keys.contains_key("") {
                let hint = "write: return behaviour { … }";
                self.fault("", "the behaviour is described but not returned".into(), Some(hint.into()));
                return None;
            }
            let hint = "a file below npc/ ends with: return behaviour { name = …, start = …, states = { … } }";
            self.fault("", format!("returns {}, not a behaviour", kind_name(value)), Some(hint.into()));
            return None;
        };
        self.known_keys("", t, &KEYS, "a behaviour");
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
                    let handler = Handler::ALL.iter().any(|h| h.name() == key);
                    let hint = match handler {
                        true => format!("a handler stands in its state: rest = {{ {key} = function(npc) … end }}"),
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

    fn body(&mut self, t: &Table) -> BodySpec {
        let mut body = BodySpec { glyph: self.stem.chars().next().unwrap_or('?'), ..BodySpec::default() };
        let given = match t.raw_get::<Value>("body") {
            Ok(Value::Table(b)) => b,
            Ok(Value::Nil) | Err(_) => return body,
            Ok(other) => {
                let hint = "write: body = { radius = 0.5, speed = 4, health = 20 }";
                self.bad_value("body", format!("body is {}, not a table", kind_name(&other)), Some(hint.into()));
                return body;
            }
        };
        let mut numbers = body_numbers(&mut body);
        self.known_keys("body", &given, &body_keys(), "a body");
        for (name, low, high, field) in &mut numbers {
            match given.raw_get::<Value>(*name) {
                Ok(Value::Nil) | Err(_) => {}
                Ok(v) => match v.as_f64().or(v.as_integer().map(|i| i as f64)) {
                    Some(n) if (f64::from(*low)..=f64::from(*high)).contains(&n) => **field = n as f32,
                    Some(n) => self.bad_value(
                        &format!("body.{name}"),
                        format!("body.{name} is {n}; it must lie between {low} and {high}"),
                        Some(format!("between {low} and {high}; usual is {name} = {}", **field)),
                    ),
                    None => self.bad_value(
                        &format!("body.{name}"),
                        format!("body.{name} is {}, not a number", kind_name(&v)),
                        Some(match v.as_string().and_then(|s| s.to_string_lossy().trim().parse::<f64>().ok()) {
                            Some(n) => format!("without quotes: {name} = {n}"),
                            None => format!("for example {name} = {}", **field),
                        }),
                    ),
                },
            }
        }
        if let Some(faction) = self.body_text(&given, "faction") {
            body.faction = faction;
        }
        if let Some(glyph) = self.body_text(&given, "glyph") {
            match (glyph.chars().next(), glyph.chars().count()) {
                (Some(c), 1) if !c.is_control() && !c.is_whitespace() => body.glyph = c,
                _ => self.bad_value(
                    "body.glyph",
                    format!("body.glyph is '{glyph}'; it must be one visible letter"),
                    glyph.trim().chars().next().map(|c| format!("for example glyph = \"{c}\"")),
                ),
            }
        }
        body
    }

    fn body_text(&mut self, t: &Table, key: &str) -> Option<String> {
        match t.raw_get::<Value>(key) {
            Ok(Value::String(s)) if !s.as_bytes().is_empty() => Some(s.to_string_lossy()),
            Ok(Value::Nil) | Err(_) => None,
            Ok(other) => {
                let example = if key == "faction" { "faction = \"prey\"" } else { "glyph = \"w\"" };
                let message = format!("body.{key} is {}, not a word", kind_name(&other));
                self.bad_value(&format!("body.{key}"), message, Some(format!("for example {example}")));
                None
            }
        }
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

    fn known_keys(&mut self, path: &str, t: &Table, known: &[&'static str], owner: &str) {
        for (key, _) in sorted(t) {
            if !known.contains(&key.as_str()) {
                let full = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                // What is there already was not meant.
                let absent = || known.iter().copied().filter(|k| !t.contains_key(*k).unwrap_or(false));
                let meant = nearest(&key, absent()).or_else(|| key_in_spirit(&key, known));
                self.meant.extend(meant.map(str::to_owned));
                let hint = match meant {
                    None if key.parse::<u32>().is_ok() => {
                        Some("what stands here has no name: write name = value, and 6.2 with a dot".into())
                    }
                    Some(near) => Some(format!("did you mean '{near}'?")),
                    None => did_you_mean(&key, known.iter().copied()).or_else(|| misplaced(&key)),
                };
                let what = match key.parse::<u32>() {
                    Ok(_) => format!("{owner} has only entries with names"),
                    Err(_) => format!("{owner} has no '{key}'"),
                };
                self.fault(&full, what, hint);
            }
        }
    }
}

/// All that a body may say.
pub fn body_keys() -> Vec<&'static str> {
    body_numbers(&mut BodySpec::default()).iter().map(|n| n.0).chain(["faction", "glyph"]).collect()
}

/// What other games call a key.
fn key_in_spirit(key: &str, known: &[&'static str]) -> Option<&'static str> {
    let plain = key.to_lowercase().replace('_', "");
    let meant = match plain.trim_start_matches("on") {
        "stat" | "statemachine" => "states",
        "initial" | "initialstate" | "first" | "begin" | "startstate" => "start",
        "hp" | "maxhealth" | "life" => "health",
        "maxspeed" | "topspeed" | "velocity" => "speed",
        "size" => "radius",
        "regen" => "regeneration",
        "attack" | "strength" => "damage",
        "range" | "attackrange" => "reach",
        "team" | "side" => "faction",
        "symbol" | "letter" | "icon" | "char" => "glyph",
        "hurt" | "hit" | "damaged" | "damage" | "attacked" => "hurt",
        "update" | "think" | "step" | "run" | "act" => "tick",
        "entered" | "begun" => "enter",
        "exit" | "left" => "leave",
        "died" | "death" | "die" | "dead" | "killed" => "died",
        "heard" | "hear" | "shout" | "sound" => "heard",
        "message" | "msg" | "receive" => "message",
        "path" | "pathfound" | "search" => "on_path",
        "reload" | "reloaded" => MIGRATION,
        _ => return None,
    };
    known.iter().copied().find(|k| *k == meant)
}

/// Where a key belongs that stands in the wrong table.
fn misplaced(key: &str) -> Option<String> {
    Handler::ALL
        .iter()
        .any(|h| h.name() == key)
        .then(|| format!("a handler stands in a state: states = {{ rest = {{ {key} = … }} }}"))
}

/// Name, least, most, and where it goes; the ranges are those of `BodySpec`.
fn body_numbers(b: &mut BodySpec) -> [(&'static str, f32, f32, &mut f32); 10] {
    [
        ("radius", 0.1, 5.0, &mut b.radius),
        ("height", 0.1, 20.0, &mut b.height),
        ("speed", 0.0, 30.0, &mut b.speed),
        ("turn_rate", 0.1, 50.0, &mut b.turn_rate),
        ("acceleration", 0.1, 200.0, &mut b.acceleration),
        ("health", 1.0, 1e6, &mut b.health),
        ("regeneration", 0.0, 1e6, &mut b.regeneration),
        ("reach", 0.0, 20.0, &mut b.reach),
        ("damage", 0.0, 1e6, &mut b.damage),
        ("cooldown", 0.05, 3600.0, &mut b.cooldown),
    ]
}

/// Entries in order of name; keys that are no strings appear as what they print as.
fn sorted(t: &Table) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> =
        t.pairs::<Value, Value>().filter_map(|p| p.ok()).map(|(k, v)| (super::api::key_name(&k), v)).collect();
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
