//! Editor types as LuaCATS annotations, for LuaLS and EmmyLua.

use crate::lua::api::declare::{Function, ShapeName, Signature};
use crate::lua::api::domain::Domain;
use crate::lua::api::editor::{NamedByMods, Notation, functions, of_shape};
use crate::lua::api::modules::MODULES;
use crate::lua::api::shapes::{Form, Shape};
use std::fmt::Write as _;

const HEAD: &str = "---@meta
-- The Lua API of Bestiary for LuaLS and EmmyLua. Made by `bestiary types`; do not edit.
-- In this order: words that calls take and return; creatures (Npc) and what is known of others; behaviours and their settings;
-- modules below lib/; specs; pathfinder, mod, world, group and influence; what every file can call.
";

const NOTATION: Notation = Notation {
    list: |of| format!("{of}[]"),
    map: |key, value| format!("table<{key}, {value}>"),
    // In results, any number of values is what a handler may leave out: LuaCATS allows that for a single one.
    many: str::to_owned,
    function: |params, returns| {
        let arrow = if returns.is_empty() { String::new() } else { format!(": {}", returns.join(", ")) };
        format!("fun({}){arrow}", params.join(", "))
    },
    param: |name, mark, ty| format!("{name}{mark}: {ty}"),
    table: "table",
    integer: "integer",
    marks_names: true,
};

/// The file `bestiary.d.lua`.
pub(super) fn luacats(named: &[NamedByMods]) -> String {
    let mut out = HEAD.to_owned();
    for (domain, name, doc) in Domain::NAMED {
        let all: Vec<String> = domain.words().unwrap_or_default().iter().map(|w| format!("\"{w}\"")).collect();
        let _ = writeln!(out, "\n---{doc}\n---@alias {name} {}", all.join(" | "));
    }
    ShapeName::ALL.iter().for_each(|s| shape(&mut out, s.shape(), named));
    functions().for_each(|f| function(&mut out, "", &f));
    require(&mut out);
    out
}

/// One signature for each module, and one for all others.
fn require(out: &mut String) {
    out.push_str("\n---what a file below lib/ returns\n");
    for (path, shape) in MODULES {
        let _ = writeln!(out, "---@overload fun(module: \"{path}\"): {}", shape.name());
    }
    out.push_str("---@param module string\n---@return any\nfunction require(module) end\n");
}

/// The file that declares what `require` returns for a module, for mods whose folder does not hold the module.
pub(super) fn module(path: &str, shape: ShapeName) -> String {
    let name = path.rsplit('.').next().unwrap_or(path);
    format!("---@meta {path}\n\n---@type {}\nlocal {name} = {{}}\nreturn {name}\n", shape.name())
}

fn shape(out: &mut String, s: &Shape, named: &[NamedByMods]) {
    let (class, local, sign) = match s.form {
        Form::Global(_) => ("lib", "", '.'),
        Form::Functions => ("", "local ", '.'),
        Form::Handle | Form::Plain(_) => ("", "local ", ':'),
    };
    let _ = writeln!(out, "\n---{}\n---@class (exact) {}{class}", s.doc, s.name);
    if let Form::Global(calls) = s.form {
        overloads(out, calls, None);
    }
    for f in &s.fields {
        let _ = writeln!(out, "---@field {}{} {} {}", f.name, mark(f.optional), NOTATION.print(f.ty), f.described());
    }
    for n in of_shape(named, s.name) {
        let _ = writeln!(out, "---@field {} {} {}", n.name, NOTATION.print(n.ty), n.doc);
    }
    if let Form::Plain(index) = s.form {
        let open = of_shape(named, s.name).next().is_none();
        for (key, value) in index.iter().filter(|_| open) {
            let _ = writeln!(out, "---@field [{}] {}", NOTATION.print(*key), NOTATION.print(*value));
        }
        return;
    }
    let _ = writeln!(out, "{local}{} = {{}}", s.name);
    s.functions.iter().for_each(|f| function(out, &format!("{}{sign}", s.name), f));
}

fn overloads(out: &mut String, signatures: &[Signature], owner: Option<&str>) {
    for s in signatures {
        let _ = writeln!(out, "---@overload {}", NOTATION.signature(s, owner));
    }
}

fn mark(optional: bool) -> &'static str {
    if optional { "?" } else { "" }
}

/// A function with its documentation: the first signature as its own, the others as overloads.
fn function(out: &mut String, before: &str, f: &Function) {
    let _ = writeln!(out, "\n---{}", f.described());
    let Some((first, others)) = f.signatures.split_first() else { return };
    overloads(out, others, before.strip_suffix(':'));
    for p in first.params {
        let _ = writeln!(out, "---@param {}{} {}", p.name, mark(p.optional), NOTATION.print(p.ty));
    }
    if let Some(ty) = first.variadic {
        let _ = writeln!(out, "---@param ... {}", NOTATION.print(ty));
    }
    for r in first.returns {
        let _ = writeln!(out, "---@return {}", NOTATION.print(*r));
    }
    let rest = first.variadic.map(|_| "...");
    let names: Vec<&str> = first.params.iter().map(|p| p.name).chain(rest).collect();
    let _ = writeln!(out, "function {before}{}({}) end", f.name, names.join(", "));
}
