//! Everything that comes from outside enters the simulation as a command, applied at the start of a step.

use crate::agent::{Key, Value};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::geom::Vec2;
use crate::lua::api::forced::ForcedCode;
pub use crate::lua::source::mods::SourceFile;

/// A change asked for by a person, a file watcher or a host program.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Brings `count` creatures to life: round `at` when given, else anywhere in the largest region.
    Spawn { behaviour: String, count: u32, at: Option<Vec2> },
    /// Ends a life.
    Kill { id: AgentId },
    /// Puts a living creature somewhere else; nothing happens when its body has no room there.
    Place { id: AgentId, at: Vec2 },
    /// Takes health from a creature, as if `by` had struck it when that is given.
    Hurt { id: AgentId, amount: f32, by: Option<AgentId> },
    /// A message to a creature's script, which sees the creature itself as the sender.
    Message { to: AgentId, name: String, data: Value },
    /// The next answers of a creature's pathfinder are these, whatever it would say itself: for tests.
    ForceCode { id: AgentId, forced: ForcedCode },
    /// Writes an entry of a creature's memory, `Value::Nil` takes it out; an empty path stands for the whole memory.
    SetMemory { id: AgentId, path: Vec<Key>, value: Value },
    /// Puts a creature into a state of its behaviour. Its handlers `leave` and `enter` are called as for any change;
    /// `quietly` they are not: it is as if it had been in that state all along.
    ForceState { id: AgentId, state: String, quietly: bool },
    /// Sets health (above 0, at most full) and heading (radians); what is `None` stays.
    SetBody { id: AgentId, health: Option<f32>, heading: Option<f32> },
    /// The player's character walks this way (a null vector: stands) until told otherwise.
    MovePlayer { direction: Vec2 },
    /// The player's character strikes at whoever is nearest within reach.
    PlayerStrike,
    /// Switches pathfinding for everybody off or on.
    SetPathfinding(bool),
    /// Mod files were changed, created or deleted. Together they were checked off the step and loaded there.
    Reload { files: Vec<SourceFile> },
    /// Mod files were changed but did not load: nothing happens but that it is said.
    Rejected { file: SourceFile, message: String },
    /// Checks found something in the text of a file that runs: nothing happens but that it is said.
    Remarked { file: SourceFile, remarks: Vec<Diagnostic> },
}
