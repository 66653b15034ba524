//! After a turn: memory is checked to be plain data, garbage is collected in time.

use crate::diag::Diagnostic;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn::Actor;
use crate::lua::host::{fault, plain, raw};
use mlua::Table;

impl Vm {
    pub(crate) fn check_memory(&mut self, actor: &Actor) {
        let (local, mut watch) = (self.slots.local(actor.slot), self.watch.take());
        watch.iter_mut().for_each(|watch| watch.begin(local));
        let limits = self.params.plain_limits();
        let cleaned = actor.npc.raw_get::<Table>("memory").and_then(|memory| {
            if !raw::is_plain(&self.machine.lua, &memory, limits, &mut watch)? {
                return plain::clean(&memory, limits);
            }
            if let (Some(watch), Some(mut host)) = (&mut watch, self.host()) {
                watch.end(actor.slot, &mut host.out);
            }
            Ok(Vec::new())
        });
        self.watch = watch;
        match cleaned {
            Ok(removed) => {
                for e in removed {
                    let d = Diagnostic::error(&actor.species.file, format!("npc.{e}; it was removed"));
                    self.raise(actor, d.hint("memory keeps booleans, numbers, strings and tables of these"), false);
                }
            }
            Err(e) => self.raise(actor, self.diagnose(&e, &actor.species.file), false),
        }
    }

    /// The diagnostic of an error; after a lack of memory, garbage is collected.
    pub(crate) fn diagnose(&self, error: &mlua::Error, file: &str) -> Diagnostic {
        if fault::is_memory(error) {
            self.collect();
        }
        fault::diagnose(error, file)
    }

    /// Collects garbage before memory in use could make another creature's turn fail.
    pub(crate) fn relieve(&self) {
        if self.used_memory() > self.params.memory_mb * 1024 * 1024 / 4 * 3 {
            self.collect();
        }
    }

    pub(crate) fn collect(&self) {
        self.machine.lua.gc_collect().ok();
    }
}
