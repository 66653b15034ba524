//! Limits that scripts run under.

use std::ops::RangeInclusive;

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

/// Table `[script]` of a configuration file.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptParams {
    /// How many Lua machines share the creatures, 1..=64. It decides a run's result.
    pub vms: usize,
    /// Budget of one call of a handler: calls and loop turns, counted by the interpreter, 1 000..=100 000 000.
    pub instructions_per_call: u64,
    /// Budget of all calls that one creature gets in one turn, the same unit, 1 000..=100 000 000.
    pub instructions_per_turn: u64,
    /// Budget of running one file at load, the same unit, 1 000..=100 000 000.
    pub instructions_per_load: u64,
    /// Memory of one machine, megabytes, 4..=4096.
    pub memory_mb: usize,
    /// Largest source file, kilobytes, 1..=4096: hostile source can take long to compile.
    pub source_max_kb: usize,
    /// Time from one call of a creature's script to the next, milliseconds, 10..=10 000.
    pub tick_ms: u32,
    /// Changes of state that one creature may make in one turn, 1..=100.
    pub transitions_per_turn: u32,
    /// Entries (all nested tables together) in one creature's memory or in a message, 1..=1 000 000.
    pub memory_entries: usize,
    /// Bytes of all strings in one creature's memory or in a message, 1..=100 000 000.
    #[serde(alias = "memory_text_bytes")]
    pub memory_string_bytes: usize,
    /// How deep tables in memory nest, 1..=64.
    pub memory_depth: usize,
    /// Messages, shouts and lines said that one creature may send in one turn, 1..=1000.
    pub sends_per_turn: u32,
    /// Lines that one creature may print in one turn, 1..=1000; more are dropped.
    pub prints_per_turn: u32,
    /// How long a reloaded version is on probation, milliseconds of simulated time, 0..=600 000; 0: never rolled back.
    #[serde(alias = "trial_ms")]
    pub probation_ms: u32,
    /// Errors and overruns that a version may raise while on probation, 0..=1 000 000; with one more it is rolled back.
    #[serde(alias = "trial_errors")]
    pub probation_errors: u32,
    /// Record which lines run and which states and codes creatures reach; costs time, changes no result.
    #[serde(skip)]
    pub coverage: bool,
}

impl Default for ScriptParams {
    fn default() -> Self {
        Self {
            vms: 8,
            instructions_per_call: 50_000,
            instructions_per_turn: 100_000,
            instructions_per_load: 2_000_000,
            memory_mb: 64,
            source_max_kb: 256,
            tick_ms: 300,
            transitions_per_turn: 8,
            memory_entries: 4_096,
            memory_string_bytes: 65_536,
            memory_depth: 16,
            sends_per_turn: 16,
            prints_per_turn: 8,
            probation_ms: 3_000,
            probation_errors: 2,
            coverage: false,
        }
    }
}

impl ScriptParams {
    /// The limits of a memory or a message.
    pub(crate) fn plain_limits(&self) -> PlainLimits {
        PlainLimits { entries: self.memory_entries, string_bytes: self.memory_string_bytes, depth: self.memory_depth }
    }

    /// Each whole number with its key and its range.
    pub(crate) fn ranges(&self) -> [(&'static str, u64, RangeInclusive<u64>); 15] {
        [
            ("vms", self.vms as u64, 1..=64),
            ("instructions_per_call", self.instructions_per_call, 1_000..=100_000_000),
            ("instructions_per_turn", self.instructions_per_turn, 1_000..=100_000_000),
            ("instructions_per_load", self.instructions_per_load, 1_000..=100_000_000),
            ("memory_mb", self.memory_mb as u64, 4..=4_096),
            ("source_max_kb", self.source_max_kb as u64, 1..=4_096),
            ("tick_ms", self.tick_ms.into(), 10..=10_000),
            ("transitions_per_turn", self.transitions_per_turn.into(), 1..=100),
            ("memory_entries", self.memory_entries as u64, 1..=1_000_000),
            ("memory_string_bytes", self.memory_string_bytes as u64, 1..=100_000_000),
            ("memory_depth", self.memory_depth as u64, 1..=64),
            ("sends_per_turn", self.sends_per_turn.into(), 1..=1_000),
            ("prints_per_turn", self.prints_per_turn.into(), 1..=1_000),
            ("probation_ms", self.probation_ms.into(), 0..=600_000),
            ("probation_errors", self.probation_errors.into(), 0..=1_000_000),
        ]
    }
}
