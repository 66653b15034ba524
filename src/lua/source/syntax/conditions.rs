//! What is wrong between `if` and `then`, and signs that other languages have.

use crate::lua::source::syntax::tokens::{Sort, Token};
use crate::lua::source::syntax::{Cause, Seen, wording};

impl Seen<'_> {
    /// What is wrong between `if` and `then`, `while` and `do`.
    pub(crate) fn condition(&self) -> Option<Cause> {
        let (wanted, openers): (&str, &[&str]) = if self.message.starts_with(wording::THEN) {
            ("then", &["if", "elseif"])
        } else if self.message.starts_with(wording::DO) {
            ("do", &["while", "for"])
        } else {
            return None;
        };
        let got = self.got();
        if let Some(i) = got {
            let (t, next) = (&self.tokens[i], self.tokens.get(i + 1).map_or("", |t| t.text.as_str()));
            let before = i.checked_sub(1).map_or("", |b| self.tokens[b].text.as_str());
            let fault = match t.text.as_str() {
                "=" if before == "==" => Some(("'===' is no operator", "== compares")),
                "=" if next == "<" || next == ">" => Some(("this is no operator", "write <= or >=")),
                "=" if wanted == "then" => Some(("= assigns and cannot be used in a condition", "did you mean '=='?")),
                "{" => Some((
                    "braces make tables, not blocks",
                    if wanted == "then" { "write then … end" } else { "write do … end" },
                )),
                "to" => Some(("the bounds of a loop are separated by a comma", "write for i = 1, 10 do")),
                _ => None,
            };
            if let Some((message, hint)) = fault {
                return Some(Cause::at(t, message, hint));
            }
        }
        let end = got.unwrap_or_else(|| self.on_line().next().unwrap_or(self.tokens.len()));
        let open =
            self.tokens[..end].iter().rposition(|t| openers.contains(&t.text.as_str()) && t.sort == Sort::Word)?;
        let line = self.tokens[open].line;
        // With the word in its line, something in the condition is wrong.
        if self.tokens[end..].iter().take_while(|t| t.line == line).any(|t| t.text == wanted) {
            return None;
        }
        let t = &self.tokens[open];
        let before = if t.text == "for" { "the head of 'for'" } else { "the condition" };
        let message = format!("missing '{wanted}' after {before}");
        Some(Cause::at(t, message, format!("write: {} … {wanted}", t.text)))
    }

    /// Signs that other languages have.
    pub(crate) fn habit(&self) -> Option<Cause> {
        let near = |t: &Token| t.line == self.line || t.line + 1 == self.line;
        let text = |i: usize| self.tokens.get(i).map_or("", |t| t.text.as_str());
        for i in (0..self.tokens.len()).filter(|i| near(&self.tokens[*i])) {
            let t = &self.tokens[i];
            let before = i.checked_sub(1).map_or("", text);
            let fault = match (t.text.as_str(), text(i + 1)) {
                ("+", "+") => ("Lua has no '++'", format!("write {before} += 1")),
                ("=", "<" | ">") => ("this is no operator", "write <= or >=".into()),
                ("<", ">") => ("Lua has no '<>'", "did you mean '~='?".into()),
                ("?", _) => ("Lua has no '?'", "write: if condition then a else b".into()),
                ("{", _) if before == ")" && self.function_before(i) => {
                    ("braces make tables, not blocks", "write function(npc) … end".into())
                }
                (":", next)
                    if self.message.contains(wording::METHOD_NAME) && !next.is_empty() && self.got() == Some(i + 1) =>
                {
                    ("a key and its value are joined by =", format!("write {before} = {next}"))
                }
                ("to", _) if self.message.contains(wording::RANGE) => {
                    ("the bounds of a loop are separated by a comma", "write for i = 1, 10 do".into())
                }
                ("<", "const" | "close") => ("attributes are not available", format!("write local {before} = …")),
                ("=", _) if before == "==" => ("Lua has no '==='", "did you mean '=='?".into()),
                _ => continue,
            };
            return Some(Cause::at(t, fault.0, fault.1));
        }
        None
    }

    /// Whether `) {` closes the parameters of a function.
    fn function_before(&self, brace: usize) -> bool {
        let open = self.tokens[..brace].iter().rposition(|t| t.text == "(");
        open.is_some_and(|o| {
            o > 0 && (self.tokens[o - 1].text == "function" || o > 1 && self.tokens[o - 2].text == "function")
        })
    }
}
