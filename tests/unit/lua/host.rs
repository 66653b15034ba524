//! Tests of the machines that run scripts.

mod budget;
mod bytecode;
mod fault;
mod memory_watch;
mod packed;
mod profile;
mod sources;
mod spec_host;
mod transitions;
