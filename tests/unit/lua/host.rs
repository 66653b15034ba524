//! Tests of the machines that run scripts.

mod fault;
mod memory_watch;
mod profile;
mod sources;
mod spec_host;
mod transitions;
