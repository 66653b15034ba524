//! Editor types as Luau definitions, for luau-lsp and Luau's own checker.

use crate::lua::api::types::Call;
use crate::lua::api::types::Form;
use crate::lua::api::types::Global;
use crate::lua::api::types::Member;
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

const HEAD: &str = "-- The Lua API of Bestiary for luau-lsp. Made by `bestiary types`; do not edit.\n";

/// The file `bestiary.d.luau`.
///
/// # Errors
/// When a declaration cannot be read; the message names it.
pub fn luau() -> Result<String, String> {
    let mut out = HEAD.to_owned();
    for s in shapes() {
        shape(&mut out, &s).map_err(|e| format!("{}: {e}", s.name))?;
    }
    for g in globals() {
        global(&mut out, &g).map_err(|e| format!("{}: {e}", g.name))?;
    }
    for f in functions() {
        let _ = writeln!(out, "\n--- {}\ndeclare {}: {}", f.doc, f.name, callable(&f, None)?);
    }
    let mut ways: Vec<String> =
        modules().iter().map(|m| format!("((module: \"{}\") -> {})", m.path, m.shape)).collect();
    ways.push("((module: string) -> any)".into());
    let _ = writeln!(out, "\n--- what a file below lib/ returns\ndeclare require: {}", ways.join(" & "));
    Ok(out)
}

fn shape(out: &mut String, s: &Shape) -> Result<(), String> {
    let _ = writeln!(out, "\n--- {}", s.doc);
    match &s.form {
        Form::OneOf(texts) => {
            let all: Vec<String> = texts.iter().map(|t| format!("\"{t}\"")).collect();
            let _ = writeln!(out, "export type {} = {}", s.name, all.join(" | "));
        }
        Form::Plain { fields, index } => {
            let _ = writeln!(out, "export type {} = {{", s.name);
            members(out, fields, "")?;
            if index.is_empty() {
                out.push_str("  --- nothing else: a misspelt key is found\n  [string]: nil,\n");
            } else {
                let part = |f: fn(&(&'static str, &'static str)) -> &'static str| {
                    let mut all: Vec<&str> = index.iter().map(f).collect();
                    all.dedup();
                    all.join(" | ")
                };
                let _ = writeln!(out, "  [{}]: {},", part(|i| i.0), part(|i| i.1));
            }
            out.push_str("}\n");
        }
        Form::Handle { fields, methods } => {
            let _ = writeln!(out, "export type {} = {{", s.name);
            members(out, fields, "read ")?;
            for m in methods {
                let _ = writeln!(out, "  --- {}\n  read {}: {},", m.doc, m.name, callable(m, Some(s.name))?);
            }
            out.push_str("}\n");
        }
        Form::Functions(calls) => {
            let _ = writeln!(out, "export type {} = {{", s.name);
            for c in calls {
                let _ = writeln!(out, "  --- {}\n  {}: {},", c.doc, c.name, callable(c, None)?);
            }
            out.push_str("}\n");
        }
    }
    Ok(())
}

fn global(out: &mut String, g: &Global) -> Result<(), String> {
    let _ = writeln!(out, "\n--- {}\ndeclare {}: {{", g.doc, g.name);
    members(out, &g.fields, "read ")?;
    for f in &g.functions {
        let _ = writeln!(out, "  --- {}\n  read {}: {},", f.doc, f.name, callable(f, None)?);
    }
    out.push('}');
    if let Some(c) = &g.call {
        let _ = write!(out, " & ({})", callable(c, None)?);
    }
    out.push('\n');
    Ok(())
}

fn members(out: &mut String, fields: &[Member], access: &str) -> Result<(), String> {
    for f in fields {
        let found = kind(f.kind).map_err(|e| format!("{}: {e}", f.name))?;
        let _ = writeln!(out, "  --- {}\n  {access}{}: {},", f.doc, f.name, printed(&found));
    }
    Ok(())
}

/// A function's type; with several signatures an intersection of them.
fn callable(c: &Call, owner: Option<&str>) -> Result<String, String> {
    let all = signatures(c.params, c.returns).map_err(|e| format!("{}: {e}", c.name))?;
    let parts: Vec<String> = all.iter().map(|s| signature(s, owner)).collect();
    Ok(if let [only] = &parts[..] { only.clone() } else { format!("({})", parts.join(") & (")) })
}

fn signature(s: &Signature, owner: Option<&str>) -> String {
    let own = owner.map(|o| Param { name: "self".into(), kind: Type::Name(o.into()) });
    let params: Vec<Param> = own.into_iter().chain(s.params.iter().cloned()).collect();
    printed(&Type::Function(params, s.returns.clone()))
}

fn printed(t: &Type) -> String {
    match t {
        // Luau has one kind of number, and what is read from a table of anything cannot be calculated with.
        Type::Name(n) if n == "table" => "any".into(),
        Type::Name(n) if n == "integer" => "number".into(),
        Type::Name(n) => n.clone(),
        Type::Text(t) => format!("\"{t}\""),
        Type::Optional(inner) => format!("{}?", held(inner)),
        Type::List(inner) => format!("{{{}}}", printed(inner)),
        Type::Map(key, value) => format!("{{[{}]: {}}}", printed(key), printed(value)),
        Type::Union(all) => all.iter().map(printed).collect::<Vec<_>>().join(" | "),
        Type::Many(inner) => format!("...{}", held(inner)),
        Type::Function(params, returns) => {
            let params: Vec<String> = params
                .iter()
                .map(|p| match p.name.as_str() {
                    "..." => format!("...{}", held(&p.kind)),
                    name => format!("{name}: {}", printed(&p.kind)),
                })
                .collect();
            let returns: Vec<String> = returns.iter().map(printed).collect();
            let back = if let [only] = &returns[..] { only.clone() } else { format!("({})", returns.join(", ")) };
            format!("({}) -> {back}", params.join(", "))
        }
    }
}

/// In brackets when what stands behind it would take hold of a part only.
fn held(t: &Type) -> String {
    match t {
        Type::Union(_) | Type::Function(..) => format!("({})", printed(t)),
        _ => printed(t),
    }
}
