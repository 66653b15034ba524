//! `npc`: speaking; and `print`.

use crate::agent::Outgoing;
use crate::lua::api::output::Noted;
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::args;
use crate::lua::host::budget;
use crate::lua::host::call::Call;
use crate::lua::host::call::agent_id;
use crate::lua::host::plain;
use mlua::{Error, Lua, MultiValue, Result, Value};

/// Counts for a refusal: its message is longer in the making than the call.
const REFUSED_COST: u64 = 100;
/// Counts for putting values into words.
const PRINT_COST: u64 = 12;

/// Bytes of a saying, a shout, a message's name.
const MAX_WORDS: usize = 200;
/// How far a shout carries at most, metres.
const MAX_SHOUT_M: f32 = 200.0;
/// Bytes of one printed line; the rest is cut.
const MAX_LINE: usize = 400;

pub const BINDINGS: &[Binding] = &[
    Binding {
        area: "npc",
        name: "say",
        make: |lua| {
            lua.create_function(|lua, (npc, words): (Value, Value)| {
                Call::of(lua, "npc:say", &npc)?;
                let text = args::text("npc:say", "text", &words, MAX_WORDS)?;
                send(lua, "npc:say", &npc, Outgoing::Say { text })
            })
        },
    },
    Binding {
        area: "npc",
        name: "shout",
        make: |lua| {
            lua.create_function(|lua, (npc, what, radius): (Value, Value, Value)| {
                Call::of(lua, "npc:shout", &npc)?;
                let what = args::text("npc:shout", "what", &what, MAX_WORDS)?;
                let radius_m = args::number("npc:shout", "radius", &radius)?.clamp(0.0, MAX_SHOUT_M);
                send(lua, "npc:shout", &npc, Outgoing::Shout { what, radius_m })
            })
        },
    },
    Binding { area: "npc", name: "send", make: |lua| lua.create_function(send_message) },
    Binding { area: "", name: "print", make: |lua| lua.create_function(print) },
    Binding { area: "", name: "log", make: |lua| lua.create_function(print) },
];

fn send(lua: &Lua, what: &str, npc: &Value, message: Outgoing) -> Result<()> {
    let mut call = Call::of(lua, what, npc)?;
    call.turn.sends += 1;
    if call.turn.sends > call.params.sends_per_turn {
        budget::charge(REFUSED_COST)?;
        return Err(Error::runtime(format!("{what}: more than {} messages in one turn", call.params.sends_per_turn)));
    }
    let me = call.me();
    let n = call.out.outgoing.len();
    call.out.outgoing.push((me, message));
    call.out.note(me, Noted::Outgoing(n));
    call.store();
    Ok(())
}

fn send_message(lua: &Lua, (npc, to, name, data): (Value, Value, Value, Value)) -> Result<()> {
    let what = "npc:send";
    let mut limits = Call::of(lua, what, &npc)?.params.plain_limits();
    let to = agent_id(what, &to)?;
    let name = args::text(what, "name", &name, MAX_WORDS)?;
    let data = plain::from_lua(&data, "data", &mut limits).map_err(|e| Error::runtime(format!("{what}: {e}")))?;
    send(lua, what, &npc, Outgoing::Message { to, name, data })
}

fn print(lua: &Lua, values: MultiValue) -> Result<()> {
    budget::charge(PRINT_COST)?;
    let mut line = String::new();
    let name: mlua::Function = lua.globals().get("tostring")?;
    for (i, v) in values.into_iter().enumerate() {
        if i > 0 {
            line.push(' ');
        }
        line.push_str(&name.call::<mlua::LuaString>(v)?.to_string_lossy());
        if line.len() > MAX_LINE {
            break;
        }
    }
    if line.len() > MAX_LINE {
        let end = (0..=MAX_LINE).rev().find(|i| line.is_char_boundary(*i)).unwrap_or(0);
        line.truncate(end);
        line.push('…');
    }
    // While a file is loaded there is nobody to speak.
    let Ok(mut call) = Call::current(lua, "print") else { return Ok(()) };
    call.turn.prints += 1;
    call.store();
    if call.turn.prints <= call.params.prints_per_turn {
        let me = call.me();
        call.out.prints.push((me, line));
    }
    Ok(())
}
