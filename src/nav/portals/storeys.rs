//! All storeys of a world with portals, as one body finds them.

use super::PortalMap;
use crate::body::Body;
use crate::geom::{Storey, Vec2};
use crate::grid::{RegionSet, Regions};
use crate::world::{Abilities, Landing, World};
use std::collections::BTreeSet;

/// All storeys of a world that has portals, for one body.
#[derive(Clone, Copy, Debug)]
pub struct Storeys<'a> {
    /// The ground, with the storeys on it.
    pub world: &'a World,
    /// Their regions.
    pub regions: &'a RegionSet,
    /// What is known of their portals.
    pub map: &'a PortalMap,
    /// What the body can do that portals ask for.
    pub abilities: Abilities,
}

impl<'a> Storeys<'a> {
    /// Whether a body may enter a portal at an end, and comes out of it.
    pub(crate) fn lets_through(&self, at: Landing, body: &Body) -> bool {
        self.world.portals().lets_in(at, self.abilities)
            && self.region(at, body).is_some()
            && self.region(at.other(), body).is_some()
    }

    /// The regions of a storey for a body.
    pub(super) fn regions_on(&self, storey: Storey, body: &Body) -> Option<&'a Regions> {
        self.regions.on(storey)?.get(body.radius_m, body.height_m, body.moves)
    }

    /// The part of its storey that an end of a portal belongs to; `None` where the body does not come to it.
    pub(super) fn region(&self, at: Landing, body: &Body) -> Option<u32> {
        let cell = self.map.cell(self.world, at, body)?;
        self.regions_on(self.world.portals().end(at).storey, body)?.of_cell(cell)
    }

    /// Where a body comes to an end of a portal, metres.
    pub(super) fn place(&self, at: Landing, body: &Body) -> Option<Vec2> {
        let regions = self.regions_on(self.world.portals().end(at).storey, body)?;
        Some(regions.anchors().place(self.map.cell(self.world, at, body)?))
    }

    /// Whether a path leads a body from where it is to a place on a storey, through portals or on one storey, and how many ends of
    /// portals were looked at.
    pub fn joins(&self, body: &Body, to: (Storey, Vec2)) -> (bool, u32) {
        let region = |(storey, at)| Some((storey, self.regions_on(storey, body)?.of_point(at)?));
        // Where it is it may be nearer to a wall than its map allows; it cannot go into one.
        let is_open = self.regions_on(to.0, body).is_some_and(|regions| regions.cell_at(to.1).is_some());
        if !is_open && !self.world.on(to.0).is_free(to.1, body.radius_m, body.height_m, body.moves) {
            return (false, 0);
        }
        let Some((start, goal)) = region((body.storey, body.position)).zip(region(to)) else { return (false, 0) };
        let portals = self.world.portals();
        let (mut looked_at, mut open, mut known) = (0, vec![start], BTreeSet::from([start]));
        while let Some((storey, region)) = open.pop() {
            if (storey, region) == goal {
                return (true, looked_at);
            }
            let ends = portals.on(storey);
            looked_at += ends.len() as u32;
            for at in ends.iter().filter(|at| self.lets_through(**at, body) && self.region(**at, body) == Some(region))
            {
                let there = self.region(at.other(), body).map(|region| (portals.end(at.other()).storey, region));
                open.extend(there.filter(|there| known.insert(*there)));
            }
        }
        (false, looked_at)
    }

    /// Where a body comes out that enters a portal at a place and passes it there in its width: as far along the side of the
    /// rectangle as it went in, where it fits there.
    pub fn exit(&self, at: Landing, body: &Body, (entered, across_m): (Vec2, f32)) -> Option<Vec2> {
        let portals = self.world.portals();
        let to = portals.end(at.other());
        let plane = self.world.on(to.storey);
        let Body { radius_m, height_m, moves, .. } = *body;
        let place = portals.of(at).beyond(at.end, entered, across_m);
        let cell = self.map.cell(self.world, at.other(), body)?;
        let regions = self.regions_on(to.storey, body)?;
        let fits = plane.is_free(place, radius_m, height_m, moves) && regions.of_point(place) == regions.of_cell(cell);
        Some(if fits { place } else { regions.anchors().place(cell) })
    }
}
