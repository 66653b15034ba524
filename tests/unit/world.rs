//! Tests of the modules of `world`.

mod clearing;
mod index;
mod kinds;
mod lines;
mod passage;
mod query;
mod scenario;
mod sight;
