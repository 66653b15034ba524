//! Tests of the modules of `spec`.
