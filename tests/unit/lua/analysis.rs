//! Tests of what a mod's text means.

mod any_call;
mod familiar;
mod tally;
