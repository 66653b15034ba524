//! What can be set of a simulation as a whole.

use crate::diag::table::table;

/// No simulation uses more threads.
pub(crate) const MOST_THREADS: usize = 256;

table! {
    /// Table `[sim]` of a configuration file.
    SimParams(keys) {
        /// Length of a step, milliseconds.
        step_ms: u32 = 50, 10..=1_000;
        /// Threads the simulation uses; changes nothing but speed. 0: `bestiary run` uses one for each core, others use one.
        threads: usize = 0, 0..=MOST_THREADS;
        /// From so many creatures on, in a world in which they may sleep, not all is done as often: those that woke together sleep
        /// apart, bodies keep their velocities for `kept_steps` of `[crowd]`, and straight lines do with `many_straight_share`.
        many: usize = 20_000;
        /// What `straight_share` of `[nav]` is at least where there are so many.
        many_straight_share: f32 = 0.05, 0.0..=1.0;
        /// Begin with pathfinding switched off.
        feelers_only: bool = false;
        /// Every creature knows where every other one is, whether it sees it or not.
        omniscient: bool = false;
        /// Seconds from death to a new life for creatures added by `--population`.
        respawn_s: f32 = 20.0, 0.0..=1e6;
        /// Seconds from the player's death to its new life.
        player_respawn_s: f32 = 3.0, 0.0..=1e6;
        /// Living creatures that scripts may have spawned.
        most_spawned: u32 = 1_000;
        /// Lines a creature may print in a second; more are counted, not shown.
        prints_per_s: u32 = 5;
        /// Events of its own that each creature keeps; 0 records nothing.
        recorder_events: usize = 256, 0..=4_096;
        /// What the events of all creatures may take together, megabytes: in a crowd each keeps fewer, some 8 at least.
        recorder_mb: usize = 20, 1..=4_096;
    }
}

/// A number of creatures of one behaviour, beyond what the map spawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Population {
    /// The behaviour's name.
    pub behaviour: String,
    /// How many creatures.
    pub count: u32,
}

/// The most creatures that one population may have.
pub(super) const MAX_POPULATION: u32 = 1_000_000;

/// Why a string is not a population.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PopulationError {
    /// Not `BEHAVIOUR=COUNT`, or the count is not a number.
    #[error("'{0}' is not BEHAVIOUR=COUNT, for example wolf=20")]
    Form(String),
    /// The count is above [`MAX_POPULATION`].
    #[error("{count} is too many {behaviour}: the most is {MAX_POPULATION}")]
    TooMany { behaviour: String, count: u32 },
}

impl std::str::FromStr for Population {
    type Err = PopulationError;

    /// Reads `wolf=20`.
    fn from_str(text: &str) -> Result<Self, PopulationError> {
        let form = || PopulationError::Form(text.to_owned());
        let (name, count) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty()).ok_or_else(form)?;
        let (behaviour, count) = (name.trim().to_owned(), count.trim().parse().map_err(|_| form())?);
        if count > MAX_POPULATION {
            return Err(PopulationError::TooMany { behaviour, count });
        }
        Ok(Self { behaviour, count })
    }
}
