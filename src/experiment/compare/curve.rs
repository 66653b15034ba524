//! The curve of the overestimating factor (figure 4.2 of the thesis).

use super::variant::curve_factors;
use super::{Columns, Document, Failure, Heuristic, Method, SetResult, Table, Tally, Variant};
use super::{say, theirs};
use crate::experiment::{Line, Plot};

/// The two algorithms whose curve is measured.
const METHODS: [Method; 2] = [Method::AStar, Method::Jps];

/// Where the axis of lengths begins: no path is shorter than at factor 1.
const LENGTHS_FROM: f64 = 0.99;

/// One factor's figures over those of factor 1.
#[derive(Clone, Copy)]
struct Point {
    factor: f64,
    length: f64,
    time: f64,
    expanded: f64,
}

/// Picks the figure of a point that a plot draws.
type Ratio = fn(&Point) -> f64;

impl Point {
    fn new(factor: f32, at_it: Columns, at_one: Columns) -> Self {
        let over = |a: f64, b: f64| if b > 0.0 { a / b } else { 1.0 };
        Self {
            // Written as they are named: 1.1, not the nearest `f32` to it.
            factor: (f64::from(factor) * 100.0).round() / 100.0,
            length: over(at_it.length, at_one.length),
            time: over(at_it.time_ms, at_one.time_ms),
            expanded: over(at_it.expanded, at_one.expanded),
        }
    }
}

fn points(set: &SetResult, method: Method) -> Vec<Point> {
    let columns = |factor| set.tally(&Variant::new(method, Heuristic::Octile, factor)).map(Tally::columns);
    let point = |factor| Some(Point::new(factor, columns(factor)?, columns(1.0)?));
    curve_factors().into_iter().filter_map(point).collect()
}

/// What the thesis's tables say of the same ratios, at its own factor.
fn theirs_at(set: &SetResult, method: Method) -> Option<Point> {
    let columns = |factor| Some(theirs::find(set.set.name, &Variant::new(method, Heuristic::Octile, factor))?.columns);
    Some(Point::new(set.set.factor, columns(set.set.factor)?, columns(1.0)?))
}

/// `compare-curve.csv` and the plots.
pub(super) fn documents(sets: &[SetResult]) -> Result<Vec<Document>, Failure> {
    let mut table = Table::new(2, ["set", "algorithm", "factor", "length_ratio", "time_ratio", "expanded_ratio"]);
    let mut plots = Vec::new();
    for set in sets.iter().filter(|s| s.set.curve) {
        let mut curves = Vec::new();
        for method in METHODS {
            let (name, ours) = (method.name(), points(set, method));
            for p in &ours {
                table.line(&[&set.set.file, &name], [p.factor, p.length, p.time, p.expanded]);
            }
            curves.push((name.to_owned(), false, ours));
            curves.extend(theirs_at(set, method).map(|p| (format!("{name}, theirs"), true, vec![p])));
        }
        let both: [(&str, f64, Ratio); 2] = [("length", LENGTHS_FROM, |p| p.length), ("time", 0.0, |p| p.time)];
        for (what, from_y, value) in both {
            let lines = curves.iter().map(|(name, loose, points)| {
                let points = points.iter().map(|p| (p.factor, value(p))).collect();
                Line { name: name.clone(), points, loose: *loose }
            });
            let named = what[..1].to_uppercase() + &what[1..];
            let plot = Plot {
                file: &format!("compare-curve-{what}.svg"),
                title: &format!("{named} against the factor ({})", set.set.title),
                x: "factor on the octile heuristic",
                y: &format!("{what} / {what} at factor 1"),
                log_x: false,
                from_y,
            };
            plots.push(plot.draw(&lines.collect::<Vec<_>>())?);
        }
    }
    plots.insert(0, table.csv("compare-curve.csv")?);
    Ok(plots)
}

/// The curve as a section of the page.
pub(super) fn section(set: &SetResult) -> String {
    let curves = METHODS.map(|m| points(set, m));
    let mut table =
        Table::new(0, ["factor", "A* length", "A* time", "A* expanded", "JPS length", "JPS time", "JPS expanded"]);
    for (a, j) in curves[0].iter().zip(&curves[1]) {
        let numbers = [a.length, a.time, a.expanded, j.length, j.time, j.expanded];
        table.line(&[&format!("{:.2}", a.factor)], numbers.map(|n| format!("{n:.3}")));
    }
    let theirs = beside_theirs(set, &curves[0]).unwrap_or_default();
    say("curve", &[&set.set.title, &table.markdown(), &theirs])
}

/// Theirs, ours and the ratio of what the thesis says in words and by its tables.
fn beside_theirs(set: &SetResult, curve: &[Point]) -> Option<String> {
    let at = |factor: f64| curve.iter().find(|p| (p.factor - factor).abs() < 1e-6);
    let Point { factor, length, time, .. } = theirs_at(set, Method::AStar)?;
    let ours = at(factor)?;
    let mut table = Table::of_both("A*, octile heuristic overestimated");
    table.beside(format!("time at {factor:.2} (table 4.1)"), time, ours.time);
    table.beside(format!("time at {factor:.2} (its text)"), 1.0 - theirs::CURVE_TIME_SAVED_AT_1_75, ours.time);
    table.beside(format!("length at {factor:.2} (table 4.1)"), length, ours.length);
    let jump = at(1.9).zip(at(1.8)).map(|(after, before)| after.length / before.length);
    let longer = theirs::CURVE_LONGER_AFTER_1_8;
    if let Some(jump) = jump {
        table.beside("length at 1.9 over that at 1.8 (its text)", 1.0 + longer, jump);
    }
    let whole = |share: f64| format!("{:.0}", 100.0 * share);
    let fine = |share: f64| format!("{:.2}", 100.0 * share);
    let no_jump = jump.filter(|j| *j < 1.0 + longer / 2.0).map(|jump| {
        let steepest = curve.windows(2).map(|w| w[1].length / w[0].length - 1.0).fold(0.0, f64::max);
        say("no_jump", &[&whole(longer), &fine(jump - 1.0), &fine(steepest), &set.queries()])
    });
    let (saved, printed) = (whole(theirs::CURVE_TIME_SAVED_AT_1_75), whole(1.0 - time));
    let factor = format!("{factor:.2}");
    Some(say("curve_theirs", &[&table.markdown(), &factor, &saved, &printed, &no_jump.unwrap_or_default()]))
}
