//! What scripts did while they ran: lines, states, transitions, codes.

mod tally;

pub(crate) use tally::{BehaviourTally, FunctionHits};
pub use tally::{Coverage, Tally};
