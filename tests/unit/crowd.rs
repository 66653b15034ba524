//! Tests of the modules of `crowd`.

mod crowds;
mod density;
mod flow;
mod flows;
mod gates;
mod headway;
mod kept;
mod pairs;
mod passages;
mod solver;
mod stuck;
mod walls;
