//! The declared API as Lua functions: one marshaller reads arguments, calls the native function and pushes its results.
//! What native functions work on is kept in the machine.

pub(crate) mod args;
mod globals;

pub(crate) use globals::{Printed, printed};

use crate::agent::StepView;
use crate::lua::analysis::coverage::Tally;
use crate::lua::api::creature::{Read, SEEN, Seen};
use crate::lua::api::declare::{Function, ShapeName};
use crate::lua::api::native::{GroundThere, NativeError, NativeState, Returned, Run};
use crate::lua::api::natives::{self, FLOCK_FIELDS};
use crate::lua::host::machine::NPC_META;
use crate::lua::host::values::{key_name, refuse_unknown, set_index, unknown};
use crate::lua::host::{budget, plain, raw};
use crate::nav::Code;
use mlua::{Either, Error, Lua, Result, Table, Value};

/// The creature, and as many values as a function takes at most.
type Values = (Value, Value, Value, Value);

/// More values no function returns.
const MOST_RETURNED: usize = 4;

fn make(lua: &Lua, f: &'static Function) -> mlua::Result<mlua::Function> {
    let Some(run) = f.run else { return globals::make(lua, f) };
    let call = move |lua: &Lua, v: Values| call(lua, f, run, &[v.0, v.1, v.2, v.3]);
    match f.signatures.first().map_or(0, |s| s.returns.len()) {
        0 => lua.create_function(move |lua, v: Values| call(lua, v).map(drop)),
        1 => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, ..]| a)),
        2 => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, b, ..]| (a, b))),
        3 => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, b, c, _]| (a, b, c))),
        _ => lua.create_function(move |lua, v: Values| call(lua, v).map(|[a, b, c, d]| (a, b, c, d))),
    }
}

/// Puts the whole API into the globals of a machine.
pub(crate) fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    let methods = lua.create_table()?;
    for f in natives::all() {
        let table = match f.area {
            "" => globals.clone(),
            "npc" => methods.clone(),
            area => match globals.raw_get::<Option<Table>>(area)? {
                Some(t) => t,
                None => {
                    let t = lua.create_table()?;
                    globals.raw_set(area, &t)?;
                    t
                }
            },
        };
        table.raw_set(f.name, make(lua, f)?)?;
    }
    let pathfinder: Table = globals.raw_get("pathfinder")?;
    for code in Code::ALL {
        pathfinder.raw_set(code.name(), code.name())?;
    }
    refuse_unknown(lua, &pathfinder, "pathfinder")?;
    pathfinder.set_readonly(true);
    for area in ["influence", "group"] {
        let table: Table = globals.raw_get(area)?;
        refuse_unknown(lua, &table, area)?;
        table.set_readonly(true);
    }
    globals::install_world(lua, globals)?;
    lua.set_named_registry_value(NPC_META, npc_meta(lua, methods)?)
}

fn npc_meta(lua: &Lua, methods: Table) -> mlua::Result<Table> {
    // Reached only when a name is neither a field nor a method.
    let unknown = lua.create_function(|_, (_, key): (Table, Value)| -> mlua::Result<Value> {
        Err(unknown("npc", &key_name(&key), ShapeName::Npc.names()))
    })?;
    set_index(lua, &methods, unknown)?;
    methods.set_readonly(true);
    let meta = lua.create_table()?;
    meta.raw_set("__index", methods)?;
    meta.raw_set("__metatable", "npc")?;
    meta.raw_set("__tostring", lua.create_function(|_, t: Table| t.raw_get::<String>("name"))?)?;
    let refuse = lua.create_function(|_, (_, key, _): (Table, Value, Value)| -> mlua::Result<()> {
        let key = key_name(&key);
        Err(mlua::Error::runtime(format!("npc.{key} cannot be set; keep data in npc.memory.{key}")))
    })?;
    meta.raw_set("__newindex", refuse)?;
    meta.set_readonly(true);
    Ok(meta)
}

/// Calls a native function with the values that a script gave, the creature first if it takes one.
///
/// # Errors
/// When the budget is spent, the creature is not the one whose turn it is, or an argument is not what was declared.
pub(crate) fn call(lua: &Lua, f: &'static Function, run: Run, values: &[Value]) -> Result<[Pushed; MOST_RETURNED]> {
    budget::charge(f.charge)?;
    let run = match run {
        Run::InTurn(run) => run,
        Run::Always(calculate) => return push(lua, None, 0, calculate(&args::read(lua, f, values, None)?)),
    };
    let mut host = lua.try_app_data_mut::<NativeState>().ok().flatten();
    let turn = host.as_ref().and_then(|h| h.view.as_ref().and(h.turn));
    let given = match f.creature_params() {
        Some(_) => {
            args::check_creature(f, &values[0], turn.map(|t| t.table))?;
            &values[1..]
        }
        None => values,
    };
    let outside = || Error::runtime(format!("{f} can only be used in a handler, not while the file is loaded"));
    let (Some(host), Some(turn)) = (&mut host, turn) else { return Err(outside()) };
    let args = args::read(lua, f, given, Some(host))?;
    let mut native = host.call(spend).ok_or_else(outside)?;
    let returned = run(&mut native, args).map_err(|e| match e {
        NativeError::Overrun(_) => budget::error(),
        misuse => Error::runtime(format!("{f}: {misuse}")),
    })?;
    if host.params.coverage
        && let Some((question, code)) = host.met.take()
        && let Some(mut tally) = lua.app_data_mut::<Tally>()
    {
        tally.meet(Some(question), code);
    }
    push(lua, host.view.as_ref(), turn.slot, returned)
}

fn spend(counts: u64) -> bool {
    budget::charge(counts).is_ok()
}

/// A value to be returned; words of the API are pushed as they are, without a handle.
pub(crate) type Pushed = Either<&'static str, Value>;

/// What a call returns, filled up with nils. `me` is the slot of the creature that called.
pub(crate) fn push(
    lua: &Lua,
    view: Option<&StepView>,
    me: usize,
    returned: Returned,
) -> Result<[Pushed; MOST_RETURNED]> {
    let value = Either::Right;
    let nil = || value(Value::Nil);
    let number = |n: f32| value(Value::Number(n.into()));
    let first = match returned {
        Returned::Nil => nil(),
        Returned::Boolean(b) => value(Value::Boolean(b)),
        Returned::Number(n) => value(Value::Number(n)),
        Returned::Word(word) => Either::Left(word),
        Returned::Creature(known) => match view {
            Some(view) => value(seen(lua, Seen { view, me, known: &known })?),
            None => nil(),
        },
        Returned::Numbers(ids) => value(Value::Table(lua.create_sequence_from(ids)?)),
        Returned::Strings(lines) => value(Value::Table(lua.create_sequence_from(lines)?)),
        Returned::Data(data) => {
            args::charge_for_copy(&data)?;
            value(plain::to_lua(lua, &data)?)
        }
        Returned::Place(None) => nil(),
        Returned::Place(Some(p)) => return Ok([number(p.x), number(p.y), nil(), nil()]),
        Returned::PlaceOn(p, storey) => {
            let storey = value(Value::String(lua.create_string(&*storey)?));
            return Ok([number(p.x), number(p.y), storey, nil()]);
        }
        Returned::Waypoint(code, p) => return Ok([Either::Left(code.name()), number(p.x), number(p.y), nil()]),
        Returned::Flock(flock) => {
            let fields = FLOCK_FIELDS.map(|(key, read, _)| (key, Read::Number(read(&flock).into())));
            value(Value::Table(raw::new_table(lua, &fields)?))
        }
        Returned::Moving { at, heading, speed_m_s } => {
            return Ok([number(at.x), number(at.y), number(heading), number(speed_m_s)]);
        }
        Returned::Spot { at, amount } => return Ok([number(at.x), number(at.y), number(amount), nil()]),
        Returned::Ground(GroundThere { kind: None, .. }) => nil(),
        Returned::Ground(GroundThere { kind: Some(kind), elevation_m, depth_m, cost }) => {
            let kind = value(Value::String(lua.create_string(kind)?));
            return Ok([kind, number(elevation_m), number(depth_m), cost.map_or_else(nil, number)]);
        }
        Returned::Cost(cost) => {
            let (cost, exact) = cost.parts();
            return Ok([cost.map_or_else(nil, number), value(Value::Boolean(exact)), nil(), nil()]);
        }
        Returned::Nearest(None) => nil(),
        Returned::Nearest(Some((id, cost, exact))) => {
            let id = value(Value::Number(id.number() as f64));
            return Ok([id, number(cost), value(Value::Boolean(exact)), nil()]);
        }
        Returned::Door { open, at } => return Ok([value(Value::Boolean(open)), number(at.x), number(at.y), nil()]),
    };
    Ok([first, nil(), nil(), nil()])
}

fn seen(lua: &Lua, creature: Seen) -> Result<Value> {
    raw::new_table(lua, &SEEN.map(|s| (s.key, (s.read)(creature)))).map(Value::Table)
}

/// A value that was read for a script.
pub(crate) fn read(lua: &Lua, value: Read) -> Result<Value> {
    Ok(match value {
        Read::Number(n) => Value::Number(n),
        Read::Boolean(b) => Value::Boolean(b),
        Read::String(s) => Value::String(lua.create_string(s.as_bytes())?),
    })
}
