//! Rows of figures: theirs, ours and the ratio.

use super::measure::SetResult;
use super::theirs::{self, Columns};
use super::variant::Variant;
use crate::experiment::table::{Table, ratio, short};
use crate::experiment::{Document, Failure};

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
            let names = [variant.method.name().into(), variant.estimate_name(), whose.into()];
            table.row(names.into_iter().chain(fields));
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
            let mut fields = vec![
                set.set.file.to_owned(),
                variant.method.name().to_owned(),
                variant.estimate_name(),
                variant.factor.to_string(),
                row.map_or("", |r| &r.table).to_owned(),
                tally.queries().to_string(),
            ];
            let ours = tally.columns().all();
            for (i, ours) in ours.iter().enumerate() {
                let theirs = row.map(|r| r.columns.all()[i]);
                fields.push(theirs.map_or_else(String::new, |t| t.to_string()));
                fields.push(ours.to_string());
                fields.push(theirs.map_or_else(String::new, |t| (ours / t).to_string()));
            }
            fields.extend([tally.mean_gap(), tally.p99_ms(), tally.within_frame()].map(|v| v.to_string()));
            table.row(fields);
        }
    }
    table.csv("compare.csv")
}
