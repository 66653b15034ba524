//! What is wrong between `if` and `then`, and signs that other languages have.

use crate::lua::source::syntax::tokens::Sort;
use crate::lua::source::syntax::{Cause, Seen, fault_at, wording};

impl Seen<'_> {
    /// What is wrong between `if` and `then`, `while` and `do`.
    pub(super) fn condition(&self) -> Cause {
        let (wanted, openers): (&str, &[&str]) = if self.says(&[wording::THEN]) {
            ("then", &["if", "elseif"])
        } else if self.says(&[wording::DO]) {
            ("do", &["while", "for"])
        } else {
            return None;
        };
        let got = self.got();
        if let Some(i) = got {
            let next = self.word(i + 1);
            let fault = match self.word(i) {
                "=" if self.before(i) == "==" => Some(("'===' is no operator", "== compares")),
                "=" if next == "<" || next == ">" => Some(("this is no operator", "write <= or >=")),
                "=" if wanted == "then" => Some(("= assigns and cannot be used in a condition", "did you mean '=='?")),
                "{" if wanted == "then" => Some(("braces make tables, not blocks", "write then … end")),
                "{" => Some(("braces make tables, not blocks", "write do … end")),
                "to" => Some(("the bounds of a loop are separated by a comma", "write for i = 1, 10 do")),
                _ => None,
            };
            if let Some((message, hint)) = fault {
                return Some(fault_at(&self.tokens[i], message, hint));
            }
        }
        let end = got.or_else(|| self.find_near(0, |_, _| true)).unwrap_or(self.tokens.len());
        let t = self.tokens[..end].iter().rfind(|t| openers.contains(&t.text) && t.sort == Sort::Word)?;
        // With the word in its line, something in the condition is wrong.
        if self.tokens[end..].iter().take_while(|o| o.line == t.line).any(|o| o.text == wanted) {
            return None;
        }
        let before = if t.text == "for" { "the head of 'for'" } else { "the condition" };
        let message = format!("missing '{wanted}' after {before}");
        Some(fault_at(t, message, format!("write: {} … {wanted}", t.text)))
    }

    /// Signs that other languages have.
    pub(super) fn habit(&self) -> Cause {
        let fault = |i: usize| {
            let before = self.before(i);
            Some(match (self.word(i), self.word(i + 1)) {
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
                _ => return None,
            })
        };
        let at = self.find_near(1, |i, _| fault(i).is_some())?;
        fault(at).map(|(message, hint)| fault_at(&self.tokens[at], message, hint))
    }

    /// Whether `) {` closes the parameters of a function.
    fn function_before(&self, brace: usize) -> bool {
        let open = self.tokens[..brace].iter().rposition(|t| t.text == "(");
        open.is_some_and(|o| self.before(o) == "function" || o > 1 && self.word(o - 2) == "function")
    }
}
