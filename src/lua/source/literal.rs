//! Plain data written as Lua that reads back as the same.

use crate::agent::{Key, Value};
use crate::lua::source::syntax::tokens::RESERVED;
use std::fmt::Write as _;

/// A value on one line: `{ 1, 2, prey = "deer" }`.
pub fn value(v: &Value) -> String {
    match v {
        Value::Nil => "nil".into(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => number(*n),
        Value::String(s) => string(s),
        Value::Table(entries) if entries.is_empty() => "{}".into(),
        Value::Table(entries) => {
            let entry = |(at, (key, v)): (usize, &(Key, Value))| match key {
                // A list begins at 1 and has no gap.
                Key::Int(i) if *i == at as i64 + 1 => value(v),
                _ => format!("{} = {}", name(key), value(v)),
            };
            format!("{{ {} }}", entries.iter().enumerate().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// The key in a table constructor: `prey`, `[3]`, `["two words"]`.
pub fn name(key: &Key) -> String {
    match key {
        Key::Int(i) => format!("[{i}]"),
        Key::String(t) => match std::str::from_utf8(t) {
            Ok(word) if is_name(word) => word.to_owned(),
            _ => format!("[{}]", string(t)),
        },
    }
}

/// The number that a string reads as.
pub(crate) fn read_number(text: &str) -> Option<f64> {
    let plain = text.trim().replace('_', "");
    let (sign, digits) = plain.strip_prefix('-').map_or((1.0, plain.as_str()), |rest| (-1.0, rest));
    let whole = |(prefix, radix)| Some(u64::from_str_radix(digits.strip_prefix(prefix)?, radix).ok()? as f64 * sign);
    [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2)].into_iter().find_map(whole).or_else(|| plain.parse().ok())
}

/// Whether a word can be written as a name, after a dot for example.
pub(crate) fn is_name(word: &str) -> bool {
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !RESERVED.contains(&word)
}

/// A number that Lua reads back as the same.
pub fn number(n: f64) -> String {
    match n {
        n if n.is_nan() => "0 / 0".into(),
        n if n.is_infinite() => if n > 0.0 { "math.huge" } else { "-math.huge" }.into(),
        n if n != 0.0 && !(1e-6..1e16).contains(&n.abs()) => format!("{n:e}"),
        n => n.to_string(),
    }
}

/// A string that Lua reads back byte for byte; characters beyond ASCII stay as they are.
pub fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                c if c.is_control() => c.to_string().bytes().for_each(|b| escape(b, &mut out)),
                c => out.push(c),
            }
        }
        chunk.invalid().iter().for_each(|b| escape(*b, &mut out));
    }
    out + "\""
}

fn escape(byte: u8, out: &mut String) {
    let _ = write!(out, "\\{byte:03}");
}
