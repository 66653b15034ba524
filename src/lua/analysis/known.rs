//! What scripts may name: globals, members of libraries, what the API takes and answers, and who lives in the world.

use crate::agent::PLAYER;
use crate::lua::analysis::types::Domain;
use crate::lua::analysis::types::Set;
use crate::lua::analysis::types::Ty;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::bindings;
use crate::lua::host::bindings::fields;
use crate::lua::host::sandbox;
use crate::nav::{Code, Reason};
use mlua::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What `npc:look(id)` answers; a test compares it with what it really does.
pub const CREATURE_FIELDS: [(&str, Ty); 15] = [
    ("id", Ty::Number),
    ("name", Ty::Text),
    ("x", Ty::Number),
    ("y", Ty::Number),
    ("vx", Ty::Number),
    ("vy", Ty::Number),
    ("heading", Ty::Number),
    ("speed", Ty::Number),
    ("health", Ty::Number),
    ("max_health", Ty::Number),
    ("radius", Ty::Number),
    ("faction", Ty::Of(Domain::Faction)),
    ("behaviour", Ty::Of(Domain::Behaviour)),
    ("state", Ty::Of(Domain::State)),
    ("distance", Ty::Number),
];

/// Names in use, gathered from the sandbox and from all files.
#[derive(Debug, Default)]
pub struct Known {
    /// Members by name of the table; the globals themselves under the empty name.
    pub members: BTreeMap<String, BTreeSet<String>>,
    /// Behaviours and the names of their states.
    pub behaviours: BTreeMap<String, BTreeSet<String>>,
    pub factions: BTreeSet<String>,
    /// Some file could not be read: there may be more behaviours, states and factions than these.
    pub incomplete: bool,
}

impl Known {
    /// The names of a fresh machine.
    pub fn of_machine(params: &ScriptParams) -> mlua::Result<Self> {
        let mut known = Self::default();
        let machine = sandbox::machine(params)?;
        for pair in machine.globals.pairs::<String, Value>() {
            let (name, value) = pair?;
            if let Value::Table(t) = value {
                let members =
                    t.pairs::<Value, Value>().filter_map(|p| Some(crate::lua::host::bindings::key_name(&p.ok()?.0)));
                known.members.insert(name.clone(), members.collect());
            }
            known.members.entry(String::new()).or_default().insert(name);
        }
        for f in fields() {
            known.members.entry(f.area.to_owned()).or_default().insert(f.name.to_owned());
        }
        for b in bindings() {
            known.members.entry(b.area.to_owned()).or_default().insert(b.name.to_owned());
        }
        known.factions.insert(PLAYER.into());
        known.behaviours.insert(PLAYER.into(), BTreeSet::new());
        Ok(known)
    }

    pub fn has(&self, table: &str, name: &str) -> bool {
        self.members.get(table).is_some_and(|m| m.contains(name))
    }

    /// Members of a table, in order.
    pub fn names(&self, table: &str) -> impl Iterator<Item = &str> {
        self.members.get(table).into_iter().flatten().map(String::as_str)
    }

    /// The words of a domain; `None` when nobody knows them all.
    pub fn words(&self, domain: Domain) -> Option<Vec<&str>> {
        let all = |set: Vec<&'static str>| Some(set);
        match domain {
            Domain::Code => all(Code::ALL.iter().map(|c| c.name()).collect()),
            Domain::Reason => all(Reason::ALL.iter().map(|r| r.name()).collect()),
            Domain::Tactic => Some(["", "idle", "pathfind", "seek", "pursue"].to_vec()),
            Domain::Kind => {
                Some(["nil", "boolean", "number", "string", "table", "function", "thread", "buffer", "vector"].to_vec())
            }
            _ if self.incomplete => None,
            Domain::Faction => Some(self.factions.iter().map(String::as_str).collect()),
            Domain::Behaviour => Some(self.behaviours.keys().map(String::as_str).collect()),
            Domain::State => {
                let states: BTreeSet<&str> = self.behaviours.values().flatten().map(String::as_str).collect();
                Some(states.into_iter().collect())
            }
        }
    }
}

/// A parameter of an API function.
pub struct Parameter {
    pub name: &'static str,
    pub kind: &'static str,
    pub optional: bool,
}

/// What an API function takes and answers.
pub struct Signature {
    pub parameters: Vec<Parameter>,
    pub variadic: bool,
    pub returns: Vec<Set>,
}

pub fn binding(area: &str, name: &str) -> Option<&'static Binding> {
    bindings().find(|b| b.area == area && b.name == name)
}

/// The ways in which a function can be called.
pub fn signatures(b: &'static Binding) -> impl Iterator<Item = Signature> {
    b.params.split(';').zip(b.returns.split(';')).map(|(params, returns)| signature(params.trim(), returns.trim()))
}

fn signature(params: &'static str, returns: &'static str) -> Signature {
    let (mut parameters, mut variadic) = (Vec::new(), false);
    for part in params.split(", ").filter(|p| !p.is_empty()) {
        let (name, kind) = part.split_once(": ").unwrap_or((part, "any"));
        let (name, short) = name.strip_suffix('?').map_or((name, false), |n| (n, true));
        if name == "..." {
            variadic = true;
            continue;
        }
        let optional = short || kind.ends_with('?') || kind == "any";
        parameters.push(Parameter { name, kind: kind.trim_end_matches('?'), optional });
    }
    let returns = returns.split(", ").filter(|r| !r.is_empty()).map(answer).collect();
    Signature { parameters, variadic, returns }
}

/// What a function may answer in this place, however it is called; nothing when it answers nothing there.
pub fn answers(b: &'static Binding, place: usize) -> Set {
    let mut all = Set::new();
    for ty in signatures(b).filter_map(|s| s.returns.get(place).cloned()).flatten() {
        if !all.contains(&ty) {
            all.push(ty);
        }
    }
    all
}

fn answer(kind: &str) -> Set {
    let (kind, optional) = kind.strip_suffix('?').map_or((kind, false), |k| (k, true));
    let ty = named(kind);
    if optional { vec![ty, Ty::Nil] } else { vec![ty] }
}

/// The type that an annotation names.
pub fn named(kind: &str) -> Ty {
    match kind {
        "number" | "integer" => Ty::Number,
        "string" => Ty::Text,
        "boolean" => Ty::Bool,
        "Code" => Ty::Of(Domain::Code),
        "Creature" => Ty::Creature,
        "Npc" => Ty::Npc,
        "{number}" => Ty::Ids,
        _ => Ty::Any,
    }
}

/// A field of `npc`.
pub fn npc_field(name: &str) -> Option<Ty> {
    Some(match name {
        "state" => Ty::Of(Domain::State),
        "behaviour" => Ty::Of(Domain::Behaviour),
        "faction" => Ty::Of(Domain::Faction),
        "tactic" => Ty::Of(Domain::Tactic),
        _ => named(fields().find(|f| f.area == "npc" && f.name == name)?.kind),
    })
}

/// What functions of Lua's own libraries answer first, where that is one thing only.
pub fn library_answer(lib: &str, name: &str) -> Set {
    match (lib, name) {
        ("", "type" | "typeof") => vec![Ty::Of(Domain::Kind)],
        ("", "tostring") | ("string", "upper" | "lower" | "rep" | "sub" | "format" | "gsub" | "reverse" | "char") => {
            vec![Ty::Text]
        }
        ("table", "concat") => vec![Ty::Text],
        ("", "tonumber") | ("string", "find" | "byte") => vec![Ty::Number, Ty::Nil],
        ("string", "len") | ("table", "getn" | "maxn") => vec![Ty::Number],
        ("math", _) => vec![Ty::Number],
        _ => vec![Ty::Any],
    }
}

/// Names that people bring along from elsewhere, and what serves here.
pub fn familiar(name: &str) -> Option<&'static str> {
    Some(match name {
        "null" | "None" | "NULL" | "undefined" | "none" => "nothing is called nil in Lua",
        "this" | "self" | "me" | "entity" | "creature" => "a handler's creature is its first parameter: function(npc)",
        "True" | "TRUE" => "write true",
        "False" | "FALSE" => "write false",
        "os" | "time" | "clock" | "tick" => "there is no clock; npc.time counts the world's seconds",
        "io" | "file" => "scripts have no files; keep data in npc.memory, and say things with print",
        "wait" | "sleep" | "delay" | "task" | "spawn" => {
            "nothing waits inside a handler: return, and look at npc.state_time or npc.time in the next tick"
        }
        "load" | "loadstring" | "dofile" | "loadfile" | "package" => "share code as a file below lib/ and require it",
        "debug" | "collectgarbage" | "getfenv" | "setfenv" | "_G" | "_ENV" | "shared" | "game" | "workspace"
        | "script" => "it is not available to scripts",
        "codes" | "Code" => "codes are members of pathfinder: pathfinder.SEARCH_OK",
        "import" | "include" | "using" => "write: local tactics = require \"lib.tactics\"",
        "setTimeout" | "setInterval" | "timer" | "after" => {
            "nothing waits inside a handler: keep a time in npc.memory and compare it with npc.time in tick"
        }
        "behavior" => "did you mean 'behaviour'?",
        "random" | "rand" => "write npc:random()",
        "console" => "write print(…)",
        _ => return None,
    })
}
