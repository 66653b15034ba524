//! What an expression may come to: sets of kinds of value, as fine as the checks need them and no finer.

use crate::lua::api::declare::{Function, ShapeName};
use crate::lua::api::domain::Domain;
use crate::lua::api::{libraries, natives};
use crate::lua::source::tree::{ExprId, FunctionId};

/// Index of a file among those checked together.
pub(crate) type FileId = usize;

/// One kind of value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// Nothing is known.
    Any,
    Nil,
    Bool,
    Number,
    String,
    /// A string that is written out, and where.
    Literal(String, FileId, ExprId),
    Of(Domain),
    /// The creature whose turn it is.
    Npc,
    /// What `npc:look` returns.
    Creature,
    /// A table of the API with declared fields.
    Record(ShapeName),
    /// `npc.settings`, read in a file.
    Settings(FileId),
    /// What a mod's manifest has below `[settings]`, or in a table in there: a file of the mod, and the names on the path.
    ModSettings(FileId, Vec<String>),
    /// A list of creatures' numbers.
    Ids,
    /// A table that a constructor makes.
    Table(FileId, ExprId),
    /// A table among the globals.
    Library(String),
    /// What a file below `lib/` returns.
    Module(FileId),
    Function(FileId, FunctionId),
    /// A function of the API.
    Native(&'static Function),
    /// A function of Lua's libraries, by its name: `pairs`, `table.insert`.
    Builtin(String),
}

/// What may be; [`Type::Any`] in it means that nothing is known. Empty: no value at all.
pub(crate) type TypeUnion = Vec<Type>;

/// Larger sets say too little.
const MOST: usize = 40;

/// Adds what is new.
pub(crate) fn join(set: &mut TypeUnion, more: impl IntoIterator<Item = Type>) {
    for ty in more {
        if set.len() >= MOST {
            *set = vec![Type::Any];
            return;
        }
        if !set.contains(&ty) {
            set.push(ty);
        }
    }
}

/// All that several sets hold.
pub(crate) fn union(sets: impl IntoIterator<Item = TypeUnion>) -> TypeUnion {
    let mut all = TypeUnion::new();
    sets.into_iter().for_each(|set| join(&mut all, set));
    all
}

/// Whether everything that it may be is known.
pub(crate) fn certain(set: &TypeUnion) -> bool {
    !set.is_empty() && !set.contains(&Type::Any)
}

/// The values that are not nil.
pub(crate) fn solid(set: &TypeUnion) -> Vec<&Type> {
    set.iter().filter(|t| **t != Type::Nil).collect()
}

/// What kind of value it is, nil apart where it may be something else.
pub(crate) fn noun(set: &TypeUnion) -> &'static str {
    solid(set).first().map_or("nil", |t| t.noun())
}

impl Type {
    /// In a script writer's words.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Any => "anything",
            Self::Nil => "nil",
            Self::Bool => "true or false",
            Self::Number => "a number",
            Self::String | Self::Literal(..) | Self::Of(_) => "a string",
            Self::Npc => "the creature itself",
            Self::Creature => "the result of npc:look",
            Self::Settings(_) | Self::ModSettings(..) => "the table of settings",
            Self::Ids => "a list of ids",
            Self::Table(..) | Self::Record(_) => "a table",
            Self::Library(_) => "a library",
            Self::Module(_) => "a module",
            Self::Function(..) | Self::Native(_) | Self::Builtin(_) => "a function",
        }
    }

    /// What `type(…)` returns for it.
    pub(crate) fn lua_type(&self) -> Option<&'static str> {
        Some(match self {
            Self::Any | Self::Module(_) => return None,
            Self::Settings(_) | Self::ModSettings(..) => "table",
            Self::Nil => "nil",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String | Self::Literal(..) | Self::Of(_) => "string",
            Self::Npc | Self::Creature | Self::Record(_) | Self::Ids | Self::Table(..) | Self::Library(_) => "table",
            Self::Function(..) | Self::Native(_) | Self::Builtin(_) => "function",
        })
    }

    pub(crate) fn is_string(&self) -> bool {
        matches!(self, Self::String | Self::Literal(..) | Self::Of(_))
    }

    /// The function of a script that it is.
    pub(crate) fn function(&self) -> Option<(FileId, FunctionId)> {
        if let Self::Function(file, id) = self { Some((*file, *id)) } else { None }
    }

    pub(crate) fn is_function(&self) -> bool {
        matches!(self, Self::Function(..) | Self::Native(_) | Self::Builtin(_))
    }

    /// Whether it is a function of the API or of Lua that returns no value.
    pub(crate) fn returns_nothing(&self) -> bool {
        match self {
            Self::Native(f) => f.signatures.iter().all(|s| s.returns.is_empty()),
            Self::Builtin(name) => libraries::returns_nothing(name),
            _ => false,
        }
    }

    /// The function of this name in a table of the API or of Lua; among the globals where that is empty.
    pub(crate) fn native(table: &str, name: &str) -> Self {
        let builtin = || if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") };
        natives::find(table, name).map_or_else(|| Self::Builtin(builtin()), Self::Native)
    }
}
