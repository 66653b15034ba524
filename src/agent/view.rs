//! What a script may read: the world as it was when the step began.

use super::{Agents, Boards, Catalogue, Groups, NeighbourIndex, Recorder, SightMeter, Symbol};
use crate::body::{AgentId, Body, Sighting};
use crate::crowd::GateMap;
use crate::geom::{Storey, Vec2, heading_of, wrap_angle};
use crate::grid::RegionSet;
use crate::influence::{Avoided, Influence};
use crate::nav::{NavContext, NavParams, PortalMap, PreparedLevels, Storeys};
use crate::world::{Abilities, World};
use std::collections::BTreeMap;
use std::f32::consts::PI;
use std::sync::Arc;

/// Shared by all scripts of a step; nothing writes to it while they run.
#[derive(Clone)]
pub struct StepView {
    /// What exists besides agents.
    pub world: Arc<World>,
    /// All agents as they were when the step began.
    pub agents: Arc<Agents>,
    /// Which agents are near a point.
    pub near: Arc<NeighbourIndex>,
    /// What was posted before this step.
    pub boards: Arc<Boards>,
    /// Which creatures were in which groups before this step.
    pub groups: Arc<Groups>,
    /// What was added to layers of influence before this step.
    pub influence: Arc<Influence>,
    /// Gates that planned paths leave their potentials at.
    pub gates: Arc<GateMap>,
    /// What each behaviour avoids, by its symbol.
    pub avoided: Arc<BTreeMap<Symbol, Vec<Avoided>>>,
    /// What is known of portals between storeys.
    pub portals: Arc<PortalMap>,
    /// What the creatures of each behaviour can do that portals ask for, by its symbol.
    pub abilities: Arc<BTreeMap<Symbol, Abilities>>,
    /// The species that the scripts declare.
    pub catalogue: Arc<Catalogue>,
    /// Which cells are connected, for each size of body.
    pub regions: Arc<RegionSet>,
    /// Levels of clusters over the grids that are searched.
    pub levels: Arc<PreparedLevels>,
    /// The parameters of pathfinding.
    pub nav: Arc<NavParams>,
    /// What happened to every agent before this step.
    pub recorder: Arc<Recorder>,
    /// Steps since the world began.
    pub step: u64,
    /// Length of a step, seconds.
    pub step_s: f32,
    /// The player's character, when there is one.
    pub player: Option<AgentId>,
    /// Whether pathfinders plan; otherwise feelers alone steer.
    pub pathfinding_on: bool,
    /// Creatures that scripts brought into the world, and that live.
    pub spawned: u32,
    /// Whether every creature knows where every other one is.
    pub omniscient: bool,
    /// Measures how long looking takes, where something wants to know.
    pub sight: Option<Arc<SightMeter>>,
}

/// A creature's eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eyes {
    /// Metres above the ground.
    pub height_m: f32,
    /// How wide the field of view is, radians.
    pub view_rad: f32,
}

impl Eyes {
    /// Whether a point lies in the field of view of a creature at `here` that faces `heading`, radians.
    pub fn cover(&self, here: Vec2, heading: f32, at: Vec2) -> bool {
        let (there, half) = (at - here, self.view_rad / 2.0);
        half >= PI || there == Vec2::ZERO || wrap_angle(heading_of(there) - heading).abs() <= half
    }
}

/// The share of a body's height at which its eyes are.
const EYE_SHARE: f32 = 0.9;

impl StepView {
    /// The plane of the storey that a creature is on: all that it can meet, see and walk on.
    pub fn plane_of(&self, slot: usize) -> &World {
        self.world.on(self.agents.bodies.storey[slot])
    }

    /// The layers of influence of that storey.
    pub fn influence_of(&self, slot: usize) -> &Influence {
        self.influence.on(self.agents.bodies.storey[slot])
    }

    /// The regions of that storey, where they were prepared.
    pub fn regions_of(&self, slot: usize) -> Option<&RegionSet> {
        self.regions.on(self.agents.bodies.storey[slot])
    }

    /// Whether one creature's eyes see another, and how many cells and volumes were looked at.
    pub fn sees(&self, me: usize, other: usize) -> (bool, u32) {
        let b = &self.agents.bodies;
        if b.storey[me] != b.storey[other] {
            return (false, 0);
        }
        self.sees_point(me, b.position[other])
    }

    /// Whether a creature's eyes see a point that is in its field of view, and how many cells and volumes were looked at.
    pub fn sees_point(&self, me: usize, at: Vec2) -> (bool, u32) {
        let b = &self.agents.bodies;
        if !self.in_field_of_view(me, at) {
            return (false, 0);
        }
        let look = || self.plane_of(me).sees(b.position[me], at, self.eyes(me).height_m);
        self.sight.as_ref().map_or_else(look, |meter| meter.time(look))
    }

    /// Whether a point lies in the part of its surroundings that a creature sees without turning.
    fn in_field_of_view(&self, me: usize, at: Vec2) -> bool {
        let bodies = &self.agents.bodies;
        self.eyes(me).cover(bodies.position[me], bodies.heading[me], at)
    }

    /// The eyes of a creature.
    pub fn eyes(&self, slot: usize) -> Eyes {
        Eyes { height_m: self.agents.bodies.height[slot] * EYE_SHARE, view_rad: self.agents.view_rad[slot] }
    }

    /// All storeys for the agent in a slot; `None` in a world without portals.
    pub(crate) fn storeys(&self, slot: usize) -> Option<Storeys<'_>> {
        let has_portals = !self.world.portals().is_empty();
        has_portals.then(|| Storeys {
            world: &self.world,
            regions: &self.regions,
            map: &self.portals,
            abilities: self.abilities.get(&self.agents.behaviour[slot]).copied().unwrap_or_default(),
        })
    }

    /// The body of an agent as others and its own pathfinder plan with it: where it comes out, while it passes a portal.
    pub(crate) fn planned_body(&self, slot: usize) -> Body {
        let (position, storey, velocity) = self.planned_place(slot);
        Body { position, storey, velocity, ..self.agents.bodies.body(slot) }
    }

    /// Where that body is, and how fast it moves.
    pub(super) fn planned_place(&self, slot: usize) -> (Vec2, Storey, Vec2) {
        let bodies = &self.agents.bodies;
        match self.agents.transits.get(slot) {
            None => (bodies.position[slot], bodies.storey[slot], bodies.velocity[slot]),
            Some(transit) => (transit.to, transit.storeys[1], Vec2::ZERO),
        }
    }

    /// What the pathfinder of the agent in a slot gets. `target` is what the agent knows of its target, if that is an agent.
    pub fn nav_context(&self, slot: usize, target: Option<Sighting>) -> NavContext<'_> {
        let species = self.catalogue.find(self.agents.behaviour[slot]);
        let me = self.planned_body(slot);
        NavContext {
            slot,
            me,
            target,
            world: self.world.on(me.storey),
            storeys: self.storeys(slot),
            regions: self.regions.on(me.storey).unwrap_or(&self.regions),
            levels: &self.levels,
            influence: self.influence.on(me.storey),
            gates: self.gates.is_on().then_some(&*self.gates),
            avoided: self.avoided.get(&self.agents.behaviour[slot]).map_or(&[], Vec::as_slice),
            graph: species.and_then(|s| s.body.graph).or(self.nav.graph),
            blocked: None,
            params: &self.nav,
            focus: self.player.and_then(|id| self.agents.bodies.find(id)).map(|slot| self.agents.bodies.position[slot]),
            asks: false,
            heading: self.agents.bodies.heading[slot],
            form: species.map(|s| s.body.path_form()).unwrap_or_default(),
            keeps_lane: species.is_some_and(|s| s.body.headway_s > 0.0),
            step: self.step,
            step_s: self.step_s,
            pathfinding_on: self.pathfinding_on,
        }
    }
}
