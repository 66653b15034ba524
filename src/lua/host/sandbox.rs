//! A safe machine: functions that scripts may not have are removed, long work is charged, everything left is frozen.

use crate::agent::Key;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::bindings::Bindings;
use crate::lua::host::fault::HOST_CHUNK;
use crate::lua::host::machine::{Machine, compile, compiler};
use crate::lua::host::raw::Mark;
use crate::lua::host::values::{entries, kind_name, refuse_unknown};
use crate::lua::host::{bindings, budget, fault, plain, raw};
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value};
use std::collections::BTreeSet;

/// Bytes that a machine can ask for beyond its limit. Calls stop at the limit by themselves, at the next checkpoint: scripts
/// never see Luau's own error, which each of several nested `pcall` of a coroutine would push onto a stack that cannot grow.
const HEADROOM: usize = 128 << 20;

const PRELUDE: &str = include_str!("prelude.lua");

/// Builds a machine.
///
/// # Errors
/// Only when memory is short, or the program's own Lua is wrong.
pub(crate) fn machine(params: &ScriptParams) -> mlua::Result<Machine> {
    let libs =
        StdLib::TABLE | StdLib::STRING | StdLib::UTF8 | StdLib::BIT | StdLib::MATH | StdLib::COROUTINE | StdLib::BUFFER;
    let lua = Lua::new_with(libs, LuaOptions::default())?;
    let memory_limit = params.memory_mb * 1024 * 1024;
    lua.set_memory_limit(memory_limit + HEADROOM)?;
    let globals = lua.globals();
    raw::wrap_natives(&lua)?;
    run_prelude(&lua)?;
    let Bindings { home, npc_meta } = bindings::install(&lua, &globals)?;
    for (name, value) in globals.pairs::<String, Value>().collect::<mlua::Result<Vec<_>>>()? {
        if let (Value::Table(t), true) = (value, name != "_G")
            && !t.is_readonly()
        {
            refuse_unknown(&lua, &t, &name)?;
        }
    }
    refuse_unknown(&lua, &globals, "")?;
    lua.sandbox(true)?;
    globals.set_readonly(true);
    globals.set_safeenv(true);
    raw::install_interrupt(&lua)?;
    prove_checkpoints(&lua)?;
    raw::prove_layout(&lua)?;
    raw::prove_slots(&lua)?;
    raw::prove_depth(&lua)?;
    raw::count_allocations(&lua)?;
    raw::collect_all(&lua);
    let npcs = lua.create_table()?;
    Ok(Machine { lua, globals, home, npcs, npc_meta, memory_limit })
}

/// A loop that must be refused at its checkpoint: otherwise the linked Luau is not the one that `raw` knows.
fn prove_checkpoints(lua: &Lua) -> mlua::Result<()> {
    let bytecode = compile("for _ in {} do end", false)?;
    match lua.load(&bytecode[..]).set_mode(ChunkMode::Binary).exec() {
        Err(e) if e.to_string().contains("no fixed order") => Ok(()),
        _ => Err(mlua::Error::runtime("Luau does not interrupt at checkpoints")),
    }
}

/// The names of all functions that scripts can reach in a new machine, those of libraries included.
pub fn reachable(params: &ScriptParams) -> Vec<String> {
    let Ok(machine) = machine(params) else { return Vec::new() };
    let mut names = BTreeSet::new();
    for (name, value) in machine.globals.pairs::<String, Value>().flatten() {
        match value {
            Value::Function(_) => drop(names.insert(name)),
            Value::Table(library) if name != "_G" => {
                let functions = entries(&library).filter(|(_, member)| member.is_function());
                names.extend(functions.map(|(member, _)| format!("{name}.{member}")));
            }
            _ => {}
        }
    }
    names.into_iter().collect()
}

fn run_prelude(lua: &Lua) -> mlua::Result<()> {
    let charge = lua.create_function(|_, n: f64| budget::charge(n.clamp(0.0, 1e15) as u64))?;
    let caught = lua.create_function(|_, ()| {
        budget::caught();
        Ok(())
    })?;
    let price = lua.create_function(|_, counts: Option<f64>| {
        let paid = budget::set_price(1);
        budget::set_price(counts.map_or(paid, |n| n as u64));
        Ok(paid as f64)
    })?;
    let ordered = lua.create_function(|lua, t: Table| {
        let mut keys = sorted_keys(&t)?;
        lua.create_sequence_from(keys.drain(..).map(|(_, k)| k))
    })?;
    let next = lua.create_function(next_key)?;
    let name = lua.create_function(|_, v: Value| Ok(plain_name(&v)))?;
    // Scripts may hide a metatable from `getmetatable`.
    let next_in_chain = lua.create_function(|_, (t, field): (Table, String)| match t.metatable() {
        Some(meta) => meta.raw_get::<Value>(field),
        None => Ok(Value::Nil),
    })?;
    let mark = |mark| {
        lua.create_function(move |_, t: Table| {
            raw::mark(&t, mark);
            Ok(())
        })
    };
    let marked = |mark| lua.create_function(move |_, t: Table| Ok(raw::is_marked(&t, mark)));
    let (know, is_known) = (mark(Mark::Known)?, marked(Mark::Known)?);
    let (enter, is_within) = (mark(Mark::Within)?, marked(Mark::Within)?);
    let pay_for_places = lua.create_function(|_, t: Table| plain::charge_for_places(&t))?;
    let chunk = lua.load(PRELUDE).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Text).set_compiler(compiler());
    let f: Function = chunk.into_function()?;
    f.call((
        charge,
        caught,
        price,
        ordered,
        next,
        name,
        next_in_chain,
        pay_for_places,
        know,
        is_known,
        enter,
        is_within,
    ))
}

/// The name of a value whose address would be shown; `None` when it prints as itself.
fn plain_name(v: &Value) -> Option<String> {
    match v {
        Value::Table(t) => {
            let speaks = t.metatable().is_some_and(|m| m.raw_get::<Value>("__tostring").is_ok_and(|v| !v.is_nil()));
            (!speaks).then(|| "table".into())
        }
        Value::Error(e) => Some(fault::plain_message(e)),
        Value::Function(_) | Value::Thread(_) | Value::UserData(_) | Value::LightUserData(_) | Value::Buffer(_) => {
            Some(kind_name(v).into())
        }
        _ => None,
    }
}

/// The rank of a key in the order of `pairs`.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Rank {
    /// Whole numbers, then strings.
    Plain(Key),
    Fraction(f64),
    Bool(bool),
}

/// `None` for what has none: vectors.
fn rank(key: &Value) -> Option<Rank> {
    match key {
        Value::Integer(i) => Some(Rank::Plain(Key::Int(*i))),
        Value::Number(n) if raw::whole(*n).is_some() => Some(Rank::Plain(Key::Int(*n as i64))),
        Value::Number(n) => Some(Rank::Fraction(*n)),
        Value::String(s) => Some(Rank::Plain(Key::String(s.as_bytes().to_vec()))),
        Value::Boolean(b) => Some(Rank::Bool(*b)),
        _ => None,
    }
}

/// Counts charged for each key that is put in order, or compared …
const ORDER_COST: u64 = 7;
/// … and for the call of the host, which a table without keys needs too.
const ORDERING: u64 = 16;

/// Calls `visit` with each key and its rank. Each key will be compared so many times.
fn each_ranked(t: &Table, compared: u64, mut visit: impl FnMut(Rank, Value)) -> mlua::Result<()> {
    budget::charge(ORDERING)?;
    plain::charge_for_places(t)?;
    t.for_each(|k: Value, _: Value| {
        budget::charge(ORDER_COST + plain::counts_for_key(&k, compared))?;
        let unordered =
            || mlua::Error::runtime(format!("pairs cannot order a table with a {} as a key", kind_name(&k)));
        let rank = rank(&k).ok_or_else(unordered)?;
        visit(rank, k);
        Ok(())
    })
}

fn sorted_keys(t: &Table) -> mlua::Result<Vec<(Rank, Value)>> {
    let mut keys = Vec::new();
    each_ranked(t, plain::compared(t), |rank, k| keys.push((rank, k)))?;
    keys.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
    Ok(keys)
}

/// The entry after `key` in the fixed order.
fn next_key(_: &Lua, (t, key): (Table, Value)) -> mlua::Result<(Value, Value)> {
    let no_key = || mlua::Error::runtime(format!("next: a {} cannot be a key", kind_name(&key)));
    let after = if key.is_nil() { None } else { Some(rank(&key).ok_or_else(no_key)?) };
    let mut best: Option<(Rank, Value)> = None;
    // With the one before, and with the best so far.
    each_ranked(&t, 2, |r, k| {
        let beyond = after.as_ref().is_none_or(|a| r > *a);
        if beyond && best.as_ref().is_none_or(|b| r < b.0) {
            best = Some((r, k));
        }
    })?;
    let next = best.map_or(Value::Nil, |(_, k)| k);
    let value = t.raw_get(&next)?;
    Ok((next, value))
}
