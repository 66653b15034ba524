//! The planners there are. All that must list them is in this file: an agent's search job, what agents share, what a
//! thread keeps, and which planner serves a world. How each of them works is its own file's business.

pub(crate) mod field;
pub(crate) mod hierarchy;
pub(super) mod job;
pub(crate) mod shared;
mod window;

use super::{NavContext, NavParams, PathFollower, Planner, SearchCounts};
use crate::diag::Clock;
use crate::geom::{Aabb, Storey};
use crate::grid::{MAX_FIELD_SIDE, RegionSet, Repaired};
use crate::world::World;
use field::{Key, Trace, add_places, precheck, resolve};
use hierarchy::{HierarchyJob, HierarchyService};
use job::{Grant, Job, Plan, Preparation, Progress, Query, Tally, Task};
use job::{JobState, Need, cell_bits};
use shared::SharedJob;
use shared::service::SharedService;
use window::WindowJob;

/// One agent's search, and what its planner keeps between searches.
#[derive(Clone, Debug)]
pub(super) enum SearchJob {
    Window(WindowJob),
    Shared(SharedJob),
    Hierarchy(HierarchyJob),
}

impl Default for SearchJob {
    fn default() -> Self {
        Self::Window(WindowJob::default())
    }
}

/// What the agents of a world share in their searches.
#[derive(Debug, Default)]
pub struct Service {
    shared: SharedService,
    hierarchy: HierarchyService,
    /// The agents that search in this step, by slot.
    pub grants: Vec<Grant>,
}

/// What one thread needs to work on searches. Which worker serves which pathfinder makes no difference to any result.
#[derive(Debug, Default)]
pub struct Worker {
    /// What its searches did.
    pub counts: SearchCounts,
    window: window::Scratch,
    shared: shared::Scratch,
    hierarchy: hierarchy::Scratch,
}

/// What working on a search needs besides the world and the agent.
pub struct SearchContext<'a> {
    /// What the agents share.
    pub service: &'a Service,
    /// What this thread keeps.
    pub worker: &'a mut Worker,
    /// Only measures.
    pub clock: &'a dyn Clock,
}

/// A step's three rounds of searches.
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
}

impl Round {
    fn run<J: Job>(self, job: &mut J, task: &mut Task, service: &J::Service, scratch: &mut J::Scratch) -> Progress {
        match self {
            Self::Start => job.start(task, service, scratch),
            Self::Step { may_park } => job.step(task, service, scratch, may_park),
            Self::Finish => job.finish(task, service, scratch),
        }
    }
}

impl SearchJob {
    /// A job for the planner that serves a world.
    fn for_world(params: &NavParams, world: &World) -> Self {
        match params.planner {
            Planner::Window => Self::Window(WindowJob::default()),
            Planner::Static if params.is_hierarchical(world) => Self::Hierarchy(HierarchyJob::default()),
            Planner::Static => Self::Shared(SharedJob::default()),
        }
    }

    /// Begins with the planner in force; what it kept stays.
    pub(super) fn select(&mut self, ctx: &NavContext) {
        let job = Self::for_world(ctx.params, ctx.world);
        if std::mem::discriminant(self) != std::mem::discriminant(&job) {
            *self = job;
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
        let Worker { counts, window, shared, hierarchy } = &mut **worker;
        let (begun, drawn) = (clock.nanos(), counts.abstraction_ns);
        let task = &mut Task { ctx, query, path, tally, counts, clock: *clock };
        let progress = match self {
            Self::Window(job) => round.run(job, task, &(), window),
            Self::Shared(job) => round.run(job, task, &service.shared, shared),
            Self::Hierarchy(job) => round.run(job, task, &service.hierarchy, hierarchy),
        };
        let drawing = counts.abstraction_ns - drawn;
        counts.search_ns += clock.nanos().saturating_sub(begun).saturating_sub(drawing);
        progress
    }

    /// Something has changed in an area, metres: a map of one's own that shows the area is drawn again before the next
    /// search. Whether there was one.
    pub(super) fn outdate(&mut self, ctx: &NavContext, area: Aabb) -> bool {
        match self {
            Self::Window(job) => job.outdate(ctx, area),
            Self::Shared(_) | Self::Hierarchy(_) => false,
        }
    }

    /// What the planner is asked besides searches.
    pub(super) fn plan(&self) -> &dyn Plan {
        match self {
            Self::Window(job) => job,
            Self::Shared(job) => job,
            Self::Hierarchy(job) => job,
        }
    }

    /// The next search starts from nothing: a search on the shared grid gives its memory back.
    pub(super) fn restart(&mut self) {
        if let Self::Shared(job) = self {
            *job = SharedJob::default();
        }
    }
}

impl Service {
    /// Makes ready what searches for a size of body need, before the first of them.
    pub fn prepare(&mut self, regions: &mut RegionSet, preparation: &Preparation) {
        match SearchJob::for_world(preparation.params, preparation.world) {
            SearchJob::Window(_) => {}
            SearchJob::Shared(_) => self.shared.prepare(regions, preparation),
            SearchJob::Hierarchy(_) => self.hierarchy.prepare(regions, preparation),
        }
    }

    /// Brings up to date what depends on grids of a storey that changed, and forgets results of searches on them.
    pub fn repair(&mut self, storey: Storey, regions: &RegionSet, repaired: &[Repaired]) {
        self.shared.results.forget();
        self.hierarchy.repair(storey, regions, repaired);
    }

    /// Forgets results of searches: what the ground costs has changed.
    pub fn forget(&mut self) {
        self.shared.results.forget();
    }

    /// Selects the agents that search in step `step`, from the requests that workers gathered in its first round.
    pub fn schedule<'w>(&mut self, step: u64, workers: impl Iterator<Item = &'w Worker>) {
        self.grants.clear();
        for worker in workers {
            self.shared.requests.extend_from_slice(&worker.shared.requests);
            self.hierarchy.requests.extend_from_slice(&worker.hierarchy.requests);
        }
        self.shared.schedule(step, &mut self.grants);
        self.hierarchy.schedule(&mut self.grants);
        self.grants.sort_unstable();
    }

    /// Takes in what a worker's searches found in the second round.
    pub fn collect(&mut self, worker: &mut Worker) {
        self.shared.collect(&mut worker.shared.found);
    }

    /// What decides the future of searches, for the world hash.
    pub fn state(&self) -> (u64, u64) {
        self.shared.results.state()
    }
}

impl Worker {
    /// Begins a step: forgets the requests of the one before.
    pub fn begin_step(&mut self) {
        self.shared.requests.clear();
        self.hierarchy.requests.clear();
    }

    /// The slots of the agents that may get another agent's result in this step.
    pub fn requesters(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.shared.requests.iter().map(|r| r.slot as usize)
    }
}

/// Replaces a planner that cannot serve a world, and says what is worth knowing about the one in force.
pub(crate) fn settle_planner(params: &mut NavParams, world: &World) -> Option<String> {
    let ground = &world.ground;
    if params.planner == Planner::Static && ground.width().max(ground.height()) > MAX_FIELD_SIDE as usize {
        params.planner = Planner::Window;
        return Some(format!("a side of this world is longer than {MAX_FIELD_SIDE} cells: creatures plan in windows"));
    }
    let (hierarchical, most) = (params.is_hierarchical(world), params.most_shared_cells);
    let is_small = ground.width().max(ground.height()) <= MAX_FIELD_SIDE as usize && !params.is_too_large(world);
    if ground.has_costs() && params.planner == Planner::Window && is_small {
        params.planner = Planner::Static;
        return Some("the ground costs more in some places: creatures plan on the shared grid".into());
    }
    hierarchical.then(|| {
        let costs = if ground.has_costs() { ", which leaves out what the ground costs" } else { "" };
        format!("this world has more than {most} cells: paths use hierarchical search{costs}")
    })
}
