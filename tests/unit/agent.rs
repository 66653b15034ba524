//! Tests of the modules of `agent`.

mod feelers;
mod groups;
mod knowledge;
mod record;
mod recorder;
mod view;
mod why;
mod words;
