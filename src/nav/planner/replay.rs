//! A whole search at once, apart from those of the step, for people to watch.

use super::job::{Job, Progress, Query, SearchCounts, Tally, Task};
use super::shared::service::SharedService;
use super::{Need, SearchJob, Service, Worker};
use crate::diag::NoClock;
use crate::geom::Vec2;
use crate::nav::{NavContext, PathFollower, Reason};

/// A search stops after so many nodes: more cannot be told apart on a screen.
pub(in crate::nav) const MOST_REPLAYED: u32 = 1 << 16;
/// Slices of a search: where cells with gates lead nowhere, it goes on over those of the world.
const MOST_SLICES: u32 = 4;

impl SearchJob {
    /// Searches, and writes the places of the nodes that are expanded, in order. Returns how the search ended, where it did.
    pub(in crate::nav) fn replay(
        &mut self,
        ctx: &NavContext,
        query: Query,
        service: &Service,
        out: &mut Vec<Vec2>,
    ) -> Option<Result<(), Reason>> {
        let Worker { window, shared, hierarchy, gates, graph, .. } = &mut Worker::default();
        // Known results and flow fields of others would end the search before it begins.
        let own = &SharedService::default();
        let (path, tally, counts) = (&mut PathFollower::default(), &mut Tally::default(), &mut SearchCounts::default());
        let (claims, allowance, clock) = (&mut Vec::new(), &mut 0, &NoClock);
        let replay = Some(out);
        let task = &mut Task { ctx, query, path, tally, counts, claims, refused: None, allowance, clock, replay };
        match self {
            Self::Window(job) => whole(&mut **job, task, &(), window),
            Self::Shared(job) => whole(job, task, own, shared),
            Self::Hierarchy(job) => whole(job, task, &(), hierarchy),
            Self::Gates(job) => whole(&mut **job, task, own, gates),
            Self::Graph(job) => whole(&mut **job, task, &service.graphs, graph),
        }
    }
}

fn whole<J: Job>(
    job: &mut J,
    task: &mut Task,
    service: &J::Service,
    scratch: &mut J::Scratch,
) -> Option<Result<(), Reason>> {
    let mut progress = job.start(task, service, scratch);
    for _ in 0..MOST_SLICES {
        if matches!(progress, Progress::Ended(_)) {
            break;
        }
        progress = job.step(task, service, scratch, true);
        task.query.need = Need::Slice;
    }
    match progress {
        Progress::Ended(end) => Some(end.map_err(|failure| failure.reason)),
        _ => None,
    }
}
