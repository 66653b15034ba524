//! What a behaviour says about its creatures' bodies.

use crate::agent::BodySpec;
use crate::lua::api::behaviour::BODY_NUMBERS;
use crate::lua::api::behaviour::BodyNumber;
use crate::lua::api::behaviour::body_keys;
use crate::lua::host::behaviour::Reader;
use crate::lua::host::values::kind_name;
use mlua::{Table, Value};

impl Reader<'_> {
    pub(crate) fn body(&mut self, t: &Table) -> BodySpec {
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
        self.known_keys("body", &given, &body_keys().collect::<Vec<_>>(), "a body");
        for BodyNumber { name, low, high, of, .. } in BODY_NUMBERS {
            let field = of(&mut body);
            match given.raw_get::<Value>(name) {
                Ok(Value::Nil) | Err(_) => {}
                Ok(v) => match v.as_f64().or(v.as_integer().map(|i| i as f64)) {
                    Some(n) if (f64::from(low)..=f64::from(high)).contains(&n) => *field = n as f32,
                    Some(n) => self.bad_value(
                        &format!("body.{name}"),
                        format!("body.{name} is {n}; it must lie between {low} and {high}"),
                        Some(format!("usual is {name} = {}", *field)),
                    ),
                    None => self.bad_value(
                        &format!("body.{name}"),
                        format!("body.{name} is {}, not a number", kind_name(&v)),
                        Some(match v.as_string().and_then(|s| s.to_string_lossy().trim().parse::<f64>().ok()) {
                            Some(n) => format!("without quotes: {name} = {n}"),
                            None => format!("for example {name} = {}", *field),
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
                let message = format!("body.{key} is {}, not a string", kind_name(&other));
                self.bad_value(&format!("body.{key}"), message, Some(format!("for example {example}")));
                None
            }
        }
    }
}
