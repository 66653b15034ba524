//! What native functions return, as Lua values.

use crate::agent::StepView;
use crate::lua::api::creature::{Read, SEEN, Sight};
use crate::lua::api::native::Returned;
use mlua::{Either, Lua, Result, Value};

/// A value to be returned; words of the API are pushed as they are, without a handle.
pub(crate) type Pushed = Either<&'static str, Value>;

/// What a call returns, filled up with nils. `me` is the slot of the creature that called.
pub(crate) fn push(lua: &Lua, view: Option<&StepView>, me: usize, returned: Returned) -> Result<[Pushed; 3]> {
    let value = Either::Right;
    let nil = || value(Value::Nil);
    let number = |n: f32| value(Value::Number(n.into()));
    let first = match returned {
        Returned::Nil => nil(),
        Returned::Boolean(b) => value(Value::Boolean(b)),
        Returned::Number(n) => value(Value::Number(n)),
        Returned::Word(word) => Either::Left(word),
        Returned::Creature(slot) => match view {
            Some(view) => value(seen(lua, Sight { view, me, slot })?),
            None => nil(),
        },
        Returned::Ids(ids) => value(Value::Table(lua.create_sequence_from(ids)?)),
        Returned::Strings(lines) => value(Value::Table(lua.create_sequence_from(lines)?)),
        Returned::Place(None) => nil(),
        Returned::Place(Some(p)) => return Ok([number(p.x), number(p.y), nil()]),
        Returned::Waypoint(code, p) => return Ok([Either::Left(code.name()), number(p.x), number(p.y)]),
    };
    Ok([first, nil(), nil()])
}

fn seen(lua: &Lua, sight: Sight) -> Result<Value> {
    let table = lua.create_table_with_capacity(0, SEEN.len())?;
    for s in SEEN {
        table.raw_set(s.field.name, read(lua, (s.read)(sight))?)?;
    }
    Ok(Value::Table(table))
}

/// A value that was read for a script.
pub(crate) fn read(lua: &Lua, value: Read) -> Result<Value> {
    Ok(match value {
        Read::Number(n) => Value::Number(n),
        Read::String(s) => Value::String(lua.create_string(s.as_bytes())?),
    })
}
