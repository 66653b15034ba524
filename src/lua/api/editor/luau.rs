//! Editor types as Luau definitions, for luau-lsp and Luau's own checker.

use crate::lua::api::declare::{ShapeName, Signature, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::editor::{NamedByMods, Notation, functions, of_shape};
use crate::lua::api::modules::MODULES;
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
pub(super) fn luau(named: &[NamedByMods]) -> String {
    let mut out = HEAD.to_owned();
    for (domain, name, doc) in Domain::NAMED {
        let all: Vec<String> = domain.words().unwrap_or_default().iter().map(|w| format!("\"{w}\"")).collect();
        let _ = writeln!(out, "\n--- {doc}\nexport type {name} = {}", all.join(" | "));
    }
    ShapeName::ALL.iter().for_each(|s| shape(&mut out, s.shape(), named));
    for f in functions() {
        let _ = writeln!(out, "\n--- {}\ndeclare {}: {}", f.described(), f.name, callable(f.signatures, None));
    }
    let mut overloads: Vec<String> =
        MODULES.iter().map(|(path, shape)| format!("((module: \"{path}\") -> {})", shape.name())).collect();
    overloads.push("((module: string) -> any)".into());
    let _ = writeln!(out, "\n--- what a file below lib/ returns\ndeclare require: {}", overloads.join(" & "));
    out
}

fn shape(out: &mut String, s: &Shape, named: &[NamedByMods]) {
    let (begin, access, owner) = match s.form {
        Form::Handle => (format!("export type {} =", s.name), "read ", Some(s.name)),
        Form::Plain(_) | Form::Functions => (format!("export type {} =", s.name), "", None),
        Form::Global(_) => (format!("declare {}:", s.name), "read ", None),
    };
    let _ = writeln!(out, "\n--- {}\n{begin} {{", s.doc);
    for f in &s.fields {
        let _ =
            writeln!(out, "  --- {}\n  {access}{}: {},", f.described(), f.name, NOTATION.optional(f.ty, f.optional));
    }
    for n in of_shape(named, s.name) {
        let _ = writeln!(out, "  --- {}\n  {access}{}: {},", n.doc, n.name, NOTATION.print(n.ty));
    }
    for f in &s.functions {
        let _ = writeln!(out, "  --- {}\n  {access}{}: {},", f.described(), f.name, callable(f.signatures, owner));
    }
    let closed = of_shape(named, s.name).next().is_some();
    match s.form {
        Form::Plain(index) if closed || index.is_empty() => {
            out.push_str("  --- nothing else: a misspelt key is found\n  [string]: nil,\n");
        }
        Form::Plain(index) => {
            let part = |f: fn(&(Type, Type)) -> Type| {
                let mut all: Vec<String> = index.iter().map(|i| NOTATION.print(f(i))).collect();
                all.dedup();
                all.join(" | ")
            };
            let _ = writeln!(out, "  [{}]: {},", part(|i| i.0), part(|i| i.1));
        }
        _ => {}
    }
    out.push('}');
    if let Form::Global(calls @ [_, ..]) = s.form {
        let _ = write!(out, " & ({})", callable(calls, None));
    }
    out.push('\n');
}

/// The type of a function with these signatures: an intersection of several.
fn callable(signatures: &[Signature], owner: Option<&str>) -> String {
    let parts: Vec<String> = signatures.iter().map(|s| NOTATION.signature(s, owner)).collect();
    if let [only] = &parts[..] { only.clone() } else { format!("({})", parts.join(") & (")) }
}
