//! The page `docs/lua-api.md`.

use crate::lua::api::declare::{Field, Function, ShapeName, Signature, Type};
use crate::lua::api::editor::Notation;
use crate::lua::api::{natives, spec};
use std::fmt::Write as _;

const HEAD: &str = "# The Lua API\n\nMade by `bestiary types --docs` from the declarations in `src/lua/api`; do not edit. Fields are read-only; methods \
     are called with a colon (`npc:stop()`), functions of `pathfinder` with a dot.\n";

const NOTATION: Notation = Notation {
    list: |of| format!("{{{of}}}"),
    map: |key, value| format!("{{[{key}]: {value}}}"),
    many: str::to_owned,
    function: |params, _| format!("function({})", params.join(", ")),
    param: |name, _, ty| if name == "..." { format!("...: {ty}") } else { format!("{name}: {ty}") },
    table: "table",
    integer: "integer",
    marks_names: false,
};

/// The page's text.
pub fn page() -> String {
    use ShapeName::*;
    let of_creatures = [
        Npc,
        Creature,
        Filter,
        Flock,
        Pathfinder,
        World,
        Group,
        Influence,
        Mod,
        Behaviour,
        Setting,
        Body,
        State,
        Tactics,
        FollowHow,
        BehaviourTree,
        Utility,
        Formations,
        FormationHow,
        Flocking,
        FlockHow,
    ];
    let of_specs = [WorldPlan, SpecWorld, SpecCreature, Begin, ForceOptions, Expectation];
    let mut out = HEAD.to_owned();
    of_creatures.iter().for_each(|s| shape(&mut out, *s));
    functions(&mut out, "`math`: besides Lua's own functions", natives::of("math"));
    functions(&mut out, "Global functions", natives::of(""));
    of_specs.iter().for_each(|s| shape(&mut out, *s));
    functions(&mut out, "Global functions of specs", spec::all());
    out
}

/// A named table: a section for its fields and one for its functions, where it has any.
fn shape(out: &mut String, name: ShapeName) {
    let s = name.shape();
    let mut title = format!("`{0}`\n\n`{0}`: {1}.", s.name, s.doc);
    if !s.fields.is_empty() {
        fields(out, &title, &s.fields);
        title = format!("Functions of `{}`", s.name);
    }
    if !s.functions.is_empty() {
        functions(out, &title, &s.functions);
    }
}

fn fields(out: &mut String, title: &str, fields: &[Field]) {
    let _ = write!(out, "\n## {title}\n\n| field | type | |\n| --- | --- | --- |\n");
    for f in fields {
        // That a handler may be left out goes without saying.
        let optional = f.optional && !matches!(f.ty, Type::Function(_));
        let _ = writeln!(out, "| `{}` | {} | {} |", f.name, cell(&NOTATION.optional(f.ty, optional)), f.described());
    }
}

fn functions<'a>(out: &mut String, title: &str, all: impl IntoIterator<Item = &'a Function>) {
    let _ = write!(out, "\n## {title}\n\n| function | returns | |\n| --- | --- | --- |\n");
    for f in all {
        let each = |print: fn(&Signature) -> String| f.signatures.iter().map(print).collect::<Vec<_>>();
        let mut returns = each(|s| s.returns.iter().map(|t| NOTATION.print(*t)).collect::<Vec<_>>().join(", "));
        returns.dedup();
        let calls: Vec<String> = usages(f, f.name).iter().map(|u| format!("`{}`", cell(u))).collect();
        let _ = writeln!(out, "| {} | {} | {} |", calls.join(" or "), cell(&returns.join(" or ")), f.described());
    }
}

/// A cell of a table cannot hold a bare `|`.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The signatures of a function under this name: `npc:distance(id: number)`, `npc:distance(x: number, y: number)`.
pub(crate) fn usages(f: &Function, name: &str) -> Vec<String> {
    let one = |s: &Signature| {
        let rest = s.variadic.map(|t| format!("...: {}", NOTATION.print(t)));
        let params: Vec<String> = s.params.iter().map(|p| NOTATION.param(p)).chain(rest).collect();
        format!("{name}({})", params.join(", "))
    };
    f.signatures.iter().map(one).collect()
}
