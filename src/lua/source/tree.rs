//! A file as the checks see it: expressions in one flat list, names resolved to variables, functions with what they return.

mod lookup;

use std::collections::{BTreeMap, BTreeSet};

/// The place of something: line and column, from 1 and in characters, and how far it goes on that line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub line: u32,
    pub column: u32,
    /// The column after it; 0 when it ends on another line.
    pub end: u32,
}

/// Index into [`Tree::exprs`].
pub(crate) type ExprId = usize;
/// Index into [`Tree::locals`].
pub(crate) type LocalId = usize;
/// Index into [`Tree::functions`]; 0 is the file itself.
pub(crate) type FunctionId = usize;

/// The operators that the checks distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    And,
    Or,
    Equal,
    Unequal,
    /// `<`, `<=`, `>`, `>=`.
    Order,
    Concat,
    Arithmetic,
    Not,
    Minus,
    Length,
}

/// The key of an entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Key {
    Name(String),
    /// By position.
    None,
    Computed(ExprId),
}

/// One entry of a table constructor.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: Key,
    pub at: Place,
    pub value: ExprId,
}

impl Entry {
    /// Its name, when it has one.
    pub(crate) fn name(&self) -> Option<&str> {
        if let Key::Name(name) = &self.key { Some(name) } else { None }
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Nil,
    Bool(bool),
    Number(f64),
    String(String),
    /// A string whose value is not followed: it has escapes, or these expressions in it.
    Pieces(Vec<ExprId>),
    Varargs,
    Local(LocalId),
    Global(String),
    /// `of.name`, also written `of["name"]`.
    Field {
        of: ExprId,
        name: String,
        at: Place,
    },
    /// `of[key]`.
    Item {
        of: ExprId,
        key: ExprId,
    },
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    Method {
        of: ExprId,
        name: String,
        at: Place,
        args: Vec<ExprId>,
    },
    Function(FunctionId),
    Table(Vec<Entry>),
    Unary(Op, ExprId),
    Binary(Op, ExprId, ExprId),
    /// `if … then value else value`: the conditions, and the values with one more.
    Choice(Vec<ExprId>, Vec<ExprId>),
    /// In parentheses or with a type: one value of it.
    Single(ExprId),
}

/// An expression, where it begins, and the function it is in.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: Kind,
    pub at: Place,
    pub function: FunctionId,
}

/// Where a variable gets a value from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// The n-th value of an expression.
    Value(ExprId, usize),
    /// Not given in its declaration.
    Nil,
    Parameter(FunctionId, usize),
    /// The n-th name of a loop over an expression.
    Loop(ExprId, usize),
    Number,
    Unknown,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub name: String,
    /// Where it is declared.
    pub at: Place,
    /// The function it was declared in; 0: at the top of the file.
    pub function: FunctionId,
    pub sources: Vec<Source>,
}

/// A function, or the file itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    /// Of the word `function`.
    pub at: Place,
    pub parent: FunctionId,
    pub parameters: Vec<LocalId>,
    pub variadic: bool,
    /// The values of each `return` in it.
    pub returns: Vec<Vec<ExprId>>,
    /// It may end without a `return`.
    pub ends: bool,
    /// Of its last statement; of the function itself when there is none.
    pub last: Place,
    pub body: Block,
}

/// Statements, in the order in which they run.
pub(crate) type Block = Vec<Stmt>;

/// A statement. The n-th of several names or targets gets the n-th value, or a further one of the last.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Call(ExprId),
    Local(Vec<LocalId>, Vec<ExprId>),
    Assign(Vec<ExprId>, Vec<ExprId>),
    /// `target += value`.
    Change(ExprId, ExprId),
    Do(Block),
    /// Each condition with its block, and the block of `else`.
    If(Vec<(ExprId, Block)>, Block),
    While(ExprId, Block),
    Repeat(Block, ExprId),
    /// Over a range of numbers, or what an iterator gives.
    For {
        names: Vec<LocalId>,
        over: Vec<ExprId>,
        numeric: bool,
        body: Block,
    },
    Return(Vec<ExprId>),
    Break,
    Continue,
}

impl Stmt {
    /// The blocks in it.
    pub(crate) fn blocks(&self) -> Vec<&Block> {
        match self {
            Self::Do(b) | Self::While(_, b) | Self::Repeat(b, _) | Self::For { body: b, .. } => vec![b],
            Self::If(arms, otherwise) => arms.iter().map(|arm| &arm.1).chain([otherwise]).collect(),
            _ => Vec::new(),
        }
    }
}

/// An assignment to something that is no plain variable.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The expression that is written to.
    pub target: ExprId,
    /// The value, and which of its values; `None` when it is changed in place.
    pub value: Option<(ExprId, usize)>,
    /// The expressions after it and before this one are reached only when it was.
    pub until: ExprId,
}

/// A `while` or a `repeat`.
#[derive(Clone, Debug)]
pub(crate) struct While {
    /// Of its first word.
    pub at: Place,
    pub condition: ExprId,
    /// The expressions in it, its condition among them.
    pub inside: std::ops::Range<ExprId>,
    /// Something in it may end it before its condition does.
    pub leaves: bool,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub exprs: Vec<Expr>,
    pub locals: Vec<Local>,
    pub functions: Vec<Function>,
    pub writes: Vec<Write>,
    /// Where each statement begins.
    pub statements: Vec<Place>,
    /// Where plain variables are assigned, also by `function name() … end`: [`Kind::Local`] or [`Kind::Global`].
    pub assigned: Vec<ExprId>,
    /// What each `for … in` with a single expression loops over, and the place of `in`.
    pub loops: Vec<(ExprId, Place)>,
    /// The first, the last and the step of each `for` over numbers.
    pub bounds: Vec<ExprId>,
    /// Calls whose result is unused.
    pub dropped: Vec<ExprId>,
    /// The conditions of `if`, `while` and `until`.
    pub conditions: Vec<ExprId>,
    pub whiles: Vec<While>,
    /// How the operators of [`Op::Order`] and [`Op::Arithmetic`] are written.
    pub signs: BTreeMap<ExprId, String>,
    /// Loops that nothing ends.
    pub endless: Vec<Place>,
    /// Code that is never reached: what is before it always ends the block.
    pub dead: Vec<Place>,
    /// Of the last statement.
    pub last: Place,
    /// The expression that each expression is a part of; the keys of tables count as parts of none.
    pub parents: Vec<Option<ExprId>>,
    /// Where each variable is mentioned, in order.
    pub mentions: Vec<Vec<ExprId>>,
    /// Where each variable is assigned again, in order.
    pub changes: Vec<Vec<ExprId>>,
    /// Variables that some other function than their own assigns.
    pub shared: BTreeSet<LocalId>,
    /// The write to each expression, as an index into `writes`.
    written: Vec<Option<usize>>,
    /// The expressions in each function, in order; those of functions inside it apart.
    pub bodies: Vec<Vec<ExprId>>,
    /// How often each expression is the value of a write.
    pub stored: Vec<usize>,
}

impl Kind {
    /// The expressions that this one is made of.
    pub(crate) fn parts(&self) -> Vec<ExprId> {
        match self {
            Self::Field { of: e, .. } | Self::Unary(_, e) | Self::Single(e) => vec![*e],
            Self::Item { of: a, key: b } | Self::Binary(_, a, b) => vec![*a, *b],
            Self::Call { callee: e, args } | Self::Method { of: e, args, .. } => [&[*e], &args[..]].concat(),
            Self::Table(entries) => entries.iter().map(|e| e.value).collect(),
            Self::Choice(conditions, values) => [&conditions[..], values].concat(),
            Self::Pieces(parts) => parts.clone(),
            _ => Vec::new(),
        }
    }
}

/// Which of a list's expressions the i-th name gets its value from, and which value of it.
pub(crate) fn nth(values: &[ExprId], i: usize) -> Option<(ExprId, usize)> {
    match values.get(i) {
        Some(e) => Some((*e, 0)),
        None => values.last().map(|e| (*e, i + 1 - values.len())),
    }
}

impl Tree {
    /// Works out what follows from the expressions and the writes.
    pub(super) fn index(&mut self) {
        self.parents = vec![None; self.exprs.len()];
        self.written = vec![None; self.exprs.len()];
        self.mentions = vec![Vec::new(); self.locals.len()];
        self.bodies = vec![Vec::new(); self.functions.len()];
        for (id, e) in self.exprs.iter().enumerate() {
            self.bodies[e.function].push(id);
            e.kind.parts().into_iter().for_each(|part| self.parents[part] = Some(id));
            if let Kind::Local(l) = e.kind {
                self.mentions[l].push(id);
            }
        }
        self.assigned.sort_unstable();
        self.changes = vec![Vec::new(); self.locals.len()];
        for e in &self.assigned {
            if let Kind::Local(l) = self.exprs[*e].kind {
                self.changes[l].push(*e);
                if self.locals[l].function != self.exprs[*e].function {
                    self.shared.insert(l);
                }
            }
        }
        self.stored = vec![0; self.exprs.len()];
        for (i, w) in self.writes.iter().enumerate() {
            self.written[w.target] = Some(i);
            w.value.into_iter().for_each(|(e, _)| self.stored[e] += 1);
        }
    }
}
