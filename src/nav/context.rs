//! What one agent's pathfinder may look at, and the cells in which its paths end.

use super::params::NavParams;
use crate::body::{Body, Sighting};
use crate::geom::{Cell, Vec2};
use crate::grid::{Field, RegionSet};
use crate::path::BodySight;
use crate::search::WeightedJumps;
use crate::world::World;

/// A body stands free where nothing touches this share of its radius: bodies in contact with a wall do.
const CONTACT_SHARE: f32 = 0.95;

/// What one agent's pathfinder may look at.
#[derive(Clone, Copy, Debug)]
pub struct NavContext<'a> {
    /// The agent's slot: names it in requests, nothing else.
    pub slot: usize,
    /// The agent's own body.
    pub me: Body,
    /// What the agent knows of its target, where its goal is an agent that exists and that it knows of.
    pub target: Option<Sighting>,
    /// What exists.
    pub world: &'a World,
    /// Which cells are connected.
    pub regions: &'a RegionSet,
    /// The parameters of pathfinding.
    pub params: &'a NavParams,
    /// Steps since the world began.
    pub step: u64,
    /// Length of a step, seconds.
    pub step_s: f32,
    /// The global switch.
    pub pathfinding_on: bool,
}

impl<'a> NavContext<'a> {
    /// Sight tests for the agent's body.
    pub(super) fn body_sight(&self) -> BodySight<'a> {
        let (radius_m, height_m) = (self.me.radius_m, self.me.height_m);
        BodySight { world: self.world, radius_m, height_m, costs: self.regions.costs() }
    }

    /// The same for a body that may be in contact with a wall.
    pub(super) fn contact_sight(&self) -> BodySight<'a> {
        let body = self.body_sight();
        BodySight { radius_m: body.radius_m * CONTACT_SHARE, ..body }
    }

    /// The grid of the whole world for the agent's size, where one was prepared.
    pub(super) fn field(&self) -> Option<&'a Field> {
        self.regions.field(self.me.radius_m, self.me.height_m)
    }

    /// Jumps over the grid where its ground does not cost the same everywhere.
    pub(super) fn weighted(&self, field: &'a Field) -> Option<WeightedJumps<'a>> {
        self.regions.costs().map(|costs| WeightedJumps { field, costs })
    }

    /// The open cell from which a path to or from `at` leads: its own, else the nearest within `reach` cells.
    ///
    /// A body may stand closer to things than its map allows. The source then shrinks the navigation buffer. Here the body
    /// first steps out on a straight line, if it really stands free and `can_step` to a cell's centre; the smaller buffer is
    /// left for bodies that cannot. `open` gets a cell and the place in it. `None` where the place is blocked.
    pub(super) fn open_cell(
        &self,
        at: Vec2,
        reach: i32,
        open: impl Fn(Cell, Vec2) -> bool,
        can_step: impl Fn(Vec2) -> bool,
    ) -> Option<Cell> {
        let res = self.world.ground.resolution_m();
        let own = Cell::of(at, res);
        if open(own, at) {
            return Some(own);
        }
        let body = self.contact_sight();
        if !self.world.is_free(at, body.radius_m, body.height_m) {
            return None;
        }
        let mut best: Option<(f32, Cell)> = None;
        for y in own.y - reach..=own.y + reach {
            for x in own.x - reach..=own.x + reach {
                let cell = Cell::new(x, y);
                let centre = cell.centre(res);
                let distance = centre.distance_squared(at);
                let nearer = best.is_none_or(|(least, _)| distance < least);
                if nearer && open(cell, centre) && can_step(centre) {
                    best = Some((distance, cell));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}
