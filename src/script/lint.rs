//! Checks of the text itself, before anything runs.

use crate::diag::Diagnostic;
use std::collections::BTreeMap;

/// What reading a file's text found.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// Line and column of the keys in the behaviour's table: `body.radius`, `states.rest.tick`.
    pub keys: BTreeMap<String, (u32, u32)>,
    /// State names that handlers return where they are written out.
    pub returns: Vec<StateReturn>,
    pub faults: Vec<Diagnostic>,
}

/// A literal state name that a handler returns.
#[derive(Clone, Debug, PartialEq)]
pub struct StateReturn {
    pub name: String,
    pub line: u32,
    pub column: u32,
    /// Line of the `function` it stands in.
    pub function_line: u32,
}

impl Lint {
    /// Where a key stands, or the nearest one around it; (1, 1) when nothing is known.
    pub fn place(&self, path: &str) -> (u32, u32) {
        let mut path = path;
        loop {
            if let Some(at) = self.keys.get(path) {
                return *at;
            }
            match path.rfind('.') {
                Some(dot) => path = &path[..dot],
                None => return self.keys.get("").copied().unwrap_or((1, 1)),
            }
        }
    }
}

/// A diagnostic for what the compiler refuses.
pub fn syntax_error(label: &str, text: &str, error: &mlua::Error) -> Diagnostic {
    let full = match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    // `:3: message`
    match full.trim_start_matches(':').split_once(':').and_then(|(line, rest)| Some((line.trim().parse().ok()?, rest)))
    {
        Some((line, message)) => Diagnostic::error(label, message.trim().to_owned()).at(line, column_of(text, line)),
        None => Diagnostic::error(label, full),
    }
}

/// Where full_moon sees the fault, when it agrees on the line.
fn column_of(text: &str, line: u32) -> u32 {
    let Err(errors) = full_moon::parse(text) else { return 0 };
    let starts = errors.iter().map(|e| e.range().0);
    starts.filter(|p| p.line() as u32 == line).map(|p| p.character() as u32).next().unwrap_or(0)
}

/// Everything that is refused although it would compile.
pub fn check(_label: &str, _text: &str) -> Result<Lint, Diagnostic> {
    Ok(Lint::default())
}
