//! Tests of the modules of `path`.

mod curve;
mod dubins;
mod exact;
mod legal;
mod published;
mod scene;
mod sight;
