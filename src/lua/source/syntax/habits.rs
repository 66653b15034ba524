//! Statements of other languages that Lua does not have.

use crate::diag::nearest;
use crate::lua::source::syntax::tokens::{Sort, Token};
use crate::lua::source::syntax::{Cause, wording};

/// `local fucntion far(npc)`: a misspelt word that reads as a name, so that only the `end` below it is too many.
pub(super) fn misspelt_function(tokens: &[Token]) -> Option<Cause> {
    let word = |i: usize| tokens.get(i).filter(|t| t.sort == Sort::Word);
    let sign = |i: usize, s: &str| tokens.get(i).is_some_and(|t| t.sort == Sort::Sign && t.text == s);
    let at = (1..tokens.len()).find(|i| {
        let near = word(*i).is_some_and(|t| !t.reserved() && nearest(&t.text, ["function"]).is_some());
        let named = word(*i + 1).is_some_and(|n| !n.reserved() && n.line == tokens[*i].line) && sign(*i + 2, "(");
        let opens = tokens[*i - 1].text == "local" && named;
        near && opens
    })?;
    let t = &tokens[at];
    Some(Cause::at(t, format!("'{}' is not a word of Lua", t.text), "did you mean 'function'?"))
}

/// `tick = npc => …` and `(npc) => …`.
pub(super) fn arrow(tokens: &[Token], line: u32) -> Option<Cause> {
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

/// A value in place of a statement: `npc.health--`, `a == b`, a comparison without `return`.
pub(super) fn no_statement(tokens: &[Token], text: &str, line: u32, message: &str) -> Option<Cause> {
    if message.starts_with(wording::LONE_STRING) {
        return lone_text(tokens, text, line);
    }
    if !message.starts_with(wording::INCOMPLETE) {
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
    let rest: String = text.lines().nth(line as usize - 1)?.chars().skip(end.saturating_sub(1)).collect();
    if rest.starts_with("--") && !rest.starts_with("--[") && rest[2..].trim().is_empty() {
        let of = written.split("--").next().unwrap_or("").trim();
        return Some(Cause::at(t, "Lua has no '--'; it begins a comment", format!("write {of} -= 1")));
    }
    if let Some(equal) = on_line().find(|t| t.text == "==") {
        return Some(Cause::at(equal, "the result of this comparison is unused", "did you mean '='?"));
    }
    let hint = match on_line().any(|t| ["<", ">", "<=", ">=", "~=", "and", "or"].contains(&t.text.as_str())) {
        true => "to return the result, write return before it",
        false => "call it with (), give it a value with =, or write return before it",
    };
    Some(Cause::at(t, "this does nothing: it is a value, not a statement", hint))
}

/// `if tired then "rest" end`: a state that is named and not returned.
fn lone_text(tokens: &[Token], text: &str, line: u32) -> Option<Cause> {
    let function = tokens.iter().any(|t| t.line == line && t.text == "function");
    let begins = |i: usize| {
        i == 0
            || ["then", "do", "else", "end", ";"].contains(&tokens[i - 1].text.as_str())
            || tokens[i - 1].text == ")" && function
    };
    let alone =
        |i: &usize| tokens[*i].line == line && tokens[*i].sort == Sort::Text && (tokens[*i].first || begins(*i));
    let t = &tokens[(0..tokens.len()).find(alone)?];
    let line: Vec<char> = text.lines().nth(line as usize - 1)?.chars().collect();
    let written: String = line.get(t.column as usize - 1..t.end as usize - 1)?.iter().collect();
    Some(Cause::at(t, "this does nothing: it is a value, not a statement", format!("write return {written}")))
}

/// Signs that Lua writes differently, recognised by what the compiler met instead of what it expected.
pub(super) fn other_sign(tokens: &[Token], got: Option<usize>, message: &str) -> Option<Cause> {
    // Where a bracket's column is named, what was met comes after it.
    let column = message.split(wording::COLUMN).nth(1).and_then(|c| c.split(')').next()?.parse::<u32>().ok());
    let got = got?;
    let met = |i: &usize| tokens[*i].text == tokens[got].text && tokens[*i].line == tokens[got].line;
    let at = column.and_then(|c| (got..tokens.len()).find(|i| met(i) && tokens[*i].column > c)).unwrap_or(got);
    let t = &tokens[at];
    let before = at.checked_sub(1).map_or("", |b| tokens[b].text.as_str());
    let wanted = |what: &str| message.starts_with(what);
    let (said, hint) = match t.text.as_str() {
        "*" if before == "*" || tokens.get(at + 1).is_some_and(|n| n.text == "*") => {
            ("Lua has no '**'".to_owned(), "write ^".to_owned())
        }
        "|" => ("Lua has no '|'".into(), "did you mean 'or'?".into()),
        "&" => ("Lua has no '&'".into(), "did you mean 'and'?".into()),
        "!" => ("Lua has no '!'".into(), "strings are written in quotes, and 'not' is a word".into()),
        // `npc:nearest(faction = "prey", within = 9)`.
        "=" if wanted(wording::CLOSING_PARENTHESIS) && named_value(tokens, at) => {
            ("named values are written in braces".into(), format!("write {{ {before} = … }}"))
        }
        "=" if wanted(wording::CLOSING_PARENTHESIS) && !message.contains("function") => {
            ("= assigns and cannot be used in an expression".into(), "did you mean '=='?".into())
        }
        word if wanted(wording::PARAMETERS) && t.sort == Sort::Word => {
            ("a function in a table comes after its key".into(), format!("write {word} = function(…)"))
        }
        value if t.sort == Sort::Number && at > 1 && tokens[at - 2].text == "local" => {
            ("a name and its value are joined by =".into(), format!("write local {before} = {value}"))
        }
        "(" if wanted(wording::FUNCTION_NAME) => {
            ("this function has no name".into(), "write return function(…), or give it a name".into())
        }
        _ if wanted(wording::TABLE_FIELD) => ("a key and its value are joined by =".into(), "write key = value".into()),
        _ if wanted(wording::TYPE) && before == ":" => {
            let name = at.checked_sub(2).map_or("", |b| tokens[b].text.as_str());
            ("a name and its value are joined by =".into(), format!("write {name} = {}", t.text))
        }
        word if wanted(wording::THEN) && t.sort == Sort::Word && !t.reserved() => {
            let near = nearest(word, ["and", "or", "then"])?;
            (format!("'{word}' is not a word of Lua"), format!("did you mean '{near}'?"))
        }
        _ => return None,
    };
    Some(Cause::at(t, said, hint))
}

/// Whether the `=` at a place gives a name its value among the values of a call.
fn named_value(tokens: &[Token], at: usize) -> bool {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
    let first = at >= 3 && text(at - 2) == "(" && tokens[at - 3].sort == Sort::Word && !tokens[at - 3].reserved();
    first && tokens[at - 1].sort == Sort::Word
}
