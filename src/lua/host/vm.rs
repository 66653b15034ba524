//! One Lua machine and the creatures it serves.

mod ahead;
mod change;
mod complete;
pub(crate) mod evaluate;
mod event;
mod functions;
mod memory;
mod probation;
mod rollback;
mod settings;
mod shares;
mod sleep;
mod slots;
mod touched;
mod turn;

pub(crate) use slots::VmSlots;

use crate::agent::{Handler, Species, StepView, Symbol};
use crate::body::{AgentId, SlotSet, column};
use crate::diag::Diagnostic;
use crate::lua::analysis::coverage::{Coverage, Tally};
use crate::lua::api::behaviour::MIGRATION;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::api::output::ScriptOutput;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::collector::Collector;
use crate::lua::host::machine::Machine;
use crate::lua::host::memory_watch::MemoryWatch;
use crate::lua::host::profile::{FunctionKey, Profile, migration_of};
use crate::lua::host::program::Program;
use crate::lua::host::raw::{self, Stay};
use crate::lua::host::{behaviour, fault, loader, sandbox};
use crate::lua::source::mods::behaviour_path;
use functions::Functions;
use mlua::Function;
use probation::Probations;
use settings::SettingsTables;
use shares::Shares;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A program whose files have run in this machine.
struct LoadedProgram {
    program: Arc<Program>,
    functions: Functions,
    /// Behaviours with a handler for areas.
    crossing: BTreeSet<Symbol>,
}

/// A Lua machine, and the creatures that it serves (see `VmSlots`).
pub struct Vm {
    params: ScriptParams,
    /// The slots that this machine serves.
    pub slots: VmSlots,
    machine: Machine,
    active: LoadedProgram,
    /// What `activate` will put in the place of the present program.
    loaded: Option<(LoadedProgram, loader::Loading)>,
    /// What every function that was called cost.
    pub profile: Profile,
    /// What is stored of creatures that run a version on probation.
    pub probations: Probations,
    instances: Vec<Option<ScriptInstance>>,
    /// Those that may have changed since [`Vm::each_touched`] was last called, by local index.
    touched: SlotSet,
    collector: Collector,
    shares: Shares,
    settings: SettingsTables,
    /// What looks for those that end sleeps use.
    scratch: Vec<(f32, usize)>,
    /// Records what turns write to memory; `None` when that is not recorded.
    watch: Option<MemoryWatch>,
}

impl Vm {
    /// The VM with this index among those of a world, with a program that it runs.
    ///
    /// # Errors
    /// When no machine can be built, and as [`Vm::load`].
    pub fn new(params: &ScriptParams, index: usize, program: &Arc<Program>) -> Result<Self, Vec<Diagnostic>> {
        let machine = sandbox::machine(params).map_err(|e| vec![fault::diagnose(&e, "")])?;
        if let Some(mut host) = machine.home.get() {
            host.params = params.clone();
        }
        machine.lua.set_app_data(Tally::default());
        let (active, loading) = run_files(&machine, params, program)?;
        machine.lua.set_app_data(loading);
        Ok(Self {
            params: params.clone(),
            slots: VmSlots::new(index, params.machines()),
            machine,
            active,
            loaded: None,
            profile: Profile::default(),
            probations: Probations::default(),
            instances: Vec::new(),
            touched: SlotSet::default(),
            collector: Collector::default(),
            shares: Shares::default(),
            settings: SettingsTables::default(),
            scratch: Vec::new(),
            watch: None,
        })
    }

    /// From now on, notes report what every turn wrote to its creature's memory.
    pub fn watch_memory(&mut self) {
        self.watch = Some(MemoryWatch::default());
    }

    /// Runs the files of a program and keeps their functions for [`Vm::activate`]. The present program stays in force.
    ///
    /// # Errors
    /// When a file fails here although it loaded when the program was checked, for example for lack of memory.
    pub fn load(&mut self, program: &Arc<Program>) -> Result<(), Vec<Diagnostic>> {
        self.loaded = None;
        self.loaded = Some(run_files(&self.machine, &self.params, program)?);
        Ok(())
    }

    /// Replaces the present program with the one that was loaded last.
    pub fn activate(&mut self) {
        let Some((loaded, loading)) = self.loaded.take() else { return };
        self.machine.lua.set_app_data(loading);
        let before = std::mem::replace(&mut self.active, loaded);
        if !self.active.program.declares_as(&before.program) {
            self.settings.renew();
        }
        // The old program's functions are garbage now, and collected with the rest: to collect at once would stop a world of many creatures.
    }

    /// Drops a program that was loaded and will not be activated.
    pub fn unload(&mut self) {
        self.loaded = None;
    }

    /// Adds a creature that has come to life.
    pub fn adopt(&mut self, slot: usize, id: AgentId, species: &Species, instance: ScriptInstance) {
        let local = self.slots.local(slot);
        column::extend(&mut self.instances, local + 1, || None);
        self.probations.forget(local);
        self.instances[local] = Some(instance);
        self.touched.set(local, true);
        self.watch.iter_mut().for_each(|watch| watch.adopt(local));
        self.settings.lack(local);
        self.machine.make_npc(local, species, id).ok();
        if let Some(mut host) = self.host() {
            column::extend(&mut host.codes, local + 1, || [None; 2]);
            host.codes[local] = [None; 2];
        }
    }

    /// Removes a creature and its memory.
    pub fn forget(&mut self, slot: usize) {
        let local = self.slots.local(slot);
        self.probations.forget(local);
        self.shares.set(local, 0);
        if let Some(instance) = self.instances.get_mut(local) {
            *instance = None;
        }
        self.touched.set(local, true);
        self.machine.npcs.raw_set(local + 1, mlua::Value::Nil).ok();
    }

    /// What is kept of the creature in a slot.
    pub fn instance(&self, slot: usize) -> Option<&ScriptInstance> {
        self.instances.get(self.slots.local(slot))?.as_ref()
    }

    /// What is kept of the creature in a slot, to be changed.
    pub fn instance_mut(&mut self, slot: usize) -> Option<&mut ScriptInstance> {
        let local = self.slots.local(slot);
        self.touched.set(local, true);
        self.instances.get_mut(local)?.as_mut()
    }

    /// Whether a state of a behaviour has a handler.
    pub fn handles(&self, behaviour: Symbol, state: Symbol, handler: Handler) -> bool {
        self.active.functions.has(&(behaviour, Some(state), handler))
    }

    /// Calls `work` with every instance, in order of slot.
    pub fn each_instance(&mut self, mut work: impl FnMut(usize, &mut ScriptInstance)) {
        for (local, instance) in self.instances.iter_mut().enumerate() {
            if let Some(instance) = instance {
                self.touched.set(local, true);
                work(self.slots.slot(local), instance);
            }
        }
    }

    /// Gives every creature in `due` (slots of this machine, in rising order) its turn. What they wrote is added to `out`.
    pub fn run(&mut self, view: &StepView, due: &[usize], out: &mut ScriptOutput) {
        self.with_host(view, out, |vm| {
            vm.stay(|vm, stay| {
                let program = Arc::clone(&vm.active.program);
                for (at, slot) in due.iter().enumerate() {
                    vm.ask_ahead(view, &due[at..], stay);
                    vm.turn(&program, view, *slot, false, stay);
                }
            });
        });
    }

    /// The last call in a life: handler `died`. The view must still hold the creature: call it before the slot is freed
    /// and before [`Vm::forget`].
    pub fn died(&mut self, view: &StepView, slot: usize, out: &mut ScriptOutput) {
        self.with_host(view, out, |vm| {
            let program = Arc::clone(&vm.active.program);
            vm.stay(|vm, stay| vm.turn(&program, view, slot, true, stay));
        });
    }

    /// Moves view, instances and output to the native functions during `work`.
    fn with_host(&mut self, view: &StepView, out: &mut ScriptOutput, work: impl FnOnce(&mut Self)) {
        let home = Arc::clone(&self.machine.home);
        let mut exchange = |instances: &mut Vec<Option<ScriptInstance>>, view: Option<StepView>| {
            if let Some(mut host) = home.get() {
                (host.view, host.turn) = (view, None);
                host.found.get_mut().clear();
                std::mem::swap(&mut host.instances, instances);
                std::mem::swap(&mut host.out, out);
            }
        };
        exchange(&mut self.instances, Some(view.clone()));
        work(self);
        exchange(&mut self.instances, None);
    }

    /// Stays in the machine during `work`; leaves it out when memory is too short for that.
    fn stay(&mut self, work: impl FnOnce(&mut Self, Stay)) {
        let (lua, npcs) = (self.machine.lua.clone(), self.machine.npcs.clone());
        let functions = self.active.functions.table.clone();
        if raw::stay(&lua, &npcs, &functions, |stay| work(self, stay)).is_err() {
            self.collect();
        }
    }

    /// Adds what scripts did; nothing unless the parameters ask for coverage.
    pub fn coverage(&self, into: &mut Coverage) {
        loader::count_lines(&self.machine.lua, into);
        if let Some(tally) = self.machine.lua.app_data_ref::<Tally>() {
            into.add(&Coverage { behaviours: tally.behaviours.clone(), ..Coverage::default() });
        }
    }

    /// Adds to the coverage, when that is asked for.
    fn note(&self, what: impl FnOnce(&mut Tally)) {
        if self.params.coverage
            && let Some(mut tally) = self.machine.lua.app_data_mut::<Tally>()
        {
            what(&mut tally);
        }
    }

    /// Bytes of Lua memory in use.
    pub fn used_memory(&self) -> usize {
        self.machine.lua.used_memory()
    }
}

/// Runs the files of a program and collects their functions.
fn run_files(
    machine: &Machine,
    params: &ScriptParams,
    program: &Arc<Program>,
) -> Result<(LoadedProgram, loader::Loading), Vec<Diagnostic>> {
    let (loading, faults) = loader::load(machine, &program.files, params.instructions_per_load, &[]);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut functions = BTreeMap::new();
    for species in &program.catalogue.species {
        let path = behaviour_path(&species.name);
        let Some(mlua::Value::Table(t)) = loading.returned.get(&path) else { continue };
        let wrong = |e: mlua::Error| vec![fault::diagnose(&e, &species.file)];
        for (name, handler, f) in behaviour::handlers(t).map_err(wrong)? {
            let state = species.states.iter().find(|s| s.name == name);
            functions.extend(state.map(|s| ((species.symbol, Some(s.symbol), handler), f)));
        }
        let migration = t.raw_get::<Option<Function>>(MIGRATION).map_err(wrong)?;
        functions.extend(migration.map(|f| (migration_of(species.symbol), f)));
    }
    let crosses = |key: &&FunctionKey| matches!(key.2, Handler::Entered | Handler::Left);
    let crossing = functions.keys().filter(crosses).map(|key| key.0).collect();
    let functions = Functions::new(&machine.lua, functions).map_err(|e| vec![fault::diagnose(&e, "")])?;
    Ok((LoadedProgram { program: Arc::clone(program), functions, crossing }, loading))
}
