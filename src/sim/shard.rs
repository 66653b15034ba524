//! A shard: one Lua VM with the instances of its agents, and the searches those agents asked for. Shards share nothing but
//! the view of the step, so they run on as many threads as there are without changing a result.

use crate::agent::{Event, StepView};
use crate::diag::{Clock, Diagnostic};
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::ScriptOutput;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::host::vm::Vm;
use crate::nav::{Code, SearchContext, Service, Worker};
use std::sync::Arc;

pub(super) struct Shard {
    pub vm: Vm,
    pub worker: Worker,
    pub output: ScriptOutput,
    /// Slots due in this step.
    pub due: Vec<usize>,
    /// (slot, how its search ended) in this step.
    pub ended: Vec<(usize, Code)>,
    /// Slots that requested a search in this step.
    requesters: Vec<usize>,
    pub script_ns: u64,
}

impl Shard {
    pub fn new(params: &ScriptParams, index: usize, program: &Arc<Program>) -> Result<Self, Vec<Diagnostic>> {
        let mut vm = Vm::new(params, index);
        vm.install(program)?;
        Ok(Self {
            vm,
            worker: Worker::default(),
            output: ScriptOutput::default(),
            due: Vec::new(),
            ended: Vec::new(),
            requesters: Vec::new(),
            script_ns: 0,
        })
    }

    /// Phase 3: calls the scripts of all agents that are due.
    pub fn run_scripts(&mut self, view: &StepView, clock: &dyn Clock) {
        let began = clock.nanos();
        self.output.clear();
        if !self.due.is_empty() {
            self.vm.run(view, &self.due, &mut self.output);
        }
        self.script_ns = clock.nanos().saturating_sub(began);
    }

    /// Phase 4, first round: works on the searches that were queued or are running, in order of slot, as far as that needs
    /// no grant.
    pub fn start_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        self.ended.clear();
        self.worker.begin_step();
        let Self { vm, worker, ended, .. } = self;
        let mut search = SearchContext { service, worker, clock };
        vm.each_instance(|slot, instance| {
            let Some(pathfinder) = instance.pathfinder.as_deref_mut().filter(|p| p.wants_slice()) else { return };
            let code = pathfinder.start(&view.nav_context(slot, pathfinder.goal()), &mut search);
            note(instance, slot, code, ended);
        });
    }

    /// Second round: the searches of agents with a grant.
    pub fn step_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        let Self { vm, worker, ended, .. } = self;
        let mut search = SearchContext { service, worker, clock };
        for grant in service.grants() {
            let slot = grant.slot as usize;
            if !vm.slots().contain(slot) {
                continue;
            }
            let Some(instance) = vm.instance_mut(slot) else { continue };
            let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { continue };
            let ctx = view.nav_context(slot, pathfinder.goal());
            let code = pathfinder.step(&ctx, grant.may_park, &mut search);
            note(instance, slot, code, ended);
        }
    }

    /// Third round: hands the results to the other agents that requested the same.
    pub fn finish_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        let Self { vm, worker, ended, requesters, .. } = self;
        requesters.clear();
        requesters.extend(worker.requesters());
        let mut search = SearchContext { service, worker, clock };
        for slot in requesters.iter().copied() {
            let Some(instance) = vm.instance_mut(slot) else { continue };
            let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { continue };
            let code = pathfinder.finish(&view.nav_context(slot, pathfinder.goal()), &mut search);
            note(instance, slot, code, ended);
        }
    }
}

/// Tells an instance how its search ended, if it did.
fn note(instance: &mut ScriptInstance, slot: usize, code: Option<Code>, ended: &mut Vec<(usize, Code)>) {
    if let Some(code) = code {
        instance.inbox.push(Event::Path(code));
        ended.push((slot, code));
    }
}
