//! What snapshots hold only while a front end shows it.

use super::Control;
use crate::body::AgentId;
use crate::sim::{ShownGraph, ShownSearch, Sim, Snapshot};
use std::sync::Arc;

/// Which of it is shown. The time that creatures lose is summed by the simulation itself.
#[derive(Debug, Default)]
pub(super) struct Shown {
    influence: bool,
    crowd: bool,
    flow: bool,
    potentials: bool,
    graph: bool,
    /// The graph that was shown last.
    lines: Option<Arc<ShownGraph>>,
    search: bool,
    /// The search that was shown last.
    nodes: Option<Arc<ShownSearch>>,
}

impl Shown {
    /// Takes a control that is about it.
    pub(super) fn take(&mut self, control: &Control, sim: &mut Sim) {
        match control {
            Control::Influence(shown) => self.influence = *shown,
            Control::Crowd(shown) => self.crowd = *shown,
            Control::Flow(shown) => self.flow = *shown,
            Control::Graph(shown) => self.graph = *shown,
            Control::Search(shown) => self.search = *shown,
            Control::Potentials(shown) => self.potentials = *shown,
            Control::TimeLost(shown) => sim.sum_time_lost(*shown),
            _ => {}
        }
    }

    /// Puts it into a snapshot.
    pub(super) fn fill(&mut self, snapshot: &mut Snapshot, sim: &Sim, focus: Option<AgentId>) {
        if self.influence {
            snapshot.influence = sim.shown_influence();
        }
        snapshot.crowd = self.crowd.then(|| sim.shown_crowd());
        snapshot.flow = focus.filter(|_| self.flow).and_then(|id| sim.shown_flow(id));
        let graph = focus.filter(|_| self.graph).and_then(|id| sim.shown_graph(id, self.lines.as_ref()));
        self.lines.clone_from(&graph);
        snapshot.graph = graph;
        let search = focus.filter(|_| self.search).and_then(|id| sim.shown_search(id, self.nodes.as_ref()));
        self.nodes.clone_from(&search);
        snapshot.search = search;
        snapshot.potentials = self.potentials.then(|| sim.shown_potentials()).flatten();
        snapshot.time_lost = sim.shown_time_lost();
    }
}
