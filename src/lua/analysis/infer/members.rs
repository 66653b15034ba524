//! What lies under a name: in tables, modules, the API and Lua's own libraries.

use crate::lua::analysis::infer::{Fields, Question, Session};
use crate::lua::analysis::symbol_table::union_of;
use crate::lua::analysis::types::{FileId, Type, TypeUnion, union};
use crate::lua::api::declare::ShapeName;
use crate::lua::api::{libraries, natives};
use crate::lua::source::mods::behaviour_name;
use crate::lua::source::tree::*;
use std::collections::BTreeMap;

impl Session<'_> {
    /// Every field that a table ever gets; `None` when others may add to it.
    pub(crate) fn fields(&self, file: FileId, table: ExprId) -> Option<Fields> {
        if let Some(done) = self.fields.borrow().get(&(file, table)) {
            return done.clone();
        }
        let found = self.all_fields(file, table);
        self.fields.borrow_mut().insert((file, table), found.clone());
        found
    }

    fn all_fields(&self, file: FileId, table: ExprId) -> Option<Fields> {
        let (tree, uses) = (self.tree(file), &self.files[file].uses);
        let Kind::Table(entries) = tree.kind(table) else { return None };
        if uses.given.contains(&table) {
            return None;
        }
        let mut fields: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (i, entry) in entries.iter().enumerate() {
            let name = match &entry.key {
                Key::Name(name) => name.clone(),
                Key::None => format!("#{i}"),
                Key::Computed(_) => return None,
            };
            fields.entry(name).or_default().push((entry.value, 0));
        }
        for holder in uses.holders.get(&table).into_iter().flatten() {
            if uses.escapes[*holder] {
                return None;
            }
            for mention in &tree.mentions[*holder] {
                let Some(write) = tree.parents[*mention].and_then(|of| tree.written(of)) else { continue };
                match tree.kind(write.target) {
                    Kind::Field { name, .. } => fields.entry(name.clone()).or_default().extend(write.value),
                    Kind::Item { of, .. } if of == mention => return None,
                    _ => {}
                }
            }
        }
        for (name, value) in uses.filled_later(table)? {
            fields.entry(name.clone()).or_default().extend(value);
        }
        Some(fields.into())
    }

    /// What a table holds under a name, or under any; `None` when that is not known, empty when there is nothing.
    pub(super) fn values(&self, file: FileId, table: ExprId, name: Option<&str>, depth: usize) -> Option<TypeUnion> {
        let fields = self.fields(file, table)?;
        let uses = &self.files[file].uses;
        if name.is_none() && uses.holders.get(&table).into_iter().flatten().any(|l| uses.grown.contains(l)) {
            return None;
        }
        let values: Vec<_> = match name {
            Some(name) => fields.get(name).into_iter().flatten().collect(),
            None => fields.values().flatten().collect(),
        };
        let work = || union(values.into_iter().map(|(e, n)| self.nth(file, *e, *n, depth)));
        Some(self.once(Question::Held(file, table, name.map(str::to_owned)), work))
    }

    /// What a member of a value may be; `None` when there is no such member.
    pub(crate) fn member(&self, of: &Type, name: &str, depth: usize) -> Option<TypeUnion> {
        match of {
            Type::Npc => match ShapeName::Npc.field(name) {
                Some(f) => Some(union_of(f.ty)),
                None => natives::find("npc", name).map(|f| vec![Type::Native(f)]),
            },
            Type::Settings(file) => match self.settings(*file) {
                Some(declared) => declared.iter().find(|s| s.0 == name).map(|s| s.1.clone()),
                None => Some(vec![Type::Any]),
            },
            Type::ModSettings(file, path) => match self.mod_settings(*file, path) {
                Some(known) => known.get(name).map(|value| vec![of_manifest(*file, path, name, value)]),
                None => Some(vec![Type::Any]),
            },
            Type::Record(shape) => shape.field(name).map(|f| union_of(f.ty)),
            Type::Creature => ShapeName::Creature.field(name).map(|f| union_of(f.ty)),
            Type::Library(lib) => self.symbols.has(lib, name).then(|| of_library(lib, name)),
            Type::Module(file) => self.of_module(*file, name, depth),
            Type::Table(file, e) => match self.fields(*file, *e) {
                Some(fields) if !fields.contains_key(name) => None,
                _ => Some(self.values(*file, *e, Some(name), depth).unwrap_or_else(|| vec![Type::Any])),
            },
            Type::Any => Some(vec![Type::Any]),
            Type::String | Type::Literal(..) | Type::Of(_) => {
                self.symbols.has("string", name).then(|| vec![Type::native("string", name)])
            }
            _ => None,
        }
    }

    /// The settings that the behaviour of a file declares, and what each may be; `None` when they are not known.
    pub(crate) fn settings(&self, file: FileId) -> Option<Vec<(String, TypeUnion)>> {
        behaviour_name(&self.files[file].path)?;
        let only_table =
            |set: TypeUnion| if let [Type::Table(file, table)] = set[..] { Some((file, table)) } else { None };
        let (home, described) = only_table(self.returns(file, 0, 0, 0))?;
        let Some(values) = self.fields(home, described)?.get("settings").cloned() else { return Some(Vec::new()) };
        let [(declared, 0)] = values[..] else { return None };
        let (home, declared) = only_table(self.types(home, declared))?;
        let setting = |(name, values): (&String, &Vec<(ExprId, usize)>)| {
            let held = if let [(value, 0)] = values[..] { only_table(self.types(home, value)) } else { None };
            let default = held.and_then(|(file, table)| self.values(file, table, Some("default"), 0));
            // Maps give others of the same type.
            let ty = match &default.unwrap_or_default()[..] {
                [Type::Number] => Type::Number,
                [Type::Bool] => Type::Bool,
                [ty] if ty.is_string() => Type::String,
                _ => Type::Any,
            };
            (name.clone(), vec![ty])
        };
        Some(self.fields(home, declared)?.iter().map(setting).collect())
    }

    /// What the manifest of a file's mod has at a path below `[settings]`; `None` when it is not known, or no table.
    pub(crate) fn mod_settings(&self, file: FileId, path: &[String]) -> Option<&toml::Table> {
        let manifest = &self.files[file].manifest;
        let all = (!manifest.is_assumed).then_some(&manifest.settings)?;
        path.iter().try_fold(all, |table, name| table.get(name)?.as_table())
    }

    pub(crate) fn of_module(&self, file: FileId, name: &str, depth: usize) -> Option<TypeUnion> {
        let returned = self.returns(file, 0, 0, depth);
        let set = union(returned.iter().map(|ty| self.member(ty, name, depth).unwrap_or_default()));
        // Once it has run, its members are known for sure, also those that another file gave it.
        if let Some(members) = &self.files[file].members {
            let line = members.get(name)?;
            let made = line.and_then(|line| self.function_at(line, name));
            if set.is_empty() || (set.contains(&Type::Any) && made.is_some()) {
                return Some(vec![made.unwrap_or(Type::Any)]);
            }
        }
        (!set.is_empty()).then_some(set)
    }

    /// Names of what a module has, in order.
    pub(crate) fn members(&self, file: FileId) -> Vec<String> {
        if let Some(members) = &self.files[file].members {
            return members.keys().cloned().collect();
        }
        let mut names = Vec::new();
        for ty in self.returns(file, 0, 0, 0) {
            if let Type::Table(f, e) = ty {
                names.extend(self.fields(f, e).iter().flat_map(|fields| fields.keys().cloned()));
            }
        }
        names
    }
}

/// A member that a table among the globals has.
fn of_library(lib: &str, name: &str) -> TypeUnion {
    let declared = ShapeName::ALL.iter().find(|s| s.name() == lib).and_then(|s| s.field(name)).map(|f| f.ty);
    let constant = declared.or_else(|| libraries::constant(&format!("{lib}.{name}")));
    constant.map_or_else(|| vec![Type::native(lib, name)], union_of)
}

/// What scripts get for a value in a manifest; dates are strings.
fn of_manifest(file: FileId, path: &[String], name: &str, value: &toml::Value) -> Type {
    match value {
        toml::Value::Integer(_) | toml::Value::Float(_) => Type::Number,
        toml::Value::Boolean(_) => Type::Bool,
        toml::Value::String(_) | toml::Value::Datetime(_) => Type::String,
        toml::Value::Array(_) => Type::Any,
        toml::Value::Table(_) => Type::ModSettings(file, [path, &[name.to_owned()]].concat()),
    }
}
