//! What one walk over a file's syntax tree collects: its functions, what they return, and what its names may stand for.

use full_moon::ast::{Expression, Index, Prefix, Suffix, TableConstructor};
use full_moon::tokenizer::{TokenReference, TokenType};
use std::collections::BTreeMap;

/// What a name may stand for.
#[derive(Clone, Debug)]
pub enum Meaning {
    Value(Box<Expression>),
    /// One of the file's functions.
    Function(usize),
    /// A parameter of the function that has the name, by its place.
    Parameter(usize),
    /// Something that only running tells.
    Unknown,
}

impl Meaning {
    pub fn value(e: &Expression) -> Self {
        Self::Value(Box::new(e.clone()))
    }

    /// The expression it stands for.
    pub fn written(&self) -> Option<&Expression> {
        if let Self::Value(e) = self { Some(e) } else { None }
    }
}

/// A function; the file itself is the first.
#[derive(Debug, Default)]
pub struct Function {
    pub parent: usize,
    /// What it returns, first values only.
    pub returns: Vec<Expression>,
    /// Its names, those of its blocks included. `M.f` is one name.
    pub names: BTreeMap<String, Vec<Meaning>>,
}

/// What is written in one file.
#[derive(Debug)]
pub struct Facts {
    pub functions: Vec<Function>,
    /// Functions by where their `function` stands.
    pub by_place: BTreeMap<(u32, u32), usize>,
    /// The table given to `behaviour`, and the function in which that is.
    pub behaviour: Option<(usize, TableConstructor)>,
}

impl Facts {
    /// What a name stands for where a function uses it, and the function that has the name.
    pub fn meanings(&self, mut function: usize, name: &str) -> Option<(usize, &[Meaning])> {
        loop {
            if let Some(found) = self.functions[function].names.get(name) {
                return Some((function, found));
            }
            if function == 0 {
                return None;
            }
            function = self.functions[function].parent;
        }
    }
}

/// Line and column.
pub fn place(token: &TokenReference) -> (u32, u32) {
    let p = token.token().start_position();
    (p.line() as u32, p.character() as u32)
}

pub fn name(token: &TokenReference) -> String {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => identifier.to_string(),
        _ => token.token().to_string(),
    }
}

/// `M.f` of `M.f`, `M["f"]` or of a plain name; `None` for anything else.
pub fn path<'a>(prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) -> Option<String> {
    let Prefix::Name(first) = prefix else { return None };
    let mut path = name(first);
    for suffix in suffixes {
        match suffix {
            Suffix::Index(Index::Dot { name: key, .. }) => path = format!("{path}.{}", name(key)),
            _ => return None,
        }
    }
    Some(path)
}
