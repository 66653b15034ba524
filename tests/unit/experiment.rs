//! Tests of the modules of `experiment`.

mod compare;
mod plan;
mod plot;
mod ranks;
mod scenario;
mod sorted;
mod table;
mod tally;
mod theirs;
