//! Settings: what a behaviour leaves to the map, for each of its spawn areas.

use super::{Species, Value};
use crate::diag::{Diagnostic, did_you_mean};
use crate::world::{GivenSetting, Literal, SpawnArea};

/// A setting that a behaviour declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// As in `npc.settings.NAME`.
    pub name: String,
    /// What creatures get whose map does not give it; its type is the setting's.
    pub default: Value,
    /// The range of a number, ends included.
    pub min: f64,
    /// See `min`.
    pub max: f64,
    /// What it is, for people; may be empty.
    pub doc: String,
}

/// A range that is not given is this wide to both sides: numbers are smaller everywhere in scripts.
pub(crate) const WIDEST: f64 = 1e9;

/// Why a creature does not get a setting as the map gives it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Misfit {
    /// The behaviour declares none of this name.
    #[error("a {behaviour} has no setting '{name}'")]
    Unknown {
        /// The behaviour's name.
        behaviour: String,
        /// As the map has it.
        name: String,
        /// The setting that was probably meant.
        hint: Option<String>,
    },
    /// It is of another type.
    #[error("the setting '{name}' must be {}, not {}", kind(wanted), kind(found))]
    Mistyped {
        /// The setting's name.
        name: String,
        /// Its default.
        wanted: Value,
        /// What the map gives.
        found: Value,
    },
    /// A number outside the range.
    #[error("the setting '{name}' is {found}; it must lie between {min} and {max}")]
    OutOfRange {
        /// The setting's name.
        name: String,
        /// What the map gives.
        found: f64,
        /// The range, ends included.
        min: f64,
        /// See `min`.
        max: f64,
    },
}

impl Misfit {
    /// What creatures get instead, in words.
    pub fn remedy(&self) -> String {
        match self {
            Self::Unknown { .. } => "it is left out".into(),
            Self::Mistyped { wanted, .. } => format!("its default, {wanted}, is used"),
            Self::OutOfRange { found, min, max, .. } => format!("{} is used", found.clamp(*min, *max)),
        }
    }
}

/// A type, in a script writer's words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Number(_) => "a number",
        Value::Bool(_) => "true or false",
        Value::String(_) => "a string",
        Value::Nil | Value::Table(_) => "a table",
    }
}

impl From<&Literal> for Value {
    fn from(literal: &Literal) -> Self {
        match literal {
            Literal::Number(n) => Self::Number(*n),
            Literal::Boolean(b) => Self::Bool(*b),
            Literal::String(s) => Self::String(s.as_bytes().to_vec()),
        }
    }
}

impl Setting {
    /// What it is, its default and its range: `how far it sees, metres; 25 when left out, 5 at least, 60 at most`.
    pub fn described(&self) -> String {
        let doc = if self.doc.is_empty() { String::new() } else { format!("{}; ", self.doc) };
        let end = |n: f64, word| if n.abs() < WIDEST { format!(", {n} at {word}") } else { String::new() };
        let default = match &self.default {
            // In full: a range may be narrow.
            Value::Number(n) => n.to_string(),
            other => other.to_string(),
        };
        format!("{doc}{default} when left out{}{}", end(self.min, "least"), end(self.max, "most"))
    }

    /// The value that creatures get where the map gives this one.
    fn settled(&self, given: &Value) -> Value {
        match (given, &self.default) {
            (Value::Number(n), Value::Number(_)) => Value::Number(n.clamp(self.min, self.max)),
            (a, b) if kind(a) == kind(b) => a.clone(),
            _ => self.default.clone(),
        }
    }

    fn misfit(&self, given: &Value) -> Option<Misfit> {
        let name = self.name.clone();
        match given {
            _ if kind(given) != kind(&self.default) => {
                Some(Misfit::Mistyped { name, wanted: self.default.clone(), found: given.clone() })
            }
            Value::Number(n) if !(self.min..=self.max).contains(n) => {
                Some(Misfit::OutOfRange { name, found: *n, min: self.min, max: self.max })
            }
            _ => None,
        }
    }
}

impl Species {
    /// Every setting, in order of name, with what a creature gets where the map gives some of them.
    pub fn settled(&self, given: &[GivenSetting]) -> impl Iterator<Item = (&str, Value)> {
        self.settings.iter().map(|s| {
            let of_map = given.iter().find(|g| g.name == s.name);
            (s.name.as_str(), of_map.map_or_else(|| s.default.clone(), |g| s.settled(&Value::from(&g.value))))
        })
    }

    /// What of the settings that a map gives does not fit, with the line of the map's file.
    pub fn misfits(&self, area: &SpawnArea) -> Vec<(u32, Misfit)> {
        let misfit = |g: &GivenSetting| match self.settings.iter().find(|s| s.name == g.name) {
            Some(setting) => setting.misfit(&Value::from(&g.value)),
            None => Some(Misfit::Unknown {
                behaviour: self.name.clone(),
                name: g.name.clone(),
                hint: did_you_mean(&g.name, self.settings.iter().map(|s| s.name.as_str())),
            }),
        };
        area.settings.iter().filter_map(|g| Some((g.line, misfit(g)?))).collect()
    }

    /// The same as faults of the map's file.
    pub fn misfit_faults(&self, file: &str, area: &SpawnArea) -> impl Iterator<Item = Diagnostic> {
        self.misfits(area).into_iter().map(move |(line, misfit)| {
            let d = Diagnostic::error(file, misfit.to_string()).at(line, 0);
            match misfit {
                Misfit::Unknown { hint, .. } => d.hint(hint),
                Misfit::Mistyped { name, .. } | Misfit::OutOfRange { name, .. } => {
                    let declared = self.settings.iter().find(|s| s.name == name && !s.doc.is_empty());
                    d.hint(declared.map(|s| format!("{name}: {}", s.described())))
                }
            }
        })
    }
}
