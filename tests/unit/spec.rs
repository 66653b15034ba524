//! Tests of the modules of `spec`.

mod moment_lua;
mod plan;
mod report;
