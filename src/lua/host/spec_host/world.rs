//! `world { … }` in a spec, and the fields and methods of the world it returns.

use crate::agent::{BoardOwner, Group};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::lua::api::declare::ShapeName;
use crate::lua::api::domain::Domain;
use crate::lua::host::bindings::args;
use crate::lua::host::spec_host::contract::{Act, SpecWorld};
use crate::lua::host::spec_host::handles::{CreatureHandle, WorldHandle};
use crate::lua::host::spec_host::stage::Stage;
use crate::lua::host::spec_host::{handles, plan};
use crate::lua::host::values::{key_name, suggestion, unknown};
use crate::lua::host::{budget, plain as data};
use mlua::{Error, Function, Lua, MetaMethod, Result, UserData, UserDataFields, UserDataMethods, Value};

/// The longest single run, in steps; a test's own limit comes on top.
const LONGEST_RUN: u32 = 20_000;
/// The last creature of a letter that can be named.
const MOST_ALIKE: u32 = 40_000;

/// The global `world`.
pub(crate) fn build(lua: &Lua, description: Value) -> Result<WorldHandle> {
    let seed = Stage::of(lua)?.seed;
    let plan = plan::read(&description, seed)?;
    let names_seed = description.as_table().is_some_and(|t| t.raw_get::<Value>("seed").is_ok_and(|v| !v.is_nil()));
    Stage::of(lua)?.seed_used |= !names_seed;
    Stage::build(lua, plan).map(WorldHandle)
}

impl WorldHandle {
    fn with<R>(self, lua: &Lua, f: impl FnOnce(&mut dyn SpecWorld) -> R) -> Result<R> {
        Stage::with(lua, self.0, f)
    }

    fn handle(self, lua: &Lua, id: AgentId) -> Result<CreatureHandle> {
        let view = self.with(lua, |w| w.view())?;
        let behaviour = view.agents.bodies.find(id).map(|slot| view.agents.behaviour[slot]);
        Stage::hold(lua, self.0, id)?;
        let name = format!("{} {id}", behaviour.map_or("creature", |b| view.catalogue.symbols.name(b)));
        Ok(CreatureHandle { world: self.0, id, name })
    }

    /// Runs until `f` returns a true value after a step; `false` when it has not in so many.
    fn until(self, lua: &Lua, f: &Function, steps: u32) -> Result<bool> {
        for _ in 0..steps {
            Stage::step(lua, self.0)?;
            if f.call::<bool>(())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn creature(self, lua: &Lua, letter: &Value, nth: &Value) -> Result<CreatureHandle> {
        let letter = handles::letter("creature", letter)?;
        let all = self.with(lua, |w| w.at_letter(letter))?;
        let n = if nth.is_nil() { None } else { Some(handles::whole("creature", "which", nth, 1..=MOST_ALIKE)?) };
        match (n, &all[..]) {
            (_, []) => Err(Error::runtime(format!("no creature begins at '{letter}'"))),
            (None, [only]) => self.handle(lua, *only),
            (None, many) => {
                let first = format!("w:creature(\"{letter}\", 1) is the first");
                Err(Error::runtime(format!("{} creatures begin at '{letter}': {first}", many.len())))
            }
            (Some(n), many) => match many.get(n as usize - 1) {
                Some(id) => self.handle(lua, *id),
                None => Err(Error::runtime(format!("only {} creatures begin at '{letter}'", many.len()))),
            },
        }
    }
}

fn steps(what: &str, v: &Value) -> Result<u32> {
    handles::whole(what, "steps", v, 1..=LONGEST_RUN)
}

impl UserData for WorldHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "world");
        fields.add_field_method_get("steps", |lua, w| Ok(w.with(lua, |w| w.view())?.step as f64));
        fields.add_field_method_get("time", |lua, w| {
            let view = w.with(lua, |w| w.view())?;
            Ok((view.step as f64 * f64::from(view.step_s) * 1_000.0).round() / 1_000.0)
        });
        fields.add_field_method_get("arrivals", |lua, w| Ok(w.with(lua, |w| w.arrivals())? as f64));
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        running(methods);
        reading(methods);
        methods.add_method("pathfinding", |lua, w, on: Value| match on {
            Value::Boolean(on) => Stage::act(lua, w.0, Act::Pathfinding(on)),
            other => Err(Error::runtime(format!("pathfinding needs true or false, not {}", handles::shown(&other)))),
        });
        methods.add_method("walk", |lua, w, (x, y): (Value, Value)| {
            let direction = if x.is_nil() && y.is_nil() { Vec2::ZERO } else { args::point("walk", &x, &y)? };
            Stage::act(lua, w.0, Act::Walk(direction))
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> Result<Value> {
            Err(unknown("a world", &key_name(&key), ShapeName::SpecWorld.names()))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, _: (Value, Value)| -> Result<()> {
            Err(Error::runtime("a world's fields are read-only"))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("a world"));
    }
}

fn running<M: UserDataMethods<WorldHandle>>(methods: &mut M) {
    methods.add_method("run", |lua, w, n: Value| {
        let n = steps("run", &n)?;
        (0..n).try_for_each(|_| Stage::step(lua, w.0))
    });
    methods.add_method("run_until", |lua, w, (f, n): (Value, Value)| {
        let (f, n) = (handles::function("run_until", "f", &f)?, steps("run_until", &n)?);
        Stage::of(lua)?.claims.compare(None);
        if w.until(lua, &f, n)? {
            return Ok(());
        }
        let seconds = n as f32 * w.with(lua, |w| w.view())?.step_s;
        Err(Error::runtime(format!("still false after {n} steps ({seconds} s)")))
    });
    methods.add_method("happens", |lua, w, (f, n): (Value, Value)| {
        w.until(lua, &handles::function("happens", "f", &f)?, steps("happens", &n)?)
    });
}

fn reading<M: UserDataMethods<WorldHandle>>(methods: &mut M) {
    methods.add_method("creature", |lua, w, (letter, nth): (Value, Value)| w.creature(lua, &letter, &nth));
    methods.add_method("creatures", |lua, w, letter: Value| {
        let ids = match &letter {
            Value::Nil => {
                let view = w.with(lua, |w| w.view())?;
                view.agents.bodies.living().map(|slot| view.agents.bodies.id(slot)).collect()
            }
            given => {
                let letter = handles::letter("creatures", given)?;
                w.with(lua, |w| w.at_letter(letter))?
            }
        };
        ids.into_iter().map(|id| w.handle(lua, id)).collect::<Result<Vec<_>>>()
    });
    methods.add_method("place", |lua, w, letter: Value| {
        let at = handles::place(lua, "place", w.0, &letter)?;
        Ok((f64::from(at.x), f64::from(at.y)))
    });
    methods.add_method("distance", |lua, w, (a, b): (Value, Value)| {
        let (a, b) = (handles::position(lua, "distance", w.0, &a)?, handles::position(lua, "distance", w.0, &b)?);
        Ok(f64::from(a.distance(b)))
    });
    methods.add_method("codes", |lua, w, name: Value| {
        let code = handles::code("codes", &name)?;
        w.with(lua, |w| w.codes(code) as f64)
    });
    methods.add_method("entered", |lua, w, state: Value| {
        let state = handles::word("entered", "state", &state)?;
        let view = w.with(lua, |w| w.view())?;
        let states = view.catalogue.species.iter().flat_map(|s| s.states.iter().map(|s| s.name.as_str()));
        if !states.clone().any(|s| s == state) {
            let hint = suggestion(&state, states);
            return Err(Error::runtime(format!("entered: no creature has a state '{state}'{hint}")));
        }
        w.with(lua, |w| w.entered(&state) as f64)
    });
    methods.add_method("board", |lua, w, (faction, key): (Value, Value)| {
        let (faction, key) = (handles::word("board", "faction", &faction)?, handles::word("board", "key", &key)?);
        let view = w.with(lua, |w| w.view())?;
        let factions = view.catalogue.species.iter().map(|s| s.body.faction.as_str());
        if !factions.clone().any(|f| f == faction) {
            let hint = suggestion(&faction, factions);
            return Err(Error::runtime(format!("board: {}{hint}", Domain::Faction.of_no_creature(&faction))));
        }
        let owner = view.catalogue.symbols.find(&faction).map(BoardOwner::Faction);
        let posted = owner.and_then(|owner| view.boards.get(owner, &key).cloned()).unwrap_or_default();
        args::charge_for_copy(&posted)?;
        data::to_lua(lua, &posted)
    });
    methods.add_method("members", |lua, w, group: Value| {
        let group = handles::word("members", "group", &group)?;
        let view = w.with(lua, |w| w.view())?;
        let members = view.groups.get(&group).into_iter().flat_map(Group::members);
        members.map(|id| w.handle(lua, id)).collect::<Result<Vec<_>>>()
    });
    methods.add_method("said", |lua, w, text: Value| {
        let text = handles::word("said", "part", &text)?;
        budget::charge(1_000)?;
        Ok(w.with(lua, |w| w.log())?.iter().any(|line| line.contains(&text)))
    });
    methods.add_method("errors", |lua, w, ()| {
        let errors = w.with(lua, |w| w.errors())?;
        budget::charge(errors.iter().map(|e| args::COUNTS_PER_ENTRY + e.len() as u64 / args::BYTES_PER_COUNT).sum())?;
        Ok(errors)
    });
    methods.add_method("draw", |lua, w, ()| {
        let drawing = w.with(lua, |w| w.draw())?;
        // Each cell is looked up.
        budget::charge(drawing.len() as u64)?;
        Ok(drawing)
    });
}
