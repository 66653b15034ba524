//! Words that are misspelt, words of other languages, and reserved words; comments of other languages.

use crate::diag::nearest;
use crate::lua::source::syntax::tokens::{Sort, Token};
use crate::lua::source::syntax::{Cause, Seen, fault_at, misspelt, wording};

/// Words of the language that people misspell.
const KEYWORDS: [&str; 14] = [
    "function", "return", "local", "then", "else", "elseif", "while", "repeat", "until", "break", "end", "for", "and",
    "nil",
];

impl Seen<'_> {
    /// `// words` and `# words`.
    pub(super) fn comment(&self) -> Cause {
        let at = self.find_near(1, |i, t| {
            let word = |n: usize| self.tokens.get(i + n).is_some_and(|n| n.sort == Sort::Word && n.line == t.line);
            let star = t.text == "/" && self.word(i + 1) == "*";
            star || t.text == "//" && (t.first || word(1) && word(2)) || t.text == "#" && t.first
        })?;
        Some(fault_at(&self.tokens[at], "this is not a comment in Lua", "a comment begins with --"))
    }

    /// A word that occurs once and is nearly a word of the language, and words of other languages.
    pub(super) fn keyword(&self) -> Cause {
        let near = |t: &Token| t.sort == Sort::Word && t.line <= self.line && t.line + 2 >= self.line;
        for (i, t) in self.tokens.iter().enumerate().rev().filter(|(_, t)| near(t)) {
            let named = [".", ":", "local", "function", "for"].contains(&self.before(i));
            let given = ["=", ".", ":", ","].contains(&self.word(i + 1));
            if named || given || t.reserved() {
                continue;
            }
            let after = self.tokens.get(i + 1);
            let followed = after.is_some_and(|a| a.sort == Sort::Word && !a.reserved() && a.line == t.line);
            let foreign = match t.text {
                "var" | "let" | "int" | "float" | "auto" | "bool" if followed => "did you mean 'local'?",
                "func" | "fn" | "def" | "fun" => "did you mean 'function'?",
                "elif" | "elsif" | "elsif_" => "did you mean 'elseif'?",
                "switch" | "case" | "foreach" | "try" | "catch" | "class" | "import" if followed => {
                    "there is: if, for, while, function"
                }
                _ => "",
            };
            if !foreign.is_empty() {
                return Some(fault_at(t, format!("Lua has no '{}'", t.text), foreign));
            }
            let once = self.tokens.iter().filter(|o| o.sort == Sort::Word && o.text == t.text).count() == 1;
            if let Some(lua) = nearest(t.text, KEYWORDS).filter(|_| once && t.text.len() >= 2) {
                return Some(misspelt(t, lua));
            }
        }
        None
    }

    /// `local fucntion far(npc)`: a misspelt word that reads as a name, so that only the `end` below it is too many.
    pub(super) fn misspelt_function(&self) -> Cause {
        let word = |i: usize| self.tokens.get(i).filter(|t| t.sort == Sort::Word && !t.reserved());
        let at = (1..self.tokens.len()).find(|i| {
            let near = word(*i).is_some_and(|t| nearest(t.text, ["function"]).is_some());
            let named = word(*i + 1).is_some_and(|n| n.line == self.tokens[*i].line) && self.word(*i + 2) == "(";
            near && named && self.before(*i) == "local"
        })?;
        Some(misspelt(&self.tokens[at], "function"))
    }

    /// `local end = 5`.
    pub(super) fn name(&self) -> Cause {
        let at = self.find_near(0, |i, t| ["local", "for"].contains(&self.before(i)) && t.text != "function")?;
        let t = &self.tokens[at];
        let message = format!("'{}' is a keyword and cannot be a name", t.text);
        t.reserved().then(|| fault_at(t, message, "use another name"))
    }

    pub(super) fn reserved(&self) -> Option<String> {
        let t = &self.tokens[self.got()?];
        (self.says(&[wording::IDENTIFIER]) && t.reserved())
            .then(|| format!("'{}' is a keyword and cannot be a name", t.text))
    }
}
