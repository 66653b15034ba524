//! The order of the algorithms, in the thesis and here; pairs that rank differently are explained.

use super::theirs::Row;
use super::{Columns, Heuristic, Method, ROWS, SetName, SetResult, reasons, say, short};

/// By what is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Mean time of a query, milliseconds.
    Time,
    /// Mean nodes expanded for a query.
    Expanded,
    /// Mean length of the paths, cells.
    Length,
}

impl Metric {
    /// Its name, its column, and the relative difference below which two figures rank alike: about as much as they vary
    /// from run to run, and with other queries.
    fn facts(self) -> (&'static str, fn(&Columns) -> f64, f64) {
        match self {
            Self::Time => ("time, ms", |c| c.time_ms, 0.05),
            Self::Expanded => ("expanded", |c| c.expanded, 0.03),
            Self::Length => ("length", |c| c.length, 0.005),
        }
    }

    /// The value of the column that is ranked.
    pub fn of(self, columns: &Columns) -> f64 {
        self.facts().1(columns)
    }
}

/// One row with both figures.
#[derive(Clone)]
pub struct Contender {
    /// The row of the thesis's table.
    pub row: &'static Row,
    /// As measured here.
    pub ours: Columns,
    /// Mean excess of ours over the shortest length.
    pub gap: f64,
}

impl Contender {
    /// `A* octile × 1.75`.
    pub fn name(&self) -> String {
        self.row.variant.name()
    }
}

/// Whether a row is in the thesis's comparison of the set (tables 4.5–4.8).
fn is_compared(row: &Row) -> bool {
    let v = row.variant;
    row.set != SetName::Bg512
        || match v.method {
            Method::AStar | Method::Jps => v.factor > 1.0,
            _ => v.heuristic == Heuristic::Manhattan,
        }
}

fn contenders(set: &SetResult, pick: impl Fn(&Row) -> bool) -> Vec<Contender> {
    let rows = ROWS.iter().filter(|r| r.set == set.set.name && pick(r));
    rows.filter_map(|row| {
        let tally = set.tally(&row.variant)?;
        Some(Contender { row, ours: tally.columns(), gap: tally.mean_gap() })
    })
    .collect()
}

/// The sections on one set.
pub(crate) fn section(set: &SetResult) -> String {
    let mut out = compare(set, &contenders(set, is_compared), &[Metric::Time, Metric::Expanded, Metric::Length]);
    if set.set.name == SetName::Bg512 {
        let methods = [Method::AStar, Method::Hpa, Method::Jps, Method::Fringe];
        let of = |method| contenders(set, |r| r.variant.method == method);
        let each = methods.map(|method| compare(set, &of(method), &[Metric::Time, Metric::Expanded]));
        out += &say("rank_heuristics", &[&each.concat()]);
    }
    say("rank_set", &[&set.set.title, &out])
}

fn compare(set: &SetResult, all: &[Contender], metrics: &[Metric]) -> String {
    let lines = metrics.iter().map(|metric| {
        let (theirs, ours) = (order(all, |c| metric.of(&c.row.columns)), order(all, |c| metric.of(&c.ours)));
        let swapped = swapped(all, *metric);
        let reasons = match swapped.is_empty() {
            true => say("same_order", &[]),
            false => swapped.iter().map(|(a, b)| format!("  - {}\n", reasons::why(set, *metric, a, b))).collect(),
        };
        say("rank_order", &[&metric.facts().0, &theirs, &ours, &reasons])
    });
    lines.collect::<String>() + "\n"
}

fn order(all: &[Contender], value: impl Fn(&Contender) -> f64) -> String {
    let mut sorted: Vec<&Contender> = all.iter().collect();
    sorted.sort_by(|a, b| value(a).total_cmp(&value(b)));
    sorted.iter().map(|c| format!("{} ({})", c.name(), short(value(c)))).collect::<Vec<_>>().join(" < ")
}

/// Pairs (here less, here more) that the thesis ranks in the opposite order. Ties are no order.
pub fn swapped(all: &[Contender], metric: Metric) -> Vec<(&Contender, &Contender)> {
    let less = |a: f64, b: f64| a < b * (1.0 - metric.facts().2);
    let mut pairs = Vec::new();
    for a in all {
        for b in all {
            if less(metric.of(&a.ours), metric.of(&b.ours))
                && less(metric.of(&b.row.columns), metric.of(&a.row.columns))
            {
                pairs.push((a, b));
            }
        }
    }
    pairs
}
