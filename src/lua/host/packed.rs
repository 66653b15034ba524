//! Plain data in one piece of memory: copies that are made of many creatures and read of few. As a [`Value`], each table and each string
//! of a memory is a piece of its own: to make a hundred thousand such copies, and to drop them, takes longer than to call the creatures.

use crate::agent::{Key, Value};
use crate::lua::host::raw::{RawKey, RawValue};

// A value begins with its kind; the entries of a table follow it, then its end.
const NIL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const NUMBER: u8 = 3;
const STRING: u8 = 4;
const TABLE: u8 = 5;
/// Instead of a key: the table has no more entries.
const END: u8 = 6;

/// What was packed; the entries of tables are in the order of their keys.
pub fn unpacked(bytes: &[u8]) -> Value {
    Reader(bytes).value().unwrap_or_default()
}

/// Packs plain data, one value at a time. Keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
    /// Tables that have no end yet.
    open: usize,
}

impl Packer {
    /// Packs a value that is no table in Lua any more.
    pub fn pack(&mut self, value: &Value) {
        self.bytes.clear();
        self.value(value);
    }

    /// Begins with a table, whose entries come next, …
    pub fn begin(&mut self) {
        self.bytes.clear();
        self.bytes.push(TABLE);
        self.open = 1;
    }

    /// … each at its depth from 0, those of a table in it after the entry that holds it, …
    pub fn add(&mut self, depth: usize, key: RawKey, value: RawValue) {
        self.close(depth + 1);
        match key {
            RawKey::Int(i) => self.number(i.to_le_bytes()),
            RawKey::String(s) => self.string(s),
        }
        match value {
            RawValue::Bool(b) => self.bytes.push(if b { TRUE } else { FALSE }),
            RawValue::Number(n) => self.number(n.to_le_bytes()),
            RawValue::String(s) => self.string(s),
            RawValue::Table => {
                self.bytes.push(TABLE);
                self.open += 1;
            }
        }
    }

    /// … and ends it. What was packed last.
    pub fn bytes(&mut self) -> &[u8] {
        self.close(0);
        &self.bytes
    }

    fn close(&mut self, left: usize) {
        while self.open > left {
            self.open -= 1;
            self.bytes.push(END);
        }
    }

    fn number(&mut self, bytes: [u8; 8]) {
        self.bytes.push(NUMBER);
        self.bytes.extend(bytes);
    }

    fn string(&mut self, s: &[u8]) {
        self.bytes.push(STRING);
        self.bytes.extend((s.len() as u32).to_le_bytes());
        self.bytes.extend_from_slice(s);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Nil => self.bytes.push(NIL),
            Value::Bool(b) => self.bytes.push(if *b { TRUE } else { FALSE }),
            Value::Number(n) => self.number(n.to_le_bytes()),
            Value::String(s) => self.string(s),
            Value::Table(entries) => {
                self.begin();
                self.entries(0, entries);
            }
        }
    }

    fn entries(&mut self, depth: usize, entries: &[(Key, Value)]) {
        for (key, value) in entries {
            let key = match key {
                Key::Int(i) => RawKey::Int(*i),
                Key::String(s) => RawKey::String(s),
            };
            match value {
                // As in Lua, there is no such entry.
                Value::Nil => {}
                Value::Bool(b) => self.add(depth, key, RawValue::Bool(*b)),
                Value::Number(n) => self.add(depth, key, RawValue::Number(*n)),
                Value::String(s) => self.add(depth, key, RawValue::String(s)),
                Value::Table(inner) => {
                    self.add(depth, key, RawValue::Table);
                    self.entries(depth + 1, inner);
                }
            }
        }
    }
}

/// Reads packed data from here on.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(taken)
    }

    fn kind(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn word(&mut self) -> Option<[u8; 8]> {
        self.take(8)?.try_into().ok()
    }

    fn string(&mut self) -> Option<Vec<u8>> {
        let length = u32::from_le_bytes(self.take(4)?.try_into().ok()?);
        Some(self.take(length as usize)?.to_vec())
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.kind()? {
            FALSE => Value::Bool(false),
            TRUE => Value::Bool(true),
            NUMBER => Value::Number(f64::from_le_bytes(self.word()?)),
            STRING => Value::String(self.string()?),
            TABLE => Value::Table(self.entries()?),
            _ => Value::Nil,
        })
    }

    fn entries(&mut self) -> Option<Vec<(Key, Value)>> {
        let mut entries = Vec::new();
        loop {
            let key = match self.kind()? {
                NUMBER => Key::Int(i64::from_le_bytes(self.word()?)),
                STRING => Key::String(self.string()?),
                _ => break,
            };
            entries.push((key, self.value()?));
        }
        entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Some(entries)
    }
}
