//! What calls return.

use crate::lua::analysis::infer::{MAX_DEPTH, Session, many};
use crate::lua::analysis::symbol_table;
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain, join};
use crate::lua::api::{libraries, natives};
use crate::lua::source::tree::*;

impl Session<'_> {
    /// The one function among all modules that is written as a member `name` and begins on this line.
    pub(crate) fn function_at(&self, line: u32, name: &str) -> Option<Type> {
        let mut found = None;
        for (id, file) in self.files.iter().enumerate() {
            for w in &file.tree.writes {
                let Kind::Field { name: member, .. } = &file.tree.exprs[w.target].kind else { continue };
                let Some((value, 0)) = w.value else { continue };
                if let Kind::Function(f) = file.tree.exprs[value].kind
                    && member == name
                    && file.tree.functions[f].at.line == line
                {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(Type::Function(id, f));
                }
            }
        }
        found
    }

    pub(crate) fn called(&self, file: FileId, callee: ExprId, args: &[ExprId], n: usize, depth: usize) -> TypeUnion {
        let tree = self.tree(file);
        if let (Kind::Global(name), Some(first)) = (&tree.exprs[callee].kind, args.first()) {
            match name.as_str() {
                "require" => {
                    let module = tree.string(*first).and_then(|t| self.module(t));
                    return vec![module.map_or(Type::Any, Type::Module)];
                }
                "behaviour" | "assert" | "setmetatable" if n == 0 => return self.nth(file, *first, 0, depth),
                _ => {}
            }
        }
        let mut set = TypeUnion::new();
        for ty in self.nth(file, callee, 0, depth) {
            join(&mut set, self.result(&ty, n, depth));
        }
        set
    }

    /// The n-th value that a call returns.
    pub(crate) fn result(&self, callee: &Type, n: usize, depth: usize) -> TypeUnion {
        match callee {
            Type::Function(file, f) => self.returns(*file, *f, n, depth),
            Type::Module(file) => {
                let mut set = TypeUnion::new();
                for ty in self.returns(*file, 0, 0, depth) {
                    join(&mut set, if ty.is_function() { self.result(&ty, n, depth) } else { vec![Type::Any] });
                }
                set
            }
            Type::Native(area, name) => match natives::find(area, name).filter(|_| !area.is_empty() || name == "print")
            {
                Some(f) => {
                    let returned = symbol_table::returned(f, n);
                    if returned.is_empty() { vec![Type::Nil] } else { returned }
                }
                None if n == 0 => symbol_table::set_of(libraries::returned(area, name)),
                None => vec![Type::Any],
            },
            _ => vec![Type::Any],
        }
    }

    pub(crate) fn method(&self, file: FileId, of: ExprId, name: &str, n: usize, depth: usize) -> TypeUnion {
        let mut set = TypeUnion::new();
        for ty in self.nth(file, of, 0, depth) {
            let members = self.member(&ty, name, depth).unwrap_or_else(|| vec![Type::Any]);
            for m in members {
                join(&mut set, self.result(&m, n, depth));
            }
        }
        set
    }

    /// The n-th value that a function returns.
    pub(crate) fn returns(&self, file: FileId, function: FunctionId, n: usize, depth: usize) -> TypeUnion {
        let key = (file, function, n);
        if let Some(done) = self.returned.borrow().get(&key) {
            return done.clone().unwrap_or_else(|| vec![Type::Any]);
        }
        if depth > MAX_DEPTH {
            return vec![Type::Any];
        }
        self.returned.borrow_mut().insert(key, None);
        let (tree, mut set) = (self.tree(file), TypeUnion::new());
        let f = &tree.functions[function];
        for values in &f.returns {
            match values.get(n) {
                Some(e) => join(&mut set, self.nth(file, *e, 0, depth)),
                None => match values.last() {
                    Some(last) if many(tree, *last) => {
                        join(&mut set, self.nth(file, *last, n + 1 - values.len(), depth));
                    }
                    _ => join(&mut set, [Type::Nil]),
                },
            }
        }
        if f.ends || set.is_empty() {
            join(&mut set, [Type::Nil]);
        }
        self.returned.borrow_mut().insert(key, Some(set.clone()));
        set
    }

    /// The strings that are all an expression may be (nil apart), and where they are written.
    pub(crate) fn literals(&self, file: FileId, e: ExprId) -> Option<Vec<(String, FileId, ExprId)>> {
        let set = self.types(file, e);
        if !certain(&set) {
            return None;
        }
        let words = set.into_iter().filter(|t| *t != Type::Nil).map(|t| match t {
            Type::Literal(text, f, at) => Some((text, f, at)),
            _ => None,
        });
        words.collect::<Option<Vec<_>>>().filter(|w| !w.is_empty())
    }
}
