//! Tests of the modules of `lua`.

mod analysis;
mod api;
mod host;
