//! Tests of the modules of `path`.

mod sight;
