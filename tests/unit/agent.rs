//! Tests of the modules of `agent`.
