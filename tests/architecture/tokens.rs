//! Rust source as words and marks with their lines. Comments, strings and numbers are left out.

use std::str::Chars;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    /// A word (`crate`, `r#type` without its prefix), `::`, or one character.
    pub text: &'a str,
    /// One-based.
    pub line: usize,
}

impl Token<'_> {
    pub(crate) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// A literal stands for itself as one empty token, so that `f("a")` keeps its shape.
const LITERAL: &str = "";

pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut reader = Reader { source, at: 0, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = reader.next() {
        tokens.push(token);
    }
    tokens
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.line += taken.matches('\n').count();
        self.at += bytes;
        taken
    }

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            let skipped = if first.is_whitespace() {
                first.len_utf8()
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                block_comment(rest)
            } else {
                break;
            };
            self.advance(skipped);
        }
        let (line, rest) = (self.line, self.rest());
        if let Some(length) = literal(rest) {
            self.advance(length);
            return Some(Token { text: LITERAL, line });
        }
        let first = rest.chars().next()?;
        if rest.starts_with("r#") {
            self.advance(2);
        }
        let length = match self.rest() {
            r if r.starts_with("::") => 2,
            _ if !is_word_character(first) => first.len_utf8(),
            r => r.find(|c| !is_word_character(c)).unwrap_or(r.len()),
        };
        Some(Token { text: self.advance(length), line })
    }
}

fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a block comment, which may hold others.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if here.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of the string, character, lifetime or number that starts here.
fn literal(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""]
        .into_iter()
        .find(|p| rest.strip_prefix(p).is_some_and(|r| r.starts_with(['"', '\'']) || (p.ends_with('r') && raw(r))))?;
    let body = &rest[prefix.len()..];
    if prefix.ends_with('r') {
        let marks = body.chars().take_while(|c| *c == '#').count();
        let end = format!("\"{}", "#".repeat(marks));
        let inside = &body[marks + 1..];
        return Some(prefix.len() + marks + 1 + inside.find(&end).map_or(inside.len(), |i| i + end.len()));
    }
    let mut characters = body.chars();
    let quote = characters.next()?;
    if quote == '\'' && is_lifetime(characters.clone()) {
        return Some(prefix.len() + 1 + body[1..].find(|c| !is_word_character(c)).unwrap_or(body.len() - 1));
    }
    let mut length = prefix.len() + 1;
    while let Some(c) = characters.next() {
        length += c.len_utf8();
        if c == '\\' {
            length += characters.next().map_or(0, char::len_utf8);
        } else if c == quote {
            break;
        }
    }
    Some(length)
}

/// A raw string goes on here: `"` or `#"`. `r#type` is a word.
fn raw(rest: &str) -> bool {
    rest.trim_start_matches('#').starts_with('"')
}

/// After a `'`: a lifetime, not a character.
fn is_lifetime(mut rest: Chars<'_>) -> bool {
    rest.next().is_some_and(|c| c.is_alphabetic() || c == '_') && rest.next() != Some('\'')
}
