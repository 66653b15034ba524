//! Tests of the modules of `nav`.

mod ceiling;
mod results;
mod turns;
