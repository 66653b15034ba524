//! Tests of the modules of `lua`.
