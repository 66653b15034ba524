//! What is asked of a tree.

use crate::lua::source::tree::{Block, Entry, ExprId, FunctionId, Kind, LocalId, Place, Source, Stmt, Tree, Write};

impl Tree {
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

    /// The write to a field or an entry.
    pub(crate) fn written(&self, e: ExprId) -> Option<&Write> {
        self.written[e].map(|i| &self.writes[i])
    }

    /// Whether an expression is a variable that is assigned there.
    pub(crate) fn is_assigned(&self, e: ExprId) -> bool {
        self.assigned.binary_search(&e).is_ok()
    }

    /// The expressions that an expression is a part of, the innermost first.
    pub(crate) fn around(&self, e: ExprId) -> impl Iterator<Item = ExprId> {
        std::iter::successors(self.parents[e], |e| self.parents[*e])
    }

    /// The innermost expression that an expression is a part of, parentheses apart.
    pub(crate) fn user(&self, e: ExprId) -> Option<ExprId> {
        self.around(e).find(|e| !matches!(self.kind(*e), Kind::Single(_)))
    }

    /// Whether an expression is another or a part of it.
    pub(crate) fn within(&self, whole: ExprId, part: ExprId) -> bool {
        whole == part || self.around(part).any(|e| e == whole)
    }

    /// All statements of all functions.
    pub(crate) fn all_statements(&self) -> Vec<&Stmt> {
        let mut open: Vec<&Block> = self.functions.iter().map(|f| &f.body).collect();
        let mut all = Vec::new();
        while let Some(block) = open.pop() {
            all.extend(block);
            open.extend(block.iter().flat_map(Stmt::blocks));
        }
        all
    }

    /// Whether two expressions read the same.
    pub(crate) fn same(&self, a: ExprId, b: ExprId) -> bool {
        let (a, b) = (self.bare(a), self.bare(b));
        let parts = |e: ExprId| self.kind(e).parts();
        let alike = match (self.kind(a), self.kind(b)) {
            (Kind::Nil, Kind::Nil) | (Kind::Item { .. }, Kind::Item { .. }) => true,
            (Kind::Bool(a), Kind::Bool(b)) => a == b,
            (Kind::Number(a), Kind::Number(b)) => a == b,
            (Kind::Local(a), Kind::Local(b)) => a == b,
            (Kind::String(a), Kind::String(b)) | (Kind::Global(a), Kind::Global(b)) => a == b,
            (Kind::Field { name: a, .. }, Kind::Field { name: b, .. })
            | (Kind::Method { name: a, .. }, Kind::Method { name: b, .. }) => a == b,
            (Kind::Call { .. }, Kind::Call { .. }) => true,
            (Kind::Unary(a, _), Kind::Unary(b, _)) => a == b,
            (Kind::Binary(op, ..), Kind::Binary(other, ..)) => op == other && self.signs.get(&a) == self.signs.get(&b),
            (Kind::Table(these), Kind::Table(those)) => {
                let names = |all: &[Entry]| all.iter().map(|e| e.name().map(str::to_owned)).collect::<Option<Vec<_>>>();
                names(these).is_some_and(|n| names(those) == Some(n))
            }
            _ => false,
        };
        let (these, those) = (parts(a), parts(b));
        alike && these.len() == those.len() && these.iter().zip(those).all(|(a, b)| self.same(*a, b))
    }

    /// Whether an expression is the global of this name.
    pub(crate) fn is_global(&self, e: ExprId, name: &str) -> bool {
        matches!(self.kind(e), Kind::Global(n) if n == name)
    }

    /// How the function that is called reads.
    pub(crate) fn shown_callee(&self, call: ExprId) -> String {
        match self.kind(call) {
            Kind::Call { callee, .. } => self.shown(*callee),
            Kind::Method { of, name, .. } => format!("{}:{name}", self.shown(*of)),
            _ => self.shown(call),
        }
    }

    /// How a literal reads; "this" for what is none.
    pub(crate) fn written_as(&self, e: ExprId) -> String {
        match self.bare_kind(e) {
            Kind::Nil => "nil".into(),
            Kind::Bool(truth) => truth.to_string(),
            Kind::Number(n) => n.to_string(),
            Kind::String(text) => format!("\"{text}\""),
            _ => "this".into(),
        }
    }

    /// The module that a call of `require` names.
    pub(crate) fn required(&self, e: ExprId) -> Option<&str> {
        match self.kind(e) {
            Kind::Call { callee, args } if self.is_global(*callee, "require") => self.string(*args.first()?),
            _ => None,
        }
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

    /// The expressions that a variable gets its values from, each by itself.
    pub(crate) fn values(&self, local: LocalId) -> impl Iterator<Item = ExprId> {
        let value = |source: &Source| if let Source::Value(e, 0) = source { Some(*e) } else { None };
        self.locals[local].sources.iter().filter_map(value)
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

    /// Where the name of a field or a method is, also where that is called; or any other expression.
    pub(crate) fn named_at(&self, e: ExprId) -> Place {
        match self.kind(e) {
            Kind::Field { at, .. } | Kind::Method { at, .. } => *at,
            Kind::Call { callee, .. } => self.named_at(*callee),
            _ => self.at(e),
        }
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
            Kind::Table(_) => "{ … }".into(),
            Kind::Single(inner) => self.shown(*inner),
            _ => "this".into(),
        }
    }
}
