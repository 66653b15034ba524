//! The memory of a worker for searches over gates, which an agent's search may hold on to from one step to the next.

use crate::nav::planner::parking::Parking;
use crate::search::{AStar, DaryHeap, Entry};

/// Memory of one search at a time.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) search: AStar<DaryHeap<Entry>>,
    pub(super) parking: Parking,
}
