//! Tests of the modules of `path`.

mod curve;
mod published;
mod sight;
