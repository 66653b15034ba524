//! The graph that a creature plans over, as front ends show it.

use super::{ShownGraph, Sim};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::graph::GraphKind;
use crate::grid::size_class;
use std::sync::Arc;

/// Graphs of more numbers of nodes are not drawn: it would take too long.
const MOST_NODES: usize = 1 << 19;

impl Sim {
    /// The graph that a creature plans over, `known` where that still shows it; `None` where it plans over cells, or over a graph that is
    /// made for each search.
    pub fn shown_graph(&self, id: AgentId, known: Option<&Arc<ShownGraph>>) -> Option<Arc<ShownGraph>> {
        let slot = self.now.agents.bodies.find(id)?;
        let view = self.view();
        let ctx = view.nav_context(slot, None);
        let kind = ctx.graph.filter(|kind| !matches!(kind, GraphKind::Grid | GraphKind::Grid4))?;
        let (graph, mover, number) = self.searches.graph_of(&ctx)?;
        let of = (size_class(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves), number);
        let is_same =
            |known: &Arc<ShownGraph>| (known.kind, known.storey, known.of) == (kind.name(), ctx.me.storey, of);
        if let Some(known) = known.filter(|known| is_same(known)) {
            return Some(Arc::clone(known));
        }
        let mut lines = Vec::new();
        if graph.nodes() <= MOST_NODES {
            let order = |p: Vec2| (p.y.to_bits(), p.x.to_bits());
            graph.draw(&mover, &mut |a, b| lines.push(if order(a) <= order(b) { (a, b) } else { (b, a) }));
            lines.sort_unstable_by_key(|(a, b)| (order(*a), order(*b)));
            lines.dedup();
        }
        Some(Arc::new(ShownGraph { of, ..ShownGraph::new(kind.name(), ctx.me.storey, lines) }))
    }
}
