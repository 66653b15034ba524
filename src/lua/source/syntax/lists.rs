//! Entries without a comma between them, and keys joined to their values by a colon.

use crate::diag::KEY_AND_VALUE;
use crate::lua::source::syntax::tokens::{Sort, Token};
use crate::lua::source::syntax::{Cause, Seen, fault_after, fault_at, wording};

impl Seen<'_> {
    pub(super) fn comma(&self) -> Cause {
        let list = self.says(&[wording::TABLE_COMMA]);
        let call = self.says(&[wording::CLOSING_PARENTHESIS, wording::CLOSING_BRACE]);
        if !list && !call {
            return None;
        }
        let got = match (self.entry_without_comma(), self.got()) {
            // The compiler names only the line: an entry that follows a value without a comma.
            (entry, _) if list => entry?,
            (Some(entry), Some(got)) if self.word(entry) != self.word(got) => got,
            (entry, got) => entry.or(got)?,
        };
        let t = &self.tokens[got];
        if got == 0 || t.reserved() && !["function", "nil", "not"].contains(&t.text) {
            return None;
        }
        if t.text == ":" {
            return Some(fault_at(t, KEY_AND_VALUE, "write key = value"));
        }
        // A new statement on a line of its own: a bracket was forgotten, not a comma.
        let statement = call && t.first && self.word(got + 1) != "=";
        let value = t.is_value() || t.text == "{";
        let message = format!("a comma is missing before '{}'", t.text);
        let hint = "entries are separated by commas: write a comma here";
        (value && !statement).then(|| fault_after(&self.tokens[got - 1], message, hint))
    }

    fn entry_without_comma(&self) -> Option<usize> {
        let ends = |t: &Token| match t.sort {
            Sort::Word => !t.reserved() || ["end", "nil", "true", "false"].contains(&t.text),
            Sort::Number | Sort::Text => true,
            _ => ["}", ")", "]"].contains(&t.text),
        };
        self.find_near(0, |i, t| {
            let Some(before) = i.checked_sub(1).map(|b| &self.tokens[b]) else { return false };
            let begins = t.is_value() && !t.reserved() || t.text == "[";
            let colon = t.text == ":" && before.sort == Sort::Text;
            (begins && ends(before) || colon) && self.in_list(i)
        })
    }

    /// Whether a token is in the braces or parentheses of a list, not in a block.
    fn in_list(&self, at: usize) -> bool {
        let mut closed = 0;
        for t in self.tokens[..at].iter().rev() {
            match t.text {
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
