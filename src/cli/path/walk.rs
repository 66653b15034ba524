//! What came of an agent's walk on a map that changes, as text and as JSON.

use crate::geom::Cell;
use crate::nav::Reason;
use crate::search::{Cost, STRAIGHT};
use serde_json::{Value, json};
use std::path::Path;

/// What came of a walk.
#[derive(Default)]
pub(super) struct Walk {
    /// Why there was no path in the end.
    pub(super) reason: Option<Reason>,
    /// All cells, from the start on.
    pub(super) cells: Vec<Cell>,
    /// Steps in which there was no path.
    pub(super) waited: u64,
    /// Searches, and those of them that followed a change or a move of the goal.
    pub(super) searches: u64,
    pub(super) replans: u64,
    pub(super) expanded: u64,
    pub(super) search_ns: u64,
    /// In units of [`STRAIGHT`].
    pub(super) length: Cost,
    /// In the landscape's units.
    pub(super) cost: Cost,
    /// The same in cells of plain ground, once the walk has ended.
    pub(super) plain_cells: f64,
    pub(super) changes: usize,
    pub(super) goal_moves: usize,
}

impl Walk {
    fn length(&self) -> f64 {
        self.length as f64 / STRAIGHT as f64
    }

    pub(super) fn text(&self) -> String {
        let end = self.reason.map_or_else(|| "arrived".to_owned(), |reason| format!("no path: {}", reason.name()));
        let (steps, length, cost) = (self.cells.len() - 1, self.length(), self.plain_cells);
        format!(
            "{end}\nwalked     {length:.5} cells, {steps} steps, {} waited\ncost       {cost:.5} cells of plain ground\n\
             replayed   {} changes, {} moves of the goal\nsearches   {}, {} of them replans, {} expanded, {:.1} µs\n",
            self.waited,
            self.changes,
            self.goal_moves,
            self.searches,
            self.replans,
            self.expanded,
            self.search_ns as f64 / 1e3
        )
    }

    pub(super) fn json(&self, map: &Path, [from, to]: [Cell; 2]) -> Value {
        json!({
            "map": map.display().to_string(),
            "from": [from.x, from.y],
            "to": [to.x, to.y],
            "found": self.reason.is_none(),
            "reason": self.reason.map(Reason::name),
            "replans": self.replans,
            "searches": self.searches,
            "expanded": self.expanded,
            "walked_cost": self.plain_cells,
            "walked_length": self.length(),
            "steps": self.cells.len() - 1,
            "waited": self.waited,
            "changes": self.changes,
            "target_moves": self.goal_moves,
            "cells": self.cells.iter().map(|c| [c.x, c.y]).collect::<Vec<_>>(),
            "search_us": self.search_ns as f64 / 1e3,
        })
    }
}
