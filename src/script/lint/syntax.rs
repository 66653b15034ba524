//! What the compiler refuses, in a designer's words: the place of the cause rather than of the consequence, and the remedy.

use super::habits;
use super::tokens::{Sort, Token, tokens};
use crate::diag::{Diagnostic, nearest};

/// Words of the language that people misspell.
const KEYWORDS: [&str; 14] = [
    "function", "return", "local", "then", "else", "elseif", "while", "repeat", "until", "break", "end", "for", "and",
    "nil",
];

/// Signs that want something behind them.
const OPEN_ENDED: [&str; 20] =
    ["=", "+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", ">", "<=", ">=", "+=", "-=", "*=", "/=", "//", "..="];

/// Turns the compiler's message about a line into a diagnostic; `column` is where a second parser sees the fault, or 0.
pub fn explain(label: &str, text: &str, line: u32, column: u32, message: &str) -> Diagnostic {
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
        .or_else(|| super::blocks::mismatch(&tokens))
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
pub struct Cause {
    pub line: u32,
    pub column: u32,
    pub message: String,
    pub hint: String,
}

impl Cause {
    pub fn at(t: &Token, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { line: t.line, column: t.column, message: message.into(), hint: hint.into() }
    }

    fn behind(t: &Token, message: impl Into<String>, hint: impl Into<String>) -> Self {
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
        let word = self.message.split("got '").nth(1)?.split('\'').next()?;
        self.on_line().find(|i| self.tokens[*i].text == word)
    }

    /// `Unexpected '&&'; did you mean 'and'?`
    fn unexpected(&self) -> Option<Cause> {
        let (what, hint) = self.message.split_once("; did you mean ")?;
        let sign = what.strip_prefix("Unexpected '")?.strip_suffix('\'')?;
        let at = self.on_line().find(|i| self.tokens[*i].text == sign)?;
        Some(Cause::at(&self.tokens[at], format!("Lua has no '{sign}'"), format!("did you mean {hint}")))
    }

    fn quote(&self) -> Option<Cause> {
        if !self.message.to_lowercase().contains("malformed string") {
            return None;
        }
        let open = self.on_line().find(|i| self.tokens[*i].sort == Sort::Unfinished)?;
        let t = &self.tokens[open];
        let quote = t.text.chars().next().unwrap_or('"');
        Some(Cause::at(t, "this text is never closed", format!("close it with another {quote} quote on the same line")))
    }

    /// `// words` and `# words`.
    fn comment(&self) -> Option<Cause> {
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
        Some(Cause::at(&self.tokens[at], "this is no comment in Lua", "a comment begins with --"))
    }

    /// A word that occurs once and is nearly a word of the language, and words of other languages.
    fn keyword(&self) -> Option<Cause> {
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
                return Some(Cause::at(t, format!("'{}' is no word of Lua", t.text), format!("did you mean '{lua}'?")));
            }
        }
        None
    }

    /// What is wrong between `if` and `then`, `while` and `do`.
    fn condition(&self) -> Option<Cause> {
        let (wanted, openers): (&str, &[&str]) = if self.message.starts_with("Expected 'then'") {
            ("then", &["if", "elseif"])
        } else if self.message.starts_with("Expected 'do'") {
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
                "=" if wanted == "then" => Some(("= assigns and cannot stand in a condition", "did you mean '=='?")),
                "{" => Some((
                    "braces make tables, not blocks",
                    if wanted == "then" { "write then … end" } else { "write do … end" },
                )),
                "to" => Some(("a loop's ends are set apart by a comma", "write for i = 1, 10 do")),
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
        let message = format!("'{wanted}' is missing behind what stands after '{}'", t.text);
        Some(Cause::at(t, message, format!("write: {} … {wanted}", t.text)))
    }

    fn comma(&self) -> Option<Cause> {
        let list = self.message.starts_with("Expected ',' after table");
        let call =
            self.message.starts_with("Expected ')' (to close") || self.message.starts_with("Expected '}' (to close");
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
        Some(Cause::behind(&self.tokens[got - 1], message, "entries stand apart by commas: write a comma here"))
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

    /// Whether a token stands in the braces or parentheses of a list, not in a block.
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

    /// Signs that other languages have.
    fn habit(&self) -> Option<Cause> {
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
                    if self.message.contains("method name") && !next.is_empty() && self.got() == Some(i + 1) =>
                {
                    ("a key and its value are joined by =", format!("write {before} = {next}"))
                }
                ("to", _) if self.message.contains("index range") => {
                    ("a loop's ends are set apart by a comma", "write for i = 1, 10 do".into())
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

    /// `local end = 5`.
    fn name(&self) -> Option<Cause> {
        let local = |i: &usize| *i > 0 && ["local", "for"].contains(&self.tokens[i - 1].text.as_str());
        let t = &self.tokens[self.on_line().filter(local).find(|i| self.tokens[*i].text != "function")?];
        let message = format!("'{}' is a word of the language and cannot be a name", t.text);
        t.reserved().then(|| Cause::at(t, message, "take another name"))
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
        Some(Cause::behind(
            t,
            format!("something is missing behind '{}'", t.text),
            "finish the expression on this line",
        ))
    }

    /// `npc:health` where `npc.health` was meant.
    fn method_as_value(&self) -> Option<Cause> {
        let wanted = ["Expected function call arguments", "Expected '(', '{' or <string> when parsing function call"];
        if !wanted.iter().any(|w| self.message.starts_with(w)) {
            return None;
        }
        let near = |i: &usize| self.tokens[*i].line + 1 >= self.line && self.tokens[*i].line <= self.line;
        let called = |i: usize| {
            let next = self.tokens.get(i + 2);
            next.is_some_and(|n| ["(", "{"].contains(&n.text.as_str()) || n.sort == Sort::Text)
        };
        let colon = (1..self.tokens.len()).filter(near).find(|i| self.tokens[*i].text == ":" && !called(*i))?;
        let (of, name) = (&self.tokens[colon - 1], self.tokens.get(colon + 1)?);
        let message = format!("'{}:{}' must be called: a colon stands before a method", of.text, name.text);
        let hint = format!("write {0}.{1} for a value, {0}:{1}(…) for a call", of.text, name.text);
        Some(Cause::at(name, message, hint))
    }

    /// An operator with nothing behind it.
    fn unfinished(&self) -> Option<Cause> {
        let got =
            self.got().filter(|i| *i > 0 && self.message.starts_with("Expected identifier when parsing expression"))?;
        let t = &self.tokens[got - 1];
        if self.tokens[got].text == "[" {
            return Some(Cause::at(&self.tokens[got], "a list stands in braces", "write { 1, 2, 3 }"));
        }
        let operator = t.sort == Sort::Sign && !matches!(t.text.as_str(), ")" | "]" | "}" | ";");
        let operator = operator || ["and", "or", "not"].contains(&t.text.as_str());
        operator.then(|| Cause::behind(t, format!("something is missing behind '{}'", t.text), ""))
    }

    /// More statements behind a `return`.
    fn after_return(&self) -> Option<Cause> {
        let starts = ["Expected 'end' (to close", "Expected <eof>", "Expected 'until'"];
        if !starts.iter().any(|s| self.message.starts_with(s)) {
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
            Cause::at(&self.tokens[got], format!("this stands behind '{word}' and is never reached"), hint)
        })
    }

    fn reserved(&self) -> Option<String> {
        let t = &self.tokens[self.got()?];
        (self.message.starts_with("Expected identifier") && t.reserved())
            .then(|| format!("'{}' is a word of the language and cannot be a name", t.text))
    }
}
