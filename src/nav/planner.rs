//! The planners there are. All that must list them is in this file: an agent's search job, what agents share, what a
//! thread keeps, and which planner serves a world. How each of them works is its own file's business.

pub(crate) mod ceiling;
pub(crate) mod field;
mod flows;
pub(crate) mod gates;
mod graph;
pub(crate) mod hierarchy;
pub(super) mod job;
mod parking;
mod quick;
mod replay;
pub(crate) mod shared;
mod window;
mod worker;

use super::avoidance::Turns;
use super::{NavContext, NavParams, PathFollower, Planner, PreparedLevels};
use crate::body::MoveClass;
use crate::crowd::Marking;
use crate::geom::{Aabb, Cell, Storey};
use crate::graph::{Graph, GraphKind, Mover};
use crate::grid::{CellRect, MAX_FIELD_SIDE, RegionSet, Repaired, SizeClass, size_class};
use crate::search::{Levels, Shape};
use crate::world::World;
use ceiling::{Ceiling, Claim, Refused, SearchLoad};
pub(super) use field::add_places;
use field::{Key, Trace, precheck, resolve};
use gates::GateJob;
use graph::GraphJob;
use graph::service::GraphService;
use hierarchy::HierarchyJob;
pub use job::Grant;
pub(super) use job::Leeway;
use job::{Job, Plan, Preparation, Progress, Query, Tally, Task};
use job::{JobState, Need, Noted, cell_bits};
pub(super) use replay::MOST_REPLAYED;
use shared::SharedJob;
use shared::service::SharedService;
use std::collections::BTreeSet;
use strum::EnumDiscriminants;
use window::WindowJob;
pub(crate) use worker::Claimant;
use worker::all_work;
pub use worker::{SearchContext, Worker};

/// One in so many expansions of the ceiling is for searches near agents.
const NEAR_SHARE: u64 = 8;

/// One agent's search, and what its planner keeps between searches. Every creature has one: what is large lies apart.
#[derive(Clone, Debug, EnumDiscriminants)]
#[strum_discriminants(name(JobKind))]
pub(super) enum SearchJob {
    Window(Box<WindowJob>),
    Shared(SharedJob),
    Hierarchy(HierarchyJob),
    Gates(Box<GateJob>),
    Graph(Box<GraphJob>),
}

/// The one without memory of its own: which it is becomes known with the first search.
impl Default for SearchJob {
    fn default() -> Self {
        JobKind::Shared.job()
    }
}

impl JobKind {
    /// Of the planner that serves a world.
    fn for_world(params: &NavParams, world: &World) -> Self {
        match params.planner {
            Planner::Window => Self::Window,
            Planner::Static if params.is_hierarchical(world) => Self::Hierarchy,
            Planner::Static => Self::Shared,
        }
    }

    /// A job that has yet to begin.
    fn job(self) -> SearchJob {
        match self {
            Self::Window => SearchJob::Window(Box::default()),
            Self::Shared => SearchJob::Shared(SharedJob::default()),
            Self::Hierarchy => SearchJob::Hierarchy(HierarchyJob::default()),
            Self::Gates => SearchJob::Gates(Box::default()),
            Self::Graph => SearchJob::Graph(Box::default()),
        }
    }
}

/// What the agents of a world share in their searches.
#[derive(Debug, Default)]
pub struct Service {
    shared: SharedService,
    graphs: GraphService,
    ceiling: Ceiling,
    /// Searches near agents.
    turns: Turns,
    /// Those of the agents of all threads.
    hasty: Vec<(u64, u32)>,
    /// Paths through gates.
    marked: gates::Marked,
    /// The agents that search in this step, by slot.
    pub grants: Vec<Grant>,
}

/// A step's rounds of searches.
#[derive(Clone, Copy, Debug)]
pub enum Round {
    /// Every agent that needs one searches, or leaves a request with its worker.
    Start,
    /// Agents with a grant search for one slice. Without permission to park, a search that does not end in its slice
    /// restarts in a later step.
    Step {
        /// Whether a search may keep its place between steps.
        may_park: bool,
    },
    /// Agents take the results of searches that were identical to their own.
    Finish,
    /// Agents with a grant look for a path near them through less of what they avoid.
    Near,
    /// Agents that have no path yet while their search goes on, or waits, get a short one.
    Quick,
}

impl Round {
    fn run<J: Job>(self, job: &mut J, task: &mut Task, service: &J::Service, scratch: &mut J::Scratch) -> Progress {
        match self {
            Self::Start => job.start(task, service, scratch),
            Self::Step { may_park } => job.step(task, service, scratch, may_park),
            Self::Finish => job.finish(task, service, scratch),
            Self::Near | Self::Quick => Progress::Waiting,
        }
    }
}

impl SearchJob {
    /// Begins with the planner in force; what it kept stays. Over gates only paths to fixed goals are planned, and none over graphs.
    pub(super) fn select(&mut self, ctx: &NavContext, is_fixed: bool) {
        let kind = match ctx.gates_here() {
            _ if ctx.graph.is_some() => JobKind::Graph,
            Some(_) if is_fixed => JobKind::Gates,
            _ => JobKind::for_world(ctx.params, ctx.world),
        };
        if JobKind::from(&*self) != kind {
            *self = kind.job();
        }
    }

    /// Works on the search in one of a step's rounds.
    pub(super) fn run(
        &mut self,
        round: Round,
        ctx: &NavContext,
        query: Query,
        path: &mut PathFollower,
        tally: &mut Tally,
        SearchContext { service, worker, clock }: &mut SearchContext,
    ) -> Progress {
        let Worker { counts, claims, allowance, quick, window, shared, hierarchy, gates, graph, .. } = &mut **worker;
        let (begun, drawn) = (clock.nanos(), counts.abstraction_ns);
        let refused = service.ceiling.refused_since(ctx.slot, ctx.asks);
        let task =
            &mut Task { ctx, query, path, tally, counts, claims, refused, allowance, clock: *clock, replay: None };
        let progress = match self {
            _ if matches!(round, Round::Quick) => quick::begin(task, quick),
            Self::Window(job) => round.run(&mut **job, task, &(), window),
            Self::Shared(job) => round.run(job, task, &service.shared, shared),
            Self::Hierarchy(job) => round.run(job, task, &(), hierarchy),
            Self::Gates(job) => round.run(&mut **job, task, &service.shared, gates),
            Self::Graph(job) => round.run(&mut **job, task, &service.graphs, graph),
        };
        let drawing = counts.abstraction_ns - drawn;
        counts.search_ns += clock.nanos().saturating_sub(begun).saturating_sub(drawing);
        progress
    }

    /// Something has changed in an area, metres: a map of one's own that shows the area is drawn again before the next
    /// search; the one under way goes on. Whether there was one.
    pub(super) fn outdate(&mut self, ctx: &NavContext, area: Aabb) -> bool {
        match self {
            Self::Window(job) => job.outdate(ctx, area),
            Self::Shared(_) | Self::Hierarchy(_) | Self::Gates(_) | Self::Graph(_) => false,
        }
    }

    /// Whether a path that it finds is the shortest over the grid of the whole world.
    pub(super) fn is_exact(&self) -> bool {
        matches!(self, Self::Shared(_))
    }

    /// What the planner is asked besides searches.
    pub(super) fn plan(&self) -> &dyn Plan {
        match self {
            Self::Window(job) => &**job,
            Self::Shared(job) => job,
            Self::Hierarchy(job) => job,
            Self::Gates(job) => &**job,
            Self::Graph(job) => &**job,
        }
    }

    /// The next search starts from nothing: a search on the shared grid gives its memory back, one over gates leaves it.
    pub(super) fn restart(&mut self) {
        match self {
            Self::Shared(job) => *job = SharedJob::default(),
            Self::Gates(job) => job.restart(),
            Self::Graph(job) => **job = GraphJob::default(),
            Self::Window(_) | Self::Hierarchy(_) => {}
        }
    }
}

impl Service {
    /// Makes ready what searches for a size of body need, before the first of them. Returns what graphs cost, in expansions.
    pub fn prepare(&mut self, regions: &mut RegionSet, levels: &mut PreparedLevels, p: &Preparation) -> u64 {
        let graph = p.graph.filter(|kind| *kind != GraphKind::Turned);
        if p.graph.is_some() {
            regions.prepare_field(p.world, p.radius_m, p.height_m, p.moves);
        }
        let work = graph.map_or(0, |kind| self.graphs.prepare(regions, kind, p));
        let is_large = p.params.is_hierarchical(p.world);
        if p.params.planner == Planner::Window {
            return work;
        } else if is_large {
            regions.prepare_field(p.world, p.radius_m, p.height_m, p.moves);
        } else {
            self.shared.prepare(regions, p);
        }
        if is_large || p.estimates {
            levels.prepare(p.storey, regions, size_class(p.radius_m, p.height_m, p.moves), |on| {
                if is_large { p.levels.levels(on) } else { Levels::new(on, Shape::default(), |_| ()) }
            });
        }
        work
    }

    /// Whether the graph of a kind is there for a size of body on a storey, or needs no making.
    pub fn has_graph(&self, storey: Storey, size: SizeClass, kind: GraphKind) -> bool {
        kind == GraphKind::Turned || self.graphs.has((storey, size, kind))
    }

    /// The graph that an agent plans over where it is now, its body there, and the number of the graph as it is now; `None`
    /// where it plans over cells, or over a window of each search.
    pub fn graph_of<'a>(&'a self, ctx: &NavContext<'a>) -> Option<(&'a dyn Graph, Mover<'a>, u64)> {
        let (on, number) = graph::searched(ctx, &self.graphs)?;
        Some((on.graph?, on.mover, number))
    }

    /// Whether the search of an agent that waits for one may end by what others found; `on` are the regions of a storey.
    pub(crate) fn may_end<'a>(&self, claimant: &Claimant, on: impl FnOnce(Storey) -> &'a RegionSet) -> bool {
        claimant.search.is_none_or(|key| self.shared.may_know(on(key.storey), &key))
    }

    /// Forgets graphs but for those of these sizes of body and kinds.
    pub fn keep_graphs(&mut self, kept: &BTreeSet<(SizeClass, GraphKind)>) {
        self.graphs.keep_only(kept);
    }

    /// Brings the graphs of a storey up to date where something changed, in areas, metres.
    pub fn change_graphs(&mut self, on: (Storey, &World), regions: &RegionSet, areas: &[Aabb]) {
        self.ceiling.owed += self.graphs.change(on, regions, areas);
    }

    /// Graphs that could not be made since this was called last, and why.
    pub fn take_graph_faults(&mut self) -> Vec<String> {
        self.graphs.take_faults()
    }

    /// Brings up to date what depends on grids of a storey that changed, and forgets results of searches on them.
    pub fn repair(&mut self, storey: Storey, regions: &RegionSet, levels: &mut PreparedLevels, repaired: &[Repaired]) {
        self.shared.results.forget();
        self.shared.flows.changed(storey, regions, repaired);
        self.ceiling.owed += levels.repair(storey, regions, repaired);
    }

    /// The same where the ground of a storey costs some movement classes something else, in areas, metres.
    pub fn repair_costs(
        &mut self,
        on: (Storey, &World),
        regions: &RegionSet,
        levels: &mut PreparedLevels,
        changed: (&[MoveClass], &[Aabb]),
    ) {
        self.shared.results.forget();
        let ((storey, world), (classes, areas)) = (on, changed);
        let cells = |area: &Aabb| CellRect::of_area(*area, &world.ground);
        self.shared.flows.changed_costs(storey, regions, classes, areas.iter().map(cells));
        self.ceiling.owed += levels.repair_costs(on, regions, changed);
    }

    /// Gathers what agents need in step `step`, from the claims and requests that workers noted in its first round. `limit` is
    /// the ceiling of the work in a step, in expansions.
    pub fn schedule<'w>(&mut self, step: u64, limit: u32, workers: impl Iterator<Item = &'w Worker>) {
        for worker in workers {
            self.shared.requests.extend_from_slice(&worker.shared.requests);
            self.ceiling.claims.extend_from_slice(&worker.claims);
        }
        self.shared.schedule(step, &mut self.ceiling);
        self.ceiling.begin(limit);
    }

    /// Selects the agents that search now: as many as fit under the ceiling whatever their searches cost. To be called until
    /// there are none, for what searches leave over is shared out again. Whether there are any.
    pub fn grant<'w>(&mut self, workers: impl Iterator<Item = &'w Worker>) -> bool {
        self.ceiling.grant(all_work(workers), &mut self.grants)
    }

    /// Gathers the searches near agents that are due: they may cost one in [`NEAR_SHARE`] expansions of the ceiling, and half of
    /// what searches left over of it.
    pub fn schedule_near<'w>(&mut self, workers: impl Iterator<Item = &'w Worker> + Clone) {
        let work = all_work(workers.clone());
        let limit = self.ceiling.share(NEAR_SHARE).min(self.ceiling.left(work) / 2);
        self.turns.begin(workers.flat_map(|worker| &worker.near.due).copied(), limit, work);
    }

    /// Selects the agents that search near them now, as [`Service::grant`] does. Whether there are any.
    pub fn grant_near<'w>(&mut self, workers: impl Iterator<Item = &'w Worker>) -> bool {
        self.turns.grant(all_work(workers), &mut self.grants)
    }

    /// Selects the agents that get a quick path: as many as what is left of the ceiling allows. Whether there are any.
    pub fn grant_quick<'w>(&mut self, workers: impl Iterator<Item = &'w Worker> + Clone) -> bool {
        self.hasty.extend(workers.clone().flat_map(|worker| &worker.hasty));
        self.hasty.sort_unstable();
        let most = self.ceiling.left(all_work(workers)) / u64::from(quick::WORK);
        let grant = |(_, slot)| Grant { slot, asks: false, may_park: true };
        self.grants.clear();
        self.grants.extend(self.hasty.drain(..).take(usize::try_from(most).unwrap_or(usize::MAX)).map(grant));
        self.grants.sort_unstable();
        !self.grants.is_empty()
    }

    /// Counts work of this step that was done before searches, in expansions.
    pub fn owe(&mut self, work: u64) {
        self.ceiling.owed += work;
    }

    /// Calls `each` with the paths that agents marked through gates in this step, in order of slot, and forgets them.
    pub fn marked<'w>(
        &mut self,
        workers: impl Iterator<Item = &'w mut Worker>,
        mut each: impl FnMut(Storey, &[Cell], Marking),
    ) {
        workers.for_each(|worker| worker.gates.marked.give(&mut self.marked));
        self.marked.drain(&mut each);
    }

    /// Ends a step's searches.
    pub fn end_step<'w>(&mut self, workers: impl Iterator<Item = &'w Worker>) {
        self.ceiling.end(all_work(workers));
    }

    /// What searches cost, and how long they waited.
    pub fn load(&self) -> SearchLoad {
        self.ceiling.load
    }

    /// Takes in what a worker's searches found in the second round.
    pub fn collect(&mut self, worker: &mut Worker) {
        self.shared.collect(&mut worker.shared.found);
    }

    /// What decides the future of searches, for the world hash.
    pub fn state(&self) -> ((u64, u64), &[Refused], u64) {
        (self.shared.results.state(), self.ceiling.refused(), self.ceiling.owed)
    }
}

/// Replaces a planner that cannot serve a world, and says what is worth knowing about the one in force.
pub(crate) fn settle_planner(params: &mut NavParams, world: &World) -> Option<String> {
    let ground = &world.ground;
    if params.planner == Planner::Static && ground.width().max(ground.height()) > MAX_FIELD_SIDE as usize {
        (params.planner, params.graph) = (Planner::Window, None);
        return Some(format!("a side of this world is longer than {MAX_FIELD_SIDE} cells: creatures plan in windows"));
    }
    if let Some(graph) = params.graph.filter(|_| params.planner == Planner::Window) {
        params.graph = None;
        return Some(format!("creatures plan in windows: the graph '{}' is not used", graph.name()));
    }
    let (hierarchical, most) = (params.is_hierarchical(world), params.most_shared_cells);
    let is_small = ground.width().max(ground.height()) <= MAX_FIELD_SIDE as usize && !params.is_too_large(world);
    if ground.has_costs() && params.planner == Planner::Window && is_small {
        params.planner = Planner::Static;
        return Some("the ground costs more in some places: creatures plan on the shared grid".into());
    }
    hierarchical.then(|| format!("this world has more than {most} cells: paths use hierarchical search"))
}
