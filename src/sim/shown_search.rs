//! The search of a creature for its path, as front ends replay it.

use super::{ShownSearch, Sim};
use crate::body::AgentId;
use crate::nav::{Reason, Replay};
use std::sync::Arc;

impl Sim {
    /// The last search of a creature, done again over the world as it is now, from where the creature is to its target; `known` where that is
    /// this search. `None` where the creature has no target.
    pub fn shown_search(&self, id: AgentId, known: Option<&Arc<ShownSearch>>) -> Option<Arc<ShownSearch>> {
        let slot = self.now.agents.bodies.find(id)?;
        let instance = self.shards.instance(slot)?;
        let pathfinder = instance.pathfinder.as_deref()?;
        let of = Some((id, pathfinder.searches()));
        if let Some(known) = known.filter(|known| known.of == of) {
            return Some(Arc::clone(known));
        }
        let view = self.view();
        let ctx = view.nav_context(slot, instance.target(&view));
        let Replay { places, cut, reason } = pathfinder.replay(&ctx, &self.searches)?;
        let storey = ctx.me.storey;
        Some(Arc::new(ShownSearch { storey, places, cut, reason: reason.map(Reason::name), of }))
    }
}
