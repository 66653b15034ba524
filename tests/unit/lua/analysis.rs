//! Tests of what a mod's text means.

mod tally;
