//! Tests of the modules of `nav`.

mod ceiling;
mod pairs;
mod results;
mod turns;
