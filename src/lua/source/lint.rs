//! Checks of the text itself, before anything runs.

mod blocks;
mod habits;
mod syntax;
mod tokens;
mod walk;

use crate::diag::Diagnostic;
use crate::lua::source::lower::lower;
use crate::lua::source::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// What reading a file's text found.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// Line and column of the keys in the behaviour's table: `body.radius`, `states.rest.tick`.
    pub keys: BTreeMap<String, (u32, u32)>,
    /// Line and column of what stands under these keys.
    pub values: BTreeMap<String, (u32, u32)>,
    /// State names that handlers return where they are written out.
    pub returns: Vec<StateReturn>,
    /// State names that handlers hand on from a function of the file.
    pub handed: Vec<StateReturn>,
    /// Functions, by the line they begin on, that assign a variable of a function around them, with its name. One that
    /// outlives the loading of its file would carry state from call to call.
    pub kept: BTreeSet<(u32, String)>,
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
        // Long texts could be meant to take long.
        Some((line, message)) if text.len() > MAX_COLUMN_SEARCH => Diagnostic::error(label, message.trim()).at(line, 0),
        Some((line, message)) => syntax::explain(label, text, line, column_of(text, line), message.trim()),
        None => Diagnostic::error(label, full),
    }
}

/// Texts longer than this are not searched for the column of a syntax error: nesting in them could be too deep.
const MAX_COLUMN_SEARCH: usize = 32 * 1024;
/// Stack for the parser, which recurses; only what is used of it is ever real memory.
const PARSER_STACK: usize = 256 * 1024 * 1024;

/// Where full_moon sees the fault, when it agrees on the line.
fn column_of(text: &str, line: u32) -> u32 {
    if text.len() > MAX_COLUMN_SEARCH {
        return 0;
    }
    on_deep_stack(|| {
        let errors = full_moon::parse(text).err()?;
        let starts = errors.iter().map(|e| e.range().0);
        starts.filter(|p| p.line() as u32 == line).map(|p| p.character() as u32).next()
    })
    .flatten()
    .unwrap_or(0)
}

/// Everything that is refused although it compiles; the text must have compiled, which bounds its nesting.
pub fn check(label: &str, text: &str) -> Result<Lint, Diagnostic> {
    checked(label, text, true)
}

/// The same for a file that runs once and is gone: its functions may assign its variables.
pub fn check_passing(label: &str, text: &str) -> Result<Lint, Diagnostic> {
    checked(label, text, false)
}

fn checked(label: &str, text: &str, lasting: bool) -> Result<Lint, Diagnostic> {
    let walked = on_deep_stack(|| full_moon::parse(text).map(|ast| walk::walk(label, &ast, lasting)));
    match walked {
        Some(Ok(lint)) => Ok(lint),
        Some(Err(errors)) => {
            let first = errors.first();
            let (line, column) = first.map_or((0, 0), |e| (e.range().0.line() as u32, e.range().0.character() as u32));
            let message = first.map_or("cannot be read".into(), |e| e.error_message().into_owned());
            Err(Diagnostic::error(label, message).at(line, column))
        }
        None => Err(Diagnostic::error(label, "the file is too complicated to check")),
    }
}

/// The tree that further checks work on; the text must have compiled.
///
/// # Errors
/// When it cannot be parsed.
pub fn tree(label: &str, text: &str) -> Result<Tree, Diagnostic> {
    let lowered = on_deep_stack(|| full_moon::parse(text).ok().map(|ast| lower(&ast)));
    lowered.flatten().ok_or_else(|| Diagnostic::error(label, "the file is too complicated to check"))
}

/// Runs `f` where deep recursion is safe; `None` when that could not be done.
pub(crate) fn on_deep_stack<R: Send>(f: impl FnOnce() -> R + Send) -> Option<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(PARSER_STACK).spawn_scoped(scope, f).ok()?;
        thread.join().ok()
    })
}
