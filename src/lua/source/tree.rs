//! A file as the checks see it: expressions in one flat list, names resolved to variables, functions with what they return.

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
    /// A string whose value is not followed: it has escapes, or expressions in it.
    Pieces,
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
    /// `if … then value else value`.
    Choice(Vec<ExprId>),
    /// In parentheses or with a type: one value of it.
    Single(ExprId),
}

/// An expression, where it begins, and the function it is in.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: Kind,
    pub at: Place,
    pub function: FunctionId,
    /// Each call of its function comes by here, if nothing before it raises an error.
    pub sure: bool,
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
}

/// An assignment to something that is no plain variable.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The expression that is written to.
    pub target: ExprId,
    /// The value, and which of its values; `None` when it is changed in place.
    pub value: Option<(ExprId, usize)>,
    pub function: FunctionId,
}

/// An assignment to a plain variable, also by `function name() … end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assigned {
    /// The mention of the variable: [`Kind::Local`] or [`Kind::Global`].
    pub target: ExprId,
    /// The function in which it is assigned.
    pub function: FunctionId,
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
    pub assigned: Vec<Assigned>,
    /// What each `for … in` with a single expression loops over, and the place of `in`.
    pub loops: Vec<(ExprId, Place)>,
    /// Calls whose result is unused.
    pub dropped: Vec<ExprId>,
    /// The conditions of `if`, `while` and `until`.
    pub conditions: Vec<ExprId>,
    /// Loops that nothing ends.
    pub endless: Vec<Place>,
    /// Code that is never reached: what is before it always ends the block.
    pub dead: Vec<Place>,
    /// Of the last statement.
    pub last: Place,
    /// The expression that each expression is a part of.
    parents: Vec<Option<ExprId>>,
    /// Where each variable is mentioned, in order.
    mentions: Vec<Vec<ExprId>>,
    /// The write to each expression, as an index into `writes`.
    written: Vec<Option<usize>>,
    /// The expressions in each function, in order; those of functions inside it apart.
    bodies: Vec<Vec<ExprId>>,
    /// How often each expression is the value of a write.
    stored: Vec<usize>,
}

impl Kind {
    /// The expressions that this one is made of.
    fn parts(&self) -> Vec<ExprId> {
        match self {
            Self::Field { of: e, .. } | Self::Unary(_, e) | Self::Single(e) => vec![*e],
            Self::Item { of: a, key: b } | Self::Binary(_, a, b) => vec![*a, *b],
            Self::Call { callee: e, args } | Self::Method { of: e, args, .. } => [&[*e], &args[..]].concat(),
            Self::Table(entries) => entries.iter().map(|e| e.value).collect(),
            Self::Choice(values) => values.clone(),
            _ => Vec::new(),
        }
    }
}

impl Tree {
    /// Works out what [`Tree::parent`], [`Tree::mentions`] and [`Tree::written`] look up.
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
        self.stored = vec![0; self.exprs.len()];
        for (i, w) in self.writes.iter().enumerate() {
            self.written[w.target] = Some(i);
            w.value.into_iter().for_each(|(e, _)| self.stored[e] += 1);
        }
    }

    /// What an expression is.
    pub(crate) fn kind(&self, e: ExprId) -> &Kind {
        &self.exprs[e].kind
    }

    /// What an expression without its parentheses is.
    pub(crate) fn bare_kind(&self, e: ExprId) -> &Kind {
        self.kind(self.bare(e))
    }

    /// Where an expression is.
    pub(crate) fn at(&self, e: ExprId) -> Place {
        self.exprs[e].at
    }

    /// The expression that an expression is a part of; the keys of tables count as parts of none.
    pub(crate) fn parent(&self, e: ExprId) -> Option<ExprId> {
        self.parents[e]
    }

    /// Where a variable is mentioned, in order.
    pub(crate) fn mentions(&self, local: LocalId) -> &[ExprId] {
        &self.mentions[local]
    }

    /// The write to a field or an entry.
    pub(crate) fn written(&self, e: ExprId) -> Option<&Write> {
        self.written[e].map(|i| &self.writes[i])
    }

    /// The expressions in a function, in order; those of functions inside it apart.
    pub(crate) fn body(&self, function: FunctionId) -> &[ExprId] {
        &self.bodies[function]
    }

    /// How often an expression is the value of a write.
    pub(crate) fn stored(&self, e: ExprId) -> usize {
        self.stored[e]
    }

    /// The expressions that an expression is a part of, the innermost first.
    pub(crate) fn around(&self, e: ExprId) -> impl Iterator<Item = ExprId> {
        std::iter::successors(self.parents[e], |e| self.parents[*e])
    }

    /// Whether an expression is another or a part of it.
    pub(crate) fn within(&self, whole: ExprId, part: ExprId) -> bool {
        whole == part || self.around(part).any(|e| e == whole)
    }

    /// Whether an expression is the global of this name.
    pub(crate) fn is_global(&self, e: ExprId, name: &str) -> bool {
        matches!(self.kind(e), Kind::Global(n) if n == name)
    }

    /// A function and those around it, the innermost first; the file itself is the last.
    pub(crate) fn enclosing(&self, function: FunctionId) -> impl Iterator<Item = FunctionId> {
        std::iter::successors(Some(function), |f| (*f != 0).then(|| self.functions[*f].parent))
    }

    /// Whether `function` is `outer` or lies in it.
    pub(crate) fn inside(&self, function: FunctionId, outer: FunctionId) -> bool {
        self.enclosing(function).any(|f| f == outer)
    }

    /// The expression without parentheses.
    pub(crate) fn bare(&self, mut e: ExprId) -> ExprId {
        while let Kind::Single(inner) = *self.kind(e) {
            e = inner;
        }
        e
    }

    /// The string that an expression is, when it is written out.
    pub(crate) fn string(&self, e: ExprId) -> Option<&str> {
        match self.kind(self.bare(e)) {
            Kind::String(t) => Some(t),
            _ => None,
        }
    }

    /// The entries of the table that an expression makes.
    pub(crate) fn entries(&self, e: ExprId) -> Option<&[Entry]> {
        if let Kind::Table(entries) = self.kind(e) { Some(entries) } else { None }
    }

    /// All entries of all tables.
    pub(crate) fn all_entries(&self) -> impl Iterator<Item = &Entry> {
        (0..self.exprs.len()).filter_map(|e| self.entries(e)).flatten()
    }

    /// The name of a field.
    pub(crate) fn field_name(&self, e: ExprId) -> Option<&str> {
        if let Kind::Field { name, .. } = self.kind(e) { Some(name) } else { None }
    }

    /// The expression that a variable is declared with, when nothing else is ever assigned to it.
    pub(crate) fn only_value(&self, local: LocalId) -> Option<ExprId> {
        if let [Source::Value(e, 0)] = self.locals[local].sources[..] { Some(e) } else { None }
    }

    /// The name of a variable, a global or a field.
    pub(crate) fn name_of(&self, e: ExprId) -> Option<&str> {
        match self.kind(e) {
            Kind::Local(l) => Some(&self.locals[*l].name),
            Kind::Global(name) | Kind::Field { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The names of a function's parameters.
    pub(crate) fn parameter_names(&self, function: FunctionId) -> Vec<&str> {
        self.functions[function].parameters.iter().map(|p| self.locals[*p].name.as_str()).collect()
    }

    /// Where the name of a field is, or any other expression.
    pub(crate) fn named_at(&self, e: ExprId) -> Place {
        if let Kind::Field { at, .. } = self.kind(e) { *at } else { self.at(e) }
    }

    /// Where an expression begins; the place of an operator is the operator.
    pub(crate) fn begin(&self, mut e: ExprId) -> Place {
        while let Kind::Binary(_, left, _) = *self.kind(e) {
            e = left;
        }
        self.at(e)
    }

    /// How an expression reads, as far as that is short: `npc.memory`.
    pub(crate) fn shown(&self, e: ExprId) -> String {
        match self.kind(e) {
            Kind::Local(l) => self.locals[*l].name.clone(),
            Kind::Global(name) => name.clone(),
            Kind::Field { of, name, .. } => format!("{}.{name}", self.shown(*of)),
            Kind::Method { of, name, .. } => format!("{}:{name}(…)", self.shown(*of)),
            Kind::Call { callee, .. } => format!("{}(…)", self.shown(*callee)),
            Kind::Item { of, .. } => format!("{}[…]", self.shown(*of)),
            Kind::String(t) if t.len() < 40 => format!("\"{t}\""),
            Kind::Number(n) => n.to_string(),
            Kind::Nil => "nil".into(),
            Kind::Single(inner) => self.shown(*inner),
            _ => "this".into(),
        }
    }
}
