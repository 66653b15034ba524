//! Which `end` or bracket is missing or too many: openers and closers are matched, and indentation shows what was meant.

use crate::lua::source::syntax::tokens::Sort;
use crate::lua::source::syntax::{Cause, Seen, fault_at};

/// What is open, by index of its token.
type Open = usize;

/// How matching failed.
enum Failure {
    /// This opener is never closed; with it, what is open, and the token at which that showed.
    Unclosed(Open, Vec<Open>, usize),
    /// This closer closes nothing.
    Surplus(usize),
}

/// What is open at a token.
#[derive(Default)]
struct Stack {
    open: Vec<Open>,
    /// `while` and `for` bring a `do` of their own.
    own_do: usize,
}

impl Stack {
    /// Takes in a token that closes nothing.
    fn open(&mut self, seen: &Seen, i: usize) {
        match seen.word(i) {
            "if" if seen.is_expression(i) => {}
            "do" if self.own_do > 0 => self.own_do -= 1,
            word @ ("while" | "for" | "function" | "repeat" | "if" | "do" | "(" | "[" | "{") => {
                self.open.push(i);
                self.own_do += usize::from(matches!(word, "while" | "for"));
            }
            _ => {}
        }
    }
}

impl Seen<'_> {
    /// The first opener without a closer, or closer without an opener.
    pub(super) fn mismatch(&self) -> Cause {
        match self.matched(None)? {
            Failure::Surplus(i) => {
                let t = &self.tokens[self.taken_before(i).unwrap_or(i)];
                let (message, hint) = match t.text {
                    "else" | "elseif" => ("has no 'if'", "an 'end' before it closed the if"),
                    _ => ("closes nothing", "remove it, or look for a missing opener before it"),
                };
                Some(fault_at(t, format!("this '{}' {message}", t.text), hint))
            }
            Failure::Unclosed(open, stack, failed) => {
                let word_pair = |i: &Open| self.word(*i) == "if" && self.before(*i) == "else";
                // An inner `else if` took the `end` of the if around it.
                let inner = || (open + 1..self.tokens.len().min(failed)).find(word_pair);
                let inner = (self.word(open) == "if").then(inner).flatten();
                if let Some(i) = stack.into_iter().find(word_pair).or(inner) {
                    let hint = "did you mean 'elseif'? 'else if' opens another if, which needs an end of its own";
                    return Some(fault_at(&self.tokens[i - 1], "this 'else if' is never closed", hint));
                }
                let t = &self.tokens[open];
                let hint = match closer(t.text) {
                    "end" => format!("an 'end' is missing for it below line {}", t.line),
                    closer => format!("write the missing '{closer}'"),
                };
                let message = format!("this '{}' is never closed: '{}' is missing", t.text, closer(t.text));
                Some(fault_at(t, message, hint))
            }
        }
    }

    /// A closer in the middle of a line that closed the opener above this one.
    fn taken_before(&self, surplus: usize) -> Option<usize> {
        let t = self.tokens.get(surplus).filter(|t| t.first && t.text == "end")?;
        let (mut stack, mut taken) = (Stack::default(), None);
        for (i, token) in self.tokens[..surplus].iter().enumerate().filter(|(_, t)| t.sort == Sort::Word) {
            if !matches!(token.text, "end" | "until") {
                stack.open(self, i);
                continue;
            }
            let open = &self.tokens[stack.open.pop()?];
            if !token.first && open.line < token.line && open.indent == t.indent {
                taken = Some(i);
            }
        }
        taken
    }

    /// Matches all but the token at `without`.
    fn matched(&self, without: Option<usize>) -> Option<Failure> {
        let mut stack = Stack::default();
        for (i, t) in self.tokens.iter().enumerate().filter(|(i, _)| Some(*i) != without) {
            match t.text {
                "else" | "elseif" if t.first && without.is_none() => {
                    if !stack.open.iter().any(|o| self.word(*o) == "if") {
                        return Some(Failure::Surplus(i));
                    }
                }
                "end" | "until" | ")" | "]" | "}" => {
                    if let Some(failure) = self.close(&mut stack.open, i, without.is_none()) {
                        return Some(failure);
                    }
                }
                _ => stack.open(self, i),
            }
        }
        stack.open.last().map(|open| Failure::Unclosed(*open, stack.open.clone(), self.tokens.len()))
    }

    fn close(&self, stack: &mut Vec<Open>, i: usize, guess: bool) -> Option<Failure> {
        let t = &self.tokens[i];
        let Some(open) = stack.last().copied() else { return Some(Failure::Surplus(i)) };
        let fits = closer(self.word(open)) == t.text;
        // It is farther left than the line that it would close: it was meant for an outer opener.
        let left = t.first && t.indent < self.tokens[open].indent;
        if fits && !(guess && left) {
            stack.pop();
            return None;
        }
        // Without this closer everything may fit.
        if guess && !fits && self.matched(Some(i)).is_none() {
            return Some(Failure::Surplus(i));
        }
        Some(Failure::Unclosed(open, stack.clone(), i))
    }

    /// `if` as part of an expression has no `end`.
    fn is_expression(&self, i: usize) -> bool {
        let Some(before) = i.checked_sub(1).map(|b| &self.tokens[b]) else { return false };
        match before.sort {
            Sort::Sign => !matches!(before.text, ")" | "]" | "}" | ";" | "..."),
            Sort::Word => matches!(before.text, "return" | "and" | "or" | "not" | "in"),
            _ => false,
        }
    }
}

fn closer(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        "repeat" => "until",
        _ => "end",
    }
}
