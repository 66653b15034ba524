//! What variables may be: all that is ever assigned to them, what callers pass, what loops give.

use super::{Question, Session, many};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, union};
use crate::lua::source::tree::*;

impl Session<'_> {
    /// What a variable may be at any time.
    pub(crate) fn variable(&self, file: FileId, id: LocalId) -> TypeUnion {
        self.local(file, id, 0)
    }

    pub(super) fn local(&self, file: FileId, id: LocalId, depth: usize) -> TypeUnion {
        let tree = self.tree(file);
        let sources = &tree.locals[id].sources;
        let Some(handed) = self.handed.get(&(file, id)) else {
            let work = || union(sources.iter().map(|source| self.source(file, id, *source, depth)));
            return self.once(Question::Local(file, id), work);
        };
        // The parameter itself, and what is assigned to it later.
        let other = |source: &Source| matches!(source, Source::Value(e, _) if !matches!(tree.kind(*e), Kind::Binary(Op::Or, ..)));
        let assigned = sources.iter().skip(1).any(other).then(|| vec![Type::Any]);
        union([handed.clone(), assigned.unwrap_or_default()])
    }

    fn source(&self, file: FileId, id: LocalId, source: Source, depth: usize) -> TypeUnion {
        match source {
            Source::Value(e, n) => self.nth(file, e, n, depth),
            Source::Nil => vec![Type::Nil],
            Source::Number => vec![Type::Number],
            Source::Unknown => vec![Type::Any],
            Source::Parameter(f, i) if self.tree(file).locals[id].name != "npc" => self.parameter(file, f, i, depth),
            Source::Parameter(..) => vec![Type::Npc],
            Source::Loop(over, i) => self.looped(file, over, i, depth),
        }
    }

    /// What a function of the file's own gets, when all its calls can be seen.
    fn parameter(&self, file: FileId, function: FunctionId, i: usize, depth: usize) -> TypeUnion {
        let (tree, uses) = (self.tree(file), &self.files[file].uses);
        let named = uses.named.get(&function).copied();
        let Some(named) = named.filter(|l| !uses.escapes[*l]) else { return vec![Type::Any] };
        let given = |call: &ExprId| match tree.kind(*call) {
            Kind::Call { args, .. } => match args.get(i) {
                Some(a) => self.nth(file, *a, 0, depth),
                None if args.last().is_some_and(|a| many(tree, *a)) => vec![Type::Any],
                None => vec![Type::Nil],
            },
            _ => TypeUnion::new(),
        };
        let set = union(uses.calls.get(&named).into_iter().flatten().map(given));
        if set.is_empty() { vec![Type::Any] } else { set }
    }

    fn looped(&self, file: FileId, over: ExprId, i: usize, depth: usize) -> TypeUnion {
        let tree = self.tree(file);
        let Kind::Call { callee, args } = tree.kind(over) else { return vec![Type::Any] };
        let (Kind::Global(how), Some(list)) = (tree.kind(*callee), args.first()) else { return vec![Type::Any] };
        match (how.as_str(), i) {
            ("ipairs", 0) => vec![Type::Number],
            ("pairs" | "ipairs", 1) => {
                self.items_of(&self.nth(file, *list, 0, depth), depth).into_iter().filter(|t| *t != Type::Nil).collect()
            }
            _ => vec![Type::Any],
        }
    }
}
