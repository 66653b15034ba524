//! Words that are misspelt, words of other languages, and reserved words; comments of other languages.

use crate::diag::nearest;
use crate::lua::source::syntax::tokens::{Sort, Token};
use crate::lua::source::syntax::{Cause, Seen, wording};

/// Words of the language that people misspell.
const KEYWORDS: [&str; 14] = [
    "function", "return", "local", "then", "else", "elseif", "while", "repeat", "until", "break", "end", "for", "and",
    "nil",
];

impl Seen<'_> {
    /// `// words` and `# words`.
    pub(crate) fn comment(&self) -> Option<Cause> {
        let near = |t: &Token| t.line == self.line || t.line + 1 == self.line;
        let words = |i: usize| {
            let next = |n: usize| {
                self.tokens.get(i + n).is_some_and(|t| t.sort == Sort::Word && t.line == self.tokens[i].line)
            };
            next(1) && next(2)
        };
        let at = (0..self.tokens.len()).find(|i| {
            let t = &self.tokens[*i];
            let star = t.text == "/" && self.tokens.get(i + 1).is_some_and(|n| n.text == "*");
            near(t) && (star || t.text == "//" && (t.first || words(*i)) || t.text == "#" && t.first)
        })?;
        Some(Cause::at(&self.tokens[at], "this is not a comment in Lua", "a comment begins with --"))
    }

    /// A word that occurs once and is nearly a word of the language, and words of other languages.
    pub(crate) fn keyword(&self) -> Option<Cause> {
        let near = |t: &Token| t.sort == Sort::Word && t.line <= self.line && t.line + 2 >= self.line;
        for i in (0..self.tokens.len()).rev().filter(|i| near(&self.tokens[*i])) {
            let t = &self.tokens[i];
            let before = i.checked_sub(1).map_or("", |b| self.tokens[b].text.as_str());
            let after = self.tokens.get(i + 1);
            let named = [".", ":", "local", "function", "for"].contains(&before);
            let given = after.is_some_and(|a| ["=", ".", ":", ","].contains(&a.text.as_str()));
            if named || given || t.reserved() {
                continue;
            }
            let followed = after.is_some_and(|a| a.sort == Sort::Word && !a.reserved() && a.line == t.line);
            let foreign = match t.text.as_str() {
                "var" | "let" | "int" | "float" | "auto" | "bool" if followed => Some("local"),
                "func" | "fn" | "def" | "fun" => Some("function"),
                "elif" | "elsif" | "elsif_" => Some("elseif"),
                "switch" | "case" | "foreach" | "try" | "catch" | "class" | "import" if followed => Some(""),
                _ => None,
            };
            if let Some(lua) = foreign {
                let hint = if lua.is_empty() {
                    "there is: if, for, while, function".into()
                } else {
                    format!("did you mean '{lua}'?")
                };
                return Some(Cause::at(t, format!("Lua has no '{}'", t.text), hint));
            }
            let once = self.tokens.iter().filter(|o| o.sort == Sort::Word && o.text == t.text).count() == 1;
            if once
                && t.text.len() >= 2
                && let Some(lua) = nearest(&t.text, KEYWORDS)
            {
                return Some(Cause::at(
                    t,
                    format!("'{}' is not a word of Lua", t.text),
                    format!("did you mean '{lua}'?"),
                ));
            }
        }
        None
    }

    /// `local end = 5`.
    pub(crate) fn name(&self) -> Option<Cause> {
        let local = |i: &usize| *i > 0 && ["local", "for"].contains(&self.tokens[i - 1].text.as_str());
        let t = &self.tokens[self.on_line().filter(local).find(|i| self.tokens[*i].text != "function")?];
        let message = format!("'{}' is a keyword and cannot be a name", t.text);
        t.reserved().then(|| Cause::at(t, message, "use another name"))
    }

    pub(crate) fn reserved(&self) -> Option<String> {
        let t = &self.tokens[self.got()?];
        (self.message.starts_with(wording::IDENTIFIER) && t.reserved())
            .then(|| format!("'{}' is a keyword and cannot be a name", t.text))
    }
}
