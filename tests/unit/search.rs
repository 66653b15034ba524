//! Tests of the modules of `search`.

mod algorithm;
mod cost;
mod field;
mod heuristic;
mod hierarchy;
mod levels;
mod open;
mod oracle;
mod queue;
mod replan;
mod route;
mod unordered;
mod weighted;
mod weighted_hierarchies;
