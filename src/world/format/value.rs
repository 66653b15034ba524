//! Plain values out of a TOML document, and how messages call them.

use toml::de::DeValue;

/// Lengths and coordinates stay below this, in metres: `f32` still distinguishes millimetres at a world's size.
const MAX_METRES: f64 = 100_000.0;

pub(super) fn integer(value: &DeValue) -> Option<i64> {
    value.as_integer().and_then(|i| i64::from_str_radix(i.as_str(), i.radix()).ok())
}

/// A finite number within reason.
pub(super) fn number(value: &DeValue) -> Option<f64> {
    let number = match value {
        DeValue::Float(f) => f.as_str().parse().ok()?,
        other => integer(other)? as f64,
    };
    (number.abs() <= MAX_METRES).then_some(number)
}

/// A short list of finite numbers within reason.
pub(super) fn numbers(value: &DeValue) -> Option<Vec<f32>> {
    let array = value.as_array().filter(|a| a.len() <= 4)?;
    array.iter().map(|v| number(v.get_ref()).map(|n| n as f32)).collect()
}

/// What was found, briefly.
pub(super) fn describe(value: &DeValue) -> String {
    match value {
        DeValue::String(s) if s.chars().count() <= 30 => format!("\"{}\"", s.escape_debug()),
        DeValue::String(_) => "a long string".into(),
        DeValue::Integer(i) if i.as_str().len() <= 30 => i.as_str().into(),
        DeValue::Float(f) if f.as_str().len() <= 30 => f.as_str().into(),
        DeValue::Integer(_) | DeValue::Float(_) => "a huge number".into(),
        DeValue::Boolean(b) => b.to_string(),
        DeValue::Datetime(_) => "a date".into(),
        DeValue::Table(_) => "a table".into(),
        DeValue::Array(a) if a.is_empty() => "an empty list".into(),
        DeValue::Array(a) if a.len() <= 4 && a.iter().all(|v| !v.get_ref().is_array() && !v.get_ref().is_table()) => {
            let items: Vec<String> = a.iter().map(|v| describe(v.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Array(a) => format!("a list of {}", a.len()),
    }
}
