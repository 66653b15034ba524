//! Why a pair ranks differently here: sentences made of figures that were measured, none without.

use super::ranks::{Contender, Metric};
use super::{Columns, Method, SetResult, Tally, Variant, percent, say, short, theirs};

/// What distinguishes the two. `a` is less here, `b` in the thesis.
pub(super) fn why(set: &SetResult, metric: Metric, a: &Contender, b: &Contender) -> String {
    let [ours_a, ours_b, theirs_a, theirs_b] =
        [&a.ours, &b.ours, &a.row.columns, &b.row.columns].map(|c| short(metric.of(c)));
    let mut text = say("swapped", &[&a.name(), &b.name(), &ours_a, &ours_b, &theirs_a, &theirs_b]);
    text += &match metric {
        Metric::Time => parts_of_time(a, b),
        Metric::Length => excess(set, a, b).unwrap_or_default(),
        Metric::Expanded => String::new(),
    };
    text += &fact(set, metric, a, b).unwrap_or_default();
    if b.row.variant.method != a.row.variant.method {
        text += &fact(set, metric, b, a).unwrap_or_default();
    }
    text.trim_end().to_owned()
}

fn ns_each(c: &Columns) -> f64 {
    c.time_ms * 1e6 / c.expanded.max(1e-9)
}

/// Time is expansions times time an expansion: which of the two moved.
fn parts_of_time(a: &Contender, b: &Contender) -> String {
    let parts = |c: &Columns| format!("{} × {} ns", short(c.expanded), short(ns_each(c)));
    let expansions = (a.ours.expanded / b.ours.expanded) / (a.row.columns.expanded / b.row.columns.expanded);
    let each = (ns_each(&a.ours) / ns_each(&b.ours)) / (ns_each(&a.row.columns) / ns_each(&b.row.columns));
    let mover =
        if expansions.ln().abs() > each.ln().abs() { "the number of expansions" } else { "the time an expansion" };
    let [ours_a, ours_b, theirs_a, theirs_b] = [&a.ours, &b.ours, &a.row.columns, &b.row.columns].map(parts);
    say("parts_of_time", &[&ours_a, &ours_b, &theirs_a, &theirs_b, &short(expansions), &short(each), &mover])
}

/// How much longer than the shortest paths are.
fn excess(set: &SetResult, a: &Contender, b: &Contender) -> Option<String> {
    let there = theirs::find(set.set.name, &Variant::EXACT)?.columns.length;
    let here = set.octile(Method::AStar)?.length;
    let over = |columns: &Columns, of: f64| percent(columns.length / of - 1.0);
    let (ours, theirs) =
        ([&a.ours, &b.ours].map(|c| over(c, here)), [&a.row.columns, &b.row.columns].map(|c| over(c, there)));
    Some(say("excess", &[&ours[0], &ours[1], &theirs[0], &theirs[1]]))
}

/// What is known of one of the two algorithms that concerns the metric.
fn fact(set: &SetResult, metric: Metric, me: &Contender, other: &Contender) -> Option<String> {
    Some(match (me.row.variant.method, metric) {
        (Method::Jps, Metric::Time) => jumps_cell_by_cell(set, me, other)?,
        // The same jumps, with stops on diagonals and without.
        (Method::Jps, Metric::Expanded) => {
            let (here, cellwise) = (set.octile(Method::Jps)?, set.octile(Method::JpsCellwise)?);
            say("jps_expanded", &[&short(here.expanded), &short(cellwise.expanded)])
        }
        (Method::Hpa, Metric::Expanded) => say("hpa_expanded", &[]),
        (Method::Hpa, Metric::Time) => say("hpa_time", &[]),
        (Method::Hpa, Metric::Length) => say("hpa_length", &[&percent(me.gap)]),
        (Method::Fringe, Metric::Length) => say("fringe_length", &[&percent(me.gap)]),
        (Method::Fringe, Metric::Time) => {
            let ns = |c: &Columns| short(c.time_ms * 1e6 / c.visited.max(1e-9));
            let looks = [&me.ours, &me.row.columns].map(|c| short(c.visited));
            say("fringe_time", &[&looks[0], &looks[1], &ns(&me.ours), &ns(&me.row.columns)])
        }
        (Method::AStar, Metric::Length) if me.row.variant.factor > 1.0 => say("a_star_length", &[&percent(me.gap)]),
        // What A* takes when it is not kept comparable.
        (Method::AStar, Metric::Time) => {
            let (plain, fast) = (set.octile(Method::AStar)?, set.octile(Method::AStarBuckets)?);
            say("a_star_time", &[&short(plain.time_ms), &short(fast.time_ms)])
        }
        _ => return None,
    })
}

/// The same jumps without bit-packed rows: would the pair rank as in the thesis?
fn jumps_cell_by_cell(set: &SetResult, me: &Contender, other: &Contender) -> Option<String> {
    let slow = Variant { method: Method::JpsCellwise, ..me.row.variant };
    let c = set.tally(&slow).map(Tally::columns).or_else(|| set.octile(Method::JpsCellwise))?;
    let as_there = (c.time_ms < other.ours.time_ms) == (me.row.columns.time_ms < other.row.columns.time_ms);
    let rank = if as_there { "as in the thesis" } else { "as here" };
    let [ms, looked, theirs, times] =
        [c.time_ms, c.visited, me.row.columns.visited, c.time_ms / me.ours.time_ms].map(short);
    Some(say("jps_time", &[&ms, &looked, &theirs, &times, &rank, &other.name()]))
}
