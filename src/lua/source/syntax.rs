//! What the compiler refuses, in a designer's words: the place of the cause rather than of the consequence, and the remedy.

mod blocks;
mod conditions;
mod habits;
mod lists;
pub(crate) mod tokens;
mod wording;
mod words;

use crate::diag::Diagnostic;
use crate::lua::source::parse;
use crate::lua::source::syntax::tokens::{Sort, Token, tokens};

pub use wording::SAMPLES as WORDING_SAMPLES;

/// Signs that need something after them.
const OPEN_ENDED: [&str; 20] =
    ["=", "+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", ">", "<=", ">=", "+=", "-=", "*=", "/=", "//", "..="];

/// Sources longer than this are not searched for the cause of a syntax error: nesting in them could be too deep. In bytes.
const MAX_SEARCHED: usize = 32 * 1024;

/// A diagnostic for what the compiler refuses. `message` is the compiler's own, with its line: `:3: Expected …`.
pub(crate) fn syntax_error(label: &str, text: &str, message: &str) -> Diagnostic {
    let parts = message.trim_start_matches(':').split_once(':');
    match parts.and_then(|(line, rest)| Some((line.trim().parse().ok()?, rest.trim()))) {
        Some((line, message)) if text.len() > MAX_SEARCHED => Diagnostic::error(label, message).at(line, 0),
        Some((line, message)) => explain(label, text, line, parse::error_column(text, line), message),
        None => Diagnostic::error(label, message),
    }
}

/// Turns the compiler's message about a line into a diagnostic; `column` is where the parser sees the fault, or 0.
fn explain(label: &str, text: &str, line: u32, column: u32, message: &str) -> Diagnostic {
    let tokens = tokens(text);
    let seen = Seen { tokens: &tokens, line, message };
    let found = seen
        .unexpected()
        .or_else(|| seen.quote())
        .or_else(|| habits::misspelt_function(&tokens))
        .or_else(|| habits::arrow(&tokens, line))
        .or_else(|| seen.comment())
        .or_else(|| seen.keyword())
        .or_else(|| seen.name())
        .or_else(|| seen.condition())
        .or_else(|| seen.comma())
        .or_else(|| seen.habit())
        .or_else(|| habits::other_sign(&tokens, seen.got(), message))
        .or_else(|| seen.cut_off())
        .or_else(|| habits::no_statement(&tokens, text, line, message))
        .or_else(|| seen.method_as_value())
        .or_else(|| blocks::mismatch(&tokens))
        .or_else(|| seen.unfinished())
        .or_else(|| seen.after_return());
    match found {
        Some(f) => {
            let d = Diagnostic::error(label, f.message).at(f.line, f.column);
            if f.hint.is_empty() { d } else { d.hint(f.hint) }
        }
        None => {
            let column = if column > 0 { column } else { seen.got().map_or(0, |i| tokens[i].column) };
            let mut d = Diagnostic::error(label, message).at(line, column);
            d.hint = seen.reserved();
            d
        }
    }
}

/// A cause that was recognised.
pub(crate) struct Cause {
    pub line: u32,
    pub column: u32,
    pub message: String,
    pub hint: String,
}

impl Cause {
    pub(crate) fn at(t: &Token, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { line: t.line, column: t.column, message: message.into(), hint: hint.into() }
    }

    fn after(t: &Token, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { line: t.line, column: t.end, message: message.into(), hint: hint.into() }
    }
}

struct Seen<'a> {
    tokens: &'a [Token],
    line: u32,
    message: &'a str,
}

impl Seen<'_> {
    fn on_line(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.tokens.len()).filter(|i| self.tokens[*i].line == self.line)
    }

    /// The token that the compiler did not expect.
    fn got(&self) -> Option<usize> {
        let word = self.message.split(wording::GOT).nth(1)?.split('\'').next()?;
        self.on_line().find(|i| self.tokens[*i].text == word)
    }

    /// `Unexpected '&&'; did you mean 'and'?`
    fn unexpected(&self) -> Option<Cause> {
        let (what, hint) = self.message.split_once(wording::SUGGESTION)?;
        let sign = what.strip_prefix(wording::UNEXPECTED)?.strip_suffix('\'')?;
        let at = self.on_line().find(|i| self.tokens[*i].text == sign)?;
        Some(Cause::at(&self.tokens[at], format!("Lua has no '{sign}'"), format!("did you mean {hint}")))
    }

    fn quote(&self) -> Option<Cause> {
        if !self.message.contains(wording::MALFORMED_STRING) {
            return None;
        }
        let open = self.on_line().find(|i| self.tokens[*i].sort == Sort::Unfinished)?;
        let t = &self.tokens[open];
        let quote = t.text.chars().next().unwrap_or('"');
        Some(Cause::at(
            t,
            "this string is never closed",
            format!("close it with another {quote} quote on the same line"),
        ))
    }

    /// An operator or `=` at the end of a line, and a statement on the next one.
    fn cut_off(&self) -> Option<Cause> {
        let near = |t: &Token| t.line <= self.line && t.line + 2 >= self.line;
        let begins = ["if", "for", "while", "local", "return", "end", "repeat", "break", "else", "elseif", "until"];
        let at = (0..self.tokens.len().saturating_sub(1)).find(|i| {
            let (t, next) = (&self.tokens[*i], &self.tokens[i + 1]);
            let sign = t.sort == Sort::Sign && OPEN_ENDED.contains(&t.text.as_str());
            let open = sign || t.sort == Sort::Word && ["and", "or", "not"].contains(&t.text.as_str());
            // An `if` may be a value, but only where a deeper line says so.
            let deeper = next.text == "if" && next.indent > t.indent;
            near(t) && open && next.first && next.sort == Sort::Word && begins.contains(&next.text.as_str()) && !deeper
        })?;
        let t = &self.tokens[at];
        Some(Cause::after(t, format!("something is missing after '{}'", t.text), "finish the expression on this line"))
    }

    /// `npc:health` where `npc.health` was meant.
    fn method_as_value(&self) -> Option<Cause> {
        if ![wording::ARGUMENTS, wording::ARGUMENTS_BELOW].iter().any(|w| self.message.starts_with(w)) {
            return None;
        }
        let near = |i: &usize| self.tokens[*i].line + 1 >= self.line && self.tokens[*i].line <= self.line;
        let called = |i: usize| {
            let next = self.tokens.get(i + 2);
            next.is_some_and(|n| ["(", "{"].contains(&n.text.as_str()) || n.sort == Sort::Text)
        };
        let colon = (1..self.tokens.len()).filter(near).find(|i| self.tokens[*i].text == ":" && !called(*i))?;
        let (of, name) = (&self.tokens[colon - 1], self.tokens.get(colon + 1)?);
        let message = format!("'{}:{}' must be called: a colon calls a method", of.text, name.text);
        let hint = format!("write {0}.{1} for a value, {0}:{1}(…) for a call", of.text, name.text);
        Some(Cause::at(name, message, hint))
    }

    /// An operator with nothing after it.
    fn unfinished(&self) -> Option<Cause> {
        let got = self.got().filter(|i| *i > 0 && self.message.starts_with(wording::EXPRESSION))?;
        let t = &self.tokens[got - 1];
        if self.tokens[got].text == "[" {
            return Some(Cause::at(&self.tokens[got], "a list is written in braces", "write { 1, 2, 3 }"));
        }
        let operator = t.sort == Sort::Sign && !matches!(t.text.as_str(), ")" | "]" | "}" | ";");
        let operator = operator || ["and", "or", "not"].contains(&t.text.as_str());
        operator.then(|| Cause::after(t, format!("something is missing after '{}'", t.text), ""))
    }

    /// More statements after a `return`.
    fn after_return(&self) -> Option<Cause> {
        if ![wording::END, wording::END_OF_FILE, wording::UNTIL].iter().any(|s| self.message.starts_with(s)) {
            return None;
        }
        let got = self.got()?;
        let last = self.tokens[..got].iter().rposition(|t| {
            t.reserved() && matches!(t.text.as_str(), "return" | "break" | "end" | "then" | "do" | "else")
        })?;
        let word = &self.tokens[last].text;
        (word == "return" || word == "break").then(|| {
            let hint =
                format!("'{word}' is the last statement of its block: move this before it, or close the block first");
            Cause::at(&self.tokens[got], format!("this comes after '{word}' and is never reached"), hint)
        })
    }
}
