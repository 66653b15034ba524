//! Tests of the modules of `ui`.
