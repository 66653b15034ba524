//! Tests of the modules of `diag`.
