//! Changes of state: what a handler returned is checked, applied and recorded.

use crate::agent::{Handler, Symbol};
use crate::diag::Diagnostic;
use crate::lua::analysis::transitions::{decided, unknown_state};
use crate::lua::api::output::{Noted, Transition};
use crate::lua::host::budget;
use crate::lua::host::raw::Given;
use crate::lua::host::values::{closest, line_of, shortened_bytes};
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn::Actor;
use crate::lua::source::mods::behaviour_path;

/// The place of a manual change of state, in records.
const PLACE: &str = "manual override";
/// Characters of a name that is shown although there is no such state.
const LONGEST_NAME: usize = 100;

impl Vm {
    /// Applies what a handler returned: nothing, or the name of the state to change to.
    pub(crate) fn follow(&mut self, actor: &mut Actor, handler: Handler, f: usize, value: &Given) {
        let name = match value {
            Given::Nil => return,
            Given::String(s) => &**s,
            other => {
                let (handler, what) = (handler.name(), other.kind_name());
                return self.refuse(actor, f, format!("{handler} returned {what}, not the name of a state"), None);
            }
        };
        if handler == Handler::Died {
            return;
        }
        if handler == Handler::Leave {
            return self.refuse(actor, f, decided(&shortened_bytes(name, LONGEST_NAME)), None);
        }
        let species = actor.species;
        let Some(state) = species.states.iter().find(|s| s.name.as_bytes() == name) else {
            let name = shortened_bytes(name, LONGEST_NAME);
            let (message, _) = unknown_state(&name, std::iter::empty());
            let hint = self.meant(actor, &name);
            return self.refuse(actor, f, message, hint);
        };
        let (to, name) = (state.symbol, &state.name);
        if to == actor.state {
            return;
        }
        if actor.changes >= self.params.transitions_per_turn {
            let message = format!("more than {} changes of state in one turn, the last to '{name}'", actor.changes);
            return self.refuse(actor, f, message, Some("do two states return each other's names?".into()));
        }
        let place = self.place(actor, handler, f, name);
        self.change(actor, to, Some(handler), place);
    }

    /// The state that was probably meant: the search is paid from what is left of the turn.
    fn meant(&mut self, actor: &mut Actor, name: &str) -> Option<String> {
        let states = actor.species.states.iter().map(|s| s.name.as_str());
        let (hint, used) = budget::limited(actor.counts_left, self.machine.memory_limit, || Ok(closest(name, states)));
        actor.counts_left = actor.counts_left.saturating_sub(used);
        if let Some(function) = actor.called {
            self.profile.add(function, used, actor.step);
        }
        hint.ok().flatten()
    }

    /// Reports what a function returned.
    pub(crate) fn refuse(&mut self, actor: &Actor, f: usize, message: String, hint: Option<String>) {
        let f = self.active.functions.at(f);
        let source = f.info().source.map(|s| s.trim_start_matches('@').to_owned());
        let d = Diagnostic::error(source.unwrap_or_else(|| actor.species.file.clone()), message);
        let line = line_of(f).unwrap_or(0);
        self.raise(actor, Diagnostic { hint, ..d.at(line, 0) }, false);
    }

    /// `npc/wolf.lua:21`: the line of the handler that writes the state's name, else the one that returns it from elsewhere;
    /// else the line on which the handler begins.
    fn place(&self, actor: &Actor, handler: Handler, f: usize, to: &str) -> String {
        let species = actor.species;
        let from = species.state(actor.state).map_or("", |s| s.name.as_str());
        let transitions = self.active.program.transitions.get(&species.file);
        let line = transitions.and_then(|t| t.reason(from, handler, to));
        let line = line.or_else(|| line_of(self.active.functions.at(f))).unwrap_or(0);
        format!("{}:{line}", behaviour_path(&species.name))
    }

    fn change(&mut self, actor: &mut Actor, to: Symbol, by: Option<Handler>, place: String) {
        self.handle(actor, Handler::Leave, None);
        self.record(actor, to, by, place);
        self.handle(actor, Handler::Enter, None);
    }

    pub(crate) fn record(&mut self, actor: &mut Actor, to: Symbol, by: Option<Handler>, place: String) {
        actor.changes += 1;
        let from = std::mem::replace(&mut actor.state, to);
        let name = actor.species.state(to).map_or("", |s| s.name.as_str());
        self.note(|tally| tally.change(name));
        let slot = actor.slot;
        if let Some(mut host) = self.host() {
            host.turn.iter_mut().for_each(|turn| {
                turn.changed = Some(to);
                turn.sleep.end(); // it was asked for in the other state
            });
            let n = host.out.transitions.len();
            host.out.transitions.push(Transition { slot, from, to, place });
            host.out.note(slot, Noted::Transition(n, by));
        }
    }

    /// Changes the state as if a handler had returned it.
    pub(crate) fn force(&mut self, actor: &mut Actor, to: Symbol) {
        if to != actor.state && actor.species.state(to).is_some() {
            self.change(actor, to, None, PLACE.to_owned());
        }
    }
}
