//! What the tests and benchmarks of this crate use beyond its public face, room by room. No part of the interface: it may
//! change with every commit.

pub mod agent;
pub mod body;
pub mod cli;
pub mod crowd;
pub mod diag;
pub mod experiment;
pub mod geom;
pub mod graph;
pub mod grid;
pub mod influence;
pub mod lua;
pub mod nav;
pub mod path;
pub mod rng;
pub mod runtime;
pub mod search;
pub mod sim;
pub mod spec;
pub mod ui;
pub mod world;
