//! What is wrong with a file that is no TOML, in a designer's words: the place of the cause, and the remedy.

use crate::diag::KEY_AND_VALUE;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// A cause that was recognised.
#[derive(Debug, PartialEq)]
pub struct Cause {
    /// Byte offset of its place.
    pub at: usize,
    pub message: String,
    pub hint: String,
}

fn cause(at: usize, message: impl Into<String>, hint: impl Into<String>) -> Option<Cause> {
    Some(Cause { at, message: message.into(), hint: hint.into() })
}

/// Why the reader stopped at `offset` with `message`; `None` when its own words have to do.
pub fn explain(text: &str, offset: usize, message: &str) -> Option<Cause> {
    let offset = offset.min(text.len());
    let before = text.get(..offset)?;
    let begin = before.rfind('\n').map_or(0, |i| i + 1);
    let line = text[begin..].lines().next().unwrap_or("");
    let indent = line.len() - line.trim_start().len();
    if let Some(sign) = ["//", "--", "/*"].into_iter().find(|s| line.trim_start().starts_with(s)) {
        return cause(begin + indent, format!("{sign} begins no comment here"), "a comment begins with #");
    }
    let open = open_at(text, offset);
    if let Some(Open::Text(at, sign)) = open {
        return unclosed_text(text, at, sign);
    }
    if message.starts_with("duplicate key") {
        return twice(text, begin, offset);
    }
    if let Some(Open::Bracket(at, sign)) = open.filter(|o| {
        matches!(o, Open::Bracket(at, _) if *at < begin) && begins_again(line) && !message.contains("key-value")
    }) {
        let (what, closer) = if sign == "[" { ("list", ']') } else { ("table", '}') };
        return cause(at, format!("this {what} is never closed"), format!("write the {closer} that belongs to it"));
    }
    if message.contains("missing comma") {
        let at = last_sign(before);
        return cause(at, "a comma is missing here", "entries are separated by commas: write a comma here");
    }
    if message.starts_with("unclosed table") {
        let shown = line.trim().trim_matches(['[', ']']);
        let both = if line.trim_start().starts_with("[[") { format!("[[{shown}]]") } else { format!("[{shown}]") };
        return cause(begin + indent, "the name of this table is never closed", format!("write {both}"));
    }
    if message.starts_with("key with no value") {
        let key: String = line.trim_start().chars().take_while(|c| c.is_alphanumeric() || "_-.".contains(*c)).collect();
        let rest = line.trim_start()[key.len()..].trim_start_matches([' ', ':']).trim();
        let value = if rest.is_empty() { "…" } else { rest };
        return cause(offset, KEY_AND_VALUE, format!("write {key} = {value}"));
    }
    value(text, begin, offset, message)
}

/// A value without quotes, or with the comma left out.
fn value(text: &str, begin: usize, offset: usize, message: &str) -> Option<Cause> {
    let unquoted = message.starts_with("string values must be quoted");
    let number = ["float", "integer", "number", "date"].iter().any(|n| message.starts_with(&format!("invalid {n}")));
    if !unquoted && !number {
        return None;
    }
    let inside = &text[begin..offset];
    let start = begin + inside.rfind(['=', ',', '[', '{']).map_or(0, |i| i + 1);
    let rest = &text[start..];
    let at = start + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
    let raw = text[at..].split([',', ']', '}', '#', '\n', '\r']).next().unwrap_or("").trim();
    if raw.is_empty() {
        return None;
    }
    let reads = |w: &str| w.parse::<f64>().is_ok();
    let words: Vec<&str> = raw.split_whitespace().collect();
    if words.len() > 1 && words.iter().all(|w| reads(w)) {
        let hint = format!("entries are separated by commas: {}", words.join(", "));
        return cause(at + words[0].len(), "a comma is missing here", hint);
    }
    if let Some(lower) = ["true", "false"].into_iter().find(|b| raw.eq_ignore_ascii_case(b)) {
        return cause(at, format!("{raw} is no value"), format!("write {lower}"));
    }
    let digits: String = raw.chars().take_while(|c| c.is_ascii_digit() || *c == '.' || *c == '-').collect();
    if reads(&digits) && digits.len() < raw.len() && raw[digits.len()..].chars().all(char::is_alphabetic) {
        return cause(at, format!("{raw} is no number"), format!("write the number without a unit: {digits}"));
    }
    cause(at, format!("{raw} is not in quotes"), format!("strings are written in quotes: \"{raw}\""))
}

/// A string that continues to the end of its line, or of the file.
fn unclosed_text(text: &str, at: usize, sign: &str) -> Option<Cause> {
    let hint = if sign.len() == 3 {
        format!("write {sign} on a line of its own after the last one")
    } else if text[at + 1..].lines().next().unwrap_or("").trim().is_empty() {
        "a string of several lines is written between '''".to_owned()
    } else {
        format!("close it with another {sign} quote on the same line")
    };
    cause(at, "this text is never closed", hint)
}

/// What is open at a place of the text.
#[derive(Clone, Copy)]
enum Open<'a> {
    Bracket(usize, &'a str),
    /// A string that should have ended before; with its quotes.
    Text(usize, &'a str),
}

/// The innermost bracket that is open at `offset`, or a string whose end is missing up to there.
fn open_at(text: &str, offset: usize) -> Option<Open<'_>> {
    let mut stack = Vec::new();
    for token in Source::new(text).lex().take_while(|token| token.span().start() < offset) {
        let at = token.span().start();
        let raw = &text[at..token.span().end()];
        let quote = match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                stack.push(Open::Bracket(at, raw));
                continue;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                stack.pop();
                continue;
            }
            TokenKind::LiteralString => "'",
            TokenKind::BasicString => "\"",
            TokenKind::MlLiteralString => "'''",
            TokenKind::MlBasicString => "\"\"\"",
            _ => continue,
        };
        let escaped = |s: &str| quote.starts_with('"') && (s.len() - s.trim_end_matches('\\').len()) % 2 == 1;
        if raw[quote.len()..].strip_suffix(quote).is_none_or(escaped) {
            return Some(Open::Text(at, quote));
        }
    }
    stack.pop()
}

/// Whether a line begins a table or gives a key its value.
fn begins_again(line: &str) -> bool {
    let line = line.trim_start();
    if let Some(name) = line.strip_prefix('[') {
        return name.trim_start_matches('[').starts_with(char::is_alphabetic);
    }
    let key = line.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    key.len() < line.len() && key.trim_start().starts_with('=')
}

/// After the last character that is neither blank nor comment.
fn last_sign(before: &str) -> usize {
    let mut end = before.len();
    loop {
        let kept = before[..end].trim_end();
        let begin = kept.rfind('\n').map_or(0, |i| i + 1);
        match kept[begin..].find('#') {
            Some(comment) => end = begin + comment,
            None => return kept.len(),
        }
    }
}

/// What keys may be written in.
const QUOTES: [char; 2] = ['"', '\''];

/// A key or a table that is there already.
fn twice(text: &str, begin: usize, offset: usize) -> Option<Cause> {
    let line = text[begin..].lines().next().unwrap_or("");
    let earlier: Vec<(usize, &str)> = text[..begin].lines().map(str::trim_start).enumerate().collect();
    if let Some(header) = line.trim_start().strip_prefix('[') {
        let name = header.trim_start_matches('[').split(']').next()?.trim();
        let (number, _) = *earlier.iter().find(|(_, l)| l.starts_with(&format!("[{name}]")))?;
        let first = text.split_inclusive('\n').take(number).map(str::len).sum();
        if header.starts_with('[') {
            let here = text[..begin].matches('\n').count() + 1;
            let message = format!("[{name}] is one table, and line {here} adds another");
            return cause(first, message, format!("write [[{name}]]"));
        }
        let hint = format!("line {} gives it first: put all keys there, or write [[{name}]] for several", number + 1);
        return cause(offset, format!("[{name}] is given twice"), hint);
    }
    let rest = text.get(offset..)?;
    let quote = rest.chars().next().filter(|c| QUOTES.contains(c));
    let key: &str = match quote {
        Some(quote) => rest[1..].split(quote).next()?,
        None => rest.split(|c: char| !c.is_alphanumeric() && !"_-".contains(c)).next()?,
    };
    let gives = |l: &str| {
        let after = l.trim_start_matches(QUOTES).strip_prefix(key);
        after.is_some_and(|r| r.trim_start_matches(QUOTES).trim_start().starts_with('='))
    };
    let hint = match earlier.iter().rev().find(|(_, l)| gives(l)) {
        Some((number, _)) => format!("line {} gives it first: take one away", number + 1),
        None => "take one away".to_owned(),
    };
    cause(offset, format!("'{key}' is given twice"), hint)
}
