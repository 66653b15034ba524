//! `npc`: moving and fighting.

use crate::agent::{Drive, combat};
use crate::geom::Vec2;
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::args;
use crate::lua::host::call::Call;
use crate::lua::host::call::agent_id;
use mlua::{Lua, Result, Value};

pub const BINDINGS: &[Binding] = &[
    Binding {
        area: "npc",
        name: "steer",
        make: |lua| lua.create_function(|lua, a: Four| drive(lua, "npc:steer", a, true)),
    },
    Binding {
        area: "npc",
        name: "charge",
        make: |lua| lua.create_function(|lua, a: Four| drive(lua, "npc:charge", a, false)),
    },
    Binding {
        area: "npc",
        name: "stop",
        make: |lua| lua.create_function(|lua, npc: Value| set_drive(lua, "npc:stop", &npc, |_| Ok(Drive::Stop))),
    },
    Binding {
        area: "npc",
        name: "face",
        make: |lua| {
            lua.create_function(|lua, (npc, x, y): (Value, Value, Value)| {
                set_drive(lua, "npc:face", &npc, |_| Ok(Drive::Face { to: args::point("npc:face", &x, &y)? }))
            })
        },
    },
    Binding { area: "npc", name: "attack", make: |lua| lua.create_function(attack) },
    Binding {
        area: "npc",
        name: "hold",
        make: |lua| lua.create_function(|lua, npc: Value| attack(lua, (npc, Value::Nil)).map(drop)),
    },
    Binding {
        area: "npc",
        name: "in_reach",
        make: |lua| {
            lua.create_function(|lua, (npc, target): (Value, Value)| {
                let call = Call::of(lua, "npc:in_reach", &npc)?;
                let slot = call.creature("npc:in_reach", &target)?;
                in_reach(&call, slot)
            })
        },
    },
];

type Four = (Value, Value, Value, Value);

fn drive(lua: &Lua, what: &str, (npc, x, y, pace): Four, feelers: bool) -> Result<()> {
    set_drive(lua, what, &npc, |size| {
        let to = args::point(what, &x, &y)?.clamp(Vec2::ZERO, size);
        Ok(Drive::Steer { to, pace: args::pace(what, &pace)?, feelers })
    })
}

/// Sets the drive that `make` answers for a world of the given size.
fn set_drive(lua: &Lua, what: &str, npc: &Value, make: impl FnOnce(Vec2) -> Result<Drive>) -> Result<()> {
    let mut call = Call::of(lua, what, npc)?;
    call.turn.intent.drive = make(call.view()?.world.size())?;
    call.store();
    Ok(())
}

fn attack(lua: &Lua, (npc, target): (Value, Value)) -> Result<bool> {
    let mut call = Call::of(lua, "npc:attack", &npc)?;
    let slot = if target.is_nil() { None } else { call.creature("npc:attack", &target)? };
    call.turn.intent.attack = match slot {
        Some(s) if s == call.me() => return Err(mlua::Error::runtime("npc:attack: a creature cannot attack itself")),
        Some(_) => Some(agent_id("npc:attack", &target)?),
        None => None,
    };
    call.store();
    in_reach(&call, slot)
}

fn in_reach(call: &Call, target: Option<usize>) -> Result<bool> {
    let view = call.view()?;
    Ok(target.is_some_and(|target| combat::in_reach(&view.agents, &view.catalogue, call.me(), target)))
}
