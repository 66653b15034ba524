//! Tests of the modules of `path`.

mod curve;
mod dubins;
mod published;
mod sight;
