//! What Lua sees, declared as typed data: each fact once. Bindings, checks, editor types and documentation are made from it.

pub mod behaviour;
pub mod creature;
pub mod declare;
pub mod domain;
pub mod editor;
pub mod forced;
pub mod instance;
pub mod libraries;
pub mod modules;
pub mod native;
pub mod natives;
pub mod npc;
pub mod output;
pub mod params;
pub mod shape_name;
pub mod shapes;
pub mod spec;
pub mod world;
