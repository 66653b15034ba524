//! What tests of `nav` use beyond its public face.

pub use crate::nav::{Code, Goal, NavContext, Pathfinder, Preparation, Reason, Round, SearchContext, Service, Worker};
