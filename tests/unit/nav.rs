//! Tests of the modules of `nav`.
