//! Tests of the modules of `sim`.
