//! What a behaviour says about its settings.

use crate::agent::{Setting, Value as Plain, WIDEST};
use crate::diag::printable;
use crate::lua::api::declare::ShapeName;
use crate::lua::host::behaviour::{Reader, entry};
use crate::lua::host::values::number;
use mlua::{Table, Value};

/// Settings that one behaviour may declare.
const MOST_SETTINGS: usize = 64;

impl Reader<'_> {
    /// The settings of a behaviour, in order of name.
    pub(crate) fn settings(&mut self, t: &Table) -> Vec<Setting> {
        let Some(all) = entry(t, "settings") else { return Vec::new() };
        let hint = "write: settings = { sight = { default = 25, min = 5, max = 60 } }";
        let Value::Table(all) = all else {
            self.mistyped("settings", "settings", &all, "a table", Some(hint.into()));
            return Vec::new();
        };
        let all = self.named("settings", &all);
        if all.len() > MOST_SETTINGS {
            self.fault(
                "settings",
                format!("a behaviour has at most {MOST_SETTINGS} settings, not {}", all.len()),
                None,
            );
            return Vec::new();
        }
        all.into_iter().filter_map(|(name, value)| self.setting(name, &value)).collect()
    }

    fn setting(&mut self, name: String, value: &Value) -> Option<Setting> {
        let path = format!("settings.{name}");
        let Value::Table(t) = value else {
            let example = match value {
                Value::Boolean(b) => b.to_string(),
                Value::String(s) => format!("\"{}\"", s.to_string_lossy()),
                other => number(other).unwrap_or(25.0).to_string(),
            };
            let hint = format!("write: {name} = {{ default = {example} }}");
            self.mistyped(&path, &format!("setting '{name}'"), value, "a table", Some(hint));
            return None;
        };
        self.known_keys(&path, t, &ShapeName::Setting.names(), "a setting");
        let doc = match entry(t, "doc") {
            Some(Value::String(doc)) => printable(&doc.to_string_lossy()),
            Some(other) => {
                self.mistyped(&format!("{path}.doc"), "doc", &other, "a string", None);
                String::new()
            }
            None => String::new(),
        };
        let default = match entry(t, "default") {
            Some(Value::Boolean(b)) => Plain::Bool(b),
            Some(Value::String(s)) => Plain::String(s.as_bytes().to_vec()),
            Some(v) if number(&v).is_some_and(|n| n.abs() < WIDEST) => Plain::Number(number(&v)?),
            Some(other) => {
                let wanted = "a number, a string, true or false";
                self.mistyped(&format!("{path}.default"), "default", &other, wanted, None);
                return None;
            }
            None => {
                let hint = format!("write: {name} = {{ default = 25, min = 5, max = 60 }}");
                self.fault(&path, format!("setting '{name}' has no default"), Some(hint));
                return None;
            }
        };
        let min = self.bound(t, &path, "min", &default).unwrap_or(-WIDEST);
        let max = self.bound(t, &path, "max", &default).unwrap_or(WIDEST);
        if min > max {
            self.bad_value(&format!("{path}.min"), format!("min is {min}, above max, which is {max}"), None);
        } else if let Plain::Number(n) = default
            && !(min..=max).contains(&n)
        {
            self.bad_value(
                &format!("{path}.default"),
                format!("default is {n}; it must lie between {min} and {max}"),
                None,
            );
        }
        Some(Setting { name, default, min, max, doc })
    }

    /// An end of the range of a number.
    fn bound(&mut self, t: &Table, path: &str, key: &str, default: &Plain) -> Option<f64> {
        let (value, path) = (entry(t, key)?, format!("{path}.{key}"));
        let n = number(&value);
        if n.is_none() {
            self.mistyped(&path, key, &value, "a number", None);
        } else if !matches!(default, Plain::Number(_)) {
            self.fault(&path, format!("{key} is for numbers; the default is none"), None);
        }
        n
    }
}
