//! Tests of the modules of `nav`.

mod hierarchy;
mod results;
