//! Threads and pacing: the face for programs that embed the crate.
//!
//! [`Runtime::start`] runs a world on a thread of its own; [`run_headless`] runs one on the caller's. The clock lives
//! here: the simulation itself never reads one.

pub(crate) mod changes;
mod control;
mod disk;
mod manifests;
mod map_file;
mod message;
mod midway;
mod pace;
pub(crate) mod panics;
mod reloader;
mod remarks;
pub(crate) mod saves;
mod shown;
mod start;
mod world_thread;

pub use control::{Control, Frame, Pacing, Reply, ReplyText};
pub(crate) use pace::{HeadlessRun, SPEEDS, run_commanded};
pub use pace::{WallClock, run_headless};
pub(crate) use saves::next_save;
pub use start::{DEFAULT_MAP, Start, StartError};
pub(crate) use world_thread::FRAME;
pub use world_thread::{Options, Runtime, StopError};
