//! What tests of `diag` use beyond its public face.

pub use crate::diag::{Diagnostic, NoClock, line_column, nearest, toml_text_fault};
