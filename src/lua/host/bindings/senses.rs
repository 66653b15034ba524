//! `npc`: seeing others.

use crate::agent::{Filter, StepView};
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::args;
use crate::lua::host::budget;
use crate::lua::host::call::Call;
use crate::lua::host::call::agent_id;
use mlua::{Lua, Result, Table, Value};

pub const BINDINGS: &[Binding] = &[
    Binding { area: "npc", name: "nearest", make: |lua| lua.create_function(nearest) },
    Binding { area: "npc", name: "all", make: |lua| lua.create_function(all) },
    Binding { area: "npc", name: "count", make: |lua| lua.create_function(count) },
    Binding { area: "npc", name: "look", make: |lua| lua.create_function(look) },
    Binding { area: "npc", name: "distance", make: |lua| lua.create_function(distance) },
    Binding { area: "npc", name: "sees", make: |lua| lua.create_function(sees) },
    Binding {
        area: "npc",
        name: "exists",
        make: |lua| {
            lua.create_function(|lua, (npc, id): (Value, Value)| {
                Ok(Call::of(lua, "npc:exists", &npc)?.creature("npc:exists", &id)?.is_some())
            })
        },
    },
    Binding {
        area: "npc",
        name: "player",
        make: |lua| {
            lua.create_function(|lua, npc: Value| {
                let call = Call::of(lua, "npc:player", &npc)?;
                let view = call.view()?;
                Ok(view.player.filter(|p| view.agents.bodies.find(*p).is_some()).map(|p| p.number() as f64))
            })
        },
    },
];

/// What asking about a circle costs: the creatures that are expected in it, and more when lines of sight are tested.
fn charge_for(view: &StepView, filter: &Filter) -> Result<()> {
    let size = view.world.size();
    let share = (std::f32::consts::PI * filter.within * filter.within / (size.x * size.y).max(1.0)).min(1.0);
    let expected = view.agents.len() as f32 * share;
    budget::charge((expected / if filter.visible { 2.0 } else { 8.0 }) as u64)
}

/// Runs a query with the host's scratch memory and hands the hits (distance, slot), nearest first, to `use_hits`.
fn query<R>(
    lua: &Lua,
    what: &str,
    npc: &Value,
    v: &Value,
    use_hits: impl FnOnce(&Call, &[(f32, usize)], usize) -> Result<R>,
) -> Result<R> {
    let mut call = Call::of(lua, what, npc)?;
    let (filter, limit) = args::filter(what, call.view()?, v)?;
    charge_for(call.view()?, &filter)?;
    let mut hits = std::mem::take(&mut call.scratch);
    call.view()?.find(call.me(), &filter, &mut hits);
    let result = use_hits(&call, &hits, limit);
    hits.clear();
    call.scratch = hits;
    result
}

fn nearest(lua: &Lua, (npc, v): (Value, Value)) -> Result<Option<f64>> {
    let mut call = Call::of(lua, "npc:nearest", &npc)?;
    let (filter, _) = args::filter("npc:nearest", call.view()?, &v)?;
    charge_for(call.view()?, &filter)?;
    let mut scratch = std::mem::take(&mut call.scratch);
    let view = call.view()?;
    let found = view.nearest(call.me(), &filter, &mut scratch).map(|slot| view.agents.bodies.id(slot).number() as f64);
    call.scratch = scratch;
    Ok(found)
}

fn all(lua: &Lua, (npc, v): (Value, Value)) -> Result<Table> {
    let ids = query(lua, "npc:all", &npc, &v, |call, hits, limit| {
        let bodies = &call.view()?.agents.bodies;
        Ok(hits.iter().take(limit).map(|(_, slot)| bodies.id(*slot).number() as f64).collect::<Vec<f64>>())
    })?;
    lua.create_sequence_from(ids)
}

fn count(lua: &Lua, (npc, v): (Value, Value)) -> Result<f64> {
    query(lua, "npc:count", &npc, &v, |_, hits, limit| Ok(hits.len().min(limit) as f64))
}

fn look(lua: &Lua, (npc, id): (Value, Value)) -> Result<Option<Table>> {
    let call = Call::of(lua, "npc:look", &npc)?;
    let Some(s) = call.creature("npc:look", &id)? else { return Ok(None) };
    let view = call.view()?;
    let (a, b, names) = (&view.agents, &view.agents.bodies, &view.catalogue.symbols);
    let t = lua.create_table_with_capacity(0, 16)?;
    let id = b.id(s).number();
    let behaviour = names.name(a.behaviour[s]);
    for (key, value) in [
        ("id", id as f64),
        ("x", b.position[s].x.into()),
        ("y", b.position[s].y.into()),
        ("vx", b.velocity[s].x.into()),
        ("vy", b.velocity[s].y.into()),
        ("heading", b.heading[s].into()),
        ("speed", b.velocity[s].length().into()),
        ("health", a.health[s].into()),
        ("max_health", a.max_health[s].into()),
        ("radius", b.radius[s].into()),
        ("distance", b.position[s].distance(b.position[call.me()]).into()),
    ] {
        t.raw_set(key, value)?;
    }
    t.raw_set("name", format!("{behaviour} {id}"))?;
    t.raw_set("behaviour", behaviour)?;
    t.raw_set("faction", names.name(a.faction[s]))?;
    t.raw_set("state", names.name(a.state[s]))?;
    Ok(Some(t))
}

fn distance(lua: &Lua, (npc, a, b): (Value, Value, Value)) -> Result<Option<f64>> {
    let call = Call::of(lua, "npc:distance", &npc)?;
    let bodies = &call.view()?.agents.bodies;
    let here = bodies.position[call.me()];
    if !b.is_nil() {
        return Ok(Some(here.distance(args::point("npc:distance", &a, &b)?).into()));
    }
    let id = agent_id("npc:distance", &a)?;
    Ok(bodies.find(id).map(|s| here.distance(bodies.position[s]).into()))
}

fn sees(lua: &Lua, (npc, a, b): (Value, Value, Value)) -> Result<bool> {
    let call = Call::of(lua, "npc:sees", &npc)?;
    budget::charge(SIGHT_COST)?;
    let (view, me) = (call.view()?, call.me());
    if b.is_nil() {
        return Ok(call.creature("npc:sees", &a)?.is_some_and(|s| view.sees(me, s)));
    }
    let to = args::point("npc:sees", &a, &b)?.clamp(crate::geom::Vec2::ZERO, view.world.size());
    Ok(view.sees_point(me, to))
}

/// Counts for one line of sight.
const SIGHT_COST: u64 = 8;
