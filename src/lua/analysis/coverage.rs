//! What scripts did while they ran: lines, states, transitions, codes.

mod tally;

pub use tally::{BehaviourTally, Coverage, FunctionHits, StateCodes, Tally};
