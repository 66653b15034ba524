//! Diagnostics with file, line, column and suggestion; and the clock that reports are timed with.

pub(crate) mod nearness;
pub(crate) mod table;
mod toml_text;

pub use nearness::nearest;
pub(crate) use nearness::{did_you_mean, number_instead, pairs};
pub use toml_text::explain as toml_text_fault;

use std::fmt;
use std::path::Path;

/// What is wrong with `key: value`.
pub(crate) const KEY_AND_VALUE: &str = "a key and its value are joined by =";

/// How bad it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth a look; nothing is refused.
    Warning,
    /// The file is refused.
    #[default]
    Error,
}

/// Faults that the program itself distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A module returned nothing.
    ModuleWithoutResult,
    /// Modules require each other in a circle.
    ModuleCircle,
}

/// One message about one place in one file. Shown as `file:line:column: error: message`, with the hint beneath.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// What kind of finding it is, where one is assigned.
    pub code: Option<Code>,
    /// As the user named the file; empty when the fault is in no file.
    pub file: String,
    /// From 1; 0 when the fault is the whole file's.
    pub line: u32,
    /// From 1; 0 when not known.
    pub column: u32,
    /// One sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The stack below the fault, innermost first, for faults met while running.
    pub trace: Vec<StackFrame>,
}

/// A call on the stack, or what else leads to a fault. Shown as `file:line in function 'name'`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StackFrame {
    /// As the user named the file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// `function 'name'`; empty where it is no call.
    pub function: String,
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = if self.function.is_empty() { "" } else { " in " };
        write!(f, "{}:{}{within}{}", self.file, self.line, self.function)
    }
}

/// What to do about a fault, where that is known.
pub struct Hint(pub(crate) Option<String>);

impl From<&str> for Hint {
    fn from(hint: &str) -> Self {
        Self(Some(hint.into()))
    }
}

impl From<String> for Hint {
    fn from(hint: String) -> Self {
        Self(Some(hint))
    }
}

impl From<Option<String>> for Hint {
    fn from(hint: Option<String>) -> Self {
        Self(hint)
    }
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        if self == Self::Error { "error" } else { "warning" }
    }
}

impl Diagnostic {
    /// An error that concerns a file as a whole.
    pub fn error(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), message: message.into(), ..Self::default() }
    }

    /// Concerns the line of a TOML file's `text` that sets a key, where one does.
    pub(crate) fn at_key(self, text: &str, key: &str) -> Self {
        let names = |l: &str| {
            let rest = l.trim_start().trim_start_matches('[').strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.', ']']))
        };
        match text.lines().position(names) {
            Some(line) => self.at(line as u32 + 1, 1),
            None => self,
        }
    }

    /// A warning that concerns a file as a whole.
    pub fn warning(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(file, message) }
    }

    /// The same at a line and column, both one-based.
    pub fn at(mut self, line: u32, column: u32) -> Self {
        (self.line, self.column) = (line, column);
        self
    }

    /// The same with a remedy.
    pub fn hint(self, hint: impl Into<Hint>) -> Self {
        Self { hint: hint.into().0, ..self }
    }

    /// Places the fault at a byte offset of `source`.
    pub fn at_offset(self, source: &str, offset: usize) -> Self {
        let (line, column) = line_column(source, offset);
        self.at(line, column)
    }

    /// Message and suggestion on one line.
    pub fn advice(&self) -> String {
        self.hint.as_ref().map_or_else(|| self.message.clone(), |hint| format!("{}; {hint}", self.message))
    }

    /// `file:line:column`, as far as it is known.
    pub fn place(&self) -> String {
        match (self.file.is_empty(), self.line, self.column) {
            (true, _, _) => String::new(),
            (_, 0, _) => self.file.clone(),
            (_, l, 0) => format!("{}:{l}", self.file),
            (_, l, c) => format!("{}:{l}:{c}", self.file),
        }
    }

    /// The same with texts that can be shown on a terminal: scripts, maps and file names may contain anything.
    pub(crate) fn printable(&self) -> Self {
        Self {
            file: printable(&self.file),
            message: printable(&self.message),
            hint: self.hint.as_deref().map(printable),
            trace: self.trace.clone(),
            ..*self
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.printable();
        let place = shown.place();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}: {}", shown.severity.name(), shown.message)?;
        if let Some(hint) = &shown.hint {
            write!(f, "\n  {hint}")?;
        }
        for frame in &shown.trace {
            write!(f, "\n    from {}", printable(&frame.to_string()))?;
        }
        Ok(())
    }
}

/// Whether a character does something to the text round it instead of being seen: it controls a terminal, ends a line, or turns the direction
/// of what follows, so that a text looks like another one.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with such characters as escapes: a terminal would carry them out, and a line end would begin a line that looks
/// like a message of the program's.
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// A path as messages show it.
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

impl std::error::Error for Diagnostic {}

/// A number as Lua prints it: very large and very small ones with an exponent.
pub(crate) fn number(n: f64) -> String {
    if n == 0.0 || !n.is_finite() || (1e-6..1e21).contains(&n.abs()) {
        return n.to_string();
    }
    let text = format!("{n:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}e{sign}{exponent:0>2}")
}

/// `1 warning`, `2 warnings`.
pub(crate) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// In order of file and line, each once.
pub(crate) fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| {
        (&a.file, a.line, a.column, b.severity, &a.message).cmp(&(&b.file, b.line, b.column, a.severity, &b.message))
    });
    found.dedup();
    found
}

/// All of them, one below the other.
pub(crate) fn joined(faults: &[Diagnostic]) -> String {
    faults.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// Line and column, both from 1 and counted in characters, of a byte offset.
pub fn line_column(source: &str, offset: usize) -> (u32, u32) {
    let mut end = offset.min(source.len());
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let before = &source[..end];
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
    (line, column)
}

/// What TOML's reader refused, with its place, and a suggestion where a key is nearly one that is known.
pub(crate) fn toml_fault(file: &str, text: &str, e: &toml::de::Error) -> Diagnostic {
    let message = e.message().trim().replace('\n', "; ");
    let offset = e.span().map(|s| s.start);
    if let Some(cause) = offset.and_then(|at| toml_text::explain(text, at, &message)) {
        return Diagnostic::error(file, cause.message).at_offset(text, cause.at).hint(cause.hint);
    }
    let mut d = Diagnostic::error(file, &message).at(1, 1);
    if let Some(at) = offset {
        d = d.at_offset(text, at);
    }
    let value = message.split('"').nth(1).unwrap_or("…");
    // unknown field `dependz`, expected one of `name`, `version`, …
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match words.split_first() {
        Some((word, known)) if message.starts_with("unknown field") || message.starts_with("unknown variant") => {
            d.hint = did_you_mean(word, known.iter().copied());
        }
        Some((word, _)) if message.starts_with("missing field") => d.hint = Some(format!("add: {word} = …")),
        _ if message.ends_with("expected a sequence") => d.hint = Some(format!("write a list: [\"{value}\"]")),
        _ if message.ends_with("expected a string") => {
            let given = e.span().and_then(|s| text.get(s)).unwrap_or("…");
            d.hint = Some(format!("write a string: \"{given}\""));
        }
        _ if message.starts_with("invalid type: string")
            && (value.parse::<f64>().is_ok() || value.parse::<bool>().is_ok()) =>
        {
            d.hint = Some(format!("write it without quotes: {value}"));
        }
        _ => {}
    }
    d.message = in_words(d.message);
    d
}

/// What TOML's reader calls the types of values, and what a person does.
const TYPES: [(&str, &str); 10] = [
    ("u8", "a whole number, 0 or more"),
    ("u16", "a whole number, 0 or more"),
    ("u32", "a whole number, 0 or more"),
    ("u64", "a whole number, 0 or more"),
    ("usize", "a whole number, 0 or more"),
    ("i64", "a whole number"),
    ("f32", "a number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
    ("a sequence", "a list"),
];

/// The message with the expected type as a person calls it.
fn in_words(message: String) -> String {
    let Some((given, wanted)) = message.rsplit_once(", expected ") else { return message };
    match TYPES.iter().find(|(name, _)| *name == wanted) {
        Some((_, words)) => format!("{given}, expected {words}"),
        None => message,
    }
}

/// The only route by which time reaches the simulation, and only so that reports can say where it went. Nothing may decide by it.
pub trait Clock: Sync {
    /// Nanoseconds since some fixed moment.
    fn nanos(&self) -> u64;
}

/// A clock that does not move: for tests, and where no times are wanted.
pub struct NoClock;

impl Clock for NoClock {
    fn nanos(&self) -> u64 {
        0
    }
}
