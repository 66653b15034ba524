//! Tests of the declared API.

mod editor;
mod forced;
