//! Bestiary: a scriptable modding runtime.
//!
//! The rooms of the house, in the order in which data flows; a room uses only rooms before it.

pub mod geom;

pub mod diag;
pub mod rng;

pub mod agent;
pub mod body;
pub mod grid;
pub mod nav;
pub mod path;
pub mod runtime;
pub mod script;
pub mod search;
pub mod sim;
pub mod ui;
pub mod world;
