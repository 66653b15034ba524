//! A creature in a spec: what can be read of it, and what can be done to it.

use crate::lua::host::bindings::args;
use crate::lua::host::plain;
use crate::lua::host::spec_host::contract::{Act, CreatureView};
use crate::lua::host::spec_host::handles::CreatureHandle;
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::spec_host::{force, handles};
use crate::lua::host::values::{key_name, unknown};
use mlua::{Error, FromLua, Lua, MetaMethod, Result, UserData, UserDataFields, UserDataMethods, Value};

/// Fields and methods, for suggestions.
const NAMES: [&str; 23] = [
    "id",
    "name",
    "alive",
    "behaviour",
    "faction",
    "state",
    "state_time",
    "tactic",
    "x",
    "y",
    "heading",
    "speed",
    "health",
    "max_health",
    "memory",
    "begin",
    "place",
    "hurt",
    "kill",
    "force",
    "forced",
    "send",
    "distance",
];

/// What can be asked, as the types for editors must have it.
#[cfg(test)]
pub(crate) fn names() -> Vec<&'static str> {
    NAMES.to_vec()
}

/// What each field of a living creature answers.
type Read = fn(&CreatureView) -> Field;

enum Field {
    Number(f32),
    Text(String),
}

const FIELDS: [(&str, Read); 11] = [
    ("behaviour", |c| Field::Text(c.behaviour.clone())),
    ("faction", |c| Field::Text(c.faction.clone())),
    ("state", |c| Field::Text(c.state.clone())),
    ("state_time", |c| Field::Number(c.state_s)),
    ("tactic", |c| Field::Text(c.tactic.clone())),
    ("x", |c| Field::Number(c.position.x)),
    ("y", |c| Field::Number(c.position.y)),
    ("heading", |c| Field::Number(c.heading)),
    ("speed", |c| Field::Number(c.speed)),
    ("health", |c| Field::Number(c.health)),
    ("max_health", |c| Field::Number(c.max_health)),
];

impl CreatureHandle {
    fn read(&self, lua: &Lua, name: &str, read: Read) -> Result<Value> {
        match Stage::with(lua, self.world, |w| w.creature(self.id))? {
            Some(seen) => match read(&seen) {
                Field::Number(n) => Ok(Value::Number(n.into())),
                Field::Text(t) => lua.create_string(t).map(Value::String),
            },
            None => Err(Error::runtime(format!("{}.{name}: it is dead (ask for .alive first)", self.name))),
        }
    }
}

impl UserData for CreatureHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("id", |_, c| Ok(c.id.number() as f64));
        fields.add_field_method_get("name", |_, c| Ok(c.name.clone()));
        fields.add_field_method_get("alive", |lua, c| Ok(Stage::with(lua, c.world, |w| w.creature(c.id))?.is_some()));
        fields.add_field_method_get("memory", |lua, c| {
            let memory = Stage::with(lua, c.world, |w| w.memory(c.id))?;
            plain::to_lua(lua, &memory)
        });
        for (name, read) in FIELDS {
            fields.add_field_method_get(name, move |lua, c| c.read(lua, name, read));
        }
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("place", |lua, c, (x, y): (Value, Value)| {
            let at = handles::point(lua, "place", c.world, &x, &y)?;
            Stage::act(lua, c.world, Act::Place { id: c.id, at })
        });
        methods.add_method("begin", |lua, c, how: Value| Stage::act(lua, c.world, begin(lua, c, &how)?));
        methods.add_method("hurt", |lua, c, (amount, by): (Value, Value)| {
            let amount = args::number("hurt", "amount", &amount)?;
            let by = if by.is_nil() { None } else { Some(CreatureHandle::from_value("hurt", c.world, &by)?.id) };
            Stage::act(lua, c.world, Act::Hurt { id: c.id, amount, by })
        });
        methods.add_method("kill", |lua, c, ()| Stage::act(lua, c.world, Act::Kill { id: c.id }));
        methods.add_method("send", |lua, c, (name, data): (Value, Value)| {
            let name = handles::word("send", "name", &name)?;
            let data =
                plain::from_lua(&data, "data", &mut Stage::limits(lua)?).map_err(|e| Error::runtime(e.to_string()))?;
            Stage::act(lua, c.world, Act::Send { to: c.id, name, data })
        });
        methods.add_method("force", |lua, c, (call, code, options): (Value, Value, Value)| {
            let answer = force::read(&call, &code, &options)?;
            Stage::act(lua, c.world, Act::Force { id: c.id, answer })
        });
        methods.add_method("forced", |lua, c, ()| Ok(f64::from(Stage::with(lua, c.world, |w| w.forced(c.id))?)));
        methods.add_method("distance", |lua, c, (a, b): (Value, Value)| {
            let to = if b.is_nil() {
                handles::whereabouts(lua, "distance", c.world, &a)?
            } else {
                args::point("distance", &a, &b)?
            };
            Ok(f64::from(c.position(lua)?.distance(to)))
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> Result<Value> {
            Err(handles::lacks("a creature", &key, &NAMES))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, _: (Value, Value)| -> Result<()> {
            Err(Error::runtime("a creature's fields are read only; begin, place, hurt, kill, force and send change it"))
        });
        methods.add_meta_method(MetaMethod::Eq, |_, c, other: Value| {
            Ok(matches!(&other, Value::UserData(u) if u.borrow::<Self>().is_ok_and(|o| *o == *c)))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, c, ()| Ok(c.name.clone()));
    }
}

/// `{ state = "attack", memory = { … }, health = 31, heading = 1.2 }`.
fn begin(lua: &Lua, c: &CreatureHandle, how: &Value) -> Result<Act> {
    let Value::Table(t) = how else {
        return Err(Error::runtime("begin needs a table: c:begin { state = \"attack\", memory = { … } }"));
    };
    let (mut state, mut memory, mut health, mut heading) = (None, None, None, None);
    t.for_each(|k: Value, v: Value| {
        match key_name(&k).as_str() {
            "state" => state = Some(handles::word("begin", "state", &v)?),
            "memory" => {
                let data = plain::from_lua(&v, "memory", &mut Stage::limits(lua)?);
                memory = Some(data.map_err(|e| Error::runtime(format!("begin: {e}")))?);
            }
            "health" => health = Some(args::number("begin", "health", &v)?),
            "heading" => heading = Some(args::number("begin", "heading", &v)?),
            other => return Err(unknown("begin", other, ["state", "memory", "health", "heading"])),
        }
        Ok(())
    })?;
    Ok(Act::Begin { id: c.id, state, memory, health, heading })
}

impl FromLua for CreatureHandle {
    fn from_lua(value: Value, _: &Lua) -> Result<Self> {
        match &value {
            Value::UserData(u) => Ok(u.borrow::<Self>()?.clone()),
            other => Err(Error::runtime(format!("a creature is needed, not {}", handles::shown(other)))),
        }
    }
}
