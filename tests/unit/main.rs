//! Tests of single modules, room by room. They reach what is no part of the public face through `bestiary::testing`.

mod agent;
mod body;
mod cli;
mod config;
mod crowd;
mod diag;
mod doubles;
mod drawn;
mod experiment;
mod geom;
mod graph;
mod grid;
mod influence;
mod lua;
mod nav;
mod path;
mod random;
mod rng;
mod runtime;
mod search;
mod sim;
mod spec;
mod ui;
mod watch;
mod world;
