//! One line of Lua, evaluated as a creature: in the sandbox, under the budget of a handler's call.

use crate::agent::{Key, MOST_SPAWNED, StepView, Value};
use crate::diag::Diagnostic;
use crate::geom::Vec2;
use crate::lua::api::output::{Noted, ScriptOutput};
use crate::lua::api::params::PlainLimits;
use crate::lua::host::bindings::args;
use crate::lua::host::machine::{self, set_field};
use crate::lua::host::raw::Stay;
use crate::lua::host::sources::refused;
use crate::lua::host::values::{kind_name, set_index, shortened, suggestion};
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn::Actor;
use crate::lua::host::{budget, fault, loader, plain, raw};
use crate::lua::source::mods::behaviour_path;
use mlua::chunk::ChunkMode;
use mlua::{Error, Lua, MultiValue, Table, Value as Lv};

/// A change of the world that a line requests; the caller makes commands of these.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Spawn { behaviour: String, count: u32, at: Option<Vec2> },
    Move(Vec2),
    Memory { path: Vec<Key>, value: Value },
    State(String),
}

/// The result of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Lines to show.
    pub lines: Vec<String>,
    /// The line could not be evaluated, or tried what it cannot do.
    pub failed: bool,
    pub requests: Vec<Request>,
}

/// The name of the line in messages.
const FILE: &str = "console.lua";
/// Lines and characters shown of a result.
const MOST_LINES: usize = 40;
const LONGEST_LINE: usize = 400;
/// Changes that one line may request.
const MOST_REQUESTS: usize = 16;
const SPAWN: &str = "spawn";
const MOVE: &str = "move";
const FORCE: &str = "force";
/// The functions that request a change.
pub(crate) const REQUESTS: [&str; 3] = [SPAWN, MOVE, FORCE];
const HOW_TO_WRITE: &str = "the prompt only reads; memory.KEY = VALUE, force(\"state\"), move(x, y) and \
                            spawn(\"behaviour\", count, x, y) are run as commands";

/// The output of `help`.
const HELP: [&str; 4] = [
    "npc: and tab           its methods: npc:nearest { faction = \"prey\", within = 30 }, npc:why()",
    "memory, memory.KEY     its memory",
    "npc.state, npc.health  its fields; tab after npc. lists them all",
    HOW_TO_WRITE,
];

fn failure(line: String) -> Evaluation {
    Evaluation { lines: vec![line], failed: true, requests: Vec::new() }
}

impl Vm {
    /// Evaluates a line with `memory` as the creature's. Use a VM of its own for this: what the line does to instances and
    /// tables stays in it.
    pub fn evaluate(&mut self, view: &StepView, slot: usize, memory: &Value, line: &str) -> Evaluation {
        let (mut out, mut result) = (ScriptOutput::default(), Evaluation::default());
        self.with_host(view, &mut out, |vm| vm.stay(|vm, stay| result = vm.evaluated(view, slot, memory, line, stay)));
        result.lines.truncate(MOST_LINES);
        result.lines.iter_mut().for_each(|line| *line = shortened(line, LONGEST_LINE));
        result
    }

    fn evaluated(&mut self, view: &StepView, slot: usize, memory: &Value, line: &str, stay: Stay) -> Evaluation {
        let Some(species) = view.catalogue.find(view.agents.behaviour[slot]) else { return Evaluation::default() };
        let Some((actor, ..)) = self.begin(view, slot, species, stay) else {
            return failure("memory is short: the line cannot be evaluated now".into());
        };
        if line.trim() == "help" {
            return Evaluation { lines: HELP.map(String::from).to_vec(), ..Evaluation::default() };
        }
        let lua = self.machine.lua.clone();
        let bytecode = match compiled(line) {
            Ok(code) => code,
            Err(d) => return failure(message(&d)),
        };
        let run = || -> mlua::Result<(MultiValue, Value)> {
            let own = plain::to_lua(&lua, memory)?;
            let npc: Table = self.machine.npcs.raw_get(self.slots.local(slot) + 1)?;
            set_field(&npc, "memory", &own)?;
            lua.set_app_data(Vec::<Request>::new());
            let env = self.environment(&actor, &npc, &own, view)?;
            let chunk = lua.load(&bytecode[..]).set_name(format!("@{FILE}")).set_mode(ChunkMode::Binary);
            let call = || chunk.set_environment(env).call::<MultiValue>(());
            let values = budget::limited(self.params.instructions_per_call, self.machine.memory_limit, call).0?;
            let after = plain::from_lua(&own, "memory", &mut self.params.plain_limits());
            Ok((values, after.map_err(|e| Error::runtime(e.to_string()))?))
        };
        let result = run();
        let mut requests = lua.remove_app_data::<Vec<Request>>().unwrap_or_default();
        let (values, after) = match result {
            Ok(result) => result,
            Err(e) => {
                raw::collect_all(&lua);
                return failure(message(&fault::diagnose(&e, FILE)));
            }
        };
        let Some(host) = self.host() else { return Evaluation::default() };
        let mut lines: Vec<String> = host.out.prints.iter().map(|(_, line)| line.clone()).collect();
        lines.extend(shown_all(&values));
        let intent = view.agents.intent[slot];
        let moved = host.turn.is_some_and(|t| t.slot == slot && (t.intent != intent || t.tactic.is_some()));
        let acted =
            moved || !host.out.outgoing.is_empty() || host.out.notes.iter().any(|n| matches!(n.what, Noted::Goal(_)));
        let mut writes = Vec::new();
        differences(&mut Vec::new(), memory, &after, &mut writes);
        let writes_memory = line.trim_start().strip_prefix("npc.").unwrap_or(line.trim_start()).starts_with("memory");
        let failed = !writes_memory && (acted || !writes.is_empty());
        if writes_memory {
            requests.extend(writes);
        } else if failed {
            lines.push(format!("nothing was done: {HOW_TO_WRITE}"));
        }
        lines.extend(requests.iter().map(described));
        Evaluation { lines, failed, requests }
    }

    /// The names a line sees: `npc`, `memory`, the functions that request changes, and those of every script.
    fn environment(&self, actor: &Actor, npc: &Table, memory: &Lv, view: &StepView) -> mlua::Result<Table> {
        let lua = &self.machine.lua;
        let env = lua.create_table()?;
        env.raw_set("npc", npc)?;
        env.raw_set("memory", memory)?;
        let behaviours: Vec<String> = view.catalogue.species.iter().map(|s| s.name.clone()).collect();
        let states: Vec<String> = actor.species.states.iter().map(|s| s.name.clone()).collect();
        let spawn = lua.create_function(move |lua, (name, n, x, y): (Lv, Lv, Lv, Lv)| {
            let behaviour = one_of(SPAWN, "behaviour", &name, &behaviours)?;
            let count =
                args::optional_number(SPAWN, "count", &n)?.unwrap_or(1.0).clamp(1.0, MOST_SPAWNED as f32) as u32;
            let at = if x.is_nil() { None } else { Some(args::point(SPAWN, &x, &y)?) };
            request(lua, Request::Spawn { behaviour, count, at })
        })?;
        let place =
            lua.create_function(|lua, (x, y): (Lv, Lv)| request(lua, Request::Move(args::point(MOVE, &x, &y)?)))?;
        let force = lua.create_function(move |lua, state: Lv| {
            request(lua, Request::State(one_of(FORCE, "state", &state, &states)?))
        })?;
        for (name, function) in REQUESTS.into_iter().zip([spawn, place, force]) {
            env.raw_set(name, function)?;
        }
        let globals = loader::environment(lua, &behaviour_path(&actor.species.name))?;
        set_index(lua, &env, globals.as_ref().unwrap_or(&self.machine.globals))?;
        env.set_readonly(true);
        Ok(env)
    }
}

/// The line as an expression, else as statements.
fn compiled(line: &str) -> Result<Vec<u8>, Diagnostic> {
    let code = machine::compile(&format!("return {line}"), false).or_else(|_| machine::compile(line, false));
    code.map_err(|e| refused(FILE, line, &e))
}

/// `at 12: message` for a fault in the line itself, `npc/wolf.lua:31: message` for one in a script that it called.
fn message(d: &Diagnostic) -> String {
    let place = match (d.file == FILE, d.column) {
        (true, 0) => String::new(),
        (true, column) => format!("at {column}: "),
        (false, _) => format!("{}: ", d.place()),
    };
    if d.file == FILE && d.message.contains("readonly table") {
        return format!("{place}nothing can be set here: {HOW_TO_WRITE}");
    }
    let hint = d.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
    format!("{place}{}{hint}", d.message)
}

/// Adds to the requests of the line that is being evaluated, which are application data of the machine.
fn request(lua: &Lua, what: Request) -> mlua::Result<()> {
    if let Some(mut requests) = lua.app_data_mut::<Vec<Request>>() {
        if requests.len() >= MOST_REQUESTS {
            return Err(Error::runtime(format!("one line can request at most {MOST_REQUESTS} changes")));
        }
        requests.push(what);
    }
    Ok(())
}

fn one_of(what: &str, kind: &str, v: &Lv, known: &[String]) -> mlua::Result<String> {
    let name = args::string(what, kind, v, 64)?;
    if known.contains(&name) {
        return Ok(name);
    }
    Err(Error::runtime(format!("{what}: there is no {kind} '{name}'{}", suggestion(&name, known))))
}

fn described(request: &Request) -> String {
    match request {
        Request::Spawn { behaviour, count, .. } => format!("command: spawn {count} {behaviour}"),
        Request::Move(at) => format!("command: move to {:.1}, {:.1}", at.x, at.y),
        Request::State(state) => format!("command: force state {state}"),
        Request::Memory { path, value } => {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            format!("command: set memory {} = {value}", path.join("."))
        }
    }
}

/// The smallest writes that change `before` to `after`.
fn differences(path: &mut Vec<Key>, before: &Value, after: &Value, out: &mut Vec<Request>) {
    let (Value::Table(old), Value::Table(new)) = (before, after) else {
        if before != after {
            out.push(Request::Memory { path: path.clone(), value: after.clone() });
        }
        return;
    };
    let get = |entries: &[(Key, Value)], key: &Key| {
        entries.iter().find(|(k, _)| k == key).map_or(Value::Nil, |(_, v)| v.clone())
    };
    let gone = old.iter().filter(|(k, _)| !new.iter().any(|(n, _)| n == k));
    for (key, _) in new.iter().chain(gone) {
        path.push(key.clone());
        differences(path, &get(old, key), &get(new, key), out);
        path.pop();
    }
}

fn shown_all(values: &MultiValue) -> Vec<String> {
    // The entries of one table are shown line by line.
    if values.len() == 1
        && let Some(Value::Table(entries)) = plain_value(&values[0])
        && entries.len() > 3
    {
        return entries.iter().map(|(key, value)| format!("{key}  {value}")).collect();
    }
    let all: Vec<String> = values.iter().map(shown).collect();
    if all.is_empty() { all } else { vec![all.join("  ")] }
}

fn plain_value(v: &Lv) -> Option<Value> {
    plain::from_lua(v, "", &mut PlainLimits { entries: 256, string_bytes: 8_000, depth: 6 }).ok()
}

fn shown(v: &Lv) -> String {
    match (plain_value(v), v) {
        (Some(value), _) => value.to_string(),
        // A creature's own table: its fields are shown one by one.
        (None, Lv::Table(t)) => t.raw_get::<String>("name").unwrap_or_else(|_| "table".into()),
        (None, other) => kind_name(other).to_owned(),
    }
}
