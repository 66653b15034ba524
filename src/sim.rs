//! The step, the scheduler, commands, events, the snapshot.

mod command;
mod log;
mod snapshot;

pub use crate::nav::{Code, Goal, PathView, Reason, WindowView};
pub use command::{Command, SourceFile};
pub use log::{Level, Log, LogLine};
pub use snapshot::{AgentMark, Feeler, Focus, PhaseTimes, RosterRow, ScriptRow, ScriptStatus, Snapshot, StoryLine};
