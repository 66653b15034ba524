//! What tests of `nav` use beyond its public face.

pub use crate::nav::{Code, Goal, NavContext, Pathfinder, Preparation, Round, SearchContext, Service, Worker};

pub use crate::nav::Reason;
pub use crate::nav::planner::field::Key;
pub use crate::nav::planner::hierarchy::{HierarchyService, Request, SLICE_COST, STEP_COST};
pub use crate::nav::planner::shared::results::{LONGEST, Results};
