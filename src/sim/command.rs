//! Everything that comes from outside enters the simulation as a command, applied at the start of a step; what is saved also in the middle of
//! a long one (`midway.rs`).

use super::{Level, MapVersion};
use crate::agent::{Key, Value};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::geom::{Storey, Vec2};
use crate::lua::api::forced::ForcedCode;
pub use crate::lua::source::mods::SourceFile;
use crate::world::Edit;

/// A change asked for by a person, a file watcher or a host program.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Brings `count` creatures to life: round `at` when given, else anywhere in the largest region.
    Spawn {
        /// The behaviour's name.
        behaviour: String,
        /// How many.
        count: u32,
        /// Metres.
        at: Option<Vec2>,
    },
    /// Ends a life.
    Kill {
        /// The creature.
        id: AgentId,
    },
    /// Puts a living creature somewhere else; nothing happens when its body does not fit there.
    Place {
        /// The creature.
        id: AgentId,
        /// Metres.
        at: Vec2,
        /// On which storey; `None`: the one that it is on.
        storey: Option<Storey>,
    },
    /// Takes health from a creature, as if `by` had struck it when that is given.
    Hurt {
        /// The creature.
        id: AgentId,
        /// Health to lose.
        amount: f32,
        /// The creature that is reported as the attacker.
        by: Option<AgentId>,
    },
    /// A message to a creature's script, which sees the creature itself as the sender.
    Message {
        /// The creature.
        to: AgentId,
        /// What kind of message it is.
        name: String,
        /// What comes with it.
        data: Value,
    },
    /// Replaces the next results of a creature's pathfinder: for tests.
    ForceCode {
        /// The creature.
        id: AgentId,
        /// What its pathfinder returns, and how often.
        forced: ForcedCode,
    },
    /// Opens or closes a door of the map; it stays open while something is in it.
    SetDoor {
        /// The door's name.
        door: String,
        /// Whether it is to be open.
        open: bool,
    },
    /// Places, moves or takes away a box, or changes ground; it does not happen where a body is in the place of what closes.
    Edit(Edit),
    /// Writes an entry of a creature's memory, `Value::Nil` removes it; an empty path is the whole memory.
    SetMemory {
        /// The creature.
        id: AgentId,
        /// The keys that lead to the entry.
        path: Vec<Key>,
        /// What is written.
        value: Value,
    },
    /// Puts a creature into a state of its behaviour. Its handlers `leave` and `enter` are called as for any change;
    /// `quietly` they are not: it is as if it had been in that state all along.
    ForceState {
        /// The creature.
        id: AgentId,
        /// The state's name.
        state: String,
        /// Calls no handler.
        quietly: bool,
    },
    /// Sets health (above 0, at most full) and heading (radians); what is `None` stays.
    SetBody {
        /// The creature.
        id: AgentId,
        /// Above 0, at most full.
        health: Option<f32>,
        /// Radians.
        heading: Option<f32>,
    },
    /// The player's character walks in this direction (a null vector: stands still) until the next such command.
    MovePlayer {
        /// Its length does not matter.
        direction: Vec2,
    },
    /// The player's character strikes at the nearest creature within reach.
    PlayerStrike,
    /// Switches pathfinding of all creatures off or on.
    SetPathfinding(bool),
    /// Mod files were changed, created or deleted. Together they were checked off the step and loaded there.
    Reload {
        /// The files as they are now.
        files: Vec<SourceFile>,
    },
    /// The map was changed: entries that it has otherwise than before come into the world as it says, all others stay as they are there.
    /// Nothing happens but that it is said where it does not fit a world with creatures.
    ReloadMap(MapVersion),
    /// Mod files, or files of the map, were changed but did not load: nothing happens but that it is said.
    Rejected {
        /// The file as it was saved; the map's is of no mod, its name is empty.
        file: SourceFile,
        /// Why it did not load.
        message: String,
    },
    /// Something outside the world that people should know: nothing happens but that it is said.
    Note {
        /// What kind of line of the log it is.
        level: Level,
        /// The line.
        text: String,
    },
    /// Checks found something in the text of a file that runs: nothing happens but that it is said.
    Remarked {
        /// The file as it runs.
        file: SourceFile,
        /// What the checks found.
        remarks: Vec<Diagnostic>,
    },
}
