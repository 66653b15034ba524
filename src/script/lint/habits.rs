//! Statements that other languages have and Lua has not.

use super::syntax::Cause;
use super::tokens::{Sort, Token};
use crate::diag::nearest;

/// `local fucntion far(npc)`: a misspelt word that reads as a name, so that only the `end` below it is too many.
pub fn misspelt_function(tokens: &[Token]) -> Option<Cause> {
    let word = |i: usize| tokens.get(i).filter(|t| t.sort == Sort::Word);
    let sign = |i: usize, s: &str| tokens.get(i).is_some_and(|t| t.sort == Sort::Sign && t.text == s);
    let at = (1..tokens.len()).find(|i| {
        let near = word(*i).is_some_and(|t| !t.reserved() && nearest(&t.text, ["function"]).is_some());
        let named = word(*i + 1).is_some_and(|n| !n.reserved() && n.line == tokens[*i].line) && sign(*i + 2, "(");
        let opens = tokens[*i - 1].text == "local" && named;
        near && opens
    })?;
    let t = &tokens[at];
    Some(Cause::at(t, format!("'{}' is no word of Lua", t.text), "did you mean 'function'?"))
}

/// `tick = npc => …` and `(npc) => …`.
pub fn arrow(tokens: &[Token], line: u32) -> Option<Cause> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
    let at = (2..tokens.len()).filter(|i| tokens[*i].line == line).find(|i| {
        let arrow = text(*i) == "=" && text(i + 1) == ">";
        let opens = |before: usize| ["=", ",", "("].contains(&text(before));
        let name = tokens[i - 1].sort == Sort::Word && opens(i - 2);
        let list = text(i - 1) == ")" && {
            let open = tokens[..*i].iter().rposition(|t| t.text == "(");
            open.is_some_and(|o| o > 0 && opens(o - 1))
        };
        arrow && (name || list)
    })?;
    Some(Cause::at(&tokens[at], "Lua has no '=>'", "write function(npc) … end"))
}

/// A value that stands as a statement: `npc.health--`, `a == b`, a comparison without `return`.
pub fn no_statement(tokens: &[Token], text: &str, line: u32, message: &str) -> Option<Cause> {
    if !message.starts_with("Incomplete statement") {
        return None;
    }
    let first = tokens.iter().position(|t| t.line == line)?;
    let t = &tokens[first];
    if t.reserved() {
        return None;
    }
    let on_line = || tokens[first..].iter().take_while(|t| t.line == line);
    let written = text.lines().nth(line as usize - 1)?.trim();
    let end = on_line().last()?.end as usize;
    let behind: String = text.lines().nth(line as usize - 1)?.chars().skip(end.saturating_sub(1)).collect();
    if behind.starts_with("--") && !behind.starts_with("--[") && behind[2..].trim().is_empty() {
        let of = written.split("--").next().unwrap_or("").trim();
        return Some(Cause::at(t, "Lua has no '--'; it begins a comment", format!("write {of} -= 1")));
    }
    if let Some(equal) = on_line().find(|t| t.text == "==") {
        return Some(Cause::at(equal, "this compares, and nobody asks for the answer", "did you mean '='?"));
    }
    let hint = match on_line().any(|t| ["<", ">", "<=", ">=", "~=", "and", "or"].contains(&t.text.as_str())) {
        true => "was it meant to be the answer? write return before it",
        false => "call it with (), give it a value with =, or write return before it",
    };
    Some(Cause::at(t, "this does nothing: it is a value, not a statement", hint))
}
