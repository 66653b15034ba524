//! Tests of the declared API.

mod editor;
mod forced;
mod instance;
mod output;
