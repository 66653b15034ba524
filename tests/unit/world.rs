//! Tests of the modules of `world`.

mod index;
mod kinds;
mod lines;
mod passage;
mod query;
mod scenario;
mod sight;
