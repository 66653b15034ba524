//! Tests of what a mod's text means.

mod familiar;
mod tally;
