//! Tests of the modules of `path`.
