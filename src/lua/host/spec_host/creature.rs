//! A creature in a spec: its fields and methods.

use crate::agent::Value as Data;
use crate::lua::api::creature::Sight;
use crate::lua::api::declare::ShapeName;
use crate::lua::api::natives::{RECORD_COST, reason_lines};
use crate::lua::api::npc;
use crate::lua::api::spec::CREATURE_FIELDS;
use crate::lua::host::bindings::args;
use crate::lua::host::spec_host::contract::{Act, Begin};
use crate::lua::host::spec_host::handles::CreatureHandle;
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::spec_host::{force, handles, reasons};
use crate::lua::host::values::{key_name, unknown};
use crate::lua::host::{budget, plain, raw};
use mlua::{Error, Lua, MetaMethod, Result, UserData, UserDataFields, UserDataMethods, Value};

/// The fields that the dead have too.
const LASTING: [&str; 5] = ["id", "name", "alive", "memory", "asleep"];

/// A field of a living creature: as its own script reads it.
fn field(lua: &Lua, name: &str, sight: Sight) -> Result<Value> {
    let own = npc::OF_BODY.iter().chain(&npc::OF_TURN).find(|f| f.field.name == name);
    own.map_or(Ok(Value::Nil), |f| raw::value(lua, |to| to.read(&(f.read)(sight))))
}

impl UserData for CreatureHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "creature");
        fields.add_field_method_get("id", |_, c| Ok(c.id.number() as f64));
        fields.add_field_method_get("name", |_, c| Ok(c.name.clone()));
        fields.add_field_method_get("alive", |lua, c| Ok(c.seen(lua)?.1.is_some()));
        fields.add_field_method_get("asleep", |lua, c| {
            let (view, slot) = c.seen(lua)?;
            Ok(slot.is_some_and(|slot| view.agents.sleep[slot].holds(view.step)))
        });
        fields.add_field_method_get("memory", |lua, c| {
            let memory = Stage::with(lua, c.world, |w| w.memory(c.id))?;
            plain::to_lua(lua, &memory)
        });
        for name in CREATURE_FIELDS.iter().map(|f| f.name).filter(|name| !LASTING.contains(name)) {
            fields.add_field_method_get(name, move |lua, c| {
                let (view, slot) = c.seen(lua)?;
                let dead = || Error::runtime(format!("{}.{name}: it is dead (read .alive first)", c.name));
                let slot = slot.ok_or_else(dead)?;
                field(lua, name, Sight::of(&view, slot))
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
        methods.add_method("why", |lua, c, ()| {
            budget::charge(RECORD_COST)?;
            let view = Stage::with(lua, c.world, |w| w.view())?;
            Ok(reason_lines(reasons::of(&view, c.id), view.step_s))
        });
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
    let limits = Stage::of(lua)?.limits;
    let mut left = limits;
    let data = plain::from_lua(v, name, &mut left);
    args::charge_for_data(limits, left)?;
    data.map_err(|e| Error::runtime(e.to_string()))
}
