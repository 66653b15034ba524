//! A shard: one Lua VM with the instances of its agents, and the searches those agents asked for. Shards share nothing but
//! the view of the step, so they run on as many threads as there are without changing a result.

use crate::agent::{Event, StepView};
use crate::diag::{Clock, Diagnostic};
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::ScriptOutput;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::host::vm::Vm;
use crate::nav::{Round, SearchContext, Service, Worker};
use std::sync::Arc;

pub(super) struct Shard {
    pub vm: Vm,
    pub worker: Worker,
    pub output: ScriptOutput,
    /// Slots due in this step.
    pub due: Vec<usize>,
    /// Slots whose search ended in this step.
    pub ended: Vec<usize>,
    /// Slots that requested a search in this step.
    requesters: Vec<usize>,
}

impl Shard {
    pub(super) fn new(params: &ScriptParams, index: usize, program: &Arc<Program>) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self {
            vm: Vm::new(params, index, program)?,
            worker: Worker::default(),
            output: ScriptOutput::default(),
            due: Vec::new(),
            ended: Vec::new(),
            requesters: Vec::new(),
        })
    }

    /// Phase 3: calls the scripts of all agents that are due.
    pub(super) fn run_scripts(&mut self, view: &StepView) {
        self.output.clear();
        if !self.due.is_empty() {
            self.vm.run(view, &self.due, &mut self.output);
        }
    }

    /// Phase 4, first round: agents that need it search or request a search, in order of slot.
    pub(super) fn start_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        self.ended.clear();
        self.worker.begin_step();
        let Self { vm, worker, ended, .. } = self;
        let mut search = SearchContext { service, worker, clock };
        vm.each_instance(|slot, instance| advance(instance, slot, Round::Start, view, &mut search, ended));
    }

    /// Second round: the searches of agents with a grant.
    pub(super) fn step_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        let Self { vm, worker, ended, .. } = self;
        let mut search = SearchContext { service, worker, clock };
        for grant in service.grants() {
            let slot = grant.slot as usize;
            if let Some(instance) = vm.slots.contain(slot).then(|| vm.instance_mut(slot)).flatten() {
                advance(instance, slot, Round::Step { may_park: grant.may_park }, view, &mut search, ended);
            }
        }
    }

    /// Third round: hands the results to the other agents that requested the same.
    pub(super) fn finish_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        let Self { vm, worker, ended, requesters, .. } = self;
        requesters.clear();
        requesters.extend(worker.requesters());
        let mut search = SearchContext { service, worker, clock };
        for slot in requesters.iter().copied() {
            if let Some(instance) = vm.instance_mut(slot) {
                advance(instance, slot, Round::Finish, view, &mut search, ended);
            }
        }
    }
}

/// Works on an agent's search, if it has one. The end of a search is an event for its script.
fn advance(
    instance: &mut ScriptInstance,
    slot: usize,
    round: Round,
    view: &StepView,
    search: &mut SearchContext,
    ended: &mut Vec<usize>,
) {
    let Some(pathfinder) = instance.pathfinder.as_deref_mut().filter(|p| p.wants_slice()) else { return };
    if let Some(code) = pathfinder.advance(&view.nav_context(slot, pathfinder.goal()), round, search) {
        instance.inbox.push(Event::Path(code));
        ended.push(slot);
    }
}
