//! Editor types as Luau definitions, for luau-lsp and Luau's own checker.

use crate::lua::api::declare::{Field, Function, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::editor::{Global, Notation, functions, globals};
use crate::lua::api::modules::MODULES;
use crate::lua::api::shape_name::ShapeName;
use crate::lua::api::shapes::{Form, Shape};
use std::fmt::Write as _;

const HEAD: &str = "-- The Lua API of Bestiary for luau-lsp. Made by `bestiary types`; do not edit.\n";

const NOTATION: Notation = Notation {
    list: |of| format!("{{{of}}}"),
    map: |key, value| format!("{{[{key}]: {value}}}"),
    many: |of| format!("...{of}"),
    function: |params, returns| {
        let back = if let [only] = returns { only.clone() } else { format!("({})", returns.join(", ")) };
        format!("({}) -> {back}", params.join(", "))
    },
    param: |name, _, ty| if name == "..." { format!("...{ty}") } else { format!("{name}: {ty}") },
    // Luau has one type of number, and what is read from a table of anything cannot be calculated with.
    table: "any",
    integer: "number",
    marks_names: false,
};

/// The file `bestiary.d.luau`.
pub(super) fn luau() -> String {
    let mut out = HEAD.to_owned();
    for domain in Domain::NAMED {
        if let (Some((name, doc)), Some(words)) = (domain.named(), domain.words()) {
            let all: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
            let _ = writeln!(out, "\n--- {doc}\nexport type {name} = {}", all.join(" | "));
        }
    }
    ShapeName::ALL.iter().for_each(|s| shape(&mut out, &s.shape()));
    globals().iter().for_each(|g| global(&mut out, g));
    for f in functions() {
        let _ = writeln!(out, "\n--- {}\ndeclare {}: {}", f.doc, f.name, callable(&f, None));
    }
    let mut overloads: Vec<String> =
        MODULES.iter().map(|m| format!("((module: \"{}\") -> {})", m.path, m.shape.name())).collect();
    overloads.push("((module: string) -> any)".into());
    let _ = writeln!(out, "\n--- what a file below lib/ returns\ndeclare require: {}", overloads.join(" & "));
    out
}

fn shape(out: &mut String, s: &Shape) {
    let _ = writeln!(out, "\n--- {}\nexport type {} = {{", s.doc, s.name);
    let (access, owner) = match s.form {
        Form::Handle => ("read ", Some(s.name)),
        Form::Plain(_) | Form::Functions => ("", None),
    };
    fields(out, &s.fields, access);
    members(out, &s.functions, access, owner);
    match s.form {
        Form::Plain([]) => out.push_str("  --- nothing else: a misspelt key is found\n  [string]: nil,\n"),
        Form::Plain(index) => {
            let part = |f: fn(&(Type, Type)) -> Type| {
                let mut all: Vec<String> = index.iter().map(|i| NOTATION.print(f(i))).collect();
                all.dedup();
                all.join(" | ")
            };
            let _ = writeln!(out, "  [{}]: {},", part(|i| i.0), part(|i| i.1));
        }
        Form::Handle | Form::Functions => {}
    }
    out.push_str("}\n");
}

fn global(out: &mut String, g: &Global) {
    let _ = writeln!(out, "\n--- {}\ndeclare {}: {{", g.doc, g.name);
    fields(out, &g.fields, "read ");
    members(out, &g.functions, "read ", None);
    out.push('}');
    if let Some(c) = &g.call {
        let _ = write!(out, " & ({})", callable(c, None));
    }
    out.push('\n');
}

fn fields(out: &mut String, fields: &[Field], access: &str) {
    for f in fields {
        let _ = writeln!(out, "  --- {}\n  {access}{}: {},", f.doc, f.name, NOTATION.optional(f.ty, f.optional));
    }
}

fn members(out: &mut String, functions: &[Function], access: &str, owner: Option<&str>) {
    for f in functions {
        let _ = writeln!(out, "  --- {}\n  {access}{}: {},", f.doc, f.name, callable(f, owner));
    }
}

/// A function's type; with several signatures an intersection of them.
fn callable(f: &Function, owner: Option<&str>) -> String {
    let parts: Vec<String> = f.signatures.iter().map(|s| NOTATION.signature(s, owner)).collect();
    if let [only] = &parts[..] { only.clone() } else { format!("({})", parts.join(") & (")) }
}
