//! Keys that mean nothing, and what they were meant to be.

use crate::diag::{did_you_mean, nearest};
use crate::lua::api::behaviour::{MIGRATION, is_handler};
use crate::lua::host::behaviour::{Reader, sorted};
use mlua::Table;

impl Reader<'_> {
    pub(crate) fn known_keys(&mut self, path: &str, t: &Table, known: &[&'static str], owner: &str) {
        for (key, _) in sorted(t) {
            if !known.contains(&key.as_str()) {
                let full = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                // What is there already was not meant.
                let absent = || known.iter().copied().filter(|k| !t.contains_key(*k).unwrap_or(false));
                let meant = nearest(&key, absent()).or_else(|| key_in_spirit(&key, known));
                self.meant.extend(meant.map(str::to_owned));
                let nameless = key.parse::<u32>().is_ok();
                let hint = match meant {
                    None if nameless => Some("this entry has no name: write name = value, and 6.2 with a dot".into()),
                    Some(near) => Some(format!("did you mean '{near}'?")),
                    None => did_you_mean(&key, known.iter().copied()).or_else(|| misplaced(&key)),
                };
                let what = if nameless { "only entries with names".into() } else { format!("no '{key}'") };
                self.fault(&full, format!("{owner} has {what}"), hint);
            }
        }
    }
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

/// Where a key in the wrong table belongs.
fn misplaced(key: &str) -> Option<String> {
    is_handler(key).then(|| format!("a handler belongs in a state: states = {{ rest = {{ {key} = … }} }}"))
}
