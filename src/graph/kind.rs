//! The kinds of graph by name, for the command line.

use super::{
    Graph, GraphError, HexGrid, MarkerGraph, MeshGraph, Mover, QuadTree, Site, SquareGrid, TurnedWindow,
    VisibilityGraph,
};

/// A kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum GraphKind {
    /// Square cells with 8 neighbours
    Grid,
    /// Square cells with the 4 neighbours along the axes
    Grid4,
    /// Hexagons, one cell wide from corner to corner
    Hex,
    /// Squares that are divided until they are free, joined from middle to middle
    Quadtree,
    /// The same, crossed between frames of the smallest squares
    FramedQuadtree,
    /// The markers of the map
    Markers,
    /// The corners of what is closed, grown by the radius; joined when a search comes to them
    Visibility,
    /// The same, all joined before the first search
    VisibilityFull,
    /// The navigation mesh: exact any-angle paths (Polyanya) where all ground costs the same and no --algorithm is given, else over the
    /// middles of the sides between its polygons
    Mesh,
    /// A window turned from the start to the goal, with a margin that doubles until there is a path
    Turned,
}

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
            Self::Mesh => Box::new(MeshGraph::new(mover, site)?),
            Self::Turned => Box::new(TurnedWindow::new(mover, ends)?),
        })
    }
}
