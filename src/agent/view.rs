//! What a script may read: the world as it was when the step began.

use super::{Agents, Boards, Catalogue, Groups, NeighbourIndex, Recorder, SightMeter, Symbol};
use crate::body::{AgentId, Body, Sighting};
use crate::crowd::GateMap;
use crate::geom::{Aabb, Vec2, heading_of, wrap_angle};
use crate::grid::RegionSet;
use crate::influence::{Avoided, Influence};
use crate::nav::{NavContext, NavParams, PortalMap, PreparedLevels, Storeys};
use crate::world::{Abilities, World};
use std::collections::BTreeMap;
use std::f32::consts::PI;
use std::hash::{Hash, Hasher};
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

/// Which agents to look for. Empty fields do not restrict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// Only those of this faction.
    pub faction: Option<Symbol>,
    /// Only those of this behaviour.
    pub behaviour: Option<Symbol>,
    /// Only those in this state.
    pub state: Option<Symbol>,
    /// Only those not in full health.
    pub hurt: bool,
    /// Only those in line of sight.
    pub visible: bool,
    /// Metres.
    pub within: f32,
}

/// For the world hash.
impl Hash for Filter {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let Self { faction, behaviour, state, hurt, visible, within } = self;
        let names = [faction, behaviour, state].map(|name| name.map(|symbol| symbol.0));
        (names, hurt, visible, within.to_bits()).hash(h);
    }
}

/// The rest of a query was not paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the budget is spent")]
pub struct Unpaid;

/// Looking at a creature takes as long as looking at so many cells …
const VISITED: u32 = 2;
/// … and sorting and returning one that fits as long as so many.
const FOUND: u32 = 8;

/// The order of what is found: by distance, then by slot.
fn nearer(a: &(f32, usize), b: &(f32, usize)) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

/// How far a search for the nearest looks at first, metres.
const FIRST_RING_M: f32 = 8.0;
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

    /// Every living agent but `me` that passes the filter, as (distance in metres, slot), nearest first; equal distances by
    /// slot. `sees` says which are in sight and how many cells and volumes that took to look at; `pay` gets what was looked at,
    /// in cells: creatures, and what each line of sight passes.
    ///
    /// # Errors
    /// [`Unpaid`] when `pay` says so.
    pub fn find(
        &self,
        me: usize,
        filter: &Filter,
        out: &mut Vec<(f32, usize)>,
        mut sees: impl FnMut(usize) -> (bool, u32),
        mut pay: impl FnMut(u32) -> bool,
    ) -> Result<(), Unpaid> {
        let visited = self.around(me, filter, out);
        if !pay(VISITED * visited + FOUND * out.len() as u32) {
            return Err(Unpaid);
        }
        out.sort_by(nearer);
        let mut paid = Ok(());
        if filter.visible {
            out.retain(|(_, slot)| {
                paid.is_ok() && {
                    let (seen, looked_at) = sees(*slot);
                    if !pay(looked_at) {
                        paid = Err(Unpaid);
                    }
                    seen
                }
            });
        }
        paid
    }

    /// Every living agent but `me` that passes the filter, whether it is in sight or not, in no order. Returns how many were
    /// visited.
    fn around(&self, me: usize, filter: &Filter, out: &mut Vec<(f32, usize)>) -> u32 {
        out.clear();
        let bodies = &self.agents.bodies;
        let here = bodies.position[me];
        let mut take = |slot: usize, place: Vec2| {
            let distance = place.distance(here);
            if distance <= filter.within && slot != me && bodies.alive[slot] && self.passes(slot, filter) {
                out.push((distance, slot));
            }
        };
        let area = Aabb::around(here, filter.within);
        self.near.labelled(area, filter.faction.map(|f| f.0), &mut take).unwrap_or_else(|| {
            let mut visited = 0;
            self.near.each(bodies.storey[me], area, |slot| {
                visited += 1;
                take(slot, bodies.position[slot]);
            });
            visited
        })
    }

    /// The nearest agent that passes the filter. Looks close by first: rings of doubling radius, each from its near end until
    /// one (in sight, if the filter says so) is found.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn nearest(
        &self,
        me: usize,
        filter: &Filter,
        scratch: &mut Vec<(f32, usize)>,
        mut sees: impl FnMut(usize) -> (bool, u32),
        mut pay: impl FnMut(u32) -> bool,
    ) -> Result<Option<usize>, Unpaid> {
        let mut looked = -1.0;
        let mut reach = FIRST_RING_M.min(filter.within);
        loop {
            let visited = self.around(me, &Filter { within: reach, ..*filter }, scratch);
            if !pay(VISITED * visited + FOUND * scratch.len() as u32) {
                return Err(Unpaid);
            }
            // Mostly the first of them is in sight: they are not sorted.
            scratch.retain(|(distance, _)| *distance > looked);
            while let Some(at) = (0..scratch.len()).min_by(|a, b| nearer(&scratch[*a], &scratch[*b])) {
                let (_, slot) = scratch.swap_remove(at);
                if filter.visible {
                    let (seen, looked_at) = sees(slot);
                    if !pay(looked_at) {
                        return Err(Unpaid);
                    }
                    if !seen {
                        continue;
                    }
                }
                return Ok(Some(slot));
            }
            if reach >= filter.within {
                return Ok(None);
            }
            (looked, reach) = (reach, (reach * 2.0).min(filter.within));
        }
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
        let body = self.agents.bodies.body(slot);
        match self.agents.transits.get(slot) {
            None => body,
            Some(transit) => Body { position: transit.to, storey: transit.storeys[1], velocity: Vec2::ZERO, ..body },
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

    fn passes(&self, slot: usize, f: &Filter) -> bool {
        let a = &self.agents;
        f.faction.is_none_or(|x| a.faction[slot] == x)
            && f.behaviour.is_none_or(|x| a.behaviour[slot] == x)
            && f.state.is_none_or(|x| a.state[slot] == x)
            && (!f.hurt || a.health[slot] < a.max_health[slot])
    }
}
