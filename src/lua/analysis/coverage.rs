//! What scripts did while they ran: lines, states, transitions, codes.

mod tally;

pub(crate) use tally::Tally;
pub use tally::{BehaviourTally, Coverage, FunctionHits, StateCodes};
