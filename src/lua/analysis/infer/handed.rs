//! Parameters that get a creature, a module or a library in every call: their types are inferred from the calls.

use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::source::tree::{ExprId, Kind, LocalId};
use std::collections::BTreeMap;

/// Through at most so many functions in a row a creature or a module is followed.
const ROUNDS: usize = 3;

/// The type that every call passes to a parameter; `None` where calls differ.
type Seen = BTreeMap<(FileId, LocalId), Option<Type>>;

impl Session<'_> {
    /// Infers the parameters to which every visible call passes the same: `npc`, or the same module or library.
    pub(crate) fn hand_on(&mut self) {
        for _ in 0..ROUNDS {
            let mut seen = Seen::new();
            for file in 0..self.files.len() {
                for e in &self.tree(file).exprs {
                    if let Kind::Call { callee, args } = &e.kind {
                        self.handed_in(file, *callee, args, &mut seen);
                    }
                }
            }
            for ((file, parameter), ty) in seen {
                if let Some(ty) = ty.filter(|_| !self.handed.contains_key(&(file, parameter))) {
                    self.hand(file, parameter, vec![ty]);
                }
            }
            self.forget();
        }
    }

    fn handed_in(&self, file: FileId, callee: ExprId, args: &[ExprId], seen: &mut Seen) {
        for ty in self.types(file, callee) {
            let returned = match ty {
                Type::Module(module) => self.returns(module, 0, 0, 0),
                other => vec![other],
            };
            let [Type::Function(f, id)] = returned[..] else { continue };
            for (i, parameter) in self.tree(f).functions[id].parameters.iter().enumerate() {
                let handed = args.get(i).and_then(|a| self.shared(file, *a));
                let known = seen.entry((f, *parameter)).or_insert_with(|| handed.clone());
                if *known != handed {
                    *known = None;
                }
            }
        }
    }

    /// A creature, a library such as `pathfinder`, or the table that a module will return.
    fn shared(&self, file: FileId, arg: ExprId) -> Option<Type> {
        match self.types(file, arg)[..] {
            [Type::Npc] => Some(Type::Npc),
            [Type::Library(ref name)] => Some(Type::Library(name.clone())),
            [Type::Table(f, e)] if self.returns(f, 0, 0, 0) == [Type::Table(f, e)] => Some(Type::Module(f)),
            _ => None,
        }
    }
}
