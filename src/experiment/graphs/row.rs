//! What one search of one graph showed.

use super::{Document, Failure, Table};
use crate::graph::GraphKind;
use clap::ValueEnum;

/// Obstacles of the thesis's three densities.
pub(super) const DENSITIES: [usize; 3] = [9, 13, 15];

/// The scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SceneKind {
    Obstacles,
    Rooms,
    Doors,
}

impl SceneKind {
    fn name(self) -> &'static str {
        match self {
            Self::Obstacles => "obstacles",
            Self::Rooms => "rooms",
            Self::Doors => "doors",
        }
    }
}

/// What is compared on every graph, where A* with a weight of 0 is Dijkstra's algorithm; and what only a mesh has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Dijkstra,
    AStar,
    Polyanya,
}

impl Algorithm {
    /// All; the last one on meshes only.
    pub(super) const ALL: [Self; 3] = [Self::Dijkstra, Self::AStar, Self::Polyanya];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Dijkstra => "Dijkstra",
            Self::AStar => "A*",
            Self::Polyanya => "Polyanya",
        }
    }

    /// What the estimate is multiplied by.
    pub(super) fn weight(self) -> f32 {
        match self {
            Self::Dijkstra => 0.0,
            Self::AStar | Self::Polyanya => 1.0,
        }
    }
}

/// Where it was searched: searches with the same place went from the same start to the same goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub scene: SceneKind,
    /// Metres and cells of the world's side.
    pub side: u32,
    /// In the scene of obstacles.
    pub obstacles: usize,
    /// The layout, or the change of the doors.
    pub layout: u64,
}

/// The figures of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    pub nodes: f64,
    pub searched: f64,
    pub revisited: f64,
    pub reopened: f64,
    pub length_m: f64,
    /// How much longer the path is than the shortest that any graph has for the same place, relative to that.
    pub gap: f64,
    pub search_us: f64,
    /// Making the graph.
    pub made_ms: f64,
    /// Bringing it up to date after a change.
    pub changed_ms: f64,
    pub kilobytes: f64,
}

/// A search of a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub place: Place,
    pub kind: GraphKind,
    pub algorithm: Algorithm,
    pub figures: Figures,
}

/// What the command line calls a graph.
pub(super) fn name(kind: GraphKind) -> String {
    kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The mean of a figure over some rows; 0 where there are none.
pub(super) fn mean<'a>(rows: impl Iterator<Item = &'a Row>, figure: impl Fn(&Figures) -> f64) -> f64 {
    let (sum, count) = rows.fold((0.0, 0_u32), |(sum, count), row| (sum + figure(&row.figures), count + 1));
    sum / f64::from(count.max(1))
}

/// Works out the gaps: rows of a place follow each other.
pub(super) fn compare(rows: &mut [Row]) {
    for of_place in rows.chunk_by_mut(|a, b| a.place == b.place) {
        let shortest = of_place.iter().map(|row| row.figures.length_m).fold(f64::INFINITY, f64::min);
        for row in of_place {
            row.figures.gap = row.figures.length_m / shortest.max(f64::MIN_POSITIVE) - 1.0;
        }
    }
}

/// `graphs.csv`: a row a search.
pub(super) fn document(rows: &[Row]) -> Result<Document, Failure> {
    let head = "scene side obstacles layout graph algorithm nodes searched revisited reopened length_m gap search_us made_ms \
                changed_ms kilobytes";
    let mut table = Table::new(6, head.split(' ').filter(|name| !name.is_empty()));
    for Row { place, kind, algorithm, figures: f } in rows {
        let counts = [f.nodes, f.searched, f.revisited, f.reopened];
        let rest = [f.length_m, f.gap, f.search_us, f.made_ms, f.changed_ms, f.kilobytes];
        let figures = counts.into_iter().chain(rest);
        let words: [&dyn std::fmt::Display; 6] =
            [&place.scene.name(), &place.side, &place.obstacles, &place.layout, &name(*kind), &algorithm.name()];
        table.line(&words, figures);
    }
    table.csv("graphs.csv")
}
