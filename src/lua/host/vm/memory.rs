//! After a turn: memory is checked to be plain data, garbage is collected in time.

use crate::diag::Diagnostic;
use crate::lua::host::raw::Walker as _;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn::Actor;
use crate::lua::host::{fault, plain};
use mlua::Table;

impl Vm {
    pub(crate) fn check_memory(&mut self, actor: &Actor) {
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
            watch.aborted();
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

    /// Collects garbage before memory in use could make another creature's turn fail.
    pub(crate) fn relieve(&self) {
        if self.used_memory() > self.params.memory_mb * 1024 * 1024 / 4 * 3 {
            self.collect();
        }
    }

    pub(crate) fn collect(&self) {
        if let Ok(m) = &self.machine {
            m.lua.gc_collect().ok();
        }
    }
}
