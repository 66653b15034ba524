//! Tests of the modules of `world`.

mod index;
mod kinds;
mod lines;
mod query;
mod scenario;
