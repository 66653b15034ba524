//! Files made from the declarations: editor types (LuaCATS for LuaLS and EmmyLua, definitions for luau-lsp) and the API page.

mod files;
mod luacats;
mod luau;
mod page;

pub(crate) use files::files;
pub use page::page;
pub(crate) use page::usages;

use crate::lua::api::declare::{Function, Param, ShapeName, Signature, Type};
use crate::lua::api::{natives, spec};

/// Global functions, those of specs at the end. `require` is not among them: its type depends on its argument.
pub fn functions() -> impl Iterator<Item = Function> {
    natives::of("").filter(|f| f.name != "require").chain(spec::WORDS).copied()
}

/// An entry of a table whose names the mods decide.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedByMods {
    /// The table.
    pub shape: ShapeName,
    pub name: String,
    pub ty: Type,
    pub doc: String,
}

/// Those of one table.
fn of_shape<'a>(named: &'a [NamedByMods], shape: &str) -> impl Iterator<Item = &'a NamedByMods> {
    named.iter().filter(move |n| n.shape.name() == shape)
}

/// What the notations for types differ in.
struct Notation {
    list: fn(&str) -> String,
    map: fn(&str, &str) -> String,
    many: fn(&str) -> String,
    function: fn(&[String], &[String]) -> String,
    /// A parameter by name, `?` when it is optional, and type.
    param: fn(&str, &str, &str) -> String,
    table: &'static str,
    integer: &'static str,
    /// Whether a parameter that may be left out is marked at its name, not at its type.
    marks_names: bool,
}

impl Notation {
    fn print(&self, ty: Type) -> String {
        match ty {
            Type::Any => "any".into(),
            Type::Number | Type::Measure(_) | Type::Id => "number".into(),
            Type::Integer => self.integer.into(),
            Type::Boolean => "boolean".into(),
            Type::String => "string".into(),
            Type::Table => self.table.into(),
            Type::Word(domain) => domain.type_name().unwrap_or("string").into(),
            Type::Shape(shape) => shape.name().into(),
            Type::Optional(inner) => format!("{}?", self.held(*inner)),
            Type::List(inner) => (self.list)(&self.held(*inner)),
            Type::Map(key, value) => (self.map)(&self.print(*key), &self.print(*value)),
            Type::Union(all) => all.iter().map(|t| self.print(*t)).collect::<Vec<_>>().join(" | "),
            Type::Many(inner) => (self.many)(&self.held(*inner)),
            Type::Function(signature) => self.signature(signature, None),
        }
    }

    /// In brackets when a mark after it would apply to a part only.
    fn held(&self, ty: Type) -> String {
        match ty {
            Type::Union(_) | Type::Function(..) => format!("({})", self.print(ty)),
            _ => self.print(ty),
        }
    }

    /// A type that may be left out.
    fn optional(&self, ty: Type, optional: bool) -> String {
        if optional { format!("{}?", self.held(ty)) } else { self.print(ty) }
    }

    fn param(&self, p: &Param) -> String {
        match (p.optional, self.marks_names) {
            (true, true) => (self.param)(p.name, "?", &self.print(p.ty)),
            (optional, _) => (self.param)(p.name, "", &self.optional(p.ty, optional)),
        }
    }

    /// A function's type; `owner` is the type of `self` in a method.
    fn signature(&self, s: &Signature, owner: Option<&str>) -> String {
        let own = owner.map(|o| (self.param)("self", "", o));
        let rest = s.variadic.map(|t| (self.param)("...", "", &self.held(t)));
        let params: Vec<String> = own.into_iter().chain(s.params.iter().map(|p| self.param(p))).chain(rest).collect();
        let returns: Vec<String> = s.returns.iter().map(|t| self.print(*t)).collect();
        (self.function)(&params, &returns)
    }
}
