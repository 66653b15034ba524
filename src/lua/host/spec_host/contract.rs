//! Specs as files, and what one does to a small world and reads of it: the interface to the module that builds worlds.

use crate::agent::{StepView, Value};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::file::{text, text_inside};
use crate::geom::Vec2;
use crate::lua::api::forced::ForcedCode;
use crate::lua::source::mods::{self, Mod};
use crate::nav::Code;
use crate::world::GivenSetting;
use std::collections::BTreeMap;
use std::path::Path;

/// The source of a spec.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecFile {
    /// As shown to people: `scripts/spec/tactics_spec.lua`.
    pub label: String,
    pub source: String,
}

impl SpecFile {
    /// Reads one file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Diagnostic> {
        let label = path.to_string_lossy().replace('\\', "/");
        let text = mods::mod_around(path).map_or_else(|| text(path), |home| text_inside(path, home));
        let source = text.map_err(|e| Diagnostic::error(&label, format!("cannot be read: {e}")))?;
        Ok(Self { label, source })
    }
}

/// The specs of a mod, in order of path, and a fault for each file that cannot be read.
pub(crate) fn spec_files(m: &Mod) -> (Vec<SpecFile>, Vec<Diagnostic>) {
    let (files, faults) = mods::lua_files(m, "spec");
    let file = |(path, source)| SpecFile { label: format!("{}/{path}", m.label), source };
    (files.into_iter().map(file).collect(), faults)
}

/// Builds the small worlds of specs, as drawn.
pub(crate) type Build = Box<dyn Fn(WorldPlan) -> Result<Box<dyn SpecWorld>, PlanError> + Send>;

/// Why a world cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error("the drawing is empty")]
    Empty,
    #[error("the drawing has more than {most} letters; a larger 'cell' makes it smaller")]
    TooLarge { most: usize },
    #[error("row {row} of the drawing has {letters} letters, but the first row has {first}")]
    UnevenRow { row: usize, letters: usize, first: usize },
    #[error("there is a blank in row {row} of the drawing; '.' is open ground")]
    Blank { row: usize },
    #[error("there can be only one player")]
    SecondPlayer,
    /// Of a creature, a place or an area.
    #[error("there is no '{letter}' ({name}) in the drawing")]
    NotDrawn { letter: char, name: String },
    #[error("the {behaviour} at '{letter}' does not fit there ({}, {})", .at.x, .at.y)]
    NoRoom { behaviour: String, letter: char, at: Vec2 },
    /// The diagnostics of scripts and spawns, as shown to people.
    #[error("{0}")]
    Faults(String),
}

/// A world as a spec draws it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldPlan {
    /// The drawing as it was written: blank lines around it and a common margin are not part of it.
    pub drawing: String,
    /// Metres a letter.
    pub cell_m: f32,
    /// Of all random numbers.
    pub seed: u64,
    /// Letter → behaviour.
    pub creatures: BTreeMap<char, String>,
    /// Letter → what its creatures get of the settings that their behaviour declares.
    pub settings: BTreeMap<char, Vec<GivenSetting>>,
    /// Letters that are places, and their names.
    pub places: BTreeMap<String, char>,
    /// Letters whose cells span areas, by the areas' names, and the areas' roles.
    pub areas: BTreeMap<String, (char, Vec<String>)>,
    /// Behaviours written in the spec itself: name → source.
    pub behaviours: BTreeMap<String, String>,
    /// Begin with pathfinding switched off.
    pub feelers_only: bool,
    /// Errors of creatures' scripts do not end the test.
    pub errors_allowed: bool,
    /// Faults in its own behaviours are placed in it.
    pub spec: SpecFile,
}

/// What a spec does to a world from outside; it takes effect at the start of the next step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    Place(AgentId, Vec2),
    /// The health taken, and the creature that takes it.
    Hurt(AgentId, f32, Option<AgentId>),
    Kill(AgentId),
    Send {
        to: AgentId,
        name: String,
        data: Value,
    },
    /// Sets the pathfinder's next results.
    Force(AgentId, ForcedCode),
    /// As if the creature had lived up to here.
    Begin(AgentId, Begin),
    Pathfinding(bool),
    /// The player's character walks in this direction; with a null vector it stops.
    Walk(Vec2),
}

impl Act {
    /// The word of a spec that does it.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Place(..) => "place",
            Self::Hurt(..) => "hurt",
            Self::Kill(_) => "kill",
            Self::Send { .. } => "send",
            Self::Force(..) => "force",
            Self::Begin(..) => "begin",
            Self::Pathfinding(_) => "pathfinding",
            Self::Walk(_) => "walk",
        }
    }
}

/// What a spec did to a world without effect.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unused {
    /// The word that did it.
    #[error("no step comes after '{0}': it has no effect")]
    Act(&'static str),
    /// A result that no call of the creature got.
    #[error("{creature} never called pathfinder.{call}: the forced {code} was not used")]
    Code { creature: String, call: &'static str, code: &'static str },
}

/// How a creature begins; what is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Begin {
    pub state: Option<String>,
    pub memory: Option<Value>,
    pub health: Option<f32>,
    /// Radians.
    pub heading: Option<f32>,
}

/// Why an act is impossible.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    #[error("begin: it is dead")]
    Dead,
    #[error("begin: a {behaviour} has no state '{state}'{suggestion}")]
    UnknownState { behaviour: String, state: String, suggestion: String },
    #[error("begin: health is {health}; it must be above 0 and at most {most}")]
    Health { health: f32, most: f32 },
    #[error("begin: memory must be a table")]
    Memory,
    #[error("place: this body does not fit at {}, {}", .0.x, .0.y)]
    NoRoom(Vec2),
    #[error("force: the player's character has no pathfinder")]
    PlayerForced,
    #[error("walk: there is no player here; give a letter the name \"player\"")]
    NoPlayer,
}

/// A small world that runs.
pub(crate) trait SpecWorld: Send {
    /// One step.
    fn step(&mut self);
    /// The world as it is now.
    fn view(&self) -> StepView;
    fn memory(&self, id: AgentId) -> Value;
    /// The creatures that began at a letter of the drawing, dead ones too, line by line.
    fn at_letter(&self, letter: char) -> Vec<AgentId>;
    /// Centres of the cells drawn with a letter.
    fn places(&self, letter: char) -> Vec<Vec2>;
    /// # Errors
    /// What makes it impossible.
    fn act(&mut self, act: Act) -> Result<(), ActError>;
    /// How many forced codes a creature has yet to get. A test that asks knows that they may stay unused.
    fn forced(&mut self, id: AgentId) -> u32;
    /// What had no effect.
    fn unused(&self) -> Option<Unused>;
    /// How often pathfinders returned a code.
    fn codes(&self, code: Code) -> u64;
    /// How often a strategic state was entered by any creature.
    fn entered(&self, state: &str) -> u64;
    /// Goals that were reached.
    fn arrivals(&self) -> u64;
    /// Lines of the log; those of creatures begin with their name: `wolf 3: …`.
    fn log(&self) -> Vec<String>;
    /// Those lines that creatures printed or said.
    fn spoken(&self) -> Vec<String>;
    /// Errors that creatures' scripts raised so far.
    fn errors(&self) -> Vec<String>;
    /// A drawing of the world, and a line for each living creature.
    fn draw(&self) -> String;
}
