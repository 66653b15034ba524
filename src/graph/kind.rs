//! The kinds of graph by name, for the command line.

use super::{Graph, GraphError, HexGrid, Mover, Site, SquareGrid};

/// A kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum GraphKind {
    /// Square cells with 8 neighbours
    Grid,
    /// Square cells with the 4 neighbours along the axes
    Grid4,
    /// Hexagons, one cell wide from corner to corner
    Hex,
}

impl GraphKind {
    /// Makes a graph of this kind of a plane for a body; `site` is any place on its storey.
    ///
    /// # Errors
    /// [`GraphError`] when there can be none.
    pub fn make(self, mover: &Mover, site: Site) -> Result<Box<dyn Graph>, GraphError> {
        Ok(match self {
            Self::Grid => Box::new(SquareGrid::new(mover, site, true)?),
            Self::Grid4 => Box::new(SquareGrid::new(mover, site, false)?),
            Self::Hex => Box::new(HexGrid::new(mover, site)?),
        })
    }
}
