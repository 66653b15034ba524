//! What a storey of a native map has of its own, and what all of them share.

use super::boxes::optional;
use super::names::Names;
use super::{Table, areas, doors, ground, legend, objects, spawns};
use crate::geom::{Aabb, Vec2};
use crate::world::{GroundKind, Terrain, World};

/// The width of a cell, metres.
pub(super) const RESOLUTIONS_M: (f32, f32) = (0.1, 16.0);

/// What the storeys of a map have in common.
pub(super) struct Shared<'a> {
    resolution_m: f32,
    kinds: Vec<GroundKind>,
    prefabs: objects::Prefabs<'a>,
    /// Names of doors and places that are taken, in all storeys.
    pub(super) names: Names<'a>,
}

impl<'a> Shared<'a> {
    pub(super) fn read(top: &Table<'a>) -> Option<Self> {
        // Without a resolution nothing else has a size.
        let resolution_m = optional(top, "resolution", 1.0, |k| top.number(k, RESOLUTIONS_M.0, RESOLUTIONS_M.1))?;
        let kinds = legend::read(top)?;
        Some(Self { resolution_m, kinds, prefabs: objects::Prefabs::read(top), names: Names::default() })
    }

    /// What a storey has of its own: the top of the map has that for the ground.
    pub(super) fn plane(&self, table: &Table<'a>, name: &str) -> Option<World> {
        let ground = ground::read(table, &self.kinds, self.resolution_m)?;
        let size = ground.size();
        let (areas, area_costs) = areas::read(table, Aabb::new(Vec2::ZERO, size), &self.names);
        let ground = if area_costs.is_empty() {
            ground
        } else {
            let terrain = Terrain { area_costs, ..ground.terrain().clone() };
            ground.with_terrain(terrain)
        };
        let (objects, volumes) = objects::read(table, &self.prefabs, &ground);
        let mut world = World::new(name, ground, objects, volumes);
        world.file = table.doc.file.into();
        doors::read(table, &mut world, &self.names);
        spawns::read(table, &mut world);
        world.areas = areas;
        Some(world)
    }
}
