//! Editor types as LuaCATS annotations, for LuaLS and EmmyLua.

use crate::lua::api::types::Call;
use crate::lua::api::types::Form;
use crate::lua::api::types::Global;
use crate::lua::api::types::Member;
use crate::lua::api::types::Module;
use crate::lua::api::types::Shape;
use crate::lua::api::types::annotation::Param;
use crate::lua::api::types::annotation::Signature;
use crate::lua::api::types::annotation::Type;
use crate::lua::api::types::annotation::kind;
use crate::lua::api::types::annotation::signatures;
use crate::lua::api::types::functions;
use crate::lua::api::types::globals;
use crate::lua::api::types::modules;
use crate::lua::api::types::shapes;
use std::fmt::Write as _;

const HEAD: &str =
    "---@meta\n-- The Lua API of Bestiary for LuaLS and EmmyLua. Made by `bestiary types`; do not edit.\n";

/// The file `bestiary.d.lua`.
///
/// # Errors
/// When a declaration cannot be read; the message names it.
pub fn luacats() -> Result<String, String> {
    let mut out = HEAD.to_owned();
    for s in shapes() {
        shape(&mut out, &s).map_err(|e| format!("{}: {e}", s.name))?;
    }
    for g in globals() {
        global(&mut out, &g).map_err(|e| format!("{}: {e}", g.name))?;
    }
    for f in functions() {
        out.push('\n');
        function(&mut out, "", &f)?;
    }
    require(&mut out);
    Ok(out)
}

/// One signature for each module, and one for all others.
fn require(out: &mut String) {
    out.push_str("\n---what a file below lib/ returns\n");
    for m in modules() {
        let _ = writeln!(out, "---@overload fun(module: \"{}\"): {}", m.path, m.shape);
    }
    out.push_str("---@param module string\n---@return any\nfunction require(module) end\n");
}

/// The file that answers `require` of a module for mods in whose folder it does not lie.
pub fn luacats_module(m: &Module) -> String {
    let name = m.path.rsplit('.').next().unwrap_or(m.path);
    format!("---@meta {}\n\n---@type {}\nlocal {name} = {{}}\nreturn {name}\n", m.path, m.shape)
}

fn shape(out: &mut String, s: &Shape) -> Result<(), String> {
    let _ = writeln!(out, "\n---{}", s.doc);
    match &s.form {
        Form::OneOf(texts) => {
            let all: Vec<String> = texts.iter().map(|t| format!("\"{t}\"")).collect();
            let _ = writeln!(out, "---@alias {} {}", s.name, all.join(" | "));
        }
        Form::Plain { fields, index } => {
            let _ = writeln!(out, "---@class (exact) {}", s.name);
            members(out, fields)?;
            for (key, value) in *index {
                let _ = writeln!(out, "---@field [{key}] {}", printed(&kind(value)?));
            }
        }
        Form::Handle { fields, methods } => {
            let _ = writeln!(out, "---@class (exact) {}", s.name);
            members(out, fields)?;
            let _ = writeln!(out, "local {} = {{}}", s.name);
            for m in methods {
                out.push('\n');
                function(out, &format!("{}:", s.name), m)?;
            }
        }
        Form::Functions(calls) => {
            let _ = writeln!(out, "---@class (exact) {}\nlocal {} = {{}}", s.name, s.name);
            for c in calls {
                out.push('\n');
                function(out, &format!("{}.", s.name), c)?;
            }
        }
    }
    Ok(())
}

fn global(out: &mut String, g: &Global) -> Result<(), String> {
    let _ = writeln!(out, "\n---{}\n---@class (exact) {}lib", g.doc, g.name);
    if let Some(c) = &g.call {
        for s in signatures(c.params, c.returns)? {
            let _ = writeln!(out, "---@overload {}", signature(&s, None));
        }
    }
    members(out, &g.fields)?;
    let _ = writeln!(out, "{} = {{}}", g.name);
    for f in &g.functions {
        out.push('\n');
        function(out, &format!("{}.", g.name), f)?;
    }
    Ok(())
}

fn members(out: &mut String, fields: &[Member]) -> Result<(), String> {
    for f in fields {
        let (mark, found) = match kind(f.kind).map_err(|e| format!("{}: {e}", f.name))? {
            Type::Optional(inner) => ("?", *inner),
            other => ("", other),
        };
        let _ = writeln!(out, "---@field {}{mark} {} {}", f.name, printed(&found), f.doc);
    }
    Ok(())
}

/// A function with its documentation: the first signature as its own, the others as overloads.
fn function(out: &mut String, before: &str, c: &Call) -> Result<(), String> {
    let all = signatures(c.params, c.returns).map_err(|e| format!("{before}{}: {e}", c.name))?;
    let owner = before.strip_suffix(':');
    let _ = writeln!(out, "---{}", c.doc);
    let Some((first, others)) = all.split_first() else { return Ok(()) };
    for s in others {
        let _ = writeln!(out, "---@overload {}", signature(s, owner));
    }
    for p in &first.params {
        let (mark, found) = optional(p);
        let _ = writeln!(out, "---@param {}{mark} {}", p.name, printed(found));
    }
    for r in &first.returns {
        let _ = writeln!(out, "---@return {}", printed(r));
    }
    let names: Vec<&str> = first.params.iter().map(|p| p.name.as_str()).collect();
    let _ = writeln!(out, "function {before}{}({}) end", c.name, names.join(", "));
    Ok(())
}

fn signature(s: &Signature, owner: Option<&str>) -> String {
    let own = owner.map(|o| Param { name: "self".into(), kind: Type::Name(o.into()) });
    let params: Vec<Param> = own.into_iter().chain(s.params.iter().cloned()).collect();
    printed(&Type::Function(params, s.returns.clone()))
}

fn optional(p: &Param) -> (&str, &Type) {
    match &p.kind {
        Type::Optional(inner) => ("?", inner),
        other => ("", other),
    }
}

fn printed(t: &Type) -> String {
    match t {
        Type::Name(n) => n.clone(),
        Type::Text(t) => format!("\"{t}\""),
        Type::Optional(inner) => format!("{}?", held(inner)),
        Type::List(inner) => format!("{}[]", held(inner)),
        Type::Map(key, value) => format!("table<{}, {}>", printed(key), printed(value)),
        Type::Union(all) => all.iter().map(printed).collect::<Vec<_>>().join(" | "),
        Type::Many(inner) => format!("{}...", held(inner)),
        Type::Function(params, returns) => {
            let params: Vec<String> = params
                .iter()
                .map(|p| {
                    let (mark, found) = optional(p);
                    format!("{}{mark}: {}", p.name, printed(found))
                })
                .collect();
            let returns: Vec<String> = returns.iter().map(result).collect();
            let arrow = if returns.is_empty() { String::new() } else { format!(": {}", returns.join(", ")) };
            format!("fun({}){arrow}", params.join(", "))
        }
    }
}

/// In results, "any number of them" is what a handler may leave out: LuaCATS says that of a single one.
fn result(t: &Type) -> String {
    match t {
        Type::Many(inner) => printed(inner),
        other => printed(other),
    }
}

/// In brackets when what stands behind it would take hold of a part only.
fn held(t: &Type) -> String {
    match t {
        Type::Union(_) | Type::Function(..) => format!("({})", printed(t)),
        _ => printed(t),
    }
}
