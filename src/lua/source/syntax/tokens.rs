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
    let mut cutter = Cutter { text, at: 0, line: 1, column: 1, indent: 0, blank: true };
    std::iter::from_fn(|| cutter.next()).collect()
}

struct Cutter<'a> {
    text: &'a str,
    /// The offset of what comes next, in bytes.
    at: usize,
    line: u32,
    column: u32,
    indent: u32,
    /// Nothing was on this line yet.
    blank: bool,
}

impl<'a> Cutter<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += c.map_or(0, char::len_utf8);
        self.column += 1;
        if c == Some('\n') {
            (self.line, self.column, self.indent, self.blank) = (self.line + 1, 1, 0, true);
        }
        c
    }

    fn advance(&mut self, characters: usize) {
        for _ in 0..characters {
            self.bump();
        }
    }

    /// Goes on while characters are of a kind.
    fn run(&mut self, goes_on: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&goes_on) {
            self.bump();
        }
    }

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip();
        let c = self.peek()?;
        let (start, line, column, first, indent) = (self.at, self.line, self.column, self.blank, self.indent);
        self.blank = false;
        let sort = if c.is_alphabetic() || c == '_' {
            self.run(|c| c.is_alphanumeric() || c == '_');
            Sort::Word
        } else if c.is_ascii_digit() {
            // `1..2` is two numbers.
            while !self.rest().starts_with("..") && self.peek().is_some_and(|c| c.is_alphanumeric() || "_.".contains(c))
            {
                self.bump();
            }
            Sort::Number
        } else if c == '"' || c == '\'' || c == '`' {
            self.quoted(c)
        } else if let Some(level) = self.long() {
            self.skip_long(level);
            Sort::Text
        } else {
            let length = SIGNS.iter().find(|s| self.rest().starts_with(**s)).map_or(1, |s| s.len());
            self.advance(length);
            Sort::Sign
        };
        let end = if self.line == line { self.column } else { column + 1 };
        Some(Token { sort, text: &self.text[start..self.at], line, column, end, indent, first })
    }

    /// Spaces and comments.
    fn skip(&mut self) {
        while let Some(c) = self.peek() {
            if self.rest().starts_with("--") {
                self.advance(2);
                match self.long() {
                    Some(level) => self.skip_long(level),
                    None => self.run(|c| c != '\n'),
                }
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.indent += u32::from(self.blank && c != '\n');
                self.bump();
            } else {
                return;
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Sort {
        self.bump();
        while self.peek().is_some_and(|c| c != '\n' || quote == '`') {
            match self.bump() {
                Some('\\') => self.advance(1),
                Some(c) if c == quote => return Sort::Text,
                _ => {}
            }
        }
        Sort::Unfinished
    }

    /// `[[` or `[==[`: how many signs are between.
    fn long(&self) -> Option<usize> {
        let rest = self.rest().strip_prefix('[')?;
        let level = rest.len() - rest.trim_start_matches('=').len();
        rest[level..].starts_with('[').then_some(level)
    }

    fn skip_long(&mut self, level: usize) {
        let close = format!("]{}]", "=".repeat(level));
        while !self.rest().is_empty() && !self.rest().starts_with(&close) {
            self.bump();
        }
        self.advance(close.len());
    }
}
