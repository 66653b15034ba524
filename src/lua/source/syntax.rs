//! What the compiler refuses, in a designer's words: the place of the cause rather than of the consequence, and the remedy.

mod blocks;
mod habits;
mod lists;
pub(crate) mod tokens;
mod wording;
mod words;

use crate::diag::{Diagnostic, Hint};
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
    let seen = Seen { tokens: tokens(text), text, line, message };
    let found = seen
        .unexpected()
        .or_else(|| seen.quote())
        .or_else(|| seen.counting_loop())
        .or_else(|| seen.braces())
        .or_else(|| seen.misspelt_function())
        .or_else(|| seen.arrow())
        .or_else(|| seen.comment())
        .or_else(|| seen.keyword())
        .or_else(|| seen.name())
        .or_else(|| seen.condition())
        .or_else(|| seen.comma())
        .or_else(|| seen.habit())
        .or_else(|| seen.other_sign())
        .or_else(|| seen.cut_off())
        .or_else(|| seen.no_statement())
        .or_else(|| seen.method_as_value())
        .or_else(|| seen.mismatch())
        .or_else(|| seen.unfinished())
        .or_else(|| seen.after_return());
    match found {
        Some(fault) => Diagnostic { file: label.to_owned(), ..fault },
        None => {
            let column = if column > 0 { column } else { seen.got().map_or(0, |i| seen.tokens[i].column) };
            Diagnostic::error(label, message).at(line, column).hint(seen.reserved())
        }
    }
}

/// A cause that was recognised; its file is not named yet.
type Cause = Option<Diagnostic>;

fn fault_at(t: &Token, message: impl Into<String>, hint: impl Into<Hint>) -> Diagnostic {
    Diagnostic::error("", message).at(t.line, t.column).hint(hint)
}

fn fault_after(t: &Token, message: impl Into<String>, hint: impl Into<Hint>) -> Diagnostic {
    fault_at(t, message, hint).at(t.line, t.end)
}

fn misspelt(t: &Token, meant: &str) -> Diagnostic {
    fault_at(t, format!("'{}' is not a word of Lua", t.text), format!("did you mean '{meant}'?"))
}

/// A broken file, and what the compiler says of it.
struct Seen<'a> {
    tokens: Vec<Token<'a>>,
    text: &'a str,
    line: u32,
    message: &'a str,
}

impl<'a> Seen<'a> {
    /// Whether the message begins with one of these.
    fn says(&self, wordings: &[&str]) -> bool {
        wordings.iter().any(|w| self.message.starts_with(w))
    }

    /// The first token that is so, among those on the line of the fault and so many lines above it.
    fn find_near(&self, lines: u32, is: impl Fn(usize, &Token<'a>) -> bool) -> Option<usize> {
        let near = |t: &Token| t.line <= self.line && t.line + lines >= self.line;
        (0..self.tokens.len()).find(|i| near(&self.tokens[*i]) && is(*i, &self.tokens[*i]))
    }

    /// The text of a token; empty where there is none.
    fn word(&self, i: usize) -> &'a str {
        self.tokens.get(i).map_or("", |t| t.text)
    }

    /// The text of the token before.
    fn before(&self, i: usize) -> &'a str {
        i.checked_sub(1).map_or("", |b| self.word(b))
    }

    /// The token that the compiler did not expect.
    fn got(&self) -> Option<usize> {
        let word = self.message.split(wording::GOT).nth(1)?.split('\'').next()?;
        self.find_near(0, |_, t| t.text == word)
    }

    /// `Unexpected '&&'; did you mean 'and'?`
    fn unexpected(&self) -> Cause {
        let (what, hint) = self.message.split_once(wording::SUGGESTION)?;
        let sign = what.strip_prefix(wording::UNEXPECTED)?.strip_suffix('\'')?;
        let at = self.find_near(0, |_, t| t.text == sign)?;
        Some(fault_at(&self.tokens[at], format!("Lua has no '{sign}'"), format!("did you mean {hint}")))
    }

    fn quote(&self) -> Cause {
        let open = self.find_near(0, |_, t| t.sort == Sort::Unfinished)?;
        let t = &self.tokens[open];
        let hint = format!("close it with another {} quote on the same line", t.text.chars().next().unwrap_or('"'));
        let malformed = self.message.contains(wording::MALFORMED_STRING);
        malformed.then(|| fault_at(t, "this string is never closed", hint))
    }

    /// An operator or `=` at the end of a line, and a statement on the next one.
    fn cut_off(&self) -> Cause {
        let begins = ["if", "for", "while", "local", "return", "end", "repeat", "break", "else", "elseif", "until"];
        let at = self.find_near(2, |i, t| {
            let open = t.sort == Sort::Sign && OPEN_ENDED.contains(&t.text)
                || t.sort == Sort::Word && ["and", "or", "not"].contains(&t.text);
            // An `if` may be a value, but only where a deeper line says so.
            let statement = |next: &Token| {
                next.first && begins.contains(&next.text) && !(next.text == "if" && next.indent > t.indent)
            };
            open && self.tokens.get(i + 1).is_some_and(statement)
        })?;
        let t = &self.tokens[at];
        Some(fault_after(t, format!("something is missing after '{}'", t.text), "finish the expression on this line"))
    }

    /// `npc:health` where `npc.health` was meant.
    fn method_as_value(&self) -> Cause {
        if !self.says(&[wording::ARGUMENTS, wording::ARGUMENTS_BELOW]) {
            return None;
        }
        let call = |next: &Token| ["(", "{"].contains(&next.text) || next.sort == Sort::Text;
        let colon = self.find_near(1, |i, t| i > 0 && t.text == ":" && !self.tokens.get(i + 2).is_some_and(call))?;
        let (of, name) = (&self.tokens[colon - 1], self.tokens.get(colon + 1)?);
        let message = format!("'{}:{}' must be called: a colon calls a method", of.text, name.text);
        let hint = format!("write {0}.{1} for a value, {0}:{1}(…) for a call", of.text, name.text);
        Some(fault_at(name, message, hint))
    }

    /// An operator with nothing after it.
    fn unfinished(&self) -> Cause {
        let first = self.got().filter(|i| *i > 0 && self.says(&[wording::EXPRESSION]))?;
        // `x + + 1`: of two alike the second was not expected.
        let twice = |i: usize, t: &Token| t.text == self.word(first) && i > first && self.before(i) == t.text;
        let got = self.find_near(0, twice).unwrap_or(first);
        let t = &self.tokens[got - 1];
        if self.tokens[got].text == "[" {
            return Some(fault_at(&self.tokens[got], "a list is written in braces", "write { 1, 2, 3 }"));
        }
        let operator = t.sort == Sort::Sign && ![")", "]", "}", ";"].contains(&t.text);
        let operator = operator || ["and", "or", "not"].contains(&t.text);
        let hint = (self.tokens[got].text == "+").then(|| "no value begins with '+': remove it".to_owned());
        operator.then(|| fault_after(t, format!("something is missing after '{}'", t.text), hint))
    }

    /// More statements after a `return`.
    fn after_return(&self) -> Cause {
        if !self.says(&[wording::END, wording::END_OF_FILE, wording::UNTIL]) {
            return None;
        }
        let got = self.got()?;
        let last = self.tokens[..got]
            .iter()
            .rfind(|t| t.sort == Sort::Word && ["return", "break", "end", "then", "do", "else"].contains(&t.text))?;
        let word = last.text;
        (word == "return" || word == "break").then(|| {
            let hint =
                format!("'{word}' is the last statement of its block: move this before it, or close the block first");
            fault_at(&self.tokens[got], format!("this comes after '{word}' and is never reached"), hint)
        })
    }
}
