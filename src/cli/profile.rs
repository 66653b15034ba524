//! What scripts cost, for the report of a run. Instructions are what budgets count: calls and loop turns, and native work in
//! proportion.

use crate::sim::{ProfileRow, Sim};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Rows of the text report.
const MOST_ROWS: usize = 5;

fn instructions(rows: &[ProfileRow]) -> u64 {
    rows.iter().map(|r| r.instructions).sum::<u64>().max(1)
}

/// Every function that was called, the most expensive first.
pub(super) fn json(sim: &Sim, rows: &[ProfileRow]) -> Vec<Value> {
    let all = instructions(rows) as f64;
    let symbols = &sim.catalogue().symbols;
    let function = |r: &ProfileRow| {
        json!({
            "behaviour": symbols.name(r.behaviour),
            // `null` for `on_reload`, which belongs to no state.
            "state": r.state.map(|state| symbols.name(state)),
            "function": r.function,
            "calls": r.calls,
            "instructions": r.instructions,
            // Of the instructions of all functions.
            "share": r.instructions as f64 / all,
            "worst": { "instructions": r.worst, "creature": r.worst_by.map(|id| id.number()), "tick": r.worst_step },
        })
    };
    rows.iter().map(function).collect()
}

/// The most expensive functions as lines of the text report.
pub(super) fn text(sim: &Sim, rows: &[ProfileRow]) -> String {
    let all = instructions(rows) as f64;
    let mut out = String::new();
    for (i, r) in rows.iter().take(MOST_ROWS).enumerate() {
        let place = r.name(&sim.catalogue().symbols);
        let head = if i == 0 { "profile" } else { "" };
        let (percent, mean) = (r.instructions as f64 / all * 100.0, r.instructions as f64 / r.calls.max(1) as f64);
        let (calls, worst) = (r.calls, r.worst);
        let _ = writeln!(
            out,
            "{head:<11}{place:<26} {percent:4.1} % of the instructions, {calls} calls, {mean:.0} each, worst {worst}"
        );
    }
    out
}
