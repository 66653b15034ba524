//! A shard: one Lua VM with the minds of its agents, and the searches those agents asked for. Shards share nothing but
//! the view of the step, so they run on as many threads as there are without changing a result.

use crate::agent::{Event, StepView};
use crate::diag::{Clock, Diagnostic};
use crate::nav::{Code, Worker};
use crate::script::{Program, ScriptOutput, ScriptParams, Vm};
use std::sync::Arc;

pub(super) struct Shard {
    pub vm: Vm,
    pub worker: Worker,
    pub output: ScriptOutput,
    /// Slots due in this step.
    pub due: Vec<usize>,
    /// (slot, how its search ended) in this step.
    pub ended: Vec<(usize, Code)>,
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

    /// Phase 4: gives every search that is queued or running its slice, in order of slot.
    pub fn run_searches(&mut self, view: &StepView, clock: &dyn Clock) {
        let ctx = view.nav_context();
        self.ended.clear();
        let (worker, ended) = (&mut self.worker, &mut self.ended);
        self.vm.each_mind(|slot, mind| {
            let Some(pathfinder) = mind.pathfinder.as_deref_mut().filter(|p| p.wants_search()) else { return };
            if let Some(code) = pathfinder.run_slice(&ctx, slot, worker, clock) {
                mind.inbox.push(Event::Path(code));
                ended.push((slot, code));
            }
        });
    }
}

/// The threads to run shards on; `None` for one thread, which is the caller's own.
pub(super) fn pool(threads: usize) -> Result<Option<rayon::ThreadPool>, Vec<Diagnostic>> {
    if threads <= 1 {
        return Ok(None);
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("sim-{i}"))
        .build()
        .map(Some)
        .map_err(|e| vec![Diagnostic::error("", format!("cannot start {threads} threads: {e}"))])
}

/// Does `work` with every shard, on the pool when there is one.
pub(super) fn each(pool: Option<&rayon::ThreadPool>, shards: &mut [Shard], work: impl Fn(&mut Shard) + Sync + Send) {
    use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
    match pool {
        None => shards.iter_mut().for_each(work),
        Some(pool) => pool.install(|| shards.par_iter_mut().for_each(work)),
    }
}
