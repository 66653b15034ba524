//! A creature's script instance: the state that only its own script and its own searches touch.

use crate::agent::{Event, Knowledge, StepView, Targets, Wakers};
use crate::body::{AgentId, Sighting};
use crate::lua::api::forced::Forced;
use crate::lua::api::timers::Timers;
use crate::nav::{Pathfinder, Questions, Reason};
use crate::rng::Rand;
use thin_vec::ThinVec;

/// The private part of one agent, kept by the VM that runs its script, so that VMs can run side by side.
#[derive(Clone, Debug)]
pub struct ScriptInstance {
    /// `None` until `pathfinder.activate` or a first target, and after `pathfinder.delete`.
    pub pathfinder: Option<Box<Pathfinder>>,
    /// What it knows of other creatures.
    pub knowledge: Knowledge,
    /// The creature that it last followed, and whether it has it in sight by its record: for the record alone.
    pub watched: Option<(AgentId, bool)>,
    /// The creature's own random numbers.
    pub rand: Rand,
    /// Events since the last tick, oldest first.
    pub inbox: ThinVec<Event>,
    /// What its script asked to be called for later.
    pub timers: Timers,
    /// The creatures that end its sleep, while it sleeps.
    pub wakers: Wakers,
    /// The areas that it was in when its script was last called, by index, in order; kept for behaviours that handle it.
    pub inside: ThinVec<u16>,
    /// The zone of the world that it belongs to since the last step; `None` before the first, and in worlds without zones.
    pub zone: Option<Option<u16>>,
    /// What its script asked of paths that are not walked.
    pub questions: Questions,
    /// Messages were dropped because the inbox held too much data, which was reported.
    pub flooded: bool,
    /// True until the `enter` handler of the start state has been called.
    pub newborn: bool,
    /// Results that replace the pathfinder's own; `None` except in tests.
    pub forced: Option<Box<Forced>>,
}

impl ScriptInstance {
    /// Of a creature that has just come to life.
    pub fn new(rand: Rand) -> Self {
        Self {
            pathfinder: None,
            knowledge: Knowledge::default(),
            watched: None,
            rand,
            inbox: ThinVec::new(),
            timers: Timers::default(),
            wakers: Wakers::default(),
            inside: ThinVec::new(),
            zone: None,
            questions: Questions::default(),
            flooded: false,
            newborn: true,
            forced: None,
        }
    }

    /// Those that it must not forget: what its pathfinder follows, and what it strikes at.
    pub fn targets(&self, attacked: Option<AgentId>) -> Targets {
        [self.pathfinder.as_ref().and_then(|p| p.goal.agent()), attacked]
    }

    /// What it knows of the creature that its pathfinder follows.
    pub fn target(&self, view: &StepView) -> Option<Sighting> {
        let followed = self.pathfinder.as_ref()?.goal.agent()?;
        self.knowledge.sighting(view, followed)
    }

    /// Why the last search found nothing.
    pub fn reason(&self) -> Option<Reason> {
        let forced = self.forced.as_ref().and_then(|f| f.reason());
        forced.or_else(|| self.pathfinder.as_ref().and_then(|p| p.reason))
    }
}
