//! Statements, conditions and signs of other languages that Lua does not have.

use crate::diag::{KEY_AND_VALUE, nearest};
use crate::lua::source::syntax::tokens::Sort;
use crate::lua::source::syntax::{Cause, Seen, fault_at, misspelt, wording};

const NAME_AND_VALUE: &str = "a name and its value are joined by =";

impl Seen<'_> {
    /// `for (i = 0; i < 3; i++)`.
    pub(super) fn counting_loop(&self) -> Cause {
        let at = self.find_near(1, |i, t| {
            let head = self.tokens[i + 1..].iter().take_while(|n| n.line == t.line && !["do", "{"].contains(&n.text));
            t.text == "for" && head.filter(|n| n.text == ";").count() > 1
        })?;
        Some(fault_at(&self.tokens[at], "a loop that counts is written with commas", "write for i = 1, 10 do … end"))
    }

    /// `if (tired) {`.
    pub(super) fn braces(&self) -> Cause {
        let at = self.find_near(2, |i, t| {
            let line = || self.tokens.iter().filter(|o| o.line == t.line);
            let head = line().next().is_some_and(|o| ["if", "elseif", "while"].contains(&o.text));
            let last = self.tokens.get(i + 1).is_none_or(|next| next.line > t.line || next.text == "return");
            t.text == "{" && head && last && !line().any(|o| ["then", "do"].contains(&o.text))
        })?;
        let word =
            if self.tokens.iter().any(|o| o.line == self.tokens[at].line && o.text == "while") { "do" } else { "then" };
        Some(fault_at(&self.tokens[at], "braces make tables, not blocks", format!("write {word} … end")))
    }

    /// `tick = npc => …` and `(npc) => …`, also with `->`.
    pub(super) fn arrow(&self) -> Cause {
        if let Some(got) = self.got().filter(|got| self.word(*got) == "->") {
            return Some(fault_at(&self.tokens[got], "Lua has no '->'", "write function(npc) … end"));
        }
        let opens = |i: usize| ["=", ",", "("].contains(&self.before(i));
        let at = self.find_near(0, |i, t| {
            let name = i > 1 && self.tokens[i - 1].sort == Sort::Word && opens(i - 1);
            let list = || self.tokens[..i].iter().rposition(|t| t.text == "(").is_some_and(opens);
            t.text == "=" && self.word(i + 1) == ">" && (name || self.before(i) == ")" && list())
        })?;
        Some(fault_at(&self.tokens[at], "Lua has no '=>'", "write function(npc) … end"))
    }

    /// A value in place of a statement: `npc.health--`, `a == b`, a comparison without `return`.
    pub(super) fn no_statement(&self) -> Cause {
        if self.says(&[wording::LONE_STRING]) {
            return self.lone_text();
        }
        let first = self.find_near(0, |_, _| true).filter(|_| self.says(&[wording::INCOMPLETE]))?;
        let on_line = || self.tokens[first..].iter().take_while(|t| t.line == self.line);
        let t = &self.tokens[first];
        if t.reserved() {
            return None;
        }
        let written = self.text.lines().nth(self.line as usize - 1)?;
        let rest: String = written.chars().skip((on_line().last()?.end as usize).saturating_sub(1)).collect();
        if rest.trim_end() == "--" {
            let of = written.split("--").next().unwrap_or("").trim();
            return Some(fault_at(t, "Lua has no '--'; it begins a comment", format!("write {of} -= 1")));
        }
        if let Some(equal) = on_line().find(|t| t.text == "==") {
            return Some(fault_at(equal, "the result of this comparison is unused", "did you mean '='?"));
        }
        let hint = match on_line().any(|t| ["<", ">", "<=", ">=", "~=", "and", "or"].contains(&t.text)) {
            true => "to return the result, write return before it",
            false => "call it with (), give it a value with =, or write return before it",
        };
        Some(fault_at(t, "this does nothing: it is a value, not a statement", hint))
    }

    /// `if tired then "rest" end`: a state that is named and not returned.
    fn lone_text(&self) -> Cause {
        let function = self.find_near(0, |_, t| t.text == "function").is_some();
        let at = self.find_near(0, |i, t| {
            let after = ["", "then", "do", "else", "end", ";"].contains(&self.before(i));
            t.sort == Sort::Text && (t.first || after || self.before(i) == ")" && function)
        })?;
        let t = &self.tokens[at];
        let on_line: String = t.text.chars().take((t.end - t.column) as usize).collect();
        let hint = format!("write return {on_line}");
        Some(fault_at(t, "this does nothing: it is a value, not a statement", hint))
    }

    /// Signs that Lua writes differently, recognised by what the compiler met instead of what it expected.
    pub(super) fn other_sign(&self) -> Cause {
        // Where a bracket's column is named, what was met comes after it.
        let column = self.message.split(wording::COLUMN).nth(1).and_then(|c| c.split(')').next()?.parse::<u32>().ok());
        let got = self.got()?;
        let later = |c: u32| self.find_near(0, |i, t| i >= got && t.text == self.word(got) && t.column > c);
        let at = column.and_then(later).unwrap_or(got);
        let (t, before) = (&self.tokens[at], self.before(at));
        let wanted = |what: &str| self.says(&[what]);
        let (said, hint) = match t.text {
            "*" if before == "*" || self.word(at + 1) == "*" => ("Lua has no '**'", "write ^".to_owned()),
            "|" => ("Lua has no '|'", "did you mean 'or'?".into()),
            "&" => ("Lua has no '&'", "did you mean 'and'?".into()),
            "!" => ("Lua has no '!'", "strings are written in quotes, and 'not' is a word".into()),
            "=" if wanted(wording::CLOSING_PARENTHESIS) && self.in_parameters(at) => {
                let value = self.word(at + 1);
                ("a parameter has no default value", format!("write in the function: {before} = {before} or {value}"))
            }
            // `npc:nearest(faction = "prey", within = 9)`.
            "=" if wanted(wording::CLOSING_PARENTHESIS) && self.named_value(at) => {
                ("named values are written in braces", format!("write {{ {before} = … }}"))
            }
            "=" if wanted(wording::CLOSING_PARENTHESIS) && !self.message.contains("function") => {
                ("= assigns and cannot be used in an expression", "did you mean '=='?".into())
            }
            word if wanted(wording::PARAMETERS) && t.sort == Sort::Word => {
                ("a function in a table comes after its key", format!("write {word} = function(…)"))
            }
            value if t.sort == Sort::Number && at > 1 && self.word(at - 2) == "local" => {
                (NAME_AND_VALUE, format!("write local {before} = {value}"))
            }
            "(" if wanted(wording::FUNCTION_NAME) => {
                ("this function has no name", "write return function(…), or give it a name".into())
            }
            _ if wanted(wording::TABLE_FIELD) => (KEY_AND_VALUE, "write key = value".into()),
            value if wanted(wording::TYPE) && before == ":" => {
                (NAME_AND_VALUE, format!("write {} = {value}", self.before(at - 1)))
            }
            word if wanted(wording::THEN) && t.sort == Sort::Word && !t.reserved() => {
                return nearest(word, ["and", "or", "then"]).map(|near| misspelt(t, near));
            }
            _ => return None,
        };
        Some(fault_at(t, said, hint))
    }

    /// Whether the `=` at a place gives a name its value among the values of a call.
    fn named_value(&self, at: usize) -> bool {
        let name = |i: usize| self.tokens[i].sort == Sort::Word;
        at >= 3 && name(at - 1) && self.word(at - 2) == "(" && name(at - 3) && !self.tokens[at - 3].reserved()
    }

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
                ("+", "+") if self.tokens[i].end == self.tokens[i + 1].column => {
                    ("Lua has no '++'", format!("write {before} += 1"))
                }
                ("=", "<" | ">") => ("this is no operator", "write <= or >=".into()),
                ("<", ">") => ("Lua has no '<>'", "did you mean '~='?".into()),
                ("?", _) => ("Lua has no '?'", "write: if condition then a else b".into()),
                ("{", _) if before == ")" && self.function_before(i) => {
                    ("braces make tables, not blocks", "write function(npc) … end".into())
                }
                (":", next)
                    if self.message.contains(wording::METHOD_NAME) && !next.is_empty() && self.got() == Some(i + 1) =>
                {
                    (KEY_AND_VALUE, format!("write {before} = {next}"))
                }
                // A string is not among the names that the message shows.
                (":", _)
                    if self.message.contains(wording::METHOD_NAME)
                        && self.tokens.get(i + 1).is_some_and(|t| t.sort == Sort::Text) =>
                {
                    (KEY_AND_VALUE, format!("write {before} = {}", self.tokens[i + 1].text))
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

    /// Whether a token lies between the parentheses after `function` or `function name`.
    fn in_parameters(&self, at: usize) -> bool {
        let open = self.tokens[..at].iter().rposition(|t| t.text == "(" || t.text == ")");
        open.filter(|o| self.word(*o) == "(").is_some_and(|o| {
            let name = self.tokens[..o]
                .iter()
                .rev()
                .take_while(|t| t.text == "." || t.text == ":" || t.sort == Sort::Word && t.text != "function");
            let names = name.count();
            o > names && self.word(o - names - 1) == "function"
        })
    }

    /// Whether `) {` closes the parameters of a function.
    fn function_before(&self, brace: usize) -> bool {
        let open = self.tokens[..brace].iter().rposition(|t| t.text == "(");
        open.is_some_and(|o| self.before(o) == "function" || o > 1 && self.word(o - 2) == "function")
    }
}
