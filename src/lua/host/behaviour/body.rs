//! What a behaviour says about its creatures' bodies.

use crate::agent::{BODY_NUMBERS, BodyNumber, BodySpec};
use crate::body::MoveClass;
use crate::diag::{did_you_mean, number_instead};
use crate::lua::api::declare::ShapeName;
use crate::lua::api::domain::Domain;
use crate::lua::host::behaviour::{Reader, entry};
use crate::lua::host::values::number;
use crate::path::PathStyle;
use mlua::{Table, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use strum::VariantNames;

/// The greatest weight of a layer that a body avoids.
const MOST_AVOIDED: f64 = 100.0;
/// Abilities of one body.
const MOST_ABILITIES: usize = 16;

impl Reader<'_> {
    /// What the body is like, and how it moves.
    pub(crate) fn body(&mut self, t: &Table) -> (BodySpec, MoveClass) {
        let mut body = BodySpec { glyph: self.stem.chars().next().unwrap_or('?'), ..BodySpec::default() };
        let given = match entry(t, "body") {
            Some(Value::Table(b)) => b,
            other => {
                let hint = "write: body = { radius = 0.5, speed = 4, health = 20 }";
                other.inspect(|v| self.mistyped("body", "body", v, "a table", Some(hint.into())));
                return (body, MoveClass::default());
            }
        };
        self.known_keys("body", &given, &ShapeName::Body.names(), "a body");
        for &BodyNumber { name, low, high, of, .. } in BODY_NUMBERS {
            let (field, path) = (of(&mut body), format!("body.{name}"));
            let Some(v) = entry(&given, name) else { continue };
            match number(&v) {
                // Rounded as the field is: 0.1 lies on the bound that is written 0.1.
                Some(n) if (low..=high).contains(&(n as f32)) => *field = n as f32,
                Some(n) => {
                    let message = format!("{path} is {n}; it must lie between {low} and {high}");
                    self.bad_value(&path, message, Some(format!("usual is {name} = {}", *field)));
                }
                None => {
                    let quoted = v.as_string().and_then(|s| s.to_string_lossy().trim().parse::<f64>().ok());
                    self.mistyped(&path, &path, &v, "a number", Some(number_instead(name, quoted, *field)));
                }
            }
        }
        if let Some(faction) = self.body_string(&given, "faction") {
            body.faction = faction;
        }
        let moves = self.moves(&given);
        body.avoids = self.avoids(&given);
        body.abilities = self.abilities(&given);
        body.graph = self.word(&given, "graph", Domain::Graph);
        match self.word(&given, "path_style", Domain::PathStyle) {
            Some(style) => body.path_style = style,
            None if body.turn_radius > 0.0 => body.path_style = PathStyle::Round,
            None => {}
        }
        if let Some(glyph) = self.body_string(&given, "glyph") {
            match (glyph.chars().next(), glyph.chars().count()) {
                (Some(c), 1) if !c.is_control() && !c.is_whitespace() => body.glyph = c,
                _ => self.bad_value(
                    "body.glyph",
                    format!("body.glyph is '{glyph}'; it must be one visible letter"),
                    glyph.trim().chars().next().map(|c| format!("for example glyph = \"{c}\"")),
                ),
            }
        }
        (body, moves)
    }

    /// The layers that it avoids, and how much.
    fn avoids(&mut self, given: &Table) -> BTreeMap<String, f32> {
        let mut avoids = BTreeMap::new();
        let all = match entry(given, "avoids") {
            Some(Value::Table(all)) => self.named("body.avoids", &all),
            other => {
                let hint = "write: avoids = { threat = 4 }";
                other.inspect(|v| self.mistyped("body.avoids", "body.avoids", v, "a table", Some(hint.into())));
                return avoids;
            }
        };
        for (name, value) in all {
            let path = format!("body.avoids.{name}");
            if !self.declared.layers.contains(&name.as_str()) {
                // `avoids = { "threat" }`.
                let listed = name.parse::<u32>().is_ok().then(|| value.to_string().ok()).flatten();
                let hint = listed.map(|layer| format!("a layer is a name with how much it matters: {{ {layer} = 4 }}"));
                let hint = hint
                    .or_else(|| did_you_mean(&name, self.declared.layers.iter().copied()))
                    .unwrap_or_else(|| format!("declare it in mod.toml: [[influence]] with name = \"{name}\""));
                self.fault(&path, Domain::Layer.no_such(&name), Some(hint));
                continue;
            }
            match number(&value) {
                Some(n) if n > 0.0 && n <= MOST_AVOIDED => drop(avoids.insert(name, n as f32)),
                Some(n) => {
                    let message = format!("{path} is {n}; it must lie above 0, up to {MOST_AVOIDED}");
                    let hint =
                        format!("with {name} = 4 a metre costs five times as much where there is an amount of 1");
                    self.bad_value(&path, message, Some(hint));
                }
                None => self.mistyped(&path, &path, &value, "a number", Some(format!("for example {name} = 4"))),
            }
        }
        avoids
    }

    /// What it can do that portals ask for.
    fn abilities(&mut self, given: &Table) -> BTreeSet<String> {
        let mut abilities = BTreeSet::new();
        let Some(value) = entry(given, "abilities") else { return abilities };
        let example = || Some("for example abilities = { \"climb\" }".to_owned());
        let Value::Table(all) = &value else {
            self.mistyped("body.abilities", "body.abilities", &value, "a list of strings", example());
            return abilities;
        };
        if all.raw_len() > MOST_ABILITIES {
            let message = format!("body.abilities has {} entries; {MOST_ABILITIES} at most", all.raw_len());
            self.bad_value("body.abilities", message, None);
            return abilities;
        }
        for value in all.sequence_values::<Value>().flatten() {
            match &value {
                Value::String(word) if !word.as_bytes().is_empty() => drop(abilities.insert(word.to_string_lossy())),
                other => self.mistyped("body.abilities", "an entry of body.abilities", other, "a string", example()),
            }
        }
        abilities
    }

    /// The class that `moves` names.
    fn moves(&mut self, given: &Table) -> MoveClass {
        let Some(name) = self.body_string(given, "moves") else { return MoveClass::default() };
        let known = self.declared.movements.iter().map(|m| m.name.as_str());
        let class = (0..).zip(known.clone()).find(|(_, known)| *known == name).map(|(class, _)| MoveClass(class));
        if class.is_none() {
            let hint = did_you_mean(&name, known)
                .unwrap_or_else(|| format!("declare it in mod.toml: [moves.{name}] and what it can do"));
            self.bad_value("body.moves", format!("there is no movement class '{name}'"), Some(hint));
        }
        class.unwrap_or_default()
    }

    /// One of a few words: the graph that its paths lead over, or what they look like.
    fn word<T: FromStr + VariantNames>(&mut self, given: &Table, key: &str, domain: Domain) -> Option<T> {
        let name = self.body_string(given, key)?;
        let word = name.parse().ok();
        if word.is_none() {
            let hint = did_you_mean(&name, T::VARIANTS.iter().copied())
                .unwrap_or_else(|| format!("it can be {}", T::VARIANTS.join(", ")));
            self.bad_value(&format!("body.{key}"), domain.no_such(&name), Some(hint));
        }
        word
    }

    fn body_string(&mut self, t: &Table, key: &str) -> Option<String> {
        match entry(t, key)? {
            Value::String(s) if !s.as_bytes().is_empty() => Some(s.to_string_lossy()),
            other => {
                let example = match key {
                    "faction" => "faction = \"prey\"",
                    "moves" => "moves = \"swim\"",
                    "graph" => "graph = \"mesh\"",
                    "path_style" => "path_style = \"round\"",
                    _ => "glyph = \"w\"",
                };
                let path = format!("body.{key}");
                self.mistyped(&path, &path, &other, "a string", Some(format!("for example {example}")));
                None
            }
        }
    }
}
