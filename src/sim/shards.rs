//! A shard: one Lua VM with the instances of its agents, and the searches those agents asked for. Shards share nothing but
//! the view of the step, so they run on as many threads as there are without changing a result.

mod led;
mod noted;
mod parts;

use super::note_events::NoteEvents;
use crate::agent::{Agents, Event, StepView};
use crate::diag::{Clock, Diagnostic};
use crate::geom::Vec2;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::ScriptOutput;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::host::vm::{Vm, VmSlots};
use crate::nav::{Claimant, Guide, Pathfinder, Round, SearchContext, Service, Worker};
use noted::Noted;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::ops::Range;
use std::sync::Arc;

/// One shard for each VM. The shard of an agent follows from its slot.
pub(super) struct Shards {
    pub all: Vec<Shard>,
    /// `None` for one thread, which is the caller's own.
    pool: Option<rayon::ThreadPool>,
}

impl Shards {
    pub(super) fn new(params: &ScriptParams, threads: usize, program: &Arc<Program>) -> Result<Self, Vec<Diagnostic>> {
        let all = (0..params.machines()).map(|i| Shard::new(params, i, program)).collect::<Result<_, _>>()?;
        let pool = (threads > 1).then(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("sim-{i}"));
            pool.build().map_err(|e| vec![Diagnostic::error("", format!("cannot start {threads} threads: {e}"))])
        });
        Ok(Self { all, pool: pool.transpose()? })
    }

    /// The threads there are, where there are several.
    pub(super) fn pool(&self) -> Option<&rayon::ThreadPool> {
        self.pool.as_ref()
    }

    /// The threads that share work on so many bodies, of which each takes little.
    pub(super) fn pool_for(&self, bodies: usize) -> Option<&rayon::ThreadPool> {
        self.pool().filter(|_| bodies >= FEW_BODIES)
    }

    /// The index of an agent's shard.
    pub(super) fn index_of(&self, slot: usize) -> usize {
        VmSlots::vm_of(slot, self.all.len())
    }

    /// The shard of an agent.
    pub(super) fn of(&mut self, slot: usize) -> &mut Shard {
        let index = self.index_of(slot);
        &mut self.all[index]
    }

    /// The VM that an agent's script runs in.
    pub(super) fn vm(&self, slot: usize) -> &Vm {
        &self.all[self.index_of(slot)].vm
    }

    pub(super) fn vm_mut(&mut self, slot: usize) -> &mut Vm {
        &mut self.of(slot).vm
    }

    pub(super) fn instance(&self, slot: usize) -> Option<&ScriptInstance> {
        self.vm(slot).instance(slot)
    }

    pub(super) fn instance_mut(&mut self, slot: usize) -> Option<&mut ScriptInstance> {
        self.vm_mut(slot).instance_mut(slot)
    }

    /// The same, to be changed in nothing that shards note of it: in its inbox and its knowledge.
    pub(super) fn instance_untouched(&mut self, slot: usize) -> Option<&mut ScriptInstance> {
        let vm = &mut self.of(slot).vm;
        vm.local_instance_untouched(vm.slots.local(slot))
    }

    /// What the searches of each shard keep.
    pub(super) fn workers(&self) -> impl Iterator<Item = &Worker> + Clone {
        self.all.iter().map(|s| &s.worker)
    }

    /// The same, to take what they hold.
    pub(super) fn workers_mut(&mut self) -> impl Iterator<Item = &mut Worker> {
        self.all.iter_mut().map(|s| &mut s.worker)
    }

    /// Every VM, in order of index.
    pub(super) fn vms(&mut self) -> impl Iterator<Item = &mut Vm> {
        self.all.iter_mut().map(|s| &mut s.vm)
    }

    /// Runs a program's files in every VM, on all threads. The present program stays in force until [`Shards::activate`].
    pub(super) fn load(&mut self, program: &Arc<Program>) -> Result<(), Vec<Diagnostic>> {
        let load = |s: &mut Shard| s.vm.load(program);
        let results: Vec<_> = match &self.pool {
            None => self.all.iter_mut().map(load).collect(),
            Some(pool) => pool.install(|| self.all.par_iter_mut().map(load).collect()),
        };
        let result = results.into_iter().find(Result::is_err).unwrap_or(Ok(()));
        if result.is_err() {
            self.run(|s| s.vm.unload());
        }
        result
    }

    /// Puts the program that was loaded last in the place of the present one.
    pub(super) fn activate(&mut self) {
        self.run(|s| s.vm.activate());
    }

    /// Does `work` with every shard, on all threads.
    pub(super) fn run(&mut self, work: impl Fn(&mut Shard) + Sync + Send) {
        run_on(self.pool.as_ref(), &mut self.all, work);
    }

    /// The same for work that only shards have that are `busy`: one alone is the caller's own.
    pub(super) fn run_busy(&mut self, busy: impl Fn(&Shard) -> bool, work: impl Fn(&mut Shard) + Sync + Send) {
        let are_several = self.all.iter().filter(|shard| busy(shard)).nth(1).is_some();
        run_on(self.pool.as_ref().filter(|_| are_several), &mut self.all, work);
    }

    /// The same for work on so many bodies, of which each takes little.
    pub(super) fn run_for(&mut self, bodies: usize, work: impl Fn(&mut Shard) + Sync + Send) {
        run_on(self.pool.as_ref().filter(|_| bodies >= FEW_BODIES), &mut self.all, work);
    }
}

/// Of fewer bodies one thread has done its work before others wake up for a part of it.
const FEW_BODIES: usize = 1_000;

fn run_on(pool: Option<&rayon::ThreadPool>, all: &mut [Shard], work: impl Fn(&mut Shard) + Sync + Send) {
    match pool {
        None => all.iter_mut().for_each(work),
        Some(pool) => pool.install(|| all.par_iter_mut().with_max_len(1).for_each(work)),
    }
}

/// A body that may be led: the local index of its instance, its slot, and where its script steers it, metres.
type Steered = (usize, usize, Vec2);

pub(super) struct Shard {
    pub vm: Vm,
    pub worker: Worker,
    pub output: ScriptOutput,
    /// Slots due in this step.
    pub due: Vec<usize>,
    /// Slots whose tick is left out in this step, because they sleep.
    pub sleepers: Vec<usize>,
    /// What the scripts noted in this step, for the recorder.
    pub events: NoteEvents,
    /// Slots whose search ended in this step.
    pub ended: Vec<usize>,
    /// Where its agents steer that are led along their paths, by local index.
    pub guides: Vec<Option<Guide>>,
    /// Those that came to their goals in this step, and how far they had asked to go, metres.
    pub arrived: Vec<(usize, f32)>,
    /// Agents that need a search in this step.
    claimants: Vec<Claimant>,
    noted: Noted,
    steered: Vec<Steered>,
}

impl Shard {
    pub(super) fn new(params: &ScriptParams, index: usize, program: &Arc<Program>) -> Result<Self, Vec<Diagnostic>> {
        let vm = Vm::new(params, index, program)?;
        let (worker, output, due, sleepers, ended, guides, arrived, claimants) = Default::default();
        let (noted, steered, events) = Default::default();
        Ok(Self { vm, worker, output, due, sleepers, events, ended, guides, arrived, claimants, noted, steered })
    }

    /// Collects those of its agents whose turn it is in a step, by turns of so many steps, and those that were woken; of those that have
    /// their turn, the ones that sleep apart. Only agents that `calls` says are called at all.
    pub(super) fn collect_due(
        &mut self,
        agents: &Agents,
        woken: &[bool],
        (step, period): (u64, u64),
        calls: impl Fn(usize) -> bool,
    ) {
        let Self { vm, due, sleepers, .. } = self;
        due.clear();
        sleepers.clear();
        let all = (0..).map(|local| vm.slots.slot(local)).take_while(|slot| *slot < agents.bodies.len());
        for slot in all.filter(|slot| calls(*slot)) {
            if woken[slot] {
                due.push(slot);
            } else if (step + slot as u64).is_multiple_of(period) {
                if agents.sleep[slot].holds(step) { &mut *sleepers } else { &mut *due }.push(slot);
            }
        }
    }

    /// Those that sleep and have a reason to wake are due too. A tick takes so many seconds.
    pub(super) fn rouse(&mut self, view: &StepView, near: (f32, f32)) {
        let Self { vm, due, sleepers, .. } = self;
        let awake = due.len();
        sleepers.retain(|slot| {
            let wakes = vm.has_reason(view, *slot, near);
            due.extend(wakes.then_some(*slot));
            !wakes
        });
        if due.len() > awake {
            due.sort_unstable();
        }
    }

    /// Phase 3: calls the scripts of a part of the agents that are due. What they wrote is added to the output.
    pub(super) fn run_scripts(&mut self, view: &StepView, part: Range<usize>) {
        self.vm.run(view, &self.due[part], &mut self.output);
    }

    /// Phase 4: forgets the searches of the step before, and finds its agents that need one, as one of so many shards.
    pub(super) fn begin_searches(&mut self, view: &StepView, shards: usize) {
        self.ended.clear();
        self.noted.renew(&mut self.vm);
        self.worker.begin_step(view.nav.step_expansions, shards);
    }

    /// Whether any of its agents needs a search.
    pub(super) fn searches(&self) -> bool {
        self.noted.searching.iter().next().is_some()
    }

    /// Whether any of its agents left a request or a claim in this step.
    pub(super) fn has_claims(&self) -> bool {
        self.worker.claimants().next().is_some()
    }

    /// First round: agents that need it search or request a search, in order of slot.
    pub(super) fn start_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        let Self { vm, worker, ended, noted, .. } = self;
        let mut search = SearchContext { service, worker, clock };
        for local in noted.searching.iter() {
            let slot = vm.slots.slot(local);
            if view.pathfinding_on && noted.near.has(local) {
                search.worker.wait_near(slot, noted.near_since[local]);
            } else if let Some(instance) = vm.instance_mut(slot) {
                advance(instance, slot, Round::Start, view, &mut search, ended);
                ask(instance, slot, Round::Start, view, &mut search, ended);
            }
        }
    }

    /// Second round: the searches of a part of the agents with a grant.
    pub(super) fn step_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock, part: Range<usize>) {
        self.each_granted(view, (service, part), clock, |may_park| Round::Step { may_park });
    }

    /// Third round: hands the results to the other agents that requested the same, and notes those that have no path yet.
    pub(super) fn finish_searches(&mut self, view: &StepView, service: &Service, clock: &dyn Clock) {
        let Self { vm, worker, ended, claimants, .. } = self;
        claimants.clear();
        claimants.extend(worker.claimants());
        for claimant in claimants.iter().copied() {
            let Claimant { rank, slot, asks, .. } = claimant;
            let finder = vm.instance(slot).and_then(|instance| instance.pathfinder.as_deref());
            let is_queued = !asks && finder.is_some_and(Pathfinder::is_queued);
            // Most of many wait for a search that no other agent needs: nothing about them changes here.
            if !is_queued || service.may_end(&claimant, |storey| view.regions.on(storey).unwrap_or(&view.regions)) {
                let Some(instance) = vm.instance_mut(slot) else { continue };
                let mut search = SearchContext { service, worker, clock };
                if asks {
                    ask(instance, slot, Round::Finish, view, &mut search, ended);
                    continue;
                }
                advance(instance, slot, Round::Finish, view, &mut search, ended);
            }
            let finder = vm.instance(slot).and_then(|instance| instance.pathfinder.as_deref());
            if view.nav.quick_path && finder.is_some_and(Pathfinder::wants_quick_path) {
                worker.note_hasty(rank, slot);
            }
        }
    }

    /// The paths of a part of the agents with a grant are led round what the agents avoid.
    pub(super) fn bend_paths(&mut self, view: &StepView, service: &Service, clock: &dyn Clock, part: Range<usize>) {
        self.each_granted(view, (service, part), clock, |_| Round::Near);
    }

    /// Last round: quick paths for a part of the agents with a grant.
    pub(super) fn quick_paths(&mut self, view: &StepView, service: &Service, clock: &dyn Clock, part: Range<usize>) {
        self.each_granted(view, (service, part), clock, |_| Round::Quick);
    }

    fn each_granted(
        &mut self,
        view: &StepView,
        (service, part): (&Service, Range<usize>),
        clock: &dyn Clock,
        round: impl Fn(bool) -> Round,
    ) {
        let Self { vm, worker, ended, .. } = self;
        let mut search = SearchContext { service, worker, clock };
        for grant in &service.grants[part] {
            let slot = grant.slot as usize;
            if let Some(instance) = vm.slots.contain(slot).then(|| vm.instance_mut(slot)).flatten() {
                let work = if grant.asks { ask } else { advance };
                work(instance, slot, round(grant.may_park), view, &mut search, ended);
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
    if !instance.pathfinder.as_ref().is_some_and(|finder| finder.wants_slice()) {
        return;
    }
    let known = instance.target(view);
    let Some(pathfinder) = instance.pathfinder.as_deref_mut() else { return };
    if let Some(code) = pathfinder.advance(&view.nav_context(slot, known), round, search) {
        instance.inbox.push(Event::Path(code));
        ended.push(slot);
    }
}

/// The same for what its script asked of paths.
fn ask(
    instance: &mut ScriptInstance,
    slot: usize,
    round: Round,
    view: &StepView,
    search: &mut SearchContext,
    ended: &mut Vec<usize>,
) {
    if instance.questions.is_empty() {
        return;
    }
    if let Some(found) = instance.questions.advance(&view.nav_context(slot, None), round, search) {
        instance.inbox.push(Event::Cost(found));
        ended.push(slot);
    }
}

/// The outcome of running files in all VMs.
type Loaded = Result<(), Vec<Diagnostic>>;

/// Programs that were compiled off the step, for the reloads of the next one.
#[derive(Default)]
pub(super) struct Prepared {
    pub programs: Vec<Arc<Program>>,
    /// The one whose files have run in all VMs already, and the result.
    pub loaded: Option<(Arc<Program>, Loaded)>,
}
