//! Why a pair ranks differently here: sentences made of figures that were measured, none without.

use super::measure::SetResult;
use super::ranks::{Contender, Metric};
use super::theirs::{self, Columns};
use super::variant::{Method, Variant};
use crate::experiment::table::short;
use crate::search::Heuristic;

/// What distinguishes the two. `a` is less here, `b` in the thesis.
pub(super) fn why(set: &SetResult, metric: Metric, a: &Contender, b: &Contender) -> String {
    let numbers = |c: &Contender| (short(metric.of(&c.ours)), short(metric.of(&c.theirs)));
    let ((ours_a, theirs_a), (ours_b, theirs_b)) = (numbers(a), numbers(b));
    let mut text = format!(
        "{} comes before {} here ({ours_a} against {ours_b}), after it there ({theirs_a} against {theirs_b}). ",
        a.name(),
        b.name()
    );
    text += &match metric {
        Metric::Time => parts_of_time(a, b),
        Metric::Length => excess(set, a, b),
        Metric::Expanded => String::new(),
    };
    let mut methods = vec![a.row.variant.method];
    if b.row.variant.method != methods[0] {
        methods.push(b.row.variant.method);
    }
    for (method, contender) in methods.into_iter().zip([a, b]) {
        text += &fact(set, metric, method, contender, if contender.row.variant == a.row.variant { b } else { a });
    }
    text.trim_end().to_owned()
}

fn ns_each(c: &Columns) -> f64 {
    c.time_ms * 1e6 / c.expanded.max(1e-9)
}

/// Time is expansions times time an expansion: which of the two moved.
fn parts_of_time(a: &Contender, b: &Contender) -> String {
    let parts = |c: &Columns| format!("{} × {} ns", short(c.expanded), short(ns_each(c)));
    let expansions = (a.ours.expanded / b.ours.expanded) / (a.theirs.expanded / b.theirs.expanded);
    let each = (ns_each(&a.ours) / ns_each(&b.ours)) / (ns_each(&a.theirs) / ns_each(&b.theirs));
    let mover =
        if expansions.ln().abs() > each.ln().abs() { "the number of expansions" } else { "the time an expansion" };
    format!(
        "As expansions × time each: here {} against {}, there {} against {}. From theirs to ours the quotient of the two \
         changed by ×{} through expansions and by ×{} through time each: mostly {mover}. ",
        parts(&a.ours),
        parts(&b.ours),
        parts(&a.theirs),
        parts(&b.theirs),
        short(expansions),
        short(each),
    )
}

/// How much longer than the shortest paths are.
fn excess(set: &SetResult, a: &Contender, b: &Contender) -> String {
    let exact = Variant::new(Method::AStar, Heuristic::Octile, 1.0);
    let shortest_theirs = theirs::find(set.set.name, &exact).map(|r| r.columns.length);
    let shortest_ours = set.octile(Method::AStar).map(|c| c.length);
    let (Some(there), Some(here)) = (shortest_theirs, shortest_ours) else { return String::new() };
    let percent = |length: f64, of: f64| format!("{:.1} %", 100.0 * (length / of - 1.0));
    format!(
        "Beyond the mean shortest length: here {} against {}, there {} against {}. ",
        percent(a.ours.length, here),
        percent(b.ours.length, here),
        percent(a.theirs.length, there),
        percent(b.theirs.length, there),
    )
}

/// What is known of one of the two algorithms that concerns the metric.
fn fact(set: &SetResult, metric: Metric, method: Method, me: &Contender, other: &Contender) -> String {
    match (method, metric) {
        (Method::Jps, Metric::Time) => jumps_cell_by_cell(set, me, other),
        (Method::Jps, Metric::Expanded) => stops_on_diagonals(set),
        (Method::Hpa, Metric::Expanded) => {
            "HPA* here counts transit points at which clusters are entered; whether the thesis counts the cells of refining \
             the abstract path too is not said. "
                .into()
        }
        (Method::Hpa, Metric::Time) => {
            "The time of HPA* holds the abstract search, refining the path cell by cell and smoothing it, which is not \
             counted as expansions here. "
                .into()
        }
        (Method::Hpa, Metric::Length) => format!(
            "HPA* here smooths its paths, which the thesis only wished for: they are {:.1} % too long in the mean over \
             queries. ",
            100.0 * me.gap
        ),
        (Method::Fringe, Metric::Length) => format!(
            "Fringe search takes the first path to the goal that lies below its threshold: where the heuristic overestimates, \
             paths are {:.1} % too long in the mean over queries. ",
            100.0 * me.gap
        ),
        (Method::Fringe, Metric::Time) => looks(me),
        (Method::AStar, Metric::Length) if me.row.variant.factor > 1.0 => {
            format!("A* never opens closed cells again: overestimates cost it {:.1} % in the mean over queries. ", 100.0 * me.gap)
        }
        (Method::AStar, Metric::Time) => canonical(set),
        _ => String::new(),
    }
}

/// What A* takes when it is not kept comparable.
fn canonical(set: &SetResult) -> String {
    let both = set.octile(Method::AStar).zip(set.octile(Method::AStarBuckets));
    let Some((plain, fast)) = both else { return String::new() };
    format!(
        "A* is kept here as the thesis has it, all neighbours looked at and a heap: with octile it takes {} ms, in canonical order \
         with buckets {} ms. ",
        short(plain.time_ms),
        short(fast.time_ms),
    )
}

/// The same jumps without bit-packed rows: would the pair rank as in the thesis?
fn jumps_cell_by_cell(set: &SetResult, me: &Contender, other: &Contender) -> String {
    let slow = Variant { method: Method::JpsCellwise, ..me.row.variant };
    let measured = set.tally(&slow).map(super::tally::Tally::columns).or_else(|| set.octile(Method::JpsCellwise));
    let Some(c) = measured else { return String::new() };
    let as_there = (c.time_ms < other.ours.time_ms) == (me.theirs.time_ms < other.theirs.time_ms);
    format!(
        "JPS here looks along rows 64 cells at a time. Looking at one cell after the other, as the thesis does, it takes {} ms \
         for {} cells looked at ({} in the thesis), {} times as long: in that form it ranks {} against {}. ",
        short(c.time_ms),
        short(c.visited),
        short(me.theirs.visited),
        short(c.time_ms / me.ours.time_ms),
        if as_there { "as in the thesis" } else { "as here" },
        other.name(),
    )
}

fn stops_on_diagonals(set: &SetResult) -> String {
    let both = set.octile(Method::Jps).zip(set.octile(Method::JpsCellwise));
    let Some((here, cellwise)) = both else { return String::new() };
    format!(
        "JPS here does not stop on diagonals: with octile it expands {} jump points, {} when it does. ",
        short(here.expanded),
        short(cellwise.expanded),
    )
}

fn looks(me: &Contender) -> String {
    let per = |c: &Columns| short(c.time_ms * 1e6 / c.visited.max(1e-9));
    format!(
        "Fringe search looks at {} cells of its list here, {} there, {} and {} ns each. ",
        short(me.ours.visited),
        short(me.theirs.visited),
        per(&me.ours),
        per(&me.theirs),
    )
}
