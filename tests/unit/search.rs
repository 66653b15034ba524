//! Tests of the modules of `search`.

mod algorithm;
mod any_angle;
mod beam;
mod blind;
mod cost;
pub(crate) mod field;
mod heuristic;
mod hierarchy;
mod levels;
mod open;
mod oracle;
mod queue;
mod reopening;
pub(crate) mod replan;
mod route;
mod turning;
mod unordered;
mod weighted;
mod weighted_hierarchies;
