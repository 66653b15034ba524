//! What scripts may name: globals, members of libraries, what the API takes and answers, and who lives in the world.

use crate::agent::PLAYER;
use crate::lua::analysis::types::Set;
use crate::lua::analysis::types::Ty;
use crate::lua::analysis::types::join;
use crate::lua::api::creature;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type;
use crate::lua::api::domain::Domain;
use crate::lua::api::natives;
use crate::lua::api::params::ScriptParams;
use crate::lua::api::shapes::ShapeName;
use crate::lua::api::world;
use crate::lua::host::sandbox;
use mlua::Value;
use std::collections::{BTreeMap, BTreeSet};

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
                    t.pairs::<Value, Value>().filter_map(|p| Some(crate::lua::host::values::key_name(&p.ok()?.0)));
                known.members.insert(name.clone(), members.collect());
            }
            known.members.entry(String::new()).or_default().insert(name);
        }
        let npc = creature::NPC.iter().map(|f| ("npc", f.name));
        for (area, name) in npc.chain(world::names().map(|name| ("world", name))) {
            known.members.entry(area.to_owned()).or_default().insert(name.to_owned());
        }
        for f in natives::all() {
            known.members.entry(f.area.to_owned()).or_default().insert(f.name.to_owned());
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
        if let Some(words) = domain.words() {
            return Some(words.into_owned());
        }
        match domain {
            _ if self.incomplete => None,
            Domain::Faction => Some(self.factions.iter().map(String::as_str).collect()),
            Domain::Behaviour => Some(self.behaviours.keys().map(String::as_str).collect()),
            Domain::State => {
                let states: BTreeSet<&str> = self.behaviours.values().flatten().map(String::as_str).collect();
                Some(states.into_iter().collect())
            }
            _ => None,
        }
    }
}

/// What a value of a declared type may be.
pub fn set_of(ty: Type) -> Set {
    match ty {
        Type::Number | Type::Integer | Type::Id => vec![Ty::Number],
        Type::String => vec![Ty::Text],
        Type::Boolean => vec![Ty::Bool],
        Type::Word(domain) => vec![Ty::Of(domain)],
        Type::Shape(ShapeName::Npc) => vec![Ty::Npc],
        Type::Shape(ShapeName::Creature) => vec![Ty::Creature],
        Type::List(Type::Id) => vec![Ty::Ids],
        Type::Optional(inner) => set_of(*inner).into_iter().chain([Ty::Nil]).collect(),
        _ => vec![Ty::Any],
    }
}

/// What a function may return in this place, by any of its signatures; empty when it returns nothing there.
pub fn returned(f: &Function, place: usize) -> Set {
    let mut all = Set::new();
    for ty in f.signatures.iter().filter_map(|s| s.returns.get(place)) {
        join(&mut all, set_of(*ty));
    }
    all
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
