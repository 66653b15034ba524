//! The kinds of graph, and how each is made.

use super::{
    Graph, GraphError, GraphKind, HexGrid, MarkerGraph, MeshGraph, Mover, QuadTree, RegionMesh, Site, SquareGrid,
    TurnedWindow, VisibilityGraph,
};

impl GraphKind {
    /// Makes a graph of this kind of a plane for a body, to search a path between two places on it.
    ///
    /// # Errors
    /// [`GraphError`] when there can be none.
    pub fn make(self, mover: &Mover, ends: [Site; 2]) -> Result<Box<dyn Graph>, GraphError> {
        let site = ends[0];
        Ok(match self {
            Self::Grid => Box::new(SquareGrid::new(mover, site, true)?),
            Self::Grid4 => Box::new(SquareGrid::new(mover, site, false)?),
            Self::Hex => Box::new(HexGrid::new(mover, site)?),
            Self::Quadtree => Box::new(QuadTree::new(mover, site, false)?),
            Self::FramedQuadtree => Box::new(QuadTree::new(mover, site, true)?),
            Self::Markers => Box::new(MarkerGraph::new(mover, site)?),
            Self::Visibility => Box::new(VisibilityGraph::new(mover, site, false)?),
            Self::VisibilityFull => Box::new(VisibilityGraph::new(mover, site, true)?),
            Self::Mesh if mover.costs.is_some() => Box::new(RegionMesh::new(mover, site)?),
            Self::Mesh => Box::new(MeshGraph::new(mover, site)?),
            Self::Turned => Box::new(TurnedWindow::new(mover, ends)?),
        })
    }
}
