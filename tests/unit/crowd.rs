//! Tests of the modules of `crowd`.

mod density;
mod flow;
mod gates;
