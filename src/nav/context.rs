//! What one agent's pathfinder may look at.

use super::params::NavParams;
use crate::body::{Body, Sighting};
use crate::grid::{Field, RegionSet};
use crate::path::BodySight;
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
    /// What was seen of its target, where its goal is an agent that exists.
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
        BodySight { world: self.world, radius_m: self.me.radius_m, height_m: self.me.height_m }
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
}
