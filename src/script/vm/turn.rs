//! One creature's turn: events, tick, changes of state; what goes wrong in it stays in it.

use super::{Vm, handler_of};
use crate::agent::{Event, Handler, Species, StepView, Symbol};
use crate::diag::{Diagnostic, did_you_mean};
use crate::script::api::NPC_META;
use crate::script::budget::{self, Overrun};
use crate::script::host::{Host, Turn};
use crate::script::output::{self, Noted, Transition};
use crate::script::raw::{self, Walker as _};
use crate::script::{fault, plain};
use mlua::{AppDataRefMut, Function, Lua, MultiValue, Table, Value};

/// A creature in the middle of its turn.
pub(super) struct Actor<'a> {
    pub slot: usize,
    pub species: &'a Species,
    pub npc: Table,
    pub state: Symbol,
    changes: u32,
    /// A call spent its budget or the machine's memory: the rest of the turn is dropped.
    stopped: bool,
}

/// Makes the table that stands for a creature in Lua, with an empty memory.
pub fn make_table(lua: &Lua, npcs: &Table, local: usize) -> mlua::Result<()> {
    let npc = lua.create_table_with_capacity(0, 24)?;
    npc.raw_set("memory", lua.create_table()?)?;
    npc.set_metatable(Some(lua.named_registry_value(NPC_META)?))?;
    npc.set_readonly(true);
    npcs.raw_set(local + 1, npc)
}

impl Vm {
    /// `enter` when newborn (or when its state is gone), then the events, then `tick`.
    pub(super) fn turn(&mut self, view: &StepView, slot: usize) {
        let Some(program) = self.program.clone() else { return };
        let Some(species) = program.catalogue.find(view.agents.behaviour[slot]) else { return };
        let Some((mut actor, mut inbox, newborn)) = self.begin(view, slot, species) else { return };
        if species.state(actor.state).is_none() {
            let from = actor.state;
            self.record(&mut actor, from, species.start, None, format!("{}: the state is gone", species.file));
            self.enter(&mut actor);
        } else if newborn {
            self.enter(&mut actor);
        }
        for event in inbox.drain(..) {
            if !actor.stopped {
                self.deliver(&mut actor, event);
            }
        }
        if !actor.stopped {
            self.handle(&mut actor, Handler::Tick, &[]);
        }
        self.finish(&actor, inbox, true);
    }

    /// The handler `died`, and nothing else.
    pub(super) fn last_turn(&mut self, view: &StepView, slot: usize) {
        let Some(program) = self.program.clone() else { return };
        let Some(species) = program.catalogue.find(view.agents.behaviour[slot]) else { return };
        let Some((mut actor, inbox, _)) = self.begin(view, slot, species) else { return };
        self.handle(&mut actor, Handler::Died, &[]);
        self.finish(&actor, inbox, false);
    }

    /// Opens the turn and brings the creature's table up to date.
    pub(super) fn begin<'a>(
        &mut self,
        view: &StepView,
        slot: usize,
        species: &'a Species,
    ) -> Option<(Actor<'a>, Vec<Event>, bool)> {
        let local = self.local(slot);
        let npc = match self.refreshed(view, slot, species) {
            Ok(npc) => npc?,
            Err(e) => {
                if fault::is_memory(&e) {
                    self.collect();
                }
                let d = fault::diagnose(&e, &species.file);
                self.host()?.out.faults.push(output::Fault { slot, diagnostic: d, overrun: false });
                return None;
            }
        };
        let mut host = self.host()?;
        host.turn = Some(Turn {
            slot,
            local,
            table: npc.to_pointer() as usize,
            intent: view.agents.intent[slot],
            tactic: None,
            sends: 0,
            prints: 0,
        });
        let mind = host.minds.get_mut(local)?.as_mut()?;
        let inbox = std::mem::take(&mut mind.inbox);
        let newborn = std::mem::replace(&mut mind.newborn, false);
        drop(host);
        Some((Actor { slot, species, npc, state: view.agents.state[slot], changes: 0, stopped: false }, inbox, newborn))
    }

    fn refreshed(&mut self, view: &StepView, slot: usize, species: &Species) -> mlua::Result<Option<Table>> {
        let local = self.local(slot);
        let (Ok(machine), Some(npcs)) = (&self.machine, &self.npcs) else { return Ok(None) };
        let (a, b, names) = (&view.agents, &view.agents.bodies, &view.catalogue.symbols);
        let seconds = |steps: u64| steps as f64 * f64::from(view.step_s);
        let numbers: [(&std::ffi::CStr, f64); 16] = [
            (c"id", b.id(slot).number() as f64),
            (c"x", b.position[slot].x.into()),
            (c"y", b.position[slot].y.into()),
            (c"heading", b.heading[slot].into()),
            (c"speed", b.velocity[slot].length().into()),
            (c"top_speed", b.speed[slot].into()),
            (c"health", a.health[slot].into()),
            (c"max_health", a.max_health[slot].into()),
            (c"radius", b.radius[slot].into()),
            (c"height", b.height[slot].into()),
            (c"home_x", a.home[slot].x.into()),
            (c"home_y", a.home[slot].y.into()),
            (c"tick", a.ticks[slot].into()),
            (c"age", seconds(view.step.saturating_sub(a.born[slot]))),
            (c"time", seconds(view.step)),
            (c"state_time", seconds(view.step.saturating_sub(a.state_since[slot]))),
        ];
        let texts: [(&std::ffi::CStr, &str); 4] = [
            (c"state", names.name(a.state[slot])),
            (c"tactic", names.name(a.tactic[slot])),
            (c"behaviour", &species.name),
            (c"faction", names.name(a.faction[slot])),
        ];
        let mut npc = raw::refresh(&machine.lua, npcs, local + 1, &numbers, &texts)?;
        if npc.is_none() && self.unnamed.get(local).copied().unwrap_or(false) {
            // Memory was short when it was adopted.
            machine.lua.gc_collect()?;
            make_table(&machine.lua, npcs, local)?;
            npc = raw::refresh(&machine.lua, npcs, local + 1, &numbers, &texts)?;
        }
        if let Some(npc) = &npc
            && std::mem::replace(&mut self.unnamed[local], false)
        {
            let name = format!("{} {}", species.name, b.id(slot).number());
            set_field(npc, "name", machine.lua.create_string(name)?)?;
        }
        Ok(npc)
    }

    fn deliver(&mut self, actor: &mut Actor, event: Event) {
        if let Event::Force(to) = event {
            return self.force(actor, to);
        }
        let handler = handler_of(&event);
        if self.function(actor, handler).is_none() {
            return;
        }
        match self.arguments(event) {
            Ok(args) => self.handle(actor, handler, &args),
            Err(e) => self.raise(actor, fault::diagnose(&e, &actor.species.file), false),
        }
    }

    fn arguments(&self, event: Event) -> mlua::Result<Vec<Value>> {
        let Ok(machine) = &self.machine else { return Ok(Vec::new()) };
        let lua = &machine.lua;
        let text = |s: &str| lua.create_string(s).map(Value::String);
        Ok(match event {
            Event::Path(code) => vec![text(code.name())?],
            Event::Hurt { by, amount } => {
                vec![by.map_or(Value::Nil, |id| Value::Number(id.number() as f64)), Value::Number(amount.into())]
            }
            Event::Died => Vec::new(),
            Event::Heard { what, from } => vec![text(&what)?, Value::Number(from.number() as f64)],
            Event::Message { from, name, data } => {
                vec![Value::Number(from.number() as f64), text(&name)?, plain::to_lua(lua, &data)?]
            }
            Event::Force(_) => Vec::new(),
        })
    }

    fn function(&self, actor: &Actor, handler: Handler) -> Option<Function> {
        self.functions.get(&(actor.species.symbol, actor.state))?[handler as usize].clone()
    }

    /// Calls one handler under its budget and follows what it returns.
    pub(super) fn handle(&mut self, actor: &mut Actor, handler: Handler, args: &[Value]) {
        let Some(f) = self.function(actor, handler) else { return };
        let Some(before) = self.host().and_then(|mut h| {
            h.out.calls += 1;
            h.turn
        }) else {
            return;
        };
        let Ok(machine) = &self.machine else { return };
        budget::begin(&machine.lua, self.params.instructions_per_call);
        let all = std::iter::once(Value::Table(actor.npc.clone())).chain(args.iter().cloned());
        let result = f.call::<Value>(all.collect::<MultiValue>());
        let overrun = budget::end();
        let failure = match result {
            Ok(_) if overrun.is_some() => Some(mlua::Error::runtime(budget::MESSAGE)),
            Ok(value) => return self.follow(actor, handler, &f, value),
            Err(e) => Some(e),
        };
        if let Some(e) = failure {
            self.failed(actor, &f, &e, overrun.as_ref(), before);
        }
    }

    /// A handler raised an error: the creature keeps the intents it had before the call.
    fn failed(
        &mut self,
        actor: &mut Actor,
        f: &Function,
        error: &mlua::Error,
        overrun: Option<&Overrun>,
        before: Turn,
    ) {
        let memory = fault::is_memory(error);
        if memory {
            self.collect();
        }
        if let Some(mut host) = self.host()
            && let Some(turn) = &mut host.turn
        {
            turn.intent = before.intent;
        }
        actor.stopped |= overrun.is_some() || memory;
        let mut d = fault::diagnose(error, &actor.species.file);
        if let Some(o) = overrun {
            // What the script made of the error on its way up does not matter.
            d = fault::overrun(o, d);
        }
        if d.line == 0 {
            d.line = f.info().line_defined.and_then(|l| u32::try_from(l).ok()).unwrap_or(0);
        }
        self.raise(actor, d, overrun.is_some());
    }

    fn raise(&mut self, actor: &Actor, diagnostic: Diagnostic, overrun: bool) {
        let slot = actor.slot;
        if let Some(mut host) = self.host() {
            let n = host.out.faults.len();
            host.out.faults.push(output::Fault { slot, diagnostic, overrun });
            host.out.note(slot, Noted::Fault(n));
        }
    }

    /// A handler's answer: nothing, or the name of the state to change to.
    fn follow(&mut self, actor: &mut Actor, handler: Handler, f: &Function, value: Value) {
        let name = match &value {
            Value::Nil => return,
            Value::String(s) => s.to_string_lossy(),
            other => {
                let what = crate::script::api::kind_name(other);
                let d = self.misuse(actor, f, format!("{} returned {what}, not the name of a state", handler.name()));
                return self.raise(actor, d, false);
            }
        };
        if handler == Handler::Died {
            return;
        }
        if handler == Handler::Leave {
            let d = self.misuse(actor, f, format!("leave returned '{name}': where to go has been decided by then"));
            return self.raise(actor, d, false);
        }
        let Some(to) = actor.species.states.iter().find(|s| s.name == name).map(|s| s.symbol) else {
            let mut d = self.misuse(actor, f, format!("there is no state '{name}' to change to"));
            d.hint = did_you_mean(&name, actor.species.states.iter().map(|s| s.name.as_str()));
            return self.raise(actor, d, false);
        };
        if to == actor.state {
            return;
        }
        if actor.changes >= self.params.transitions_per_turn {
            let d = self.misuse(
                actor,
                f,
                format!("more than {} changes of state in one turn, the last to '{name}'", actor.changes),
            );
            return self.raise(actor, d.hint("do two states send each other back and forth?"), false);
        }
        let place = self.place(actor.species, f, &name);
        self.handle(actor, Handler::Leave, &[]);
        let from = actor.state;
        self.record(actor, from, to, Some(handler), place);
        self.enter(actor);
    }

    fn misuse(&self, actor: &Actor, f: &Function, message: String) -> Diagnostic {
        let line = f.info().line_defined.and_then(|l| u32::try_from(l).ok()).unwrap_or(0);
        let source = f.info().source.map(|s| s.trim_start_matches('@').to_owned());
        Diagnostic::error(source.unwrap_or_else(|| actor.species.file.clone()), message).at(line, 0)
    }

    /// `npc/wolf.lua:21`: the line that names the state where it is written out, else the handler's.
    fn place(&self, species: &Species, f: &Function, state: &str) -> String {
        let path = format!("npc/{}.lua", species.name);
        let line = f.info().line_defined.and_then(|l| u32::try_from(l).ok()).unwrap_or(0);
        let returns = self.program.as_ref().and_then(|p| p.files.get(&path)).map_or(&[][..], |file| &file.returns[..]);
        let written = returns.iter().find(|r| r.name == state && r.function_line == line).map_or(line, |r| r.line);
        format!("{path}:{written}")
    }

    pub(super) fn record(&mut self, actor: &mut Actor, from: Symbol, to: Symbol, by: Option<Handler>, place: String) {
        actor.changes += 1;
        actor.state = to;
        let name = actor.species.state(to).map_or("", |s| s.name.as_str());
        set_field(&actor.npc, "state", name).ok();
        set_field(&actor.npc, "state_time", 0.0).ok();
        let slot = actor.slot;
        if let Some(mut host) = self.host() {
            let n = host.out.transitions.len();
            host.out.transitions.push(Transition { slot, from, to, place });
            host.out.note(slot, Noted::Transition(n, by));
        }
    }

    pub(super) fn enter(&mut self, actor: &mut Actor) {
        self.handle(actor, Handler::Enter, &[]);
    }

    /// Checks the memory, gives the inbox back and writes down what the creature wants.
    fn finish(&mut self, actor: &Actor, mut inbox: Vec<Event>, wants: bool) {
        self.check_memory(actor);
        self.relieve();
        inbox.clear();
        let local = self.local(actor.slot);
        let Some(mut host) = self.host() else { return };
        if let Some(Some(mind)) = host.minds.get_mut(local) {
            mind.inbox = inbox;
        }
        if let (Some(turn), true) = (host.turn.take(), wants) {
            let (slot, intent, tactic) = (turn.slot, turn.intent, turn.tactic);
            host.out.turns.push(output::Turn { slot, intent, state: actor.state, tactic });
        }
    }

    fn check_memory(&mut self, actor: &Actor) {
        let Ok(machine) = &self.machine else { return };
        let (local, mut watch) = (self.local(actor.slot), self.watch.take());
        if let Some(watch) = &mut watch {
            watch.begin(local);
        }
        let cleaned = actor
            .npc
            .raw_get::<Table>("memory")
            .and_then(|memory| plain::clean(&machine.lua, &memory, self.params.plain_limits(), &mut watch));
        if cleaned.is_err() {
            watch.torn();
        }
        if let (Some(watch), Some(mut host)) = (&mut watch, self.host()) {
            watch.end(actor.slot, &mut host.out);
        }
        self.watch = watch;
        match cleaned {
            Ok(removed) => {
                for e in removed {
                    let d = Diagnostic::error(&actor.species.file, format!("npc.{e}; it was removed"));
                    self.raise(actor, d.hint("memory keeps booleans, numbers, strings and tables of these"), false);
                }
            }
            Err(e) => {
                if fault::is_memory(&e) {
                    self.collect();
                }
                self.raise(actor, fault::diagnose(&e, &actor.species.file), false);
            }
        }
    }

    /// Collects garbage when so much memory is in use that the next creature might run short by another's fault.
    fn relieve(&self) {
        if self.used_memory() > self.params.memory_mb * 1024 * 1024 / 4 * 3 {
            self.collect();
        }
    }

    fn collect(&self) {
        if let Ok(m) = &self.machine {
            m.lua.gc_collect().ok();
        }
    }

    pub(super) fn host(&self) -> Option<AppDataRefMut<'_, Host>> {
        self.machine.as_ref().ok()?.lua.app_data_mut::<Host>()
    }
}

/// Writes a field of a creature's read-only table.
pub(super) fn set_field(npc: &Table, name: &str, value: impl mlua::IntoLua) -> mlua::Result<()> {
    npc.set_readonly(false);
    let done = npc.raw_set(name, value);
    npc.set_readonly(true);
    done
}
