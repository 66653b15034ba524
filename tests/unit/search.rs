//! Tests of the modules of `search`.
