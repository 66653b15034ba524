//! Plain data: what `npc.memory` and messages may hold.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A key of a table in memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// Integers come before strings, smallest first: the order `pairs` goes in too.
    Int(i64),
    /// A string, as its bytes.
    String(Vec<u8>),
}

/// A value a script may keep or send. Tables are sorted by key, so equal data is equal bytes.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Value {
    /// Nothing; as an entry's value it removes the entry.
    #[default]
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string, as its bytes.
    String(Vec<u8>),
    /// A table, its entries in the order of their keys.
    Table(Vec<(Key, Value)>),
}

impl Value {
    /// How many entries all its tables have, and how many bytes all its strings.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::String(t) => (0, t.len()),
            Self::Table(entries) => entries.iter().fold((entries.len(), 0), |(sum, bytes), (key, value)| {
                let of_key = if let Key::String(t) = key { t.len() } else { 0 };
                let (inner, of_value) = value.size();
                (sum + inner, bytes + of_key + of_value)
            }),
            Self::Nil | Self::Bool(_) | Self::Number(_) => (0, 0),
        }
    }

    /// About how many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        let (entries, strings) = self.size();
        size_of::<Self>() + entries * size_of::<(Key, Self)>() + strings
    }

    /// The entry under a string key of a table.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let Value::Table(entries) = self else { return None };
        entries.iter().find(|(k, _)| matches!(k, Key::String(t) if t == key.as_bytes())).map(|(_, v)| v)
    }
}

/// A canonical form of the value, for the world hash.
impl Hash for Value {
    fn hash<H: Hasher>(&self, h: &mut H) {
        match self {
            Self::Nil => 0_u8.hash(h),
            Self::Bool(b) => (1_u8, b).hash(h),
            Self::Number(n) => (2_u8, n.to_bits()).hash(h),
            Self::String(t) => (3_u8, t).hash(h),
            Self::Table(entries) => {
                (4_u8, entries.len()).hash(h);
                for (key, value) in entries {
                    match key {
                        Key::Int(i) => (5_u8, i, value).hash(h),
                        Key::String(t) => (6_u8, t, value).hash(h),
                    }
                }
            }
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Int(i) => write!(f, "[{i}]"),
            Key::String(t) => f.write_str(&String::from_utf8_lossy(t)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Number(n) if n.fract() == 0.0 && n.abs() < 1e15 => write!(f, "{}", *n as i64),
            Value::Number(n) => write!(f, "{n:.2}"),
            Value::String(t) => write!(f, "\"{}\"", String::from_utf8_lossy(t)),
            Value::Table(entries) => {
                f.write_str("{ ")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{key} {value}")?;
                }
                f.write_str(" }")
            }
        }
    }
}
