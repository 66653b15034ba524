//! What a creature's memory holds under a name, where that is a number.

use crate::lua::analysis::infer::{Question, Session};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain};
use crate::lua::api::behaviour::MIGRATION;
use crate::lua::source::mods::{behaviour_name, is_module};
use crate::lua::source::tree::{ExprId, Key, Kind, Tree};

impl Session<'_> {
    /// What `npc.memory.NAME` may be in a behaviour's file: its own writes and those of modules are looked at.
    pub(crate) fn remembered(&self, file: FileId, name: &str, depth: usize) -> TypeUnion {
        let unknown = || vec![Type::Any];
        if behaviour_name(&self.files[file].path).is_none() {
            return unknown();
        }
        let work = || self.numbers_only(file, name, depth).unwrap_or_else(unknown);
        self.once(Question::Memory(file, name.to_owned()), work)
    }

    /// Whether an expression is a creature's whole memory.
    pub(crate) fn is_memory(&self, file: FileId, e: ExprId) -> bool {
        let Kind::Field { of, name, .. } = self.tree(file).kind(e) else { return false };
        name == "memory" && self.types(file, *of) == [Type::Npc]
    }

    fn numbers_only(&self, file: FileId, name: &str, depth: usize) -> Option<TypeUnion> {
        let (mut some, mut truth) = (false, false);
        for (id, other) in self.files.iter().enumerate() {
            if id != file && !is_module(&other.path) {
                continue;
            }
            let tree = &other.tree;
            if open(tree) {
                return None;
            }
            for w in tree.writes.iter().filter(|w| tree.field_name(w.target) == Some(name)) {
                let (value, n) = w.value?;
                let set = self.nth(id, value, n, depth);
                // `seen and npc:nearest { … }` may be false.
                if !certain(&set) || !set.iter().all(|t| matches!(t, Type::Number | Type::Bool | Type::Nil)) {
                    return None;
                }
                some |= set.contains(&Type::Number);
                truth |= set.contains(&Type::Bool);
            }
        }
        some.then(|| if truth { vec![Type::Number, Type::Bool, Type::Nil] } else { vec![Type::Number, Type::Nil] })
    }
}

/// Whether a file writes memory so that it cannot be followed: under computed keys, as a whole, from an older form.
pub(crate) fn open(tree: &Tree) -> bool {
    let whole = |e: ExprId| is_memory(tree, e);
    tree.exprs.iter().any(|e| match &e.kind {
        Kind::Table(all) => all.iter().any(|e| e.key == Key::Name(MIGRATION.into())),
        Kind::Call { args, .. } | Kind::Method { args, .. } => args.iter().any(|a| whole(*a)),
        _ => false,
    }) || tree.writes.iter().any(|w| matches!(*tree.kind(w.target), Kind::Item { of, .. } if whole(of)))
}

fn is_memory(tree: &Tree, e: ExprId) -> bool {
    let named = |e: ExprId| tree.field_name(e) == Some("memory");
    match tree.bare_kind(e) {
        Kind::Local(l) => tree.values(*l).any(named),
        _ => named(tree.bare(e)),
    }
}
