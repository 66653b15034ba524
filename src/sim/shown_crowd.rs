//! The crowd, what gates hold and flow fields as front ends show them.

use super::{CrowdCell, ShownCrowd, ShownFlow, ShownLayer, Sim};
use crate::body::AgentId;
use crate::crowd::{Crowd, Density};
use crate::geom::Storey;
use std::collections::BTreeMap;

impl Sim {
    /// The crowd on the ground as it is now.
    pub fn shown_crowd(&self) -> ShownCrowd {
        let (mut density, ground) = (Density::default(), &self.now.world.ground);
        density.rebuild(ground.size(), ground.resolution_m(), Storey::GROUND, &self.now.agents.bodies);
        let mut cells = Vec::new();
        density.each(|cell, Crowd { per_m2, .. }| {
            let on_10_m2 = (per_m2 * 10.0).round().clamp(0.0, 255.0) as u8;
            cells.push(CrowdCell { place: (cell.y, cell.x), on_10_m2 });
        });
        cells.sort_unstable_by_key(|cell| cell.place);
        ShownCrowd { cell_m: density.cell_m(), cells }
    }

    /// The potentials of the gates on the ground as they are now, in tenths of metres, the highest of all sizes of bodies; `None` where
    /// the world has no gates.
    pub fn shown_potentials(&self) -> Option<ShownLayer> {
        let gates = &self.now.gates;
        let mut cells = BTreeMap::<(u32, u32), u8>::new();
        for sheet in gates.on(Storey::GROUND) {
            sheet.gates.each_cell(|cell, _, into| {
                let highest = cells.entry((cell.y.max(0) as u32, cell.x.max(0) as u32)).or_default();
                *highest = (*highest).max((into.potential * 10.0).min(255.0) as u8);
            });
        }
        let all = cells.into_iter().map(|((y, x), tenths)| (x, y, tenths));
        gates.is_on().then(|| ShownLayer::of_cells("potentials", gates.cell_m, all))
    }

    /// The flow field of a creature's goal; `None` where it has none, and on storeys above the ground.
    pub fn shown_flow(&self, id: AgentId) -> Option<ShownFlow> {
        let slot = self.now.agents.bodies.find(id)?;
        let instance = self.shards.instance(slot)?;
        let view = self.view();
        let ctx = view.nav_context(slot, instance.target(&view));
        let field = instance.pathfinder.as_deref()?.flow_field(&ctx, &self.searches)?;
        let on_ground = view.agents.bodies.storey[slot] == Storey::GROUND;
        let cell_m = view.world.ground.resolution_m();
        on_ground.then(|| ShownFlow { cell_m, width: field.width(), eighths: field.eighths().collect() })
    }
}
