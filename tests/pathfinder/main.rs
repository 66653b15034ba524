//! The pathfinder in little worlds drawn as text: every code, every reason, and the source's pseudocode row by row.

mod avoidance;
mod codes;
mod doors;
mod estimates;
mod failing;
mod far;
mod flows;
mod forms;
mod gaps;
mod graphs;
mod lost;
mod orders;
mod quick;
mod replanning;
mod scene;
mod shared;
mod sharing;
