//! Handles that a spec holds, and how values look in its messages.

use crate::body::AgentId;
use crate::geom::Vec2;
use crate::lua::api::params::PlainLimits;
use crate::lua::host::bindings::args;
use crate::lua::host::plain;
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::values::{key_name, kind_name, unknown};
use mlua::{Error, Lua, Result, Value};

/// A world of the running test, by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WorldHandle(pub usize);

/// A creature of such a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CreatureHandle {
    pub world: usize,
    pub id: AgentId,
    /// `wolf 3`, kept because the dead are spoken of too.
    pub name: String,
}

impl CreatureHandle {
    /// Who a value is.
    pub fn from_value(what: &str, world: usize, v: &Value) -> Result<Self> {
        let found = match v {
            Value::UserData(u) => u.borrow::<Self>().ok().map(|c| c.clone()),
            _ => None,
        };
        match found {
            Some(c) if c.world == world => Ok(c),
            Some(c) => Err(Error::runtime(format!("{what}: {} lives in another world", c.name))),
            None => Err(Error::runtime(format!("{what} needs a creature, not {}", kind_name(v)))),
        }
    }

    /// Where it is.
    pub fn position(&self, lua: &Lua) -> Result<Vec2> {
        let seen = Stage::with(lua, self.world, |w| w.creature(self.id))?;
        seen.map(|c| c.position).ok_or_else(|| Error::runtime(format!("{} is dead", self.name)))
    }
}

/// A value as messages show it: texts quoted, tables with what is in them.
pub(crate) fn shown(v: &Value) -> String {
    match v {
        Value::UserData(u) => match (u.borrow::<CreatureHandle>(), u.borrow::<WorldHandle>()) {
            (Ok(c), _) => c.name.clone(),
            (_, Ok(_)) => "a world".into(),
            _ => "userdata".into(),
        },
        other => {
            let mut limits = PlainLimits { entries: 64, string_bytes: 2_000, depth: 6 };
            match plain::from_lua(other, "", &mut limits) {
                Ok(value) => value.to_string(),
                Err(_) => format!("a {}", kind_name(other)),
            }
        }
    }
}

/// One letter of the drawing.
pub(crate) fn letter(what: &str, v: &Value) -> Result<char> {
    if let Value::String(s) = v {
        let text = s.to_string_lossy();
        let mut chars = text.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Ok(c);
        }
    }
    Err(Error::runtime(format!("{what} needs one letter of the drawing, not {}", described(v))))
}

fn described(v: &Value) -> String {
    if matches!(v, Value::String(_)) { shown(v) } else { kind_name(v).to_owned() }
}

/// The one cell drawn with a letter.
pub(crate) fn place(lua: &Lua, what: &str, world: usize, v: &Value) -> Result<Vec2> {
    let letter = letter(what, v)?;
    match Stage::with(lua, world, |w| w.places(letter))?[..] {
        [at] => Ok(at),
        [] => Err(Error::runtime(format!("{what}: there is no '{letter}' in the drawing"))),
        [..] => Err(Error::runtime(format!("{what}: there is more than one '{letter}' in the drawing"))),
    }
}

/// Where something is: a creature, or a letter of the drawing.
pub(crate) fn whereabouts(lua: &Lua, what: &str, world: usize, v: &Value) -> Result<Vec2> {
    match v {
        Value::String(_) => place(lua, what, world, v),
        _ => CreatureHandle::from_value(what, world, v)?.position(lua),
    }
}

/// A letter of the drawing, or two numbers.
pub(crate) fn point(lua: &Lua, what: &str, world: usize, a: &Value, b: &Value) -> Result<Vec2> {
    if matches!(a, Value::String(_)) && b.is_nil() { place(lua, what, world, a) } else { args::point(what, a, b) }
}

/// A name of at most 64 bytes.
pub(crate) fn word(what: &str, name: &str, v: &Value) -> Result<String> {
    match v {
        Value::String(_) => args::text(what, name, v, 64),
        other => Err(Error::runtime(format!("{what}: {name} must be a string, not {}", kind_name(other)))),
    }
}

/// The error for a field or method that a handle lacks.
pub(crate) fn lacks(owner: &str, key: &Value, names: &[&str]) -> Error {
    unknown(owner, &key_name(key), names.iter().copied())
}
