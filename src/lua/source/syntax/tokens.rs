//! A file cut into words and signs, however broken it is: what messages about syntax are worked out from.

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
pub(crate) struct Token {
    pub sort: Sort,
    pub text: String,
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

impl Token {
    /// A word that cannot be a name.
    pub(crate) fn reserved(&self) -> bool {
        self.sort == Sort::Word && RESERVED.contains(&self.text.as_str())
    }
}

const SIGNS: [&str; 20] = [
    "...", "..=", "//=", "..", "==", "~=", "!=", "<=", ">=", "//", "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=",
    "::", "->",
];

/// All tokens of a file; comments are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut cutter = Cutter { chars: text.chars().collect(), at: 0, line: 1, column: 1, indent: 0, blank: true };
    let mut all = Vec::new();
    while let Some(token) = cutter.next() {
        all.push(token);
    }
    all
}

struct Cutter {
    chars: Vec<char>,
    at: usize,
    line: u32,
    column: u32,
    indent: u32,
    /// Nothing was on this line yet.
    blank: bool,
}

impl Cutter {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn bump(&mut self) -> char {
        let c = self.peek(0);
        self.at += 1;
        self.column += 1;
        if c == '\n' {
            (self.line, self.column, self.indent, self.blank) = (self.line + 1, 1, 0, true);
        }
        c
    }

    fn starts(&self, sign: &str) -> bool {
        sign.chars().enumerate().all(|(i, c)| self.peek(i) == c)
    }

    fn next(&mut self) -> Option<Token> {
        self.skip();
        if self.at >= self.chars.len() {
            return None;
        }
        let (start, line, column, first, indent) = (self.at, self.line, self.column, self.blank, self.indent);
        self.blank = false;
        let c = self.peek(0);
        let sort = if c.is_alphabetic() || c == '_' {
            self.run(|c| c.is_alphanumeric() || c == '_');
            Sort::Word
        } else if c.is_ascii_digit() {
            self.run(|c| c.is_alphanumeric() || c == '_' || c == '.');
            Sort::Number
        } else if c == '"' || c == '\'' || c == '`' {
            self.quoted(c)
        } else if let Some(level) = self.long() {
            self.skip_long(level);
            Sort::Text
        } else {
            let length = SIGNS.iter().find(|s| self.starts(s)).map_or(1, |s| s.len());
            (0..length).for_each(|_| {
                self.bump();
            });
            Sort::Sign
        };
        let text: String = self.chars[start..self.at.min(self.chars.len())].iter().collect();
        let end = if self.line == line { self.column } else { column + 1 };
        Some(Token { sort, text, line, column, end, indent, first })
    }

    fn run(&mut self, goes_on: impl Fn(char) -> bool) {
        while self.at < self.chars.len() && goes_on(self.peek(0)) {
            // `1..2` is two numbers.
            if self.starts("..") {
                return;
            }
            self.bump();
        }
    }

    /// Spaces and comments.
    fn skip(&mut self) {
        while self.at < self.chars.len() {
            if self.starts("--") {
                self.bump();
                self.bump();
                match self.long() {
                    Some(level) => self.skip_long(level),
                    None => self.run_line(),
                }
            } else if self.peek(0).is_whitespace() || self.peek(0) == '\u{feff}' {
                if self.blank && self.peek(0) != '\n' {
                    self.indent += 1;
                }
                self.bump();
            } else {
                return;
            }
        }
    }

    fn run_line(&mut self) {
        while self.at < self.chars.len() && self.peek(0) != '\n' {
            self.bump();
        }
    }

    fn quoted(&mut self, quote: char) -> Sort {
        self.bump();
        while self.at < self.chars.len() && (self.peek(0) != '\n' || quote == '`') {
            match self.bump() {
                '\\' => drop(self.bump()),
                c if c == quote => return Sort::Text,
                _ => {}
            }
        }
        Sort::Unfinished
    }

    /// `[[` or `[==[`: how many signs are between.
    fn long(&self) -> Option<usize> {
        let level = (1..).take_while(|i| self.peek(*i) == '=').count();
        (self.peek(0) == '[' && self.peek(level + 1) == '[').then_some(level)
    }

    fn skip_long(&mut self, level: usize) {
        let close = format!("]{}]", "=".repeat(level));
        while self.at < self.chars.len() && !self.starts(&close) {
            self.bump();
        }
        (0..close.len()).for_each(|_| {
            self.bump();
        });
    }
}
