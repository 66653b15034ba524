//! Threads and pacing: the face for programs that embed the crate.

mod control;

pub use control::{Control, Frame, Pacing};
