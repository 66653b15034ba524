//! What a spec asks of a little world, and what running it answers: the border to the room that builds such worlds.

use crate::agent::Value;
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::geom::Vec2;
use crate::lua::analysis::coverage::Coverage;
use crate::lua::api::forced::ForcedCode;
use std::collections::BTreeMap;

/// Builds little worlds.
pub trait SpecBench: Send {
    /// A world as drawn.
    ///
    /// # Errors
    /// What is wrong with the plan, in words: ragged rows, a letter nobody explained, a behaviour that does not load.
    fn build(&mut self, plan: WorldPlan) -> Result<Box<dyn SpecWorld>, String>;
    /// What the specs themselves ran of the mods' files, outside of worlds; told once a file of specs is through.
    fn ran(&mut self, coverage: &Coverage);
}

/// A world as a spec draws it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldPlan {
    /// The drawing as it was written: blank lines around it and a common margin are not part of it.
    pub picture: String,
    /// Metres a letter.
    pub cell_m: f32,
    pub seed: u64,
    /// Letter → behaviour.
    pub creatures: BTreeMap<char, String>,
    /// Behaviours written in the spec itself: name → source.
    pub behaviours: BTreeMap<String, String>,
    /// Begin with pathfinding switched off.
    pub feelers_only: bool,
    /// The spec's file as shown to people, and its text: faults in its own behaviours are placed in it.
    pub file: String,
    pub text: String,
}

/// What a spec does to a world from outside; it takes effect at the start of the next step.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    Place {
        id: AgentId,
        at: Vec2,
    },
    Hurt {
        id: AgentId,
        amount: f32,
        by: Option<AgentId>,
    },
    Kill {
        id: AgentId,
    },
    Send {
        to: AgentId,
        name: String,
        data: Value,
    },
    /// The pathfinder's next answers.
    Force {
        id: AgentId,
        answer: ForcedCode,
    },
    /// It is as if the creature had lived up to here; what is `None` stays as it is.
    Begin {
        id: AgentId,
        state: Option<String>,
        memory: Option<Value>,
        health: Option<f32>,
        heading: Option<f32>,
    },
    Pathfinding(bool),
    /// The player's character walks this way; a null vector: stands.
    Walk(Vec2),
}

/// A creature as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatureView {
    pub behaviour: String,
    pub faction: String,
    pub state: String,
    pub tactic: String,
    /// Metres.
    pub position: Vec2,
    /// Radians.
    pub heading: f32,
    /// Metres a second.
    pub speed: f32,
    pub health: f32,
    pub max_health: f32,
    /// Seconds since the state was entered.
    pub state_s: f32,
}

/// A little world that runs.
pub trait SpecWorld: Send {
    /// One step.
    fn step(&mut self);
    /// Steps since it began.
    fn steps(&self) -> u64;
    /// Length of a step, seconds.
    fn step_s(&self) -> f32;
    /// `None` when it is dead.
    fn creature(&self, id: AgentId) -> Option<CreatureView>;
    fn memory(&self, id: AgentId) -> Value;
    /// Everyone alive, in order of slot.
    fn living(&self) -> Vec<AgentId>;
    /// Who began at a letter of the drawing, dead ones too, as one reads.
    fn at_letter(&self, letter: char) -> Vec<AgentId>;
    /// Centres of the cells drawn with a letter.
    fn places(&self, letter: char) -> Vec<Vec2>;
    /// # Errors
    /// What makes it impossible, in words.
    fn act(&mut self, act: Act) -> Result<(), String>;
    /// How many forced answers a creature has yet to get.
    fn forced(&self, id: AgentId) -> u32;
    /// How often the pathfinders answered with a code; `None` when there is no such code.
    fn codes(&self, name: &str) -> Option<u64>;
    /// How often a strategic state was entered by anybody.
    fn entered(&self, state: &str) -> u64;
    /// Goals that were reached.
    fn arrivals(&self) -> u64;
    /// Lines of the log, `wolf 3: text` where a creature speaks.
    fn log(&self) -> Vec<String>;
    /// Errors that creatures' scripts raised so far.
    fn errors(&self) -> Vec<String>;
    /// The world as text, and a line for everyone alive.
    fn draw(&self) -> String;
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub file: String,
    /// The words of all `describe` around it and its own; empty for a file that does not load.
    pub name: String,
    pub failure: Option<Failure>,
}

/// What was wrong, where, and how the world looked.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub diagnostic: Diagnostic,
    pub drawing: Option<String>,
    /// The seed of the test's last world, when there was one.
    pub seed: Option<u64>,
}

/// The world in which a test ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub drawing: String,
    pub seed: u64,
}

impl Outcome {
    pub(crate) fn failed(file: &str, name: &str, diagnostic: Diagnostic, scene: Option<Scene>) -> Self {
        let (drawing, seed) = scene.map_or((None, None), |s| (Some(s.drawing), Some(s.seed)));
        let failure = Some(Failure { diagnostic, drawing, seed });
        Self { file: file.to_owned(), name: name.to_owned(), failure }
    }
}
