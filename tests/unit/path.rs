//! Tests of the modules of `path`.

mod curve;
mod exact;
mod legal;
mod published;
mod scene;
mod sight;
