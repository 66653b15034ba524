//! Keys that mean nothing, and what they were meant to be.

use crate::agent::Handler;
use crate::diag::{did_you_mean, nearest};
use crate::lua::analysis::symbol_table::{familiar, plain};
use crate::lua::host::behaviour::{Reader, sorted};
use mlua::Table;

impl Reader<'_> {
    pub(crate) fn known_keys(&mut self, path: &str, t: &Table, known: &[&'static str], owner: &str) {
        for (key, _) in sorted(t) {
            if !known.contains(&key.as_str()) {
                let full = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                // What is there already was not meant.
                let absent = || known.iter().copied().filter(|k| !t.contains_key(*k).unwrap_or(false));
                // What other games call a key.
                let elsewhere = || familiar("key", plain(&key).trim_start_matches("on")).filter(|k| known.contains(k));
                // `on_tick` is nearer to `on_stuck` by letters.
                let prefixed = || absent().find(|k| key.strip_prefix("on_") == Some(k));
                let meant = prefixed().or_else(|| nearest(&key, absent())).or_else(elsewhere);
                self.meant.extend(meant.map(str::to_owned));
                let nameless = key.parse::<u32>().is_ok();
                let misplaced = || {
                    let hint = format!("a handler belongs in a state: states = {{ rest = {{ {key} = … }} }}");
                    Handler::named(&key).is_some().then_some(hint)
                };
                let hint = match meant {
                    None if nameless => Some("this entry has no name: write name = value, and 6.2 with a dot".into()),
                    Some(near) => Some(format!("did you mean '{near}'?")),
                    None => did_you_mean(&key, known.iter().copied()).or_else(misplaced),
                };
                let what = if nameless { "only entries with names".into() } else { format!("no '{key}'") };
                self.fault(&full, format!("{owner} has {what}"), hint);
            }
        }
    }
}
