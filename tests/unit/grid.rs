//! Tests of the modules of `grid`.
