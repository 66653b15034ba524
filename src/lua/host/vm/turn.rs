//! One creature's turn: events, tick, changes of state. A failure ends the turn of this creature only.

use crate::agent::{BY_SCRIPTS, Event, Handler, Intent, Sleep, Species, StepView, Symbol, Wakers};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::lua::api::native::{NativeState, Turn};
use crate::lua::api::output::{self, Noted};
use crate::lua::host::budget::Overrun;
use crate::lua::host::profile::FunctionKey;
use crate::lua::host::program::Program;
use crate::lua::host::raw::{self, Given, Push, Stay};
use crate::lua::host::values::line_of;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::event::{handler_of, push_arguments};
use crate::lua::host::{budget, fault};
use std::cell::RefMut;
use thin_vec::ThinVec;

/// A creature in the middle of its turn.
pub(crate) struct Actor<'a> {
    pub stay: Stay<'a>,
    pub slot: usize,
    id: AgentId,
    pub step: u64,
    pub species: &'a Species,
    pub state: Symbol,
    pub changes: u32,
    /// What was called last.
    pub called: Option<FunctionKey>,
    /// A call spent its budget or the machine's memory: the rest of the turn is skipped.
    pub stopped: bool,
    /// Counts left for the rest of the turn.
    pub counts_left: u64,
    /// A timer is due; those that are set in the turn are not.
    timers_due: bool,
}

impl Actor<'_> {
    fn function(&self, handler: Handler) -> FunctionKey {
        (self.species.symbol, Some(self.state), handler)
    }
}

/// Counts of a turn that the host needs for a call, besides those of the script.
const DISPATCH: u64 = 100;
/// The same for an error that leaves a call: its place and its trace are worked out.
const FAILURE: u64 = 2_000;

/// So many creatures that scripts brought into the world have whole turns; of more, each has a share.
const SHARES: u64 = 50;

fn share_of(view: &StepView, slot: usize) -> u64 {
    if view.agents.spawn[slot] == BY_SCRIPTS { u64::from(view.spawned).max(SHARES) } else { SHARES }
}

impl Vm {
    /// `on_reload` after a reload, then what the creature's life demands; of a `last` turn only the handler `died`.
    pub(crate) fn turn(&mut self, program: &Program, view: &StepView, slot: usize, last: bool, stay: Stay) {
        let Some(species) = program.catalogue.find(view.agents.behaviour[slot]) else { return };
        self.touched.set(self.slots.local(slot), true);
        if !last {
            self.store_before(view, slot, stay);
        }
        let Some((mut actor, inbox, newborn)) = self.begin(view, slot, species, stay) else { return };
        let migrated = match self.probations.take_migration(self.slots.local(slot)) {
            Some(m) if !newborn => self.migrate(&mut actor, m.from),
            _ => true,
        };
        if migrated && last {
            self.handle(&mut actor, Handler::Died, None);
        } else if migrated {
            self.live(view, &mut actor, inbox, newborn);
        }
        self.finish(&actor, !last);
    }

    /// `enter` when newborn (or when its state was removed), then the events, areas and timers that are due, then
    /// `tick`.
    fn live(&mut self, view: &StepView, actor: &mut Actor, inbox: ThinVec<Event>, newborn: bool) {
        let species = actor.species;
        let removed = species.state(actor.state).is_none();
        if removed {
            self.record(actor, species.start, None, format!("{}: the state was removed", species.file));
        }
        if removed || newborn {
            self.handle(actor, Handler::Enter, None);
        }
        for event in inbox {
            if !actor.stopped {
                self.deliver(actor, event);
            }
        }
        if !actor.stopped
            && !view.plane_of(actor.slot).areas.all().is_empty()
            && self.active.crossing.contains(&species.symbol)
        {
            self.cross(view, actor);
        }
        while actor.timers_due
            && !actor.stopped
            && let Some(name) = self.due_timer(actor)
        {
            self.notify(actor, Handler::Timer, &name);
        }
        if !actor.stopped {
            self.handle(actor, Handler::Tick, None);
        }
    }

    /// Calls `left` and `entered` for the areas that it came out of and into since its last turn, in order of name.
    fn cross(&mut self, view: &StepView, actor: &mut Actor) {
        let now: ThinVec<u16> =
            view.plane_of(actor.slot).areas.around(view.agents.bodies.position[actor.slot]).collect();
        let exchanged = |mut host: RefMut<'_, NativeState>| {
            let instance = host.instances.get_mut(self.slots.local(actor.slot))?.as_mut()?;
            Some(std::mem::replace(&mut instance.inside, now.clone()))
        };
        let before = self.host().and_then(exchanged).unwrap_or_default();
        for (these, those, handler) in [(&before, &now, Handler::Left), (&now, &before, Handler::Entered)] {
            for area in these.iter().filter(|area| !those.contains(area)) {
                if !actor.stopped {
                    self.notify(actor, handler, &view.plane_of(actor.slot).areas.all()[usize::from(*area)].name);
                }
            }
        }
    }

    /// The name of the creature's next timer that is due.
    fn due_timer(&self, actor: &Actor) -> Option<String> {
        let mut host = self.host()?;
        let instance = host.instances.get_mut(self.slots.local(actor.slot))?.as_mut()?;
        instance.timers.take_due(actor.step)
    }

    /// Calls a handler, if the state has it, with a name.
    fn notify(&mut self, actor: &mut Actor, handler: Handler, name: &str) {
        self.handle(actor, handler, Some(&mut |to| to.string(name.as_bytes())));
    }

    /// Opens the turn.
    pub(crate) fn begin<'a>(
        &mut self,
        view: &StepView,
        slot: usize,
        species: &'a Species,
        stay: Stay<'a>,
    ) -> Option<(Actor<'a>, ThinVec<Event>, bool)> {
        let local = self.slots.local(slot);
        let table = match self.table(view, slot, species, stay) {
            Ok(table) => table?,
            Err(e) => {
                let diagnostic = self.diagnose(&e, &species.file);
                self.host()?.out.faults.push(output::Fault { slot, diagnostic, overrun: false, migrating: false });
                return None;
            }
        };
        let mut host = self.host()?;
        host.turn = Some(Turn {
            slot,
            local,
            table,
            intent: view.agents.intent[slot],
            tactic: None,
            changed: None,
            sleep: Sleep::default(),
            sends: 0,
            spawns: 0,
            prints: 0,
        });
        let instance = host.instances.get_mut(local)?.as_mut()?;
        // An empty one has no memory: most creatures wait for nothing most of the time. What the turn raises goes to the next one.
        let inbox = std::mem::take(&mut instance.inbox);
        let newborn = std::mem::replace(&mut instance.newborn, false);
        instance.wakers = Wakers::default();
        let timers_due = instance.timers.are_due(view.step);
        drop(host);
        self.note(|tally| tally.begin(&species.file, view.catalogue.symbols.name(view.agents.state[slot])));
        let (id, state) = (view.agents.bodies.id(slot), view.agents.state[slot]);
        let counts_left = self.params.instructions_per_turn * SHARES / share_of(view, slot);
        let step = view.step;
        let (called, changes, stopped) = Default::default();
        let actor = Actor { stay, slot, id, step, species, state, changes, called, stopped, counts_left, timers_due };
        Some((actor, inbox, newborn))
    }

    /// Makes the creature's table that of the turn, with what holds for it under the present program. The result is its
    /// address.
    fn table(&mut self, view: &StepView, slot: usize, species: &Species, stay: Stay) -> mlua::Result<Option<usize>> {
        let local = self.slots.local(slot);
        let mut table = stay.begin(local);
        if table.is_none() {
            // Memory was short when it was added.
            raw::collect_all(&self.machine.lua);
            self.settings.lack(local);
            self.machine.make_npc(local, species, view.agents.bodies.id(slot))?;
            table = stay.begin(local);
        }
        self.settle(view, slot, species)?;
        Ok(table)
    }

    fn deliver(&mut self, actor: &mut Actor, event: Event) {
        if let Event::Force(to) = event {
            return self.force(actor, to);
        }
        let handler = handler_of(&event);
        if let Event::Path(code) = &event
            && self.active.functions.has(&actor.function(handler))
        {
            self.note(|tally| tally.meet(None, *code));
        }
        self.handle(actor, handler, Some(&mut |to| push_arguments(&event, to)));
    }

    /// Calls one handler under its budget and follows what it returns.
    pub(crate) fn handle(&mut self, actor: &mut Actor, handler: Handler, args: Option<Push>) {
        let key = actor.function(handler);
        let Some(f) = self.active.functions.find(&key) else { return };
        if let Some(value) = self.call(actor, f, key, args)
            && !value.is_nil()
        {
            self.follow(actor, handler, f, &value);
        }
    }

    /// Calls one function of a behaviour under its budget; `None` when it failed, which is recorded.
    pub(crate) fn call(
        &mut self,
        actor: &mut Actor,
        f: usize,
        key: FunctionKey,
        args: Option<Push>,
    ) -> Option<Given<'static>> {
        let before = self.host().and_then(|mut h| {
            h.out.calls += 1;
            h.turn.as_ref().map(|turn| turn.intent)
        })?;
        let (stay, machine) = (actor.stay, &self.machine);
        let counts = self.params.instructions_per_call.min(actor.counts_left);
        let call = || stay.call(&machine.lua, f, args);
        let (result, used) = budget::limited_within(counts, machine.memory_limit, stay.depth(), call);
        actor.called = Some(key);
        let failure = if result.is_err() { FAILURE } else { 0 };
        actor.counts_left = actor.counts_left.saturating_sub(used + DISPATCH + failure);
        self.profile.count(key, used, actor.id, actor.step);
        self.note_codes();
        result.map_err(|e| self.failed(actor, f, &e, before)).ok()
    }

    /// The codes that the call got, for the coverage.
    fn note_codes(&mut self) {
        if self.params.coverage {
            let met = self.host().map(|mut host| std::mem::take(&mut host.met)).unwrap_or_default();
            self.note(|tally| met.into_iter().for_each(|(question, code)| tally.meet(Some(question), code)));
        }
    }

    /// A handler raised an error: the creature keeps the intents it had before the call.
    fn failed(&mut self, actor: &mut Actor, f: usize, error: &mlua::Error, before: Intent) {
        if let Some(mut host) = self.host()
            && let Some(turn) = &mut host.turn
        {
            turn.intent = before;
            turn.sleep.end();
        }
        let overrun = error.downcast_ref::<Overrun>().is_some();
        actor.stopped |= overrun || fault::is_memory(error);
        let mut d = self.diagnose(error, &actor.species.file);
        if d.line == 0 {
            d.line = line_of(self.active.functions.at(f)).unwrap_or(0);
        }
        self.raise(actor, d, overrun);
    }

    pub(crate) fn raise(&mut self, actor: &Actor, diagnostic: Diagnostic, overrun: bool) {
        let slot = actor.slot;
        if let Some(mut host) = self.host() {
            let n = host.out.faults.len();
            host.out.faults.push(output::Fault { slot, diagnostic, overrun, migrating: false });
            host.out.note(slot, Noted::Fault(n));
        }
    }

    /// Checks the memory and writes the turn to the output.
    fn finish(&mut self, actor: &Actor, output: bool) {
        self.check_memory(actor);
        // As the pace demands, and before memory in use could make another creature's turn fail.
        self.collector.run(&self.machine.lua, actor.stay, self.params.memory_mb * 1024 * 1024 / 4 * 3);
        let Some(mut host) = self.host() else { return };
        if let (Some(turn), true) = (host.turn.take(), output) {
            let (slot, intent, tactic, sleep) = (turn.slot, turn.intent, turn.tactic, turn.sleep);
            host.out.turns.push(output::Turn { slot, intent, state: actor.state, tactic, sleep });
        }
    }

    pub(crate) fn host(&self) -> Option<RefMut<'_, NativeState>> {
        self.machine.home.get()
    }
}
