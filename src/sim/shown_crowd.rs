//! The crowd and its flow fields as front ends show them.

use super::{CrowdCell, ShownCrowd, ShownFlow, Sim};
use crate::body::AgentId;
use crate::crowd::{Crowd, Density};
use crate::geom::Storey;

impl Sim {
    /// The crowd on the ground as it is now.
    pub fn shown_crowd(&self) -> ShownCrowd {
        let (mut density, ground) = (Density::default(), &self.now.world.ground);
        density.rebuild(ground.size(), ground.resolution_m(), Storey::GROUND, &self.now.agents.bodies);
        let mut cells = Vec::new();
        density.each(|cell, Crowd { per_m2, speed_m_s, top_m_s, .. }| {
            let kept = if top_m_s > 0.0 { speed_m_s / top_m_s } else { 1.0 };
            cells.push(CrowdCell {
                place: (cell.y, cell.x),
                on_10_m2: (per_m2 * 10.0).round().clamp(0.0, 255.0) as u8,
                lost_percent: ((1.0 - kept) * 100.0).round().clamp(0.0, 100.0) as u8,
            });
        });
        cells.sort_unstable_by_key(|cell| cell.place);
        ShownCrowd { cell_m: density.cell_m(), cells }
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
