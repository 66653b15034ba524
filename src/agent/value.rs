//! Plain data: what `npc.memory` and messages may hold.

use std::fmt;

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
    /// Feeds a canonical form of the value to `sink`, for the world hash.
    pub fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        match self {
            Value::Nil => sink(&[0]),
            Value::Bool(b) => sink(&[1, u8::from(*b)]),
            Value::Number(n) => {
                sink(&[2]);
                sink(&n.to_bits().to_le_bytes());
            }
            Value::String(t) => {
                sink(&[3]);
                sink(&(t.len() as u64).to_le_bytes());
                sink(t);
            }
            Value::Table(entries) => {
                sink(&[4]);
                sink(&(entries.len() as u64).to_le_bytes());
                for (key, value) in entries {
                    match key {
                        Key::Int(i) => {
                            sink(&[5]);
                            sink(&i.to_le_bytes());
                        }
                        Key::String(t) => {
                            sink(&[6]);
                            sink(&(t.len() as u64).to_le_bytes());
                            sink(t);
                        }
                    }
                    value.digest(sink);
                }
            }
        }
    }

    /// About how many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::String(t) => t.len(),
                Self::Table(entries) => entries.iter().map(|(_, v)| size_of::<Key>() + v.bytes()).sum(),
                Self::Nil | Self::Bool(_) | Self::Number(_) => 0,
            }
    }

    /// The entry under a string key of a table.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let Value::Table(entries) = self else { return None };
        entries.iter().find(|(k, _)| matches!(k, Key::String(t) if t == key.as_bytes())).map(|(_, v)| v)
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
