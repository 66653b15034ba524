//! What can be set of a simulation as a whole.

/// Table `[sim]` of a configuration file.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SimParams {
    /// Length of a step, milliseconds, 10..=1000.
    pub step_ms: u32,
    /// Threads the simulation uses, 1..=256; changes nothing but speed.
    pub threads: usize,
    /// Begin with pathfinding switched off.
    pub feelers_only: bool,
    /// Seconds from death to a new life for creatures added by `--population`.
    pub respawn_s: f32,
    /// Seconds from the player's death to its new life.
    pub player_respawn_s: f32,
    /// Lines a creature may print in a second; more are counted, not shown.
    pub prints_per_s: u32,
    /// Events of its own that each creature keeps, 0..=4096; 0 records nothing.
    pub recorder_events: usize,
    /// What the events of all creatures may take together, megabytes, 1..=4096: in a crowd each keeps fewer, 8 at least.
    pub recorder_mb: usize,
}

impl Default for SimParams {
    fn default() -> Self {
        Self {
            step_ms: 50,
            threads: 1,
            feelers_only: false,
            respawn_s: 20.0,
            player_respawn_s: 3.0,
            prints_per_s: 5,
            recorder_events: 256,
            recorder_mb: 64,
        }
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
