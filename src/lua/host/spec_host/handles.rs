//! Handles that a spec holds, how messages show values, and the arguments that worlds and creatures both read.

use crate::agent::StepView;
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::lua::api::declare::Type;
use crate::lua::api::params::PlainLimits;
use crate::lua::host::bindings::args;
use crate::lua::host::plain;
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::values::{kind_name, unknown};
use crate::lua::source::literal;
use crate::nav::Code;
use mlua::{Error, Function, Lua, Result, Value};
use std::ops::RangeInclusive;

/// A world of the running test, by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WorldHandle(pub usize);

/// A creature of such a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CreatureHandle {
    pub world: usize,
    pub id: AgentId,
    /// `wolf 3`, kept because messages name dead creatures too.
    pub name: String,
}

impl CreatureHandle {
    /// The creature that a value is.
    pub(super) fn from_value(what: &str, world: usize, v: &Value) -> Result<Self> {
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

    /// Metres; an error when it is dead.
    pub(super) fn position(&self, lua: &Lua) -> Result<Vec2> {
        let (view, slot) = self.seen(lua)?;
        let position = slot.map(|slot| view.agents.bodies.position[slot]);
        position.ok_or_else(|| Error::runtime(format!("{} is dead", self.name)))
    }

    /// Its world as it is now, and its slot there; `None` when it is dead.
    pub(super) fn seen(&self, lua: &Lua) -> Result<(StepView, Option<usize>)> {
        let view = Stage::with(lua, self.world, |w| w.view())?;
        let slot = view.agents.bodies.find(self.id);
        Ok((view, slot))
    }
}

/// A value as messages show it: as Lua that reads back as the same.
pub(crate) fn shown(v: &Value) -> String {
    match v {
        Value::UserData(u) => match (u.borrow::<CreatureHandle>(), u.borrow::<WorldHandle>()) {
            (Ok(c), _) => c.name.clone(),
            (_, Ok(_)) => "a world".into(),
            _ => "userdata".into(),
        },
        other => {
            let mut limits = PlainLimits { entries: 64, string_bytes: 2_000, depth: 6 };
            plain::from_lua(other, "", &mut limits)
                .map_or_else(|_| format!("a {}", kind_name(other)), |value| literal::value(&value))
        }
    }
}

/// A whole number.
pub(crate) fn whole(what: &str, name: &str, v: &Value, range: RangeInclusive<u32>) -> Result<u32> {
    let n = args::number(what, name, v)?;
    let (least, most) = (range.start(), range.end());
    if n.fract() == 0.0 && (*least as f32..=*most as f32).contains(&n) {
        return Ok(n as u32);
    }
    Err(Error::runtime(format!("{what}: {name} is {n}; it must be a whole number from {least} to {most}")))
}

/// A function of the spec's.
pub(crate) fn function(what: &str, name: &str, v: &Value) -> Result<Function> {
    let refuse = || Error::runtime(format!("{what}: {name} must be a function, not {}", kind_name(v)));
    v.as_function().cloned().ok_or_else(refuse)
}

/// One letter of the drawing.
pub(crate) fn letter(what: &str, v: &Value) -> Result<char> {
    let string = v.as_string().map(mlua::LuaString::to_string_lossy).unwrap_or_default();
    let mut chars = string.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok(c),
        _ => {
            let found = if v.is_string() { shown(v) } else { kind_name(v).to_owned() };
            Err(Error::runtime(format!("{what} needs one letter of the drawing, not {found}")))
        }
    }
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

/// The position of a creature, or of a letter of the drawing.
pub(crate) fn position(lua: &Lua, what: &str, world: usize, v: &Value) -> Result<Vec2> {
    match v {
        Value::String(_) => place(lua, what, world, v),
        _ => CreatureHandle::from_value(what, world, v)?.position(lua),
    }
}

/// A letter of the drawing, or two numbers.
pub(crate) fn point(lua: &Lua, what: &str, world: usize, a: &Value, b: &Value) -> Result<Vec2> {
    if a.is_string() && b.is_nil() { place(lua, what, world, a) } else { args::point(what, a, b) }
}

/// A string of at most 64 bytes.
pub(crate) fn word(what: &str, name: &str, v: &Value) -> Result<String> {
    match v {
        Value::String(_) => args::string(what, name, v, 64),
        other => Err(Error::runtime(Type::String.mismatch(what, name, kind_name(other)))),
    }
}

/// The name of a pathfinder's code.
pub(crate) fn code(what: &str, v: &Value) -> Result<Code> {
    let name = word(what, "code", v)?;
    let found = Code::ALL.into_iter().find(|c| c.name() == name);
    found.ok_or_else(|| unknown("pathfinder", &name, Code::ALL.map(Code::name)))
}
