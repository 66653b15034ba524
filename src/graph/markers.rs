//! Markers that a designer set (Stanojević 2017, ch. 2.2.2): joined by hand, or where a body sees from one to the other.

use super::{Graph, GraphError, Mover, Repair, Site};
use crate::geom::{Aabb, Vec2};
use std::collections::BTreeSet;

/// The markers of a world, joined for a body: where it goes straight from one to the other, in its whole width. Lines cost what the ground
/// costs that they lead over, so areas with a penalty are gone round where that is cheaper.
///
/// Only what is joined to a marker by a straight line can be reached at all: the markers decide how much of a world they cover.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MarkerGraph {
    site: Site,
    places: Vec<Vec2>,
    /// The pairs that are to be joined, each once.
    pairs: Vec<(u32, u32)>,
    /// The edges that a body can go, with what they cost.
    edges: Vec<Vec<(u32, f32)>>,
}

impl MarkerGraph {
    /// The graph of the markers of a world for a body.
    ///
    /// # Errors
    /// [`GraphError::NoMarkers`].
    pub(crate) fn new(mover: &Mover, site: Site) -> Result<Self, GraphError> {
        let markers = &mover.world().markers;
        if markers.is_empty() {
            return Err(GraphError::NoMarkers);
        }
        let mut pairs = BTreeSet::new();
        for (i, marker) in (0..).zip(markers) {
            let by_sight = (0..i).filter(|other| marker.to.is_none() && markers[*other as usize].to.is_none());
            pairs.extend(by_sight.map(|other| (other, i)));
            pairs.extend(marker.to.iter().flatten().map(|other| (i.min(*other), i.max(*other))));
        }
        let places: Vec<Vec2> = markers.iter().map(|marker| marker.at).collect();
        let mut graph = Self { site, edges: Vec::new(), places, pairs: pairs.into_iter().collect() };
        graph.join_pairs(mover);
        Ok(graph)
    }

    /// Finds out which pairs the body can go between.
    fn join_pairs(&mut self, mover: &Mover) {
        self.edges = vec![Vec::new(); self.places.len()];
        for (a, b) in self.pairs.iter().copied() {
            let [from, to] = [a, b].map(|i| self.places[i as usize]);
            if mover.fits(from) && mover.goes(from, to) {
                let cost = mover.cost(from, to);
                self.edges[a as usize].push((b, cost));
                self.edges[b as usize].push((a, cost));
            }
        }
    }
}

impl Graph for MarkerGraph {
    fn nodes(&self) -> usize {
        self.places.len()
    }

    fn place(&self, node: u32) -> Site {
        Site { at: self.places[node as usize], ..self.site }
    }

    fn edges(&self, _: &Mover, node: u32, each: &mut dyn FnMut(u32, f32)) {
        self.edges[node as usize].iter().for_each(|(to, cost)| each(*to, *cost));
    }

    fn join(&self, mover: &Mover, at: Site, each: &mut dyn FnMut(u32, f32)) {
        if !mover.fits(at.at) {
            return;
        }
        for (node, to) in (0..).zip(&self.places).filter(|(_, to)| mover.goes(at.at, **to)) {
            each(node, mover.cost(at.at, *to));
        }
    }

    /// All lines are looked at again: there are few. Another map may have other markers.
    fn change(&mut self, mover: &Mover, _: &[Aabb]) -> Result<Repair, GraphError> {
        *self = Self::new(mover, self.site)?;
        Ok(Repair::Local(self.places.len() as u32))
    }

    fn bytes(&self) -> usize {
        let edges: usize = self.edges.iter().map(|edges| size_of_val(&**edges)).sum();
        size_of_val(&*self.places) + size_of_val(&*self.pairs) + edges
    }
}
