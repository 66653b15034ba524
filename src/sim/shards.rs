//! All shards, which shard an agent belongs to, and the threads that shards run on.

use super::shard::Shard;
use crate::diag::Diagnostic;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::host::vm::{Vm, VmSlots};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use std::sync::Arc;

/// One shard for each VM. The shard of an agent follows from its slot.
pub(super) struct Shards {
    pub all: Vec<Shard>,
    /// `None` for one thread, which is the caller's own.
    pool: Option<rayon::ThreadPool>,
}

impl Shards {
    pub(super) fn new(params: &ScriptParams, threads: usize, program: &Arc<Program>) -> Result<Self, Vec<Diagnostic>> {
        let all = (0..params.vms).map(|i| Shard::new(params, i, program)).collect::<Result<_, _>>()?;
        let pool = (threads > 1).then(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("sim-{i}"));
            pool.build().map_err(|e| vec![Diagnostic::error("", format!("cannot start {threads} threads: {e}"))])
        });
        Ok(Self { all, pool: pool.transpose()? })
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
        match &self.pool {
            None => self.all.iter_mut().for_each(work),
            Some(pool) => pool.install(|| self.all.par_iter_mut().for_each(work)),
        }
    }
}
