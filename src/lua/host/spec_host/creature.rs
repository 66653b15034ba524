//! A creature in a spec: its fields and methods.

use crate::agent::Value as Data;
use crate::lua::api::shape_name::ShapeName;
use crate::lua::host::bindings::args;
use crate::lua::host::plain;
use crate::lua::host::spec_host::contract::{Act, Begin, CreatureView};
use crate::lua::host::spec_host::handles::CreatureHandle;
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::spec_host::{force, handles};
use crate::lua::host::values::{key_name, unknown};
use mlua::{Error, IntoLua, Lua, MetaMethod, Result, UserData, UserDataFields, UserDataMethods, Value};

/// Reads a field of a living creature.
pub(crate) type Read = fn(CreatureView, &Lua) -> Result<Value>;

pub const FIELDS: [(&str, Read); 11] = [
    ("behaviour", |c, lua| c.behaviour.into_lua(lua)),
    ("faction", |c, lua| c.faction.into_lua(lua)),
    ("state", |c, lua| c.state.into_lua(lua)),
    ("state_time", |c, lua| c.state_s.into_lua(lua)),
    ("tactic", |c, lua| c.tactic.into_lua(lua)),
    ("x", |c, lua| c.position.x.into_lua(lua)),
    ("y", |c, lua| c.position.y.into_lua(lua)),
    ("heading", |c, lua| c.heading.into_lua(lua)),
    ("speed", |c, lua| c.speed.into_lua(lua)),
    ("health", |c, lua| c.health.into_lua(lua)),
    ("max_health", |c, lua| c.max_health.into_lua(lua)),
];

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
            fields.add_field_method_get(name, move |lua, c| match Stage::with(lua, c.world, |w| w.creature(c.id))? {
                Some(seen) => read(seen, lua),
                None => Err(Error::runtime(format!("{}.{name}: it is dead (read .alive first)", c.name))),
            });
        }
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("place", |lua, c, (x, y): (Value, Value)| {
            let at = handles::point(lua, "place", c.world, &x, &y)?;
            Stage::act(lua, c.world, Act::Place(c.id, at))
        });
        methods.add_method("begin", |lua, c, how: Value| Stage::act(lua, c.world, Act::Begin(c.id, begin(lua, &how)?)));
        methods.add_method("hurt", |lua, c, (amount, by): (Value, Value)| {
            let amount = args::number("hurt", "amount", &amount)?;
            let by = if by.is_nil() { None } else { Some(CreatureHandle::from_value("hurt", c.world, &by)?.id) };
            Stage::act(lua, c.world, Act::Hurt(c.id, amount, by))
        });
        methods.add_method("kill", |lua, c, ()| Stage::act(lua, c.world, Act::Kill(c.id)));
        methods.add_method("send", |lua, c, (name, data): (Value, Value)| {
            let name = handles::word("send", "name", &name)?;
            let data = self::data(lua, "data", &data)?;
            Stage::act(lua, c.world, Act::Send { to: c.id, name, data })
        });
        methods.add_method("force", |lua, c, (call, code, options): (Value, Value, Value)| {
            let code = force::read(&call, &code, &options)?;
            Stage::act(lua, c.world, Act::Force(c.id, code))
        });
        methods.add_method("forced", |lua, c, ()| Ok(f64::from(Stage::with(lua, c.world, |w| w.forced(c.id))?)));
        methods.add_method("distance", |lua, c, (a, b): (Value, Value)| {
            let to = if b.is_nil() {
                handles::position(lua, "distance", c.world, &a)?
            } else {
                args::point("distance", &a, &b)?
            };
            Ok(f64::from(c.position(lua)?.distance(to)))
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> Result<Value> {
            Err(unknown("a creature", &key_name(&key), ShapeName::SpecCreature.names()))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, _: (Value, Value)| -> Result<()> {
            Err(Error::runtime("a creature's fields are read-only; begin, place, hurt, kill, force and send change it"))
        });
        methods.add_meta_method(MetaMethod::Eq, |_, c, other: Value| {
            Ok(matches!(&other, Value::UserData(u) if u.borrow::<Self>().is_ok_and(|o| *o == *c)))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, c, ()| Ok(c.name.clone()));
    }
}

/// `{ state = "attack", memory = { … }, health = 31, heading = 1.2 }`.
fn begin(lua: &Lua, how: &Value) -> Result<Begin> {
    let Value::Table(t) = how else {
        return Err(Error::runtime("begin needs a table: c:begin { state = \"attack\", memory = { … } }"));
    };
    let mut begin = Begin::default();
    t.for_each(|k: Value, v: Value| {
        match key_name(&k).as_str() {
            "state" => begin.state = Some(handles::word("begin", "state", &v)?),
            "memory" => begin.memory = Some(data(lua, "begin: memory", &v)?),
            "health" => begin.health = Some(args::number("begin", "health", &v)?),
            "heading" => begin.heading = Some(args::number("begin", "heading", &v)?),
            other => return Err(unknown("begin", other, ShapeName::Begin.names())),
        }
        Ok(())
    })?;
    Ok(begin)
}

/// Plain data.
fn data(lua: &Lua, name: &str, v: &Value) -> Result<Data> {
    plain::from_lua(v, name, &mut Stage::limits(lua)?).map_err(|e| Error::runtime(e.to_string()))
}
