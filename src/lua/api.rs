//! What Lua sees, declared as typed data: each fact once. Bindings, checks, editor types and documentation are made from it.

pub(crate) mod behaviour;
pub(crate) mod creature;
pub(crate) mod declare;
pub(crate) mod domain;
pub(crate) mod editor;
pub(crate) mod forced;
pub(crate) mod functions;
pub(crate) mod instance;
pub(crate) mod libraries;
pub(crate) mod measure;
pub(crate) mod modules;
pub(crate) mod native;
pub(crate) mod natives;
pub(crate) mod npc;
pub(crate) mod output;
pub(crate) mod params;
pub(crate) mod shapes;
mod sight;
pub(crate) mod spec;
pub(crate) mod timers;
pub(crate) mod world;
