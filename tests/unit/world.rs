//! Tests of the modules of `world`.
