//! Entries without a comma between them, and keys joined to their values by a colon.

use crate::lua::source::syntax::tokens::{Sort, Token};
use crate::lua::source::syntax::{Cause, Seen, wording};

impl Seen<'_> {
    pub(crate) fn comma(&self) -> Option<Cause> {
        let list = self.message.starts_with(wording::TABLE_COMMA);
        let call = [wording::CLOSING_PARENTHESIS, wording::CLOSING_BRACE].iter().any(|w| self.message.starts_with(w));
        if !list && !call {
            return None;
        }
        let got = match (list, self.got()) {
            (false, got) => self
                .entry_without_comma()
                .filter(|i| self.tokens[*i].text == self.tokens[got.unwrap_or(*i)].text)
                .or(got)?,
            // The compiler names only the line: an entry that follows a value without a comma.
            (true, _) => self.entry_without_comma()?,
        };
        let t = &self.tokens[got];
        if got == 0 || t.reserved() && t.text != "function" && t.text != "nil" && t.text != "not" {
            return None;
        }
        if t.text == ":" {
            return Some(Cause::at(t, "a key and its value are joined by =", "write key = value"));
        }
        let value = matches!(t.sort, Sort::Word | Sort::Number | Sort::Text) || t.text == "{";
        // A new statement on a line of its own: a bracket was forgotten, not a comma.
        let statement = call && t.first && self.tokens.get(got + 1).is_none_or(|n| n.text != "=");
        if !value || statement {
            return None;
        }
        let message = format!("a comma is missing before '{}'", t.text);
        Some(Cause::after(&self.tokens[got - 1], message, "entries are separated by commas: write a comma here"))
    }

    fn entry_without_comma(&self) -> Option<usize> {
        let ends = |t: &Token| match t.sort {
            Sort::Word => !t.reserved() || ["end", "nil", "true", "false"].contains(&t.text.as_str()),
            Sort::Number | Sort::Text => true,
            _ => ["}", ")", "]"].contains(&t.text.as_str()),
        };
        self.on_line().find(|i| {
            let t = &self.tokens[*i];
            let begins = matches!(t.sort, Sort::Word | Sort::Number | Sort::Text) && !t.reserved() || t.text == "[";
            let colon = t.text == ":" && *i > 0 && self.tokens[i - 1].sort == Sort::Text;
            *i > 0 && (begins && ends(&self.tokens[i - 1]) || colon) && self.in_list(*i)
        })
    }

    /// Whether a token is in the braces or parentheses of a list, not in a block.
    fn in_list(&self, at: usize) -> bool {
        let mut closed = 0;
        for t in self.tokens[..at].iter().rev() {
            match t.text.as_str() {
                ")" | "]" | "}" | "end" if t.sort != Sort::Text => closed += 1,
                "function" | "do" | "(" | "[" | "{" | "if" if closed > 0 => closed -= 1,
                "(" | "{" => return true,
                "function" | "do" | "then" | "else" | "repeat" | "return" | "local" if closed == 0 => return false,
                _ => {}
            }
        }
        false
    }
}
