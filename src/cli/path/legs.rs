//! A path over storeys as its legs: one on each storey that it comes to, each but the last to a portal.

use super::coordinates::Coordinates;
use crate::body::Body;
use crate::cli::Diagnostic;
use crate::diag::{did_you_mean, printable};
use crate::geom::Storey;
use crate::graph::{BodySize, Site};
use crate::nav::{Reason, passages};
use crate::world::{Crossing, Portal, World};
use std::path::Path;

/// The body moves so fast where a portal's time is compared with walking, metres a second.
const SPEED_M_S: f32 = 3.0;

/// One leg of a path.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    /// Where it is.
    pub(super) storey: Storey,
    /// The storey's name.
    pub(super) name: String,
    /// Where it begins and ends, on the plane of the storey.
    pub(super) ends: [Site; 2],
    /// What it ends in, if it is not the last.
    pub(super) portal: Option<Through>,
}

/// A portal that a path leads through.
#[derive(Clone, Debug)]
pub(super) struct Through {
    /// Its name.
    pub(super) name: String,
    /// How long it is, metres; 0 where it takes a time.
    pub(super) length_m: f32,
    /// What it costs, metres of plain ground.
    pub(super) cost_m: f32,
}

impl Through {
    fn new(portal: &Portal, end: u8) -> Self {
        let length_m = match portal.crossing {
            Crossing::Metres { metres, .. } => metres,
            Crossing::Seconds(_) => 0.0,
        };
        Self { name: portal.name.clone(), length_m, cost_m: portal.cost_m(end, SPEED_M_S) }
    }
}

impl Leg {
    /// Its storey, and the portal that it ends in.
    pub(super) fn title(&self) -> String {
        let portal = self.portal.as_ref().map_or(String::new(), |portal| format!(", to {}", printable(&portal.name)));
        format!("storey     {}{portal}", printable(&self.name))
    }
}

/// The storeys that places on the command line are on.
///
/// # Errors
/// The map has no storey of a name.
pub(super) fn storeys(world: &World, map: &Path, places: [&Coordinates; 2]) -> Result<[Storey; 2], Vec<Diagnostic>> {
    let find = |place: &Coordinates| {
        let Some(name) = &place.storey else { return Ok(Storey::GROUND) };
        world.storey(name).ok_or_else(|| {
            let message = format!("there is no storey '{}'", name.escape_debug());
            let hint = did_you_mean(name, world.storeys().map(|storey| &*world.on(storey).floor.name));
            vec![Diagnostic::error(map.display().to_string(), message).hint(hint)]
        })
    };
    Ok([find(places[0])?, find(places[1])?])
}

/// The legs of the cheapest path of a body between two places, by what it costs to walk between portals and to pass them.
///
/// # Errors
/// No portals lead from one storey to the other.
pub(super) fn legs(world: &World, size: BodySize, [from, to]: [Site; 2]) -> Result<Vec<Leg>, Reason> {
    let leg = |[from, to]: [Site; 2], portal| {
        let name = world.on(from.storey).floor.name.to_string();
        // On the storey's own plane every place is on the ground.
        let ends = [Site::on_ground(from.at), Site::on_ground(to.at)];
        Leg { storey: from.storey, name, ends, portal }
    };
    let is_near = from.storey == to.storey;
    if world.portals().is_empty() {
        return if is_near { Ok(vec![leg([from, to], None)]) } else { Err(Reason::DifferentRegion) };
    }
    let BodySize { radius_m, height_m, moves } = size;
    let (position, storey) = (from.at, from.storey);
    let me = Body { position, storey, radius_m, height_m, speed_m_s: SPEED_M_S, moves, ..Body::default() };
    let through = match passages(world, &me, (to.storey, to.at)) {
        Ok(through) => through,
        // The search on the storey says why.
        Err(_) if is_near => return Ok(vec![leg([from, to], None)]),
        Err(reason) => return Err(reason),
    };
    let (mut at, mut legs) = (from, Vec::new());
    for passage in through {
        let (portals, entered) = (world.portals(), Site { at: passage.from, storey: at.storey });
        let portal = Through::new(portals.of(passage.at), passage.at.end);
        legs.push(leg([at, entered], Some(portal)));
        at = Site { at: passage.to, storey: portals.end(passage.at.other()).storey };
    }
    legs.push(leg([at, to], None));
    Ok(legs)
}
