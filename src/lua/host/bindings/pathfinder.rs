//! `pathfinder`: the source's six calls (Dahlberg & Viktorsson 2002, appendix 2), and three small ones beside them.

use crate::geom::Vec2;
use crate::lua::analysis::coverage::Asked;
use crate::lua::api::domain::TACTICS;
use crate::lua::api::forced::ForcedCode;
use crate::lua::api::forced::PathCall;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::Noted;
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::args;
use crate::lua::host::bindings::chance;
use crate::lua::host::bindings::sealed;
use crate::lua::host::call::Call;
use crate::lua::host::call::agent_id;
use crate::nav::{Code, Goal, NavContext, Pathfinder};
use mlua::{Error, Lua, Result, Table, Value};

pub const BINDINGS: &[Binding] = &[
    Binding {
        area: "pathfinder",
        name: "activate",
        make: |lua| {
            lua.create_function(|lua, npc: Value| {
                let mut call = Call::of(lua, "pathfinder.activate", &npc)?;
                instance(&mut call)?.pathfinder.get_or_insert_default();
                Ok(())
            })
        },
    },
    Binding {
        area: "pathfinder",
        name: "delete",
        make: |lua| {
            lua.create_function(|lua, npc: Value| {
                let mut call = Call::of(lua, "pathfinder.delete", &npc)?;
                instance(&mut call)?.pathfinder = None;
                Ok(())
            })
        },
    },
    Binding {
        area: "pathfinder",
        name: "set_position_target",
        make: |lua| {
            lua.create_function(|lua, (npc, x, y): (Value, Value, Value)| {
                let what = "pathfinder.set_position_target";
                Call::of(lua, what, &npc)?;
                let to = args::point(what, &x, &y)?;
                set_goal(lua, what, &npc, Goal::Point(to))
            })
        },
    },
    Binding {
        area: "pathfinder",
        name: "set_moving_target",
        make: |lua| {
            lua.create_function(|lua, (npc, other): (Value, Value)| {
                let what = "pathfinder.set_moving_target";
                Call::of(lua, what, &npc)?;
                let id = agent_id(what, &other)?;
                set_goal(lua, what, &npc, Goal::Agent(id))
            })
        },
    },
    Binding {
        area: "pathfinder",
        name: "tick",
        make: |lua| {
            lua.create_function(|lua, npc: Value| {
                let code = ask(lua, PathCall::Tick, &npc, Pathfinder::tick, |f, _| f.code)?;
                let code = code.unwrap_or(Code::NoTarget);
                note(lua, &npc, PathCall::Tick, code)?;
                Ok(code.name())
            })
        },
    },
    Binding { area: "pathfinder", name: "next_waypoint", make: |lua| lua.create_function(next_waypoint) },
    Binding {
        area: "pathfinder",
        name: "reason",
        make: |lua| {
            lua.create_function(|lua, npc: Value| {
                let mut call = Call::of(lua, "pathfinder.reason", &npc)?;
                Ok(instance(&mut call)?.reason().map(|r| r.name()))
            })
        },
    },
    Binding { area: "pathfinder", name: "reachable", make: |lua| lua.create_function(reachable) },
    Binding { area: "pathfinder", name: "report", make: |lua| lua.create_function(report) },
];

/// The two questions as messages call them, in the order of `PathCall`.
const QUESTIONS: [&str; 2] = ["pathfinder.tick", "pathfinder.next_waypoint"];

/// `pathfinder.SEARCH_OK` and its like: their values are their names.
pub fn install_codes(lua: &Lua, globals: &Table) -> Result<()> {
    let table: Table = globals.raw_get("pathfinder")?;
    for code in Code::ALL {
        table.raw_set(code.name(), code.name())?;
    }
    sealed(lua, globals, "pathfinder")
}

fn instance<'a>(call: &'a mut Call) -> Result<&'a mut ScriptInstance> {
    let local = call.turn.local;
    call.instances
        .get_mut(local)
        .and_then(Option::as_mut)
        .ok_or_else(|| Error::runtime("this creature has no script instance"))
}

/// Gives the creature's pathfinder its goal; makes the pathfinder where there is none.
fn set_goal(lua: &Lua, what: &str, npc: &Value, goal: Goal) -> Result<()> {
    let mut call = Call::of(lua, what, npc)?;
    let (me, local) = (call.turn.slot, call.turn.local);
    let host = &mut *call;
    let (Some(view), Some(Some(instance))) = (&host.view, host.instances.get_mut(local)) else { return Ok(()) };
    let finder = instance.pathfinder.get_or_insert_default();
    let before = finder.goal();
    finder.set_goal(&view.nav_context(me, goal), goal);
    if finder.goal() != before {
        host.out.note(me, Noted::Goal(finder.goal()));
    }
    Ok(())
}

/// One of the pathfinder's two questions: put to the creature's pathfinder, unless a spec ordered the answer. `None` when
/// there is neither.
fn ask<R>(
    lua: &Lua,
    question: PathCall,
    npc: &Value,
    real: impl FnOnce(&mut Pathfinder, &NavContext) -> R,
    forced: impl FnOnce(&ForcedCode, &NavContext) -> R,
) -> Result<Option<R>> {
    let mut call = Call::of(lua, QUESTIONS[question as usize], npc)?;
    let (me, local) = (call.turn.slot, call.turn.local);
    let host = &mut *call;
    let (Some(view), Some(Some(instance))) = (&host.view, host.instances.get_mut(local)) else { return Ok(None) };
    let goal = instance.pathfinder.as_ref().map_or(Goal::None, |p| p.goal());
    let ctx = view.nav_context(me, goal);
    if let Some((code, event)) = instance.forced.as_mut().and_then(|f| f.take(question)) {
        instance.inbox.extend(event);
        return Ok(Some(forced(&code, &ctx)));
    }
    Ok(instance.pathfinder.as_mut().map(|p| real(p, &ctx)))
}

/// Counts an answer, and tells the story when it differs from the one before.
fn note(lua: &Lua, npc: &Value, question: PathCall, code: Code) -> Result<()> {
    let mut call = Call::of(lua, "pathfinder", npc)?;
    let (me, local) = (call.turn.slot, call.turn.local);
    let host = &mut *call;
    host.out.codes[code as usize] += 1;
    if let Some(tally) = &mut host.tally {
        let asked = if question == PathCall::Tick { Asked::Tick } else { Asked::NextWaypoint };
        tally.meet(asked, code);
    }
    if let Some(last) = host.codes.get_mut(local)
        && last[question as usize].replace(code) != Some(code)
    {
        host.out.note(me, Noted::Code(code));
    }
    Ok(())
}

fn next_waypoint(lua: &Lua, npc: Value) -> Result<(&'static str, f64, f64)> {
    let place = |f: &ForcedCode, ctx: &NavContext| (f.code, forced_place(f, ctx));
    let answer = ask(lua, PathCall::NextWaypoint, &npc, Pathfinder::next_waypoint, place)?;
    let (code, at): (Code, Vec2) = match answer {
        Some(answer) => answer,
        None => {
            let call = Call::of(lua, "pathfinder.next_waypoint", &npc)?;
            (Code::NoTarget, call.view()?.agents.bodies.position[call.me()])
        }
    };
    note(lua, &npc, PathCall::NextWaypoint, code)?;
    Ok((code.name(), at.x.into(), at.y.into()))
}

/// Where a forced answer sends the creature: the place given with it, else the target's for a `TARGET_FAILED` on the way to
/// a moving target, else where the creature stands.
fn forced_place(f: &ForcedCode, ctx: &NavContext) -> Vec2 {
    let followed = ctx.target.filter(|_| f.code == Code::TargetFailed);
    f.at.unwrap_or(followed.map_or(ctx.me.position, |seen| seen.body.position))
}

fn reachable(lua: &Lua, (npc, x, y): (Value, Value, Value)) -> Result<bool> {
    let what = "pathfinder.reachable";
    let call = Call::of(lua, what, &npc)?;
    let (view, me, to) = (call.view()?, call.me(), args::point(what, &x, &y)?);
    let b = &view.agents.bodies;
    Ok(chance::joined(view.regions.get(b.radius[me], b.height[me]), b.position[me], to))
}

fn report(lua: &Lua, (npc, tactic): (Value, Value)) -> Result<()> {
    let what = "pathfinder.report";
    let mut call = Call::of(lua, what, &npc)?;
    let name = args::text(what, "tactic", &tactic, 32)?;
    if !TACTICS.contains(&name.as_str()) {
        return Err(crate::lua::host::values::unknown("the tactical machine", &name, TACTICS));
    }
    call.turn.tactic = call.view()?.catalogue.symbols.find(&name);
    call.store();
    Ok(())
}
