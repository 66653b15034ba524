//! What scripts did while they ran, and what of it they could have done: lines, states, transitions, codes.

mod collect;
mod facts;
mod follow;
mod tally;
mod written;

pub(crate) use tally::Tally;
pub use tally::{Asked, BehaviourTally, Coverage, FunctionHits, StateCodes};
pub use written::{Unread, Written, written};
