//! From the text of a file to its resolved tree, on a stack that is deep enough.

use crate::diag::Diagnostic;
use crate::lua::source::lower::lower;
use crate::lua::source::tree::Tree;

/// Stack for the parser, which recurses; only what is used of it is ever real memory.
const PARSER_STACK: usize = 256 * 1024 * 1024;

/// Parses a batch of files, given as label and text, on one thread. Each text must have compiled, which bounds its nesting.
pub(crate) fn parse_all(files: &[(&str, &str)]) -> Vec<Result<Tree, Diagnostic>> {
    let too_complicated = |label: &str| Diagnostic::error(label, "the file is too complicated to check");
    on_deep_stack(|| files.iter().map(|(label, text)| parse_here(label, text)).collect())
        .unwrap_or_else(|| files.iter().map(|(label, _)| Err(too_complicated(label))).collect())
}

/// Parses one file that has compiled.
///
/// # Errors
/// The first place that the parser does not understand.
pub(crate) fn parse(label: &str, text: &str) -> Result<Tree, Diagnostic> {
    parse_all(&[(label, text)]).remove(0)
}

fn parse_here(label: &str, text: &str) -> Result<Tree, Diagnostic> {
    full_moon::parse(text).map(|ast| lower(&ast)).map_err(|errors| match errors.first() {
        Some(e) => {
            let at = e.range().0;
            Diagnostic::error(label, e.error_message()).at(at.line() as u32, at.character() as u32)
        }
        None => Diagnostic::error(label, "the file cannot be parsed"),
    })
}

/// The column of the first syntax error on a line; 0 when the parser sees none there.
pub(super) fn error_column(text: &str, line: u32) -> u32 {
    let column = on_deep_stack(|| {
        let errors = full_moon::parse(text).err()?;
        errors.iter().map(|e| e.range().0).find(|at| at.line() as u32 == line).map(|at| at.character() as u32)
    });
    column.flatten().unwrap_or(0)
}

/// Runs `f` where deep recursion is safe; `None` when that could not be done.
fn on_deep_stack<R: Send>(f: impl FnOnce() -> R + Send) -> Option<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(PARSER_STACK).spawn_scoped(scope, f).ok()?;
        thread.join().ok()
    })
}
