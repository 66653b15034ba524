//! Tests of the modules of `lua`.

mod host;
