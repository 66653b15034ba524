//! Tests of single modules, room by room. They reach what is no part of the public face through `bestiary::testing`.

mod agent;
mod body;
mod diag;
mod grid;
mod lua;
mod nav;
mod path;
mod search;
mod sim;
mod spec;
mod ui;
mod world;
