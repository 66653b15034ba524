//! The whole API as data, and the editor types made from it: LuaCATS for LuaLS and EmmyLua, definitions for luau-lsp.
//!
//! Functions and fields come from the bindings themselves ([`crate::lua::host::bindings`]); what a script hands over or gets back, the words of
//! specs and the shipped modules are declared here, each once, with its documentation.

mod annotation;
mod creatures;
mod luacats;
mod luau;
mod modules;
mod words;

pub(crate) use words::{plan_keys, spec_members, spec_words};

pub use annotation::{Param, Signature, Type, kind, signatures};
use luacats::{luacats, luacats_module};
use luau::luau;

use crate::lua::host::bindings;
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::Field;

/// A field of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    pub name: &'static str,
    /// A type of [`annotation`](kind).
    pub kind: &'static str,
    pub doc: &'static str,
}

/// A function of a shape, of a module, or a global one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    pub name: &'static str,
    /// One signature or more, parted by semicolons.
    pub params: &'static str,
    pub returns: &'static str,
    pub doc: &'static str,
}

/// What a name in an annotation stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub name: &'static str,
    pub doc: &'static str,
    pub form: Form,
}

/// How a shape is built.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// One of these texts.
    OneOf(Vec<&'static str>),
    /// A table that scripts read: fields, and functions called with a colon.
    Handle { fields: Vec<Member>, methods: Vec<Call> },
    /// A table that scripts write; nothing but these fields may be in it, save for entries of the kinds in `index` (key, value).
    Plain { fields: Vec<Member>, index: &'static [(&'static str, &'static str)] },
    /// A table of functions called with a dot.
    Functions(Vec<Call>),
}

/// A global name that is no function: a table of fields and functions called with a dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: &'static str,
    pub doc: &'static str,
    pub fields: Vec<Member>,
    pub functions: Vec<Call>,
    /// The signature when it can be called itself, which in specs `world` can.
    pub call: Option<Call>,
}

/// What `require` answers for a shipped module.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// As in `require "lib.tactics"`.
    pub path: &'static str,
    /// The shape of what it answers.
    pub shape: &'static str,
}

const fn field(name: &'static str, kind: &'static str, doc: &'static str) -> Member {
    Member { name, kind, doc }
}

const fn call(name: &'static str, params: &'static str, returns: &'static str, doc: &'static str) -> Call {
    Call { name, params, returns, doc }
}

impl From<&Field> for Member {
    fn from(f: &Field) -> Self {
        field(f.name, f.kind, f.doc)
    }
}

impl From<&Binding> for Call {
    fn from(b: &Binding) -> Self {
        call(b.name, b.params, b.returns, b.doc)
    }
}

fn fields_of(area: &str) -> Vec<Member> {
    bindings::fields().filter(|f| f.area == area).map(Member::from).collect()
}

fn calls_of(area: &str) -> Vec<Call> {
    bindings::bindings().filter(|b| b.area == area).map(Call::from).collect()
}

/// Every shape, those first that others name.
pub fn shapes() -> Vec<Shape> {
    let mut all = creatures::shapes();
    all.extend(modules::shapes());
    all.extend(words::shapes());
    all
}

/// Global tables.
pub fn globals() -> Vec<Global> {
    let codes = crate::nav::Code::ALL.map(|c| field(c.name(), "Code", c.doc()));
    let pathfinder = Global {
        name: "pathfinder",
        doc: "the native pathfinder; the creature comes first",
        fields: codes.to_vec(),
        functions: calls_of("pathfinder"),
        call: None,
    };
    let world = Global {
        name: "world",
        doc: "how large the world is and what it is called; in specs a function that makes a little world",
        fields: fields_of("world"),
        functions: Vec::new(),
        call: Some(words::WORLD),
    };
    vec![pathfinder, world]
}

/// Global functions, those of specs at the end. `require` is not among them: it answers by its argument, see [`modules`].
pub fn functions() -> Vec<Call> {
    let mut all: Vec<Call> = calls_of("").into_iter().filter(|c| c.name != "require").collect();
    all.extend(words::WORDS);
    all
}

/// The shipped modules.
pub fn modules() -> Vec<Module> {
    modules::MODULES.to_vec()
}

/// The files of a mod's `types/` folder: name and contents.
///
/// # Errors
/// When a declaration cannot be read; the message names it.
pub fn files() -> Result<Vec<(String, String)>, String> {
    let mut all = vec![("bestiary.d.lua".to_owned(), luacats()?), ("bestiary.d.luau".to_owned(), luau()?)];
    all.extend(modules().iter().map(|m| (format!("{}.d.lua", m.path.replace('.', "_")), luacats_module(m))));
    Ok(all)
}

#[cfg(test)]
mod tests;
