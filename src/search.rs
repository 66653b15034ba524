//! Algorithms over an abstract problem, with adapters for grids. Knows nothing of agents, volumes or Lua.
//!
//! A *problem* says which nodes there are, what steps cost and how far the goal seems; an *algorithm* searches it a
//! slice at a time; an *open list* is the algorithm's queue, a *scratch* its memory, an *observer* whoever wants to
//! watch. Each is chosen apart from the others.

mod astar;
mod cheap;
mod grid;
mod heap;
mod heuristic;
mod observer;
mod open;
#[cfg(test)]
mod oracle_tests;
mod problem;
mod scratch;

pub use astar::AStar;
pub use cheap::CheapList;
pub use grid::{Connect, GridEscape, GridProblem};
pub use heap::Heap;
pub use heuristic::Heuristic;
pub use observer::{Counts, Observer};
pub use open::{Entry, OpenList};
pub use problem::{NO_NODE, Problem, Status};
pub use scratch::Scratch;
