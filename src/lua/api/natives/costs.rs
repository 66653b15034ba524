//! Questions about paths, which no path is planned for: what they cost, and which of several creatures is the nearest.

use crate::agent::Value;
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::lua::api::declare::Type::{Boolean, Id, List, Number, Optional, Shape};
use crate::lua::api::declare::{Function, ShapeName, Type};
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::nav::PathCost;

const NPC: Type = Shape(ShapeName::Npc);
/// Counts for one place: whether a path leads there …
pub(super) const PLACE_COST: u64 = 60;
/// … and one more for so many cells and volumes that the straight line passes.
const LOOKS_PER_COUNT: u64 = 4;
/// Counts for a lookup over levels of clusters, which measures two of the smallest of these …
const LOOKUP_COST: u64 = 800;
/// … and for each point of them that it looks at.
const POINT_COST: u64 = 8;

pub(super) const FUNCTIONS: &[Function] = functions! { "pathfinder":
    Pure cost(npc: NPC, x: Number, y: Number) -> [Optional(&Number), Boolean], run
        |call, args| Ok(Returned::Cost(estimate(call, args.point(0))?)),
        "about what a path there costs, in metres of plain ground, and whether that is exact: where the straight line is \
         the path; nil where no path leads; fast, no search";
    Acts ask_cost(npc: NPC, x: Number, y: Number) -> [Boolean], run
        |call, args| Ok(call.instance.questions.ask(args.point(0)).into()),
        "have the exact cost of a path there searched for when there is time, for the handler on_cost; false when four places \
         wait already";
    Pure nearest_reachable(npc: NPC, ids: List(&Id)) -> [Optional(&Id), Number, Boolean], run nearest,
        "of creatures that it knows of, the one with the least cost of a path there, that cost, and whether both are exact; nil \
         where no path leads to any; fast, no search";
};

fn estimate(call: &mut NativeCall, to: Vec2) -> Result<PathCost, NativeError> {
    let ctx = call.view.nav_context(call.me(), None);
    call.charge(PLACE_COST + u64::from(PathCost::looks(&ctx, to)) / LOOKS_PER_COUNT)?;
    let cost = PathCost::to(&ctx, to, call.lookup);
    if let Some(points) = call.lookup.take_points() {
        // Known only now, and bounded.
        call.charge(LOOKUP_COST + u64::from(points) * POINT_COST)?;
    }
    Ok(cost)
}

fn nearest(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let Value::Table(entries) = args.take_data(0) else { return Err(NativeError::NoIds) };
    let mut best: Option<(f32, AgentId, bool)> = None;
    for (_, entry) in &entries {
        let Value::Number(number) = entry else { return Err(NativeError::NoIds) };
        call.charge(PLACE_COST)?;
        let Some(id) = AgentId::from_number(*number).filter(|id| call.slot(*id).is_some()) else { continue };
        call.look(id)?;
        let Some(known) = call.instance.knowledge.sighting(call.view, id) else { continue };
        let (cost, exact) = estimate(call, known.body.position)?.parts();
        if let Some(cost) = cost.filter(|cost| best.is_none_or(|(least, ..)| *cost < least)) {
            best = Some((cost, id, exact));
        }
    }
    Ok(Returned::Nearest(best.map(|(cost, id, exact)| (id, cost, exact))))
}
