//! `pathfinder`: the source's six calls (Dahlberg & Viktorsson 2002, appendix 2), and three small ones beside them. Each looks
//! at a target that is a creature first.

use crate::agent::Seeing;
use crate::geom::Vec2;
use crate::lua::api::declare::Type::{Boolean, Id, Number, Optional, Shape, String, Word};
use crate::lua::api::declare::{Function, ShapeName, Type};
use crate::lua::api::domain::{Domain, IDLE, SEARCH};
use crate::lua::api::forced::{ForcedCode, PathCall};
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::lua::api::natives::costs::PLACE_COST;
use crate::lua::api::output::Noted;
use crate::nav::{Code, Goal, NavContext, Pathfinder};

const NPC: Type = Shape(ShapeName::Npc);

/// Counts for working out where a target that is out of sight is looked for.
const WHEREABOUTS_COST: u64 = 300;

pub(super) const FUNCTIONS: &[Function] = functions! { "pathfinder":
    Acts activate(npc: NPC), run
        |call, _| {
            call.instance.pathfinder.get_or_insert_default();
            Ok(Returned::Nil)
        },
        "give the creature a pathfinder; does nothing when it has one";
    Acts delete(npc: NPC), run
        |call, _| {
            call.instance.pathfinder = None;
            Ok(Returned::Nil)
        },
        "remove the creature's pathfinder; does nothing when it has none";
    Acts set_position_target(npc: NPC, x: Number, y: Number, storey: Optional(&String)), run
        |call, mut args| {
            let storey = call.storey(args.take_string(2))?;
            set_goal(call, Goal::Point(args.point(0), storey))
        },
        "plan a path to a place; on the storey of this name, or the one that the creature is on; where many creatures go to the same one, their paths come off one field, in which time lost in the crowd is a cost";
    Acts set_moving_target(npc: NPC, other: Id), run
        |call, args| match args.id(0) {
            Some(id) if call.slot(id) == Some(call.me()) => Err(NativeError::FollowsItself),
            id => set_goal(call, id.map_or(Goal::None, Goal::Agent)),
        },
        "plan a path to a creature, and again as it moves";
    Acts tick(npc: NPC) -> [Word(Domain::Code)], run tick, "keep the path up to date; call it once a tick";
    Acts next_waypoint(npc: NPC) -> [Word(Domain::Code), Number, Number], run next_waypoint,
        "where to go next; call it again on arrival";
    Pure reason(npc: NPC) -> [Optional(&Word(Domain::Reason))], run
        |call, _| Ok(call.instance.reason().map_or(Returned::Nil, |r| Returned::Word(r.name()))),
        "why the last search found nothing";
    Pure reachable(npc: NPC, x: Number, y: Number, storey: Optional(&String)) -> [Boolean], run reachable,
        "whether a path leads there, on the storey of this name or the one that the creature is on, through portals too; fast, no \
         search";
    Acts report(npc: NPC, tactic: Word(Domain::Tactic), sought: Optional(&Id)), run report,
        "show the tactical state on the dashboard: idle, pathfind, seek, pursue or search, and what is searched for; the one that was followed last when left out";
};

fn reachable(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let storey = call.storey(args.take_string(2))?;
    call.charge(PLACE_COST)?;
    let Some(storeys) = call.view.storeys(call.me()) else {
        let (same, to) = (storey == call.view.agents.bodies.storey[call.me()], args.point(0));
        return Ok((same && call.view.nav_context(call.me(), None).may_lead_to(to)).into());
    };
    let (joins, looked_at) = storeys.joins(&call.view.planned_body(call.me()), (storey, args.point(0)));
    call.charge(u64::from(looked_at))?;
    Ok(joins.into())
}

/// Gives the creature's pathfinder its goal; makes the pathfinder where there is none.
fn set_goal(call: &mut NativeCall, goal: Goal) -> Result<Returned, NativeError> {
    let me = call.me();
    let target = goal.agent().filter(|id| call.slot(*id).is_some());
    if let Some(id) = target {
        call.look(id)?;
    }
    let known = target.and_then(|id| call.instance.knowledge.sighting(call.view, id));
    if known.is_some_and(|k| !k.in_sight) {
        call.charge(WHEREABOUTS_COST)?;
    }
    let finder = call.instance.pathfinder.get_or_insert_default();
    let before = finder.goal;
    finder.set_goal(&call.view.nav_context(me, known), goal);
    let now = finder.goal;
    if now != before {
        call.out.note(me, Noted::Goal(now));
    }
    target.into_iter().for_each(|id| call.watch(id));
    Ok(Returned::Nil)
}

/// Shows the tactical state. The record has where a search begins, and where it ends with nothing found.
fn report(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let before = call.turn.tactic.unwrap_or(call.view.agents.tactic[call.turn.slot]);
    match (call.view.catalogue.symbols.name(before), args.word(0)) {
        (SEARCH, SEARCH) => {}
        (_, SEARCH) => {
            args.id(1).filter(|id| call.slot(*id).is_some()).into_iter().for_each(|id| call.watch(id));
            call.note_of_watched(Seeing::Searches);
        }
        (SEARCH, IDLE) => {
            call.note_of_watched(Seeing::GaveUp);
            call.instance.watched = None;
        }
        _ => {}
    }
    call.turn.tactic = call.view.catalogue.symbols.find(args.word(0));
    Ok(Returned::Nil)
}

fn tick(call: &mut NativeCall, _: Args) -> Result<Returned, NativeError> {
    let led = |call: &NativeCall| call.instance.pathfinder.as_ref().is_some_and(|p| p.is_led_by_memory());
    let before = led(call);
    let code = ask(call, PathCall::Tick, Pathfinder::tick, |f, _| f.code)?.unwrap_or(Code::NoTarget);
    if led(call) && !before {
        call.note_of_watched(Seeing::ToLastSeen);
    }
    call.note_code(PathCall::Tick, code);
    Ok(Returned::Word(code.name()))
}

fn next_waypoint(call: &mut NativeCall, _: Args) -> Result<Returned, NativeError> {
    let forced = |f: &ForcedCode, ctx: &NavContext| (f.code, forced_place(f, ctx));
    let asked = ask(call, PathCall::NextWaypoint, Pathfinder::next_waypoint, forced)?;
    let (code, at) = asked.unwrap_or((Code::NoTarget, call.here()));
    call.note_code(PathCall::NextWaypoint, code);
    Ok(Returned::Waypoint(code, at))
}

/// What one of the pathfinder's two questions returns: from the creature's pathfinder, unless a spec forced a code. `None`
/// when there is neither.
fn ask<R>(
    call: &mut NativeCall,
    question: PathCall,
    real: impl FnOnce(&mut Pathfinder, &NavContext) -> R,
    forced: impl FnOnce(&ForcedCode, &NavContext) -> R,
) -> Result<Option<R>, NativeError> {
    call.look_at_target()?;
    let ctx = call.view.nav_context(call.turn.slot, call.instance.target(call.view));
    if let Some((code, event)) = call.instance.forced.as_mut().and_then(|f| f.take(question)) {
        call.instance.inbox.extend(event);
        return Ok(Some(forced(&code, &ctx)));
    }
    Ok(call.instance.pathfinder.as_mut().map(|p| real(p, &ctx)))
}

/// Where a forced code sends the creature: the place given with it, else the target's for a `TARGET_FAILED` towards a
/// moving target, else its own.
fn forced_place(f: &ForcedCode, ctx: &NavContext) -> Vec2 {
    let followed = ctx.target.filter(|_| f.code == Code::TargetFailed);
    f.at.unwrap_or(followed.map_or(ctx.me.position, |seen| seen.body.position))
}
