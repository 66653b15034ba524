//! Tests of the modules of `crowd`.

mod crowds;
mod density;
mod flow;
mod gates;
mod pairs;
mod passages;
mod solver;
mod stuck;
mod walls;
