//! Rows of figures: theirs, ours and the ratio.

use super::measure::SetResult;
use super::theirs::{self, Columns};
use super::variant::Variant;
use crate::experiment::table::{Table, ratio, short};
use crate::experiment::{Document, Failure};
use std::fmt::Display;

/// The six columns, in order.
pub(super) const HEAD: [&str; 6] = ["length", "time ms", "std dev ms", "expanded", "visited", "max OPEN"];

impl Columns {
    pub fn all(&self) -> [f64; 6] {
        [self.length, self.time_ms, self.deviation_ms, self.expanded, self.visited, self.max_open]
    }
}

/// Three lines a row: theirs, ours, ours over theirs. Rows that the thesis does not print have one.
pub(super) fn table<'a>(set: &SetResult, variants: impl IntoIterator<Item = &'a Variant>) -> Table {
    let mut table = Table::new(3, ["algorithm", "heuristic", ""].into_iter().chain(HEAD));
    for variant in variants {
        let Some(tally) = set.tally(variant) else { continue };
        let ours = tally.columns().all();
        let mut line = |whose: &str, fields: [String; 6]| {
            table.line(&[&variant.method.name(), &variant.estimate_name(), &whose], fields);
        };
        if let Some(row) = theirs::find(set.set.name, variant) {
            let theirs = row.columns.all();
            line("theirs", theirs.map(short));
            line("ours", ours.map(short));
            line("ratio", std::array::from_fn(|i| ratio(ours[i], theirs[i])));
        } else {
            line("ours", ours.map(short));
        }
    }
    table
}

/// Everything measured, a line a variant and set; theirs and the ratio are empty where the thesis prints nothing.
pub(super) fn csv(sets: &[SetResult]) -> Result<Document, Failure> {
    let names = ["set", "algorithm", "heuristic", "factor", "table", "queries"].map(str::to_owned);
    let columns = ["length", "time_ms", "deviation_ms", "expanded", "visited", "max_open"];
    let columns = columns.iter().flat_map(|c| ["theirs", "ours", "ratio"].map(|whose| format!("{c}_{whose}")));
    let rest = ["mean_gap", "time_p99_ms", "within_frame"].map(str::to_owned);
    let mut table = Table::new(5, names.into_iter().chain(columns).chain(rest));
    for set in sets {
        for (variant, tally) in &set.rows {
            let row = theirs::find(set.set.name, variant);
            let names: [&dyn Display; 6] = [
                &set.set.file,
                &variant.method.name(),
                &variant.estimate_name(),
                &variant.factor,
                &row.map_or("", |r| &r.table),
                &tally.queries(),
            ];
            let columns = tally.columns().all().into_iter().enumerate().flat_map(|(i, ours)| {
                let theirs = row.map(|r| r.columns.all()[i]);
                [theirs, Some(ours), theirs.map(|theirs| ours / theirs)]
            });
            let rest = [tally.mean_gap(), tally.p99_ms(), tally.within_frame()].map(Some);
            let fields = columns.chain(rest).map(|v| v.map_or_else(String::new, |v| v.to_string()));
            table.line(&names, fields);
        }
    }
    table.csv("compare.csv")
}
