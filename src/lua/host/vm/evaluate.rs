//! One line of Lua, evaluated as a creature: in the sandbox, under the budget of a handler's call.

use crate::agent::{Intent, Key, Species, StepView, Value};
use crate::diag::{Diagnostic, did_you_mean};
use crate::geom::Vec2;
use crate::lua::api::output::{Noted, ScriptOutput};
use crate::lua::api::params::PlainLimits;
use crate::lua::host::bindings::args;
use crate::lua::host::machine::compiler;
use crate::lua::host::npc::set_field;
use crate::lua::host::values::kind_name;
use crate::lua::host::vm::Vm;
use crate::lua::host::{budget, fault, plain};
use crate::lua::source::lint;
use mlua::chunk::ChunkMode;
use mlua::{Error, Lua, MultiValue, Table, Value as Lv};

/// What a line asks to be done to the world: the caller makes commands of these.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Spawn { behaviour: String, count: u32, at: Option<Vec2> },
    Move(Vec2),
    Memory { path: Vec<Key>, value: Value },
    State(String),
}

/// What came of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    pub told: Vec<String>,
    pub wrong: bool,
    pub requests: Vec<Request>,
}

/// What a line is called in messages.
const FILE: &str = "console.lua";
/// Lines and characters shown of an answer.
const MOST_LINES: usize = 40;
const LONGEST_LINE: usize = 400;
/// The most creatures one line may ask for.
const MOST_SPAWNED: f32 = 10_000.0;
/// Words of a line that ask for something to be done.
pub(crate) const DOING: [&str; 3] = ["spawn", "move", "force"];
const HOW_TO_WRITE: &str = "the prompt only reads; memory.KEY = VALUE, force(\"state\"), move(x, y) and \
                            spawn(\"behaviour\", count, x, y) are done as commands";

/// What `help` answers.
const HELP: [&str; 4] = [
    "npc: and tab           what it can be asked: npc:nearest { faction = \"prey\", within = 30 }, npc:why()",
    "memory, memory.KEY     what it remembers",
    "npc.state, npc.health  what it is now; tab after npc. lists the rest",
    HOW_TO_WRITE,
];

/// Requests of the line that is being evaluated, in the machine's application data.
#[derive(Default)]
struct Requests(Vec<Request>);

impl Vm {
    /// Evaluates a line with `memory` as the creature's. The machine must be one apart: what the line does to instances and
    /// tables stays in it.
    pub fn ask(&mut self, view: &StepView, slot: usize, memory: &Value, line: &str) -> Reply {
        let (mut out, mut reply) = (ScriptOutput::default(), Reply::default());
        self.with_host(view, &mut out, |vm| reply = vm.answer(view, slot, memory, line));
        reply.told.truncate(MOST_LINES);
        for line in &mut reply.told {
            if let Some((end, _)) = line.char_indices().nth(LONGEST_LINE) {
                line.truncate(end);
                line.push('…');
            }
        }
        reply
    }

    fn answer(&mut self, view: &StepView, slot: usize, memory: &Value, line: &str) -> Reply {
        let wrong = |text: String| Reply { told: vec![text], wrong: true, requests: Vec::new() };
        let Some(species) = view.catalogue.find(view.agents.behaviour[slot]) else { return Reply::default() };
        let Some((actor, ..)) = self.begin(view, slot, species) else { return wrong("it cannot be asked now".into()) };
        let Ok(machine) = &self.machine else { return wrong("there is no machine".into()) };
        if line.trim() == "help" {
            return Reply { told: HELP.map(String::from).to_vec(), ..Reply::default() };
        }
        let lua = machine.lua.clone();
        let bytecode = match compiled(line) {
            Ok(code) => code,
            Err(d) => return wrong(told(&d)),
        };
        let intent = view.agents.intent[slot];
        let run = || -> mlua::Result<(MultiValue, Value)> {
            let memory = plain::to_lua(&lua, memory)?;
            set_field(&actor.npc, "memory", &memory)?;
            lua.set_app_data(Requests::default());
            let env = environment(&lua, &machine.globals, &actor.npc, &memory, view, species)?;
            let chunk = lua.load(&bytecode[..]).set_name(format!("@{FILE}")).set_mode(ChunkMode::Binary);
            budget::begin(&lua, self.params.instructions_per_call);
            let answer = chunk.set_environment(env).call::<MultiValue>(());
            let overrun = budget::end();
            let answer = match (answer, overrun) {
                (Ok(_), Some(_)) => return Err(Error::runtime(budget::MESSAGE)),
                (answer, _) => answer?,
            };
            let after = plain::from_lua(&memory, "memory", &mut self.params.plain_limits());
            Ok((answer, after.map_err(|e| Error::runtime(e.to_string()))?))
        };
        let result = run();
        let requests = lua.remove_app_data::<Requests>().unwrap_or_default().0;
        match result {
            Err(e) => {
                lua.gc_collect().ok();
                wrong(told(&fault::diagnose(&e, FILE)))
            }
            Ok((values, after)) => self.reply(slot, line, intent, &values, (memory, &after), requests),
        }
    }

    /// What is shown of an answer, and what is to be done.
    fn reply(
        &self,
        slot: usize,
        line: &str,
        intent: Intent,
        values: &MultiValue,
        (before, after): (&Value, &Value),
        mut requests: Vec<Request>,
    ) -> Reply {
        let Some(host) = self.host() else { return Reply::default() };
        let mut told: Vec<String> = host.out.prints.iter().map(|(_, text)| text.clone()).collect();
        told.extend(shown_all(values));
        let moved = host.turn.is_some_and(|t| t.slot == slot && (t.intent != intent || t.tactic.is_some()));
        let acted =
            moved || !host.out.outgoing.is_empty() || host.out.notes.iter().any(|n| matches!(n.what, Noted::Goal(_)));
        let mut writes = Vec::new();
        differences(&mut Vec::new(), before, after, &mut writes);
        let asked = line.trim_start().strip_prefix("npc.").unwrap_or(line.trim_start()).starts_with("memory");
        let mut wrong = false;
        if asked {
            requests.extend(writes);
        } else if acted || !writes.is_empty() {
            told.push(format!("nothing was done: {HOW_TO_WRITE}"));
            wrong = true;
        }
        told.extend(requests.iter().map(described));
        Reply { told, wrong, requests }
    }
}

/// The line as an expression, else as statements.
fn compiled(line: &str) -> Result<Vec<u8>, Diagnostic> {
    let compiler = compiler();
    if let Ok(code) = compiler.compile(format!("return {line}")) {
        return Ok(code);
    }
    compiler.compile(line).map_err(|e| lint::syntax_error(FILE, line, &e))
}

/// `12: message` for a fault in the line itself, `npc/wolf.lua:31: message` for one in a script it called.
fn told(d: &Diagnostic) -> String {
    let place = match (d.file == FILE, d.column) {
        (true, 0) => String::new(),
        (true, column) => format!("at {column}: "),
        (false, _) => format!("{}: ", d.place()),
    };
    let read_only = d.file == FILE && d.message.contains("readonly table");
    let message = if read_only { format!("nothing can be set here: {HOW_TO_WRITE}") } else { d.message.clone() };
    let hint = d.hint.as_ref().filter(|_| !read_only).map_or(String::new(), |h| format!(" ({h})"));
    format!("{place}{message}{hint}")
}

/// What a line sees: `npc`, `memory`, the words for doing something, and everything that scripts see.
fn environment(
    lua: &Lua,
    globals: &Table,
    npc: &Table,
    memory: &Lv,
    view: &StepView,
    species: &Species,
) -> mlua::Result<Table> {
    let env = lua.create_table()?;
    env.raw_set("npc", npc)?;
    env.raw_set("memory", memory)?;
    let behaviours: Vec<String> = view.catalogue.species.iter().map(|s| s.name.clone()).collect();
    let states: Vec<String> = species.states.iter().map(|s| s.name.clone()).collect();
    env.raw_set(
        DOING[0],
        lua.create_function(move |lua, (name, n, x, y): (Lv, Lv, Lv, Lv)| {
            let behaviour = one_of("spawn", "behaviour", &name, &behaviours)?;
            let count = args::optional_number("spawn", "count", &n)?.unwrap_or(1.0).clamp(1.0, MOST_SPAWNED) as u32;
            let at = if x.is_nil() { None } else { Some(args::point("spawn", &x, &y)?) };
            request(lua, Request::Spawn { behaviour, count, at })
        })?,
    )?;
    env.raw_set(
        DOING[1],
        lua.create_function(|lua, (x, y): (Lv, Lv)| request(lua, Request::Move(args::point("move", &x, &y)?)))?,
    )?;
    env.raw_set(
        DOING[2],
        lua.create_function(move |lua, state: Lv| {
            request(lua, Request::State(one_of("force", "state", &state, &states)?))
        })?,
    )?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", globals)?;
    meta.raw_set("__metatable", "locked")?;
    meta.set_readonly(true);
    env.set_metatable(Some(meta))?;
    env.set_readonly(true);
    Ok(env)
}

fn request(lua: &Lua, what: Request) -> mlua::Result<()> {
    if let Some(mut requests) = lua.app_data_mut::<Requests>() {
        if requests.0.len() >= 16 {
            return Err(Error::runtime("one line asks for 16 things at most"));
        }
        requests.0.push(what);
    }
    Ok(())
}

fn one_of(what: &str, kind: &str, v: &Lv, known: &[String]) -> mlua::Result<String> {
    let name = args::string(what, kind, v, 64)?;
    if known.contains(&name) {
        return Ok(name);
    }
    let hint = did_you_mean(&name, known.iter().map(String::as_str)).map_or(String::new(), |h| format!("; {h}"));
    Err(Error::runtime(format!("{what}: there is no {kind} '{name}'{hint}")))
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

/// The smallest writes that make `after` of `before`.
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
    let gone = old.iter().filter(|(k, _)| !new.iter().any(|(n, _)| n == k)).map(|(k, _)| k);
    for key in new.iter().map(|(k, _)| k).chain(gone) {
        path.push(key.clone());
        differences(path, &get(old, key), &get(new, key), out);
        path.pop();
    }
}

fn shown_all(values: &MultiValue) -> Vec<String> {
    match values.iter().collect::<Vec<_>>()[..] {
        [] => Vec::new(),
        // The entries of one table stand below each other.
        [Lv::Table(t)] => match plain_value(&Lv::Table(t.clone())) {
            Some(Value::Table(entries)) if entries.len() > 3 => {
                entries.iter().map(|(key, value)| format!("{key}  {value}")).collect()
            }
            Some(value) => vec![value.to_string()],
            None => vec![shown(&Lv::Table(t.clone()))],
        },
        _ => vec![values.iter().map(shown).collect::<Vec<_>>().join("  ")],
    }
}

fn plain_value(v: &Lv) -> Option<Value> {
    plain::from_lua(v, "", &mut PlainLimits { entries: 256, string_bytes: 8_000, depth: 6 }).ok()
}

fn shown(v: &Lv) -> String {
    match (plain_value(v), v) {
        (Some(value), _) => value.to_string(),
        // A creature's own table: what it holds is asked for field by field.
        (None, Lv::Table(t)) => t.raw_get::<String>("name").unwrap_or_else(|_| "table".into()),
        (None, other) => kind_name(other).to_owned(),
    }
}
