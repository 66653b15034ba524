//! What calls return.

use crate::lua::analysis::infer::{MAX_DEPTH, Question, Session, many};
use crate::lua::analysis::symbol_table::{returned_by, union_of};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain, solid, union};
use crate::lua::api::declare::Function;
use crate::lua::api::{libraries, modules};
use crate::lua::source::mods::BASE_MOD;
use crate::lua::source::tree::*;
use std::collections::BTreeMap;

impl Session<'_> {
    /// The one function among all modules that is written as a member `name` and begins on this line.
    pub(crate) fn function_at(&self, line: u32, name: &str) -> Option<Type> {
        let index = || {
            let mut all = BTreeMap::new();
            for (id, tree) in self.files.iter().map(|f| &f.tree).enumerate() {
                for w in &tree.writes {
                    if let (Some(name), Some((value, 0))) = (tree.field_name(w.target), w.value)
                        && let Kind::Function(f) = tree.kind(value)
                    {
                        let same = all.entry((tree.functions[*f].at.line, name.to_owned()));
                        same.and_modify(|f| *f = None).or_insert(Some(Type::Function(id, *f)));
                    }
                }
            }
            all
        };
        self.written.get_or_init(index).get(&(line, name.to_owned())).cloned().flatten()
    }

    /// The declaration of a function of the API, or of a module that is shipped.
    pub(crate) fn declared(&self, callee: &Type) -> Option<Function> {
        match callee {
            Type::Native(f) => Some(**f),
            Type::Function(file, f) => self.shipped.get_or_init(|| self.of_shipped()).get(&(*file, *f)).copied(),
            _ => None,
        }
    }

    /// The functions of the shipped modules, with what they declare.
    fn of_shipped(&self) -> BTreeMap<(FileId, FunctionId), Function> {
        let mut all = BTreeMap::new();
        for (path, shape) in modules::MODULES {
            let module = self.module(path).filter(|file| self.files[*file].manifest.name == BASE_MOD);
            let area = path.rsplit('.').next().unwrap_or(path);
            for (file, f) in module.into_iter().flat_map(|file| shape.shape().functions.iter().map(move |f| (file, f)))
            {
                let found = self.of_module(file, f.name, 0).unwrap_or_default();
                if let [Type::Function(home, id)] = found[..] {
                    all.insert((home, id), Function { area, ..*f });
                }
            }
        }
        all
    }

    /// The n-th value of a call.
    pub(super) fn called(&self, file: FileId, call: ExprId, n: usize, depth: usize) -> TypeUnion {
        let tree = self.tree(file);
        if let Kind::Call { callee, args } = tree.kind(call)
            && let (Kind::Global(name), Some(first)) = (tree.kind(*callee), args.first())
        {
            match name.as_str() {
                "require" => {
                    let module = tree.string(*first).and_then(|t| self.module(t));
                    return vec![module.map_or(Type::Any, Type::Module)];
                }
                // Its metatable may have what the table has not.
                "setmetatable" => return vec![Type::Any],
                "behaviour" | "extend" | "assert" if n == 0 => return self.nth(file, *first, 0, depth),
                _ => {}
            }
        }
        union(self.callees(file, call, depth).iter().map(|ty| self.result(ty, n, depth)))
    }

    /// The n-th value that a call returns.
    pub(crate) fn result(&self, callee: &Type, n: usize, depth: usize) -> TypeUnion {
        match callee {
            Type::Function(file, f) => self.returns(*file, *f, n, depth),
            Type::Module(file) => {
                let called = |ty: &Type| if ty.is_function() { self.result(ty, n, depth) } else { vec![Type::Any] };
                union(self.returns(*file, 0, 0, depth).iter().map(called))
            }
            Type::Native(f) => {
                let returned = union(f.signatures.iter().filter_map(|s| returned_by(s, n)));
                if returned.is_empty() { vec![Type::Nil] } else { returned }
            }
            Type::Builtin(_) if callee.returns_nothing() => vec![Type::Nil],
            Type::Builtin(name) if n == 0 => union_of(libraries::returned(name)),
            _ => vec![Type::Any],
        }
    }

    /// What a call may call, also a function that the file writes as a member of a table which it hands on.
    pub(crate) fn functions(&self, file: FileId, call: ExprId, found: TypeUnion) -> TypeUnion {
        let tree = self.tree(file);
        let (Kind::Call { callee: member, .. } | Kind::Method { of: member, .. }) = *tree.kind(call) else {
            return found;
        };
        let named = match (tree.kind(call), tree.kind(member)) {
            (Kind::Method { name, .. }, Kind::Local(l)) => Some((*l, name.clone())),
            (Kind::Call { .. }, Kind::Field { of, name, .. }) => match *tree.kind(*of) {
                Kind::Local(l) => Some((l, name.clone())),
                _ => None,
            },
            _ => None,
        };
        let own = named.filter(|_| found == [Type::Any]).and_then(|key| *self.files[file].uses.members.get(&key)?);
        own.map_or(found, |f| vec![Type::Function(file, f)])
    }

    /// What a call may call: the value before its arguments, or the method after a colon.
    pub(crate) fn callees(&self, file: FileId, call: ExprId, depth: usize) -> TypeUnion {
        match self.tree(file).kind(call) {
            Kind::Call { callee, .. } => self.nth(file, *callee, 0, depth),
            Kind::Method { of, name, .. } => {
                let member = |ty: &Type| self.member(ty, name, depth).unwrap_or_else(|| vec![Type::Any]);
                union(self.nth(file, *of, 0, depth).iter().map(member))
            }
            _ => TypeUnion::new(),
        }
    }

    /// The n-th value that a function returns.
    pub(crate) fn returns(&self, file: FileId, function: FunctionId, n: usize, depth: usize) -> TypeUnion {
        if depth > MAX_DEPTH {
            return vec![Type::Any];
        }
        let tree = self.tree(file);
        let f = &tree.functions[function];
        let place = |values: &Vec<ExprId>| match (values.get(n), values.last()) {
            (Some(e), _) => self.nth(file, *e, 0, depth),
            (None, Some(last)) if many(tree, *last) => self.nth(file, *last, n + 1 - values.len(), depth),
            _ => vec![Type::Nil],
        };
        self.once(Question::Returned(file, function, n), || {
            let set = union(f.returns.iter().map(place));
            if f.ends || set.is_empty() { union([set, vec![Type::Nil]]) } else { set }
        })
    }

    /// The strings that are all an expression may be (nil apart), and where they are written.
    pub(crate) fn literals(&self, file: FileId, e: ExprId) -> Option<Vec<(String, FileId, ExprId)>> {
        let set = self.types(file, e);
        if !certain(&set) {
            return None;
        }
        let words = solid(&set).into_iter().map(|t| match t {
            Type::Literal(text, f, at) => Some((text.clone(), *f, *at)),
            _ => None,
        });
        words.collect::<Option<Vec<_>>>().filter(|w| !w.is_empty())
    }
}
