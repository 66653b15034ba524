//! Limits that scripts run under.

use crate::agent::{BoardLimits, GroupLimits};
use crate::diag::table::table;

/// What a memory may hold.
pub(crate) const PLAIN: &str = "memory keeps booleans, numbers, strings and tables of these";

/// What a memory or a message may hold at most.
#[derive(Clone, Copy, Debug)]
pub struct PlainLimits {
    /// Of all nested tables together.
    pub entries: usize,
    /// Bytes of all strings together.
    pub string_bytes: usize,
    /// Levels of nested tables.
    pub depth: usize,
}

table! {
    /// Table `[script]` of a configuration file.
    ScriptParams(keys) {
        /// How many Lua machines share the creatures. It decides a run's result.
        vms: usize = 8, 1..=64;
        /// Budget of one call of a handler: calls and loop turns, counted by the interpreter.
        instructions_per_call: u64 = 50_000, 1_000..=100_000_000;
        /// Budget of all calls that one creature gets in one turn, the same unit.
        instructions_per_turn: u64 = 100_000, 1_000..=100_000_000;
        /// Budget of running one file at load, the same unit.
        instructions_per_load: u64 = 2_000_000, 1_000..=100_000_000;
        /// Memory of one machine, megabytes.
        memory_mb: usize = 64, 4..=4_096;
        /// Largest source file, kilobytes: hostile source can take long to compile.
        source_max_kb: usize = 256, 1..=4_096;
        /// Time from one call of a creature's script to the next, milliseconds.
        tick_ms: u32 = 300, 10..=10_000;
        /// Whether creatures that ask for it sleep: their ticks are left out until there is a reason. It decides a run's result.
        sleep: bool = true;
        /// Changes of state that one creature may make in one turn.
        transitions_per_turn: u32 = 8, 1..=100;
        /// Entries (all nested tables together) in one creature's memory or in a message.
        memory_entries: usize = 4_096, 1..=1_000_000;
        /// Bytes of all strings in one creature's memory or in a message.
        #[serde(alias = "memory_text_bytes")]
        memory_string_bytes: usize = 65_536, 1..=100_000_000;
        /// How deep tables in memory nest.
        memory_depth: usize = 16, 1..=64;
        /// Messages, shouts, lines said, posts on a board and changes of groups that one creature may send in one turn.
        sends_per_turn: u32 = 16, 1..=1_000;
        /// Creatures that one creature may spawn in one turn.
        spawns_per_turn: u32 = 4, 0..=1_000;
        /// Timers that one creature may have at a time.
        timers: usize = 32, 1..=1_000;
        /// Keys of the board of one faction.
        board_keys: usize = 256, 1..=100_000;
        /// Bytes of all keys and values on the board of one faction.
        board_bytes: usize = 262_144, 1..=100_000_000;
        /// Groups in the world.
        groups: usize = 1_024, 1..=100_000;
        /// Members of one group.
        group_members: usize = 4_096, 1..=1_000_000;
        /// Groups that one creature is in.
        groups_per_creature: usize = 8, 1..=100;
        /// Keys of the board of one group.
        group_board_keys: usize = 64, 1..=100_000;
        /// Bytes of all keys and values on the board of one group.
        group_board_bytes: usize = 16_384, 1..=100_000_000;
        /// Lines that one creature may print in one turn; more are dropped.
        prints_per_turn: u32 = 8, 1..=1_000;
        /// How long a reloaded version is on probation, milliseconds of simulated time; 0: never rolled back.
        #[serde(alias = "trial_ms")]
        probation_ms: u32 = 3_000, 0..=600_000;
        /// Errors and overruns that a version may raise while on probation; with one more it is rolled back.
        #[serde(alias = "trial_errors")]
        probation_errors: u32 = 2, 0..=1_000_000;
        /// Record which lines run and which states and codes creatures reach; costs time, changes no result.
        #[serde(skip)]
        coverage: bool = false;
    }
}

impl ScriptParams {
    /// How many Lua machines there are: at least one, whatever was set.
    pub(crate) fn machines(&self) -> usize {
        self.vms.max(1)
    }

    /// The limits of a board.
    pub(crate) fn board_limits(&self) -> BoardLimits {
        BoardLimits { keys: self.board_keys, bytes: self.board_bytes }
    }

    /// The limits of the board of a group.
    pub(crate) fn group_board_limits(&self) -> BoardLimits {
        BoardLimits { keys: self.group_board_keys, bytes: self.group_board_bytes }
    }

    /// How many groups and members there may be.
    pub(crate) fn group_limits(&self) -> GroupLimits {
        GroupLimits { groups: self.groups, members: self.group_members, per_creature: self.groups_per_creature }
    }

    /// The limits of a memory or a message.
    pub(crate) fn plain_limits(&self) -> PlainLimits {
        PlainLimits { entries: self.memory_entries, string_bytes: self.memory_string_bytes, depth: self.memory_depth }
    }
}
