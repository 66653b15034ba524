//! The graphs that the agents of a world plan over: one for each storey, size of body and kind, made once and brought up to date when
//! the world changes.

use crate::geom::{Aabb, Storey};
use crate::graph::{BodySize, Graph, GraphError, GraphKind, Mover, Repair, Site};
use crate::grid::{RegionSet, SizeClass, largest, size_class};
use crate::nav::{NavContext, Preparation};
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};

/// What a graph is made of and for.
type Of = (Storey, SizeClass, GraphKind);

/// A graph as it is now.
#[derive(Debug)]
struct Prepared {
    /// The graph, or why there is none.
    graph: Result<Box<dyn Graph>, GraphError>,
    /// Which one it is: no other has this number, nor this one after a change.
    number: u64,
}

/// The graphs of a world.
#[derive(Debug, Default)]
pub(in crate::nav) struct GraphService {
    all: BTreeMap<Of, Prepared>,
    /// Graphs that were made or brought up to date so far.
    made: u64,
    /// Kinds of graph that there are not, and what was said about that.
    reported: BTreeSet<Of>,
    faults: Vec<String>,
}

/// A body on a plane, as large as its class.
fn mover<'a>(world: &'a World, regions: &'a RegionSet, size: SizeClass) -> Mover<'a> {
    let ((radius_m, height_m), moves) = (largest(size), size.2);
    Mover::new(world, BodySize { radius_m, height_m, moves }, regions.costs(moves))
}

/// The graph of a plane. A window is made for each search.
fn make((storey, _, kind): Of, mover: &Mover) -> Result<Box<dyn Graph>, GraphError> {
    let site = Site { storey, ..Site::on_ground(mover.bounds().min) };
    kind.make(mover, [site; 2])
}

impl GraphService {
    /// Makes the graph for a size of body that has a grid, unless it is there; what that cost, in expansions.
    pub(crate) fn prepare(&mut self, regions: &RegionSet, kind: GraphKind, p: &Preparation) -> u64 {
        let size = size_class(p.radius_m, p.height_m, p.moves);
        let of = (p.storey, size, kind);
        if self.has(of) {
            return 0;
        }
        let graph = make(of, &mover(p.world, regions, size));
        let work = graph.as_ref().map_or(0, |graph| graph.nodes() as u64);
        self.keep(of, graph);
        work
    }

    /// Whether a graph is there, or is known not to be possible.
    pub(crate) fn has(&self, of: Of) -> bool {
        self.all.contains_key(&of)
    }

    /// Forgets all graphs but for those of these sizes and kinds.
    pub(crate) fn keep_only(&mut self, kept: &BTreeSet<(SizeClass, GraphKind)>) {
        self.all.retain(|(_, size, kind), _| kept.contains(&(*size, *kind)));
    }

    /// Brings the graphs of a storey up to date where something changed, in areas, metres; what that cost, in expansions.
    pub(crate) fn change(&mut self, (storey, plane): (Storey, &World), regions: &RegionSet, areas: &[Aabb]) -> u64 {
        let of_storey: Vec<Of> = self.all.keys().filter(|(on, ..)| *on == storey).copied().collect();
        let mut work = 0;
        for of in of_storey {
            let Some(Prepared { graph, .. }) = self.all.remove(&of) else { continue };
            let mover = mover(plane, regions, of.1);
            let graph = match graph {
                Ok(mut graph) => match graph.change(&mover, areas) {
                    Err(GraphError::OtherCosts) => make(of, &mover).map(|graph| (graph, Repair::Whole)),
                    repair => repair.map(|repair| (graph, repair)),
                }
                .map(|(graph, repair)| {
                    work += match repair {
                        Repair::Local(nodes) => nodes.into(),
                        Repair::Whole => graph.nodes() as u64,
                        Repair::Unneeded => 0,
                    };
                    graph
                }),
                Err(GraphError::NoMarkers) if plane.markers.is_empty() => Err(GraphError::NoMarkers),
                Err(_) => make(of, &mover),
            };
            self.keep(of, graph);
        }
        work
    }

    fn keep(&mut self, of: Of, graph: Result<Box<dyn Graph>, GraphError>) {
        if let Err(error) = &graph
            && self.reported.insert(of)
        {
            let ((radius_m, _), kind) = (largest(of.1), of.2.name());
            self.faults.push(format!(
                "bodies of {radius_m} m on storey {} have no graph '{kind}', and no paths: {error}",
                of.0.0
            ));
        }
        self.made += 1;
        self.all.insert(of, Prepared { graph, number: self.made });
    }

    /// What is to be said about graphs that could not be made; each once.
    pub(crate) fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }

    /// The graph for an agent where it is now, and its number, above 0; `None` where there is none.
    pub(super) fn of_agent(&self, ctx: &NavContext) -> Option<(&dyn Graph, u64)> {
        let size = size_class(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves);
        let prepared = self.all.get(&(ctx.me.storey, size, ctx.graph?))?;
        Some((&**prepared.graph.as_ref().ok()?, prepared.number))
    }
}
