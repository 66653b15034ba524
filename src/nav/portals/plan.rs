//! A path over storeys for one body, planned apart from any step: for tools.

use super::{PortalMap, RouteSearch, Storeys};
use crate::body::Body;
use crate::geom::{Storey, Vec2};
use crate::grid::RegionSet;
use crate::influence::Influence;
use crate::nav::{NavContext, NavParams, PreparedLevels, Reason};
use crate::path::PathForm;
use crate::world::{Landing, World};

/// A portal on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The end at which the body enters.
    pub at: Landing,
    /// Where it does, metres.
    pub from: Vec2,
    /// Where it comes out, metres.
    pub to: Vec2,
}

/// The portals on the cheapest path of a body that has no abilities to a place, in order; none where the path stays on its storey. What
/// it costs to walk between portals is that over levels of clusters, as it is for creatures.
///
/// # Errors
/// Why there is no path.
pub fn passages(world: &World, me: &Body, to: (Storey, Vec2)) -> Result<Vec<Passage>, Reason> {
    let (mut regions, mut levels, mut map) = (RegionSet::default(), PreparedLevels::default(), PortalMap::default());
    for storey in [me.storey, to.0] {
        let on = regions.on_mut(storey);
        on.prepare(world.on(storey), me.radius_m, me.height_m, me.moves);
        on.prepare_field(world.on(storey), me.radius_m, me.height_m, me.moves);
    }
    map.prepare(world, &mut regions, &mut levels, (me.radius_m, me.height_m, me.moves));
    let class = world.ground.movements().get(usize::from(me.moves.0)).map(|class| class.name.as_str());
    let abilities = world.portals().abilities(|word| class == Some(word));
    let storeys = Storeys { world, regions: &regions, map: &map, abilities };
    let (influence, params) = (Influence::default(), NavParams::default());
    let ctx = NavContext {
        slot: 0,
        me: *me,
        target: None,
        world: world.on(me.storey),
        storeys: Some(storeys),
        regions: regions.on(me.storey).unwrap_or(&regions),
        levels: &levels,
        influence: &influence,
        avoided: &[],
        gates: None,
        graph: None,
        blocked: None,
        params: &params,
        focus: None,
        asks: false,
        keeps_lane: false,
        heading: 0.0,
        form: PathForm::default(),
        step: 0,
        step_s: 1.0,
        pathfinding_on: true,
    };
    let entered = RouteSearch::default().find_all(&ctx, &storeys, to)?;
    let passage = |at: Landing| {
        let enters = Body { storey: world.portals().end(at).storey, ..*me };
        let from = storeys.place(at, &enters)?;
        let across_m = world.portals().of(at).across_m(at.end, from);
        Some(Passage { at, from, to: storeys.exit(at, &enters, (from, across_m))? })
    };
    entered.into_iter().map(passage).collect::<Option<_>>().ok_or(Reason::DifferentRegion)
}
