//! Tests of the modules of `crowd`.

mod crowds;
mod density;
mod flow;
mod gates;
mod headway;
mod pairs;
mod solver;
mod stuck;
mod walls;
