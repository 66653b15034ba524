//! Scripts in their VMs: the API, refusals, data, mods, tactics, reload, rollback, and scripts that mean harm.

mod api;
mod console;
mod data;
mod hostile;
mod mods;
mod recorder;
mod refusals;
mod rollback;
mod stage;
mod tactics;
