//! What one agent's pathfinder may look at, and the cells in which its paths end.

use super::blocked::Blocked;
use super::levels::PreparedLevels;
use super::params::NavParams;
use super::portals::Storeys;
use crate::body::{Body, Sighting};
use crate::crowd::{GateMap, Sheet};
use crate::geom::{Cell, Storey, Vec2};
use crate::graph::GraphKind;
use crate::grid::{Anchors, Field, RegionSet, Regions, size_class};
use crate::influence::{Avoided, Influence};
use crate::path::{BodySight, PathForm, PathStyle, Sees, bends, pull};
use crate::search::{Landscape, Levels};
use crate::world::World;

/// A body stands free where nothing touches this share of its radius: bodies in contact with a wall do.
const CONTACT_SHARE: f32 = 0.95;

/// Round a goal where there is no place for the body, because a wall is too near, places are tried on rings, as far apart as this share of the
/// radius, and as many as this at most.
const RING_SHARE: f32 = 0.125;
const MOST_RINGS: f32 = 32.0;
/// Beside a wall the farthest of them is so many radii away.
const BESIDE_WALL: f32 = 1.25;
/// A creature counts as arrived within its radius, so many metres, and what its speed adds (`lib/tactics.lua`).
const ARRIVAL_M: f32 = 0.4;
/// To these sides of the goal.
const SIDES: [Vec2; 8] = {
    const D: f32 = std::f32::consts::FRAC_1_SQRT_2;
    [
        Vec2::new(1.0, 0.0),
        Vec2::new(D, D),
        Vec2::new(0.0, 1.0),
        Vec2::new(-D, D),
        Vec2::new(-1.0, 0.0),
        Vec2::new(-D, -D),
        Vec2::new(0.0, -1.0),
        Vec2::new(D, -D),
    ]
};

/// How many cells round a place that is closed on the grid an open one is looked for.
const STEP_OUT_CELLS: i32 = 2;

/// What one agent's pathfinder may look at.
#[derive(Clone, Copy, Debug)]
pub struct NavContext<'a> {
    /// The agent's slot: names it in requests, nothing else.
    pub slot: usize,
    /// The agent's own body.
    pub me: Body,
    /// What the agent knows of its target, where its goal is an agent that exists and that it knows of.
    pub target: Option<Sighting>,
    /// What exists on the agent's storey.
    pub world: &'a World,
    /// The other storeys, where portals lead to them.
    pub storeys: Option<Storeys<'a>>,
    /// Which cells are connected.
    pub regions: &'a RegionSet,
    /// Levels of clusters over the grids.
    pub levels: &'a PreparedLevels,
    /// Layers of influence.
    pub influence: &'a Influence,
    /// Those of them that the agent avoids.
    pub avoided: &'a [Avoided],
    /// Gates that planned paths leave their potentials at; `None`: the agent's paths do not depend on others'.
    pub gates: Option<&'a GateMap>,
    /// The graph that the agent plans over; `None`: it plans over cells.
    pub graph: Option<GraphKind>,
    /// A place that the agent could not pass.
    pub blocked: Option<Blocked>,
    /// The parameters of pathfinding.
    pub params: &'a NavParams,
    /// Where searches are most urgent, where there is such a place.
    pub focus: Option<Vec2>,
    /// Whether a search is for a question alone, and no path is waited for.
    pub asks: bool,
    /// Where its body looks, radians.
    pub heading: f32,
    /// What the agent's paths look like.
    pub form: PathForm,
    /// Whether the agent passes corners beside others rather than at the point where its path bends.
    pub keeps_lane: bool,
    /// Steps since the world began.
    pub step: u64,
    /// Length of a step, seconds.
    pub step_s: f32,
    /// The global switch.
    pub pathfinding_on: bool,
}

impl<'a> NavContext<'a> {
    /// What exists on a storey, as far as the agent can come there.
    pub(super) fn world_on(&self, storey: Storey) -> &'a World {
        self.storeys.map_or(self.world, |storeys| storeys.world.on(storey))
    }

    /// Whether a metre costs the agent more in some places than the ground says.
    pub(super) fn avoids_nothing(&self) -> bool {
        self.avoided.is_empty() && self.blocked.is_none()
    }

    /// The context of the agent as if it was in a place of a storey that portals lead to, and had no target.
    pub(super) fn there(&self, storeys: &Storeys<'a>, storey: Storey, position: Vec2) -> Self {
        let regions = storeys.regions.on(storey).unwrap_or(storeys.regions);
        let me = Body { storey, position, ..self.me };
        Self { me, target: None, world: storeys.world.on(storey), regions, ..*self }
    }

    /// Pulls the points of a found path straight, unless the agent walks from cell to cell, and writes them without the first.
    pub(super) fn pull(&self, points: &[Vec2], sight: &impl Sees, out: &mut Vec<Vec2>) {
        match self.form.style {
            PathStyle::Grid => bends(points, out),
            PathStyle::Straight | PathStyle::Round => pull(points, sight, out),
        }
    }

    /// Sight tests for the agent's body.
    pub(super) fn body_sight(&self) -> BodySight<'a> {
        let Body { radius_m, height_m, moves, .. } = self.me;
        BodySight {
            world: self.world,
            radius_m,
            height_m,
            moves,
            field: self.field(),
            costs: self.regions.costs(moves),
        }
    }

    /// The same for a body that may be in contact with a wall.
    pub(super) fn contact_sight(&self) -> BodySight<'a> {
        let body = self.body_sight();
        BodySight { radius_m: body.radius_m * CONTACT_SHARE, ..body }
    }

    /// The grid of the whole world for the agent's size, where one was prepared.
    pub(super) fn field(&self) -> Option<&'a Field> {
        self.regions.field(self.me.radius_m, self.me.height_m, self.me.moves)
    }

    /// The gates for the agent's size, with all there is to know of gates.
    pub(super) fn gates_here(&self) -> Option<(&'a GateMap, &'a Sheet)> {
        let size = size_class(self.me.radius_m, self.me.height_m, self.me.moves);
        self.gates.and_then(|map| Some((map, map.of(self.me.storey, self.regions, size)?)))
    }

    /// That grid and what its ground costs, with its levels where they were prepared.
    pub(super) fn levels_here(&self) -> Option<(Landscape<'a>, &'a Levels)> {
        self.levels.of_body(self.regions, &self.me)
    }

    /// Where bodies of the agent's size are in the cells of that grid; `None`: at the centre of each.
    pub(super) fn anchors(&self) -> Option<&'a Anchors> {
        self.regions.anchors(self.me.radius_m, self.me.height_m, self.me.moves)
    }

    /// The open cell from which a path to or from `at` leads: its own, else the nearest within `reach` cells.
    ///
    /// A body may stand closer to things than its map allows. The source then shrinks the navigation buffer. Here the body
    /// first steps out on a straight line, if it really stands free and `can_step` to a cell's centre; the smaller buffer is
    /// left for bodies that cannot. `open` gets a cell and the place in it. `None` where the place is blocked.
    pub(super) fn open_cell(
        &self,
        at: Vec2,
        reach: i32,
        open: impl Fn(Cell, Vec2) -> bool,
        can_step: impl Fn(Vec2) -> bool,
    ) -> Option<Cell> {
        let res = self.world.ground.resolution_m();
        let own = Cell::of(at, res);
        if open(own, at) {
            return Some(own);
        }
        let centre = |cell: Cell| Some(cell.centre(res)).filter(|centre| open(cell, *centre));
        self.step_out(at, reach, centre, can_step)
    }

    /// The cell from which a path to or from `at` leads, on the grid of the whole world for the agent's size: its own, else the
    /// nearest to which the body can go straight. `None` where the place is blocked.
    pub(super) fn cell_on_grid(&self, at: Vec2, open: impl Fn(Cell) -> bool) -> Option<Cell> {
        let (body, anchors) = (self.contact_sight(), self.anchors());
        let own = Cell::of(at, self.world.ground.resolution_m());
        let is_open = open(own);
        if is_open && (anchors.is_none_or(|a| a.is_plain(own)) || body.clear(at, self.place_in(own))) {
            return Some(own);
        }
        let place = |cell: Cell| open(cell).then(|| self.place_in(cell));
        let near = self.step_out(at, STEP_OUT_CELLS, place, |to| body.clear(at, to));
        near.or(Some(own).filter(|_| is_open))
    }

    /// Where a body of the agent's size is in a cell of that grid.
    fn place_in(&self, cell: Cell) -> Vec2 {
        self.anchors().map_or_else(|| cell.centre(self.world.ground.resolution_m()), |anchors| anchors.place(cell))
    }

    /// The cell in which a path to `to` ends, on the grid of the whole world for the agent's size: that of [`Self::cell_on_grid`], if the agent has as
    /// good as arrived there, or goes after a creature. Else one from which the body can go straight to the goal, or to the nearest place round it
    /// that is free. `None` where there is none: the agent would never arrive.
    pub(super) fn goal_cell(&self, to: Vec2, open: impl Fn(Cell) -> bool) -> Option<Cell> {
        let (cell, body) = (self.cell_on_grid(to, &open)?, self.body_sight());
        if self.target.is_some() || self.place_in(cell).distance(to) <= self.arrival_m() {
            return Some(cell);
        }
        let is_free = |at: &Vec2| self.world.is_free(*at, body.radius_m, body.height_m, body.moves);
        let end = self.round(to, self.arrival_m()).find(is_free)?;
        let place = |cell: Cell| open(cell).then(|| self.place_in(cell));
        let own = Cell::of(end, self.world.ground.resolution_m());
        let is_straight = place(own).is_some_and(|from| body.clear(end, from));
        if is_straight { Some(own) } else { self.step_out(end, STEP_OUT_CELLS, place, |from| body.clear(end, from)) }
    }

    /// The end of a path to `to` over a last cell, in which it leads to `last`: `to` itself where the body can go there, else the nearest of
    /// the places round it where it can. `None` where none is nearer than `last`.
    pub(super) fn nearest_end(&self, last: Vec2, to: Vec2) -> Option<Vec2> {
        let (sight, left_m) = (self.body_sight(), last.distance(to));
        let farthest_m = if left_m > self.arrival_m() { self.arrival_m() } else { BESIDE_WALL * self.me.radius_m };
        let mut nearer = self.round(to, farthest_m).take_while(|place| *place == to || place.distance(to) < left_m);
        nearer.find(|place| sight.clear(last, *place))
    }

    /// From so far away the agent has as good as arrived, whatever its speed, metres.
    fn arrival_m(&self) -> f32 {
        self.me.radius_m + ARRIVAL_M
    }

    /// A place, and others round it, from near to far.
    fn round(&self, to: Vec2, farthest_m: f32) -> impl Iterator<Item = Vec2> + use<> {
        let apart_m = (RING_SHARE * self.me.radius_m).max(farthest_m / MOST_RINGS);
        let ring = move |i| SIDES.map(|side| to + side * (i as f32 * apart_m));
        std::iter::once(to).chain((1..=(farthest_m / apart_m) as u32).flat_map(ring))
    }

    /// The part of the world that an open cell belongs to, where that is known.
    pub(super) fn region_of(&self, cell: Cell) -> Option<u32> {
        self.regions.get(self.me.radius_m, self.me.height_m, self.me.moves)?.of_cell(cell)
    }

    /// Whether the parts of the world that two places belong to are known, and differ.
    pub(super) fn are_apart(&self, a: Vec2, b: Vec2) -> Option<bool> {
        let regions = self.regions.get(self.me.radius_m, self.me.height_m, self.me.moves)?;
        Some(self.region_at(regions, a)? != self.region_of_goal(regions, b)?)
    }

    /// Whether a path may end at a place, as far as that is known without a search: a body can be there, and the part of the world is the one
    /// that it is in.
    pub fn may_lead_to(&self, to: Vec2) -> bool {
        let Some(regions) = self.regions.get(self.me.radius_m, self.me.height_m, self.me.moves) else { return true };
        let here = self.region_at(regions, self.me.position);
        self.region_of_goal(regions, to).is_some_and(|there| here.is_none_or(|here| here == there))
    }

    /// The part of the world in which a path to a place ends.
    fn region_of_goal(&self, regions: &Regions, to: Vec2) -> Option<u32> {
        regions.of_cell(self.goal_cell(to, |cell| regions.of_cell(cell).is_some())?)
    }

    /// The part of the world in which a search from a place begins.
    fn region_at(&self, regions: &Regions, at: Vec2) -> Option<u32> {
        regions.of_cell(self.cell_on_grid(at, |cell| regions.of_cell(cell).is_some())?)
    }

    /// The nearest cell within `reach` cells to whose `place`, where it has one, a body that is free can step.
    fn step_out(
        &self,
        at: Vec2,
        reach: i32,
        place: impl Fn(Cell) -> Option<Vec2>,
        can_step: impl Fn(Vec2) -> bool,
    ) -> Option<Cell> {
        let (body, own) = (self.contact_sight(), Cell::of(at, self.world.ground.resolution_m()));
        if !self.world.is_free(at, body.radius_m, body.height_m, body.moves) {
            return None;
        }
        let mut best: Option<(f32, Cell)> = None;
        for y in own.y - reach..=own.y + reach {
            for x in own.x - reach..=own.x + reach {
                let cell = Cell::new(x, y);
                let Some(to) = place(cell) else { continue };
                let distance = to.distance_squared(at);
                if best.is_none_or(|(least, _)| distance < least) && can_step(to) {
                    best = Some((distance, cell));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}
