//! Scripts in their VMs: the API, refusals, data, mods, tactics, reload, rollback, and scripts that mean harm.

mod api;
mod areas;
mod board;
mod changes;
mod console;
mod data;
mod doors;
mod extend;
mod game;
mod hostile;
mod influence;
mod mods;
mod moods;
mod recorder;
mod refusals;
mod rollback;
mod scenarios;
mod settings;
mod sight;
mod sizes;
mod spawning;
mod stage;
mod storeys;
mod tactics;
mod timers;
