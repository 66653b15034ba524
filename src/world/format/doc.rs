//! A map file's text and values, how messages call them, and what was found wrong.

use crate::diag::{Diagnostic, Severity, did_you_mean};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use toml::de::DeValue;

/// More errors than this do not help.
pub(super) const MAX_PROBLEMS: usize = 100;

/// Names that an unknown one is compared with: a file may have any number of them.
const MOST_KNOWN: usize = 1_000;

/// A stretch of the text, in bytes.
pub(super) type Span = Range<usize>;

/// A document and what was found wrong with it so far.
pub(super) struct Doc<'a> {
    pub file: &'a str,
    pub text: &'a str,
    /// Where each line begins.
    lines: OnceCell<Vec<usize>>,
    problems: RefCell<Vec<Diagnostic>>,
}

impl<'a> Doc<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, lines: OnceCell::new(), problems: RefCell::default() }
    }

    pub(super) fn error(&self, at: &Span, message: impl Into<String>, hint: Option<String>) {
        if self.room_for(Severity::Error) {
            let (line, column) = self.line_column(at.start);
            self.add(Diagnostic { hint, ..Diagnostic::error(self.file, message).at(line, column) });
        }
    }

    pub(super) fn warning(&self, at: &Span, message: impl Into<String>, hint: impl FnOnce() -> Option<String>) {
        if self.room_for(Severity::Warning) {
            let (line, column) = self.line_column(at.start);
            self.add(Diagnostic { hint: hint(), ..Diagnostic::warning(self.file, message).at(line, column) });
        }
    }

    /// What `word` was most likely meant to be; not looked for when nothing more is reported.
    pub(super) fn did_you_mean<'w>(&self, word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
        self.has_room().then(|| did_you_mean(word, known.into_iter().take(MOST_KNOWN)))?
    }

    /// Whether one more error would be reported.
    pub(super) fn has_room(&self) -> bool {
        self.room_for(Severity::Error)
    }

    pub(super) fn add(&self, problem: Diagnostic) {
        if self.room_for(problem.severity) {
            self.problems.borrow_mut().push(problem);
        }
    }

    /// Whether one more finding is kept. Warnings never crowd out errors.
    fn room_for(&self, severity: Severity) -> bool {
        self.problems.borrow().iter().filter(|p| p.severity == severity).count() < MAX_PROBLEMS
    }

    pub(super) fn failed(&self) -> bool {
        self.problems.borrow().iter().any(|p| p.severity == Severity::Error)
    }

    /// The line of a byte offset, from 1.
    pub(super) fn line(&self, at: usize) -> u32 {
        self.line_column(at).0
    }

    /// Line and column of a byte offset, both from 1 and counted in characters.
    pub(super) fn line_column(&self, at: usize) -> (u32, u32) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = lines.partition_point(|begin| *begin <= at);
        let begin = lines[line.saturating_sub(1)];
        let (_, column) = crate::diag::line_column(&self.text[begin..], at - begin);
        (line as u32, column)
    }

    pub(super) fn into_problems(self) -> Vec<Diagnostic> {
        self.problems.into_inner()
    }
}

/// Lengths and coordinates stay below this, in metres: `f32` still distinguishes millimetres at a world's size.
const MAX_METRES: f64 = 100_000.0;

pub(super) fn integer(value: &DeValue) -> Option<i64> {
    value.as_integer().and_then(|i| i64::from_str_radix(i.as_str(), i.radix()).ok())
}

/// A number, finite or not.
pub(super) fn real(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Float(f) => f.as_str().parse().ok(),
        other => integer(other).map(|i| i as f64),
    }
}

/// A finite number within reason.
pub(super) fn number(value: &DeValue) -> Option<f64> {
    real(value).filter(|n| n.abs() <= MAX_METRES)
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
