//! Flow fields as the simulation and front ends use them; how paths are read off them is the shared planner's business.

use super::{Service, Worker};
use crate::crowd::{FlowField, FlowGround, Flows};
use crate::geom::Vec2;
use crate::nav::{NavContext, NavParams};

impl Service {
    /// Begins flow fields where enough agents asked for the same goal in the first round of a step, and works on those there are.
    pub fn advance_flows<'w>(
        &mut self,
        on: &FlowGround,
        params: &NavParams,
        workers: impl Iterator<Item = &'w Worker>,
    ) {
        let asked = workers.flat_map(|worker| [worker.shared.asked.as_slice(), &worker.gates.asked]);
        self.shared.advance_flows(on, params, asked, &mut self.ceiling);
    }

    /// The flow field that a path of an agent to a place is read off, where there is one.
    pub(in crate::nav) fn field_to(&self, ctx: &NavContext, to: Vec2) -> Option<&FlowField> {
        self.shared.field_to(ctx, to)
    }

    /// The flow fields there are.
    pub fn flows(&self) -> &Flows {
        &self.shared.flows
    }
}
