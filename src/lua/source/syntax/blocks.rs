//! Which `end` or bracket is missing or too many: openers and closers are matched, and indentation shows what was meant.

use crate::lua::source::syntax::Cause;
use crate::lua::source::syntax::tokens::{Sort, Token};

/// What is open, by index of its token.
type Open = usize;

/// How matching failed.
enum Failure {
    /// This opener is never closed; with it, what is open, and the token at which that showed.
    Unclosed(Open, Vec<Open>, usize),
    /// This closer closes nothing.
    Surplus(usize),
}

/// The first opener without a closer, or closer without an opener.
pub(super) fn mismatch(tokens: &[Token]) -> Option<Cause> {
    match matched(tokens, None)? {
        Failure::Surplus(i) => {
            let t = &tokens[taken_before(tokens, i).unwrap_or(i)];
            if t.text.starts_with("else") {
                let hint = "an 'end' before it closed the if";
                return Some(Cause::at(t, format!("this '{}' has no 'if'", t.text), hint));
            }
            Some(Cause::at(
                t,
                format!("this '{}' closes nothing", t.text),
                "remove it, or look for a missing opener before it",
            ))
        }
        Failure::Unclosed(open, stack, failed) => {
            let word_pair = |i: &Open| tokens[*i].text == "if" && *i > 0 && tokens[i - 1].text == "else";
            // An inner `else if` took the `end` of the if around it.
            let inner = (tokens[open].text == "if")
                .then(|| (open + 1..tokens.len().min(failed)).find(|i| word_pair(i)))
                .flatten();
            if let Some(i) = stack.iter().find(|i| word_pair(i)).or(inner.as_ref()) {
                let hint = "did you mean 'elseif'? 'else if' opens another if, which needs an end of its own";
                return Some(Cause::at(&tokens[i - 1], "this 'else if' is never closed", hint));
            }
            let t = &tokens[open];
            let closer = closer(&t.text);
            let hint = match t.text.as_str() {
                "if" | "for" | "while" | "do" | "function" => {
                    format!("an 'end' is missing for it below line {}", t.line)
                }
                _ => format!("write the missing '{closer}'"),
            };
            Some(Cause::at(t, format!("this '{}' is never closed: '{closer}' is missing", t.text), hint))
        }
    }
}

/// A closer in the middle of a line that closed the opener above this one.
fn taken_before(tokens: &[Token], surplus: usize) -> Option<usize> {
    let t = tokens.get(surplus).filter(|t| t.first && t.text == "end")?;
    let mut stack: Vec<Open> = Vec::new();
    let mut own_do = 0;
    let mut taken = None;
    for (i, token) in tokens[..surplus].iter().enumerate().filter(|(_, t)| t.sort == Sort::Word) {
        match token.text.as_str() {
            "function" | "repeat" => stack.push(i),
            "if" if !is_expression(tokens, i) => stack.push(i),
            "while" | "for" => {
                stack.push(i);
                own_do += 1;
            }
            "do" if own_do > 0 => own_do -= 1,
            "do" => stack.push(i),
            "end" | "until" => {
                let open = stack.pop()?;
                if !token.first && tokens[open].line < token.line && tokens[open].indent == t.indent {
                    taken = Some(i);
                }
            }
            _ => {}
        }
    }
    taken
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

/// Matches all but the token at `without`.
fn matched(tokens: &[Token], without: Option<usize>) -> Option<Failure> {
    let mut stack: Vec<Open> = Vec::new();
    // `while` and `for` bring a `do` of their own.
    let mut own_do = 0;
    for (i, t) in tokens.iter().enumerate().filter(|(i, _)| Some(*i) != without) {
        let word = t.sort == Sort::Word;
        match t.text.as_str() {
            "function" | "repeat" if word => stack.push(i),
            "if" if word && !is_expression(tokens, i) => stack.push(i),
            "while" | "for" if word => {
                stack.push(i);
                own_do += 1;
            }
            "do" if word && own_do > 0 => own_do -= 1,
            "do" if word => stack.push(i),
            "(" | "[" | "{" if t.sort == Sort::Sign => stack.push(i),
            "else" | "elseif"
                if word && t.first && without.is_none() && !stack.iter().any(|o| tokens[*o].text == "if") =>
            {
                return Some(Failure::Surplus(i));
            }
            "end" | "until" if word => {
                if let Some(failure) = close(tokens, &mut stack, i, without.is_none()) {
                    return Some(failure);
                }
            }
            ")" | "]" | "}" if t.sort == Sort::Sign => {
                if let Some(failure) = close(tokens, &mut stack, i, without.is_none()) {
                    return Some(failure);
                }
            }
            _ => {}
        }
    }
    stack.last().map(|open| Failure::Unclosed(*open, stack.clone(), tokens.len()))
}

fn close(tokens: &[Token], stack: &mut Vec<Open>, i: usize, guess: bool) -> Option<Failure> {
    let t = &tokens[i];
    let Some(open) = stack.last().copied() else { return Some(Failure::Surplus(i)) };
    let fits = closer(&tokens[open].text) == t.text;
    // It is farther left than the line that it would close: it was meant for an outer opener.
    let left = t.first && t.indent < tokens[open].indent;
    if fits && !(guess && left) {
        stack.pop();
        return None;
    }
    // Without this closer everything may fit.
    if guess && !fits && matched(tokens, Some(i)).is_none() {
        return Some(Failure::Surplus(i));
    }
    Some(Failure::Unclosed(open, stack.clone(), i))
}

/// `if` as part of an expression has no `end`.
fn is_expression(tokens: &[Token], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(|b| &tokens[b]) else { return false };
    match before.sort {
        Sort::Sign => !matches!(before.text.as_str(), ")" | "]" | "}" | ";" | "..."),
        Sort::Word => matches!(before.text.as_str(), "return" | "and" | "or" | "not" | "in"),
        _ => false,
    }
}
