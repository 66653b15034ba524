//! What a creature's memory holds under a name, where that is a number or a string.

use crate::lua::analysis::infer::{Question, Session};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain, join};
use crate::lua::source::mods::{behaviour_name, is_module};
use crate::lua::source::tree::{ExprId, Kind};

impl Session<'_> {
    /// What `npc.memory.NAME` may be in a behaviour's file: its own writes and those of modules are looked at.
    pub(crate) fn remembered(&self, file: FileId, name: &str, depth: usize) -> TypeUnion {
        let unknown = || vec![Type::Any];
        if behaviour_name(&self.files[file].path).is_none() {
            return unknown();
        }
        let work = || self.kinds_only(file, name, depth).unwrap_or_else(unknown);
        self.once(Question::Memory(file, name.to_owned()), work)
    }

    /// Whether an expression is a creature's whole memory.
    pub(crate) fn is_memory(&self, file: FileId, e: ExprId) -> bool {
        let Kind::Field { of, name, .. } = self.tree(file).kind(e) else { return false };
        name == "memory" && self.types(file, *of) == [Type::Npc]
    }

    fn kinds_only(&self, file: FileId, name: &str, depth: usize) -> Option<TypeUnion> {
        let mut kinds = TypeUnion::new();
        for (id, other) in self.files.iter().enumerate() {
            if id != file && !is_module(&other.path) {
                continue;
            }
            if other.uses.open_memory {
                return None;
            }
            for w in other.uses.writes.get(name).into_iter().flatten() {
                let (value, n) = other.tree.writes[*w].value?;
                let set = self.nth(id, value, n, depth);
                // `seen and npc:nearest { … }` may be false.
                let kind = |t: &Type| match t {
                    Type::Number | Type::Bool | Type::Nil => Some(t.clone()),
                    t => t.is_string().then_some(Type::String),
                };
                if !certain(&set) {
                    return None;
                }
                join(&mut kinds, set.iter().map(kind).collect::<Option<TypeUnion>>()?);
            }
        }
        join(&mut kinds, [Type::Nil]);
        kinds.iter().any(|t| matches!(t, Type::Number | Type::String)).then_some(kinds)
    }
}
