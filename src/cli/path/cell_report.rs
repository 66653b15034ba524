//! What came of a path from cell to cell, as text and as JSON.

use super::legs::Leg;
use super::looks::{Looked, Looks};
use crate::cli::outcome;
use crate::geom::Cell;
use crate::nav::Reason;
use crate::search::Counts;
use serde_json::json;
use std::path::Path;

/// What came of a search.
pub(super) struct PathReport {
    /// Or why there is no path.
    pub(super) found: Result<(), Reason>,
    /// On each storey; none where no portals join start and goal.
    pub(super) legs: Vec<CellLeg>,
    pub(super) prepared_ns: u64,
}

/// What came of one leg.
pub(super) struct CellLeg {
    pub(super) leg: Leg,
    /// The width of a cell, metres.
    pub(super) cell_m: f32,
    /// The length in cells, or why there is no path.
    pub(super) path: Result<f64, Reason>,
    /// What it costs, in cells of plain ground, where not all ground is plain.
    pub(super) cost: Option<f64>,
    /// Cells where the path turns.
    pub(super) waypoints: Vec<Cell>,
    /// All cells from start to goal.
    pub(super) cells: Vec<Cell>,
    /// Those that the search expanded, where they are drawn.
    pub(super) searched: Vec<Cell>,
    pub(super) counts: Counts,
    /// Search and waypoints, in memory that was made before.
    pub(super) search_ns: u64,
    /// How it looks, where that was asked for.
    pub(super) looked: Option<Looked>,
}

impl CellLeg {
    /// Its length and that of its portal, in cells.
    fn length(&self) -> f64 {
        let portal = self.leg.portal.as_ref().map_or(0.0, |portal| portal.length_m / self.cell_m);
        self.path.unwrap_or_default() + f64::from(portal)
    }

    /// What it and its portal cost, in cells of plain ground.
    fn cost(&self) -> f64 {
        let portal = self.leg.portal.as_ref().map_or(0.0, |portal| portal.cost_m / self.cell_m);
        self.cost.or(self.path.ok()).unwrap_or_default() + f64::from(portal)
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "storey": self.leg.name,
            "portal": self.leg.portal.as_ref().map(|portal| &portal.name),
            "length": self.path.ok(),
            "waypoints": pairs(&self.waypoints),
        })
    }
}

/// Cells as JSON has them.
fn pairs(cells: &[Cell]) -> Vec<[i32; 2]> {
    cells.iter().map(|c| [c.x, c.y]).collect()
}

impl PathReport {
    /// A sum over all legs.
    fn sum(&self, of: impl Fn(&CellLeg) -> u64) -> u64 {
        self.legs.iter().map(of).sum()
    }

    fn search_us(&self) -> f64 {
        self.sum(|leg| leg.search_ns) as f64 / 1e3
    }

    /// The length in cells, portals included, if there is a path.
    fn length(&self) -> Option<f64> {
        self.found.ok().map(|()| self.legs.iter().map(CellLeg::length).sum())
    }

    /// The same for what it costs, in cells of plain ground.
    fn cost(&self) -> Option<f64> {
        self.found.ok().map(|()| self.legs.iter().map(CellLeg::cost).sum())
    }

    /// What all legs have; nothing where there is no path.
    fn all<T>(&self, of: impl Fn(&CellLeg) -> Vec<T>) -> Vec<T> {
        let legs = if self.found.is_ok() { &self.legs[..] } else { &[] };
        legs.iter().flat_map(of).collect()
    }

    /// How its legs look, if there is a path.
    pub(super) fn looks(&self) -> Looks<'_> {
        let legs = if self.found.is_ok() { &self.legs[..] } else { &[] };
        Looks(legs.iter().filter_map(|leg| leg.looked.as_ref()).collect())
    }

    pub(super) fn text(&self) -> String {
        if let Err(reason) = self.found {
            return format!("no path: {}\n", reason.name());
        }
        let points =
            |leg: &CellLeg| leg.waypoints.iter().map(|c| format!("{},{}", c.x, c.y)).collect::<Vec<_>>().join(" ");
        let waypoints: String = match &self.legs[..] {
            [only] => format!("waypoints  {}\n", points(only)),
            legs => legs.iter().map(|leg| format!("{}\nwaypoints  {}\n", leg.leg.title(), points(leg))).collect(),
        };
        let differs = self.legs.len() > 1 || self.legs.iter().any(|leg| leg.cost.is_some());
        let cost = self.cost().filter(|_| differs);
        let cost = cost.map_or(String::new(), |cost| format!("cost       {cost:.5} cells of plain ground\n"));
        format!(
            "length     {:.5} cells, {} steps\n{cost}{waypoints}{}search     {:.1} µs, {} expanded, {} visited\n",
            self.length().unwrap_or_default(),
            self.sum(|leg| leg.cells.len().saturating_sub(1) as u64),
            self.looks().text(),
            self.search_us(),
            self.sum(|leg| leg.counts.expanded.into()),
            self.sum(|leg| leg.counts.generated.into())
        )
    }

    pub(super) fn json(&self, map: &Path, [from, to]: [Cell; 2]) -> String {
        let mut report = json!({
            "map": map.display().to_string(),
            "from": [from.x, from.y],
            "to": [to.x, to.y],
            "found": self.found.is_ok(),
            "reason": self.found.err().map(Reason::name),
            "length": self.length(),
            "cost": self.cost(),
            "waypoints": self.all(|leg| pairs(&leg.waypoints)),
            "cells": self.all(|leg| pairs(&leg.cells)),
            "legs": self.legs.iter().map(CellLeg::json).collect::<Vec<_>>(),
            "expanded": self.sum(|leg| leg.counts.expanded.into()),
            "visited": self.sum(|leg| leg.counts.generated.into()),
            "open_max": self.legs.iter().map(|leg| leg.counts.max_open).max().unwrap_or_default(),
            "search_us": self.search_us(),
            "preprocess_ms": self.prepared_ns as f64 / 1e6,
        });
        self.looks().add_to(&mut report);
        outcome::escaped(&format!("{report}\n"))
    }
}
