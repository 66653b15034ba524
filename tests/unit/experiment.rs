//! Tests of the modules of `experiment`.

mod compare;
mod looks;
mod plan;
mod plot;
mod ranks;
mod scenario;
mod sorted;
mod table;
mod tally;
mod theirs;
