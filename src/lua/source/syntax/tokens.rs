//! A file as words and signs, however broken it is: messages about syntax are made from these.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Word,
    Number,
    Text,
    /// A string whose quote is never closed on its line.
    Unfinished,
    Sign,
}

/// One word or sign.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    pub sort: Sort,
    pub text: &'a str,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// The column after it.
    pub end: u32,
    /// How far its line is indented.
    pub indent: u32,
    /// The first on its line.
    pub first: bool,
}

/// Words that cannot be names.
pub(crate) const RESERVED: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

impl Token<'_> {
    /// A word that cannot be a name.
    pub(crate) fn reserved(&self) -> bool {
        self.sort == Sort::Word && RESERVED.contains(&self.text)
    }

    /// A word, a number or a string.
    pub(crate) fn is_value(&self) -> bool {
        matches!(self.sort, Sort::Word | Sort::Number | Sort::Text)
    }
}

const SIGNS: [&str; 20] = [
    "...", "..=", "//=", "..", "==", "~=", "!=", "<=", ">=", "//", "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=",
    "::", "->",
];

/// All tokens of a file; comments are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut all, mut rest) = (Vec::new(), text);
    let (mut line, mut column, mut indent) = (1, 1, 0);
    // Nothing was on this line yet.
    let mut blank = true;
    while let Some(c) = rest.chars().next() {
        let (sort, length) = cut(rest, c);
        let (text, after) = rest.split_at(length);
        rest = after;
        let token = sort.map(|sort| Token { sort, text, line, column, end: column + 1, indent, first: blank });
        indent += u32::from(blank && c.is_whitespace());
        blank &= token.is_none();
        let (lines, last) = text.rsplit_once('\n').map_or((0, text), |(b, last)| (b.matches('\n').count() + 1, last));
        let characters = last.chars().count() as u32;
        if lines > 0 {
            (line, column, indent, blank) = (line + lines as u32, 1 + characters, 0, true);
        } else {
            column += characters;
        }
        all.extend(token.map(|t| if lines > 0 { t } else { Token { end: column, ..t } }));
    }
    all
}

/// What comes next, nothing for blanks and comments, and its length in bytes.
fn cut(rest: &str, c: char) -> (Option<Sort>, usize) {
    let run = |goes_on: fn(char) -> bool| rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
    if let Some(comment) = rest.strip_prefix("--") {
        (None, 2 + long(comment).unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len())))
    } else if c.is_whitespace() || c == '\u{feff}' {
        (None, c.len_utf8())
    } else if c.is_alphabetic() || c == '_' {
        (Some(Sort::Word), run(|c| c.is_alphanumeric() || c == '_'))
    } else if c.is_ascii_digit() {
        // `1..2` is two numbers.
        let number = run(|c| c.is_alphanumeric() || "_.".contains(c));
        (Some(Sort::Number), rest[..number].find("..").unwrap_or(number))
    } else if let '"' | '\'' | '`' = c {
        let (sort, length) = quoted(rest, c);
        (Some(sort), length)
    } else if let Some(length) = long(rest) {
        (Some(Sort::Text), length)
    } else {
        (Some(Sort::Sign), SIGNS.iter().find(|s| rest.starts_with(**s)).map_or(c.len_utf8(), |s| s.len()))
    }
}

fn quoted(rest: &str, quote: char) -> (Sort, usize) {
    let mut inside = rest.char_indices().skip(1);
    while let Some((at, c)) = inside.next() {
        match c {
            '\n' if quote != '`' => return (Sort::Unfinished, at),
            '\\' => drop(inside.next()),
            c if c == quote => return (Sort::Text, at + 1),
            _ => {}
        }
    }
    (Sort::Unfinished, rest.len())
}

/// The length of `[[ … ]]` or `[=[ … ]=]`, to the end of the file when it is never closed.
fn long(rest: &str) -> Option<usize> {
    let signs = rest.strip_prefix('[')?;
    let level = signs.len() - signs.trim_start_matches('=').len();
    let close = format!("]{}]", "=".repeat(level));
    signs[level..].starts_with('[').then(|| rest.find(&close).map_or(rest.len(), |at| at + close.len()))
}
