//! Tests of the modules of `diag`.

mod diagnostic;
mod toml_text;
