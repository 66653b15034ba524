//! The curve of the overestimating factor (figure 4.2 of the thesis).

use super::measure::SetResult;
use super::tally::Tally;
use super::theirs;
use super::variant::{Method, Variant, curve_factors};
use crate::experiment::plot::{Line, Plot};
use crate::experiment::table::Table;
use crate::experiment::{Document, Failure};
use crate::search::Heuristic;

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

fn points(set: &SetResult, method: Method) -> Vec<Point> {
    let columns = |factor| set.tally(&Variant::new(method, Heuristic::Octile, factor)).map(Tally::columns);
    let Some(one) = columns(1.0) else { return Vec::new() };
    let over = |a: f64, b: f64| if b > 0.0 { a / b } else { 1.0 };
    let point = |factor: f32| {
        columns(factor).map(|c| Point {
            // Written as they are named: 1.1, not the nearest `f32` to it.
            factor: (f64::from(factor) * 100.0).round() / 100.0,
            length: over(c.length, one.length),
            time: over(c.time_ms, one.time_ms),
            expanded: over(c.expanded, one.expanded),
        })
    };
    curve_factors().into_iter().filter_map(point).collect()
}

/// What the thesis's tables say of the same ratios, at its own factor.
fn theirs_at(set: &SetResult, method: Method) -> Option<(f64, f64, f64)> {
    let row = |factor| theirs::find(set.set.name, &Variant::new(method, Heuristic::Octile, factor));
    let (one, more) = (row(1.0)?.columns, row(set.set.factor)?.columns);
    Some((f64::from(set.set.factor), more.length / one.length, more.time_ms / one.time_ms))
}

/// `compare-curve.csv` and the plots.
pub(super) fn documents(sets: &[SetResult]) -> Result<Vec<Document>, Failure> {
    let mut table = Table::new(2, ["set", "algorithm", "factor", "length_ratio", "time_ratio", "expanded_ratio"]);
    let mut documents = Vec::new();
    for set in sets.iter().filter(|s| s.set.curve) {
        let (mut lengths, mut times) = (Vec::new(), Vec::new());
        for method in METHODS {
            let points = points(set, method);
            for p in &points {
                let numbers = [p.factor, p.length, p.time, p.expanded].map(|n| n.to_string());
                let names = [set.set.file.to_owned(), method.name().to_owned()];
                table.row(names.into_iter().chain(numbers));
            }
            let line = |pick: fn(&Point) -> f64| points.iter().map(|p| (p.factor, pick(p))).collect();
            lengths.push(Line { name: method.name().into(), points: line(|p| p.length), loose: false });
            times.push(Line { name: method.name().into(), points: line(|p| p.time), loose: false });
            if let Some((factor, length, time)) = theirs_at(set, method) {
                let name = format!("{}, theirs", method.name());
                lengths.push(Line { name: name.clone(), points: vec![(factor, length)], loose: true });
                times.push(Line { name, points: vec![(factor, time)], loose: true });
            }
        }
        let plot = |file: &str, title: String, y: &str, from_y: f64, lines: &[Line]| {
            Plot { file, title: &title, x: "factor on the octile heuristic", y, log_x: false, from_y }.draw(lines)
        };
        let title = |what: &str| format!("{what} against the factor ({})", set.set.title);
        documents.push(plot(
            "compare-curve-length.svg",
            title("Length"),
            "length / length at factor 1",
            LENGTHS_FROM,
            &lengths,
        )?);
        documents.push(plot("compare-curve-time.svg", title("Time"), "time / time at factor 1", 0.0, &times)?);
    }
    documents.insert(0, table.csv("compare-curve.csv")?);
    Ok(documents)
}

/// The curve as a section of the page.
pub(super) fn section(set: &SetResult) -> String {
    let curves = METHODS.map(|m| points(set, m));
    let mut table =
        Table::new(0, ["factor", "A* length", "A* time", "A* expanded", "JPS length", "JPS time", "JPS expanded"]);
    for (a, j) in curves[0].iter().zip(&curves[1]) {
        let numbers = [a.length, a.time, a.expanded, j.length, j.time, j.expanded];
        table.row([format!("{:.2}", a.factor)].into_iter().chain(numbers.map(|n| format!("{n:.3}"))));
    }
    let mut text = format!(
        "All figures are multiples of those at factor 1 on {}; `compare-curve-length.svg` and `compare-curve-time.svg` draw \
         them.\n\n{}\n",
        set.set.title,
        table.markdown()
    );
    text += &beside_theirs(set, &curves[0]);
    text
}

/// Theirs, ours and the ratio of what the thesis says in words and by its tables.
fn beside_theirs(set: &SetResult, curve: &[Point]) -> String {
    let at = |factor: f64| curve.iter().find(|p| (p.factor - factor).abs() < 1e-6);
    let (Some((factor, length, time)), Some(ours)) = (theirs_at(set, Method::AStar), at(f64::from(set.set.factor)))
    else {
        return String::new();
    };
    let mut table = Table::of_both("A*, octile heuristic overestimated");
    table.beside(format!("time at {factor:.2} (table 4.1)"), time, ours.time);
    table.beside(format!("time at {factor:.2} (its text)"), 1.0 - theirs::CURVE_TIME_SAVED_AT_1_75, ours.time);
    table.beside(format!("length at {factor:.2} (table 4.1)"), length, ours.length);
    let jump = at(1.9).zip(at(1.8)).map(|(after, before)| after.length / before.length);
    if let Some(jump) = jump {
        table.beside("length at 1.9 over that at 1.8 (its text)", 1.0 + theirs::CURVE_LONGER_AFTER_1_8, jump);
    }
    let saved = 100.0 * theirs::CURVE_TIME_SAVED_AT_1_75;
    let printed = 100.0 * (1.0 - time);
    let mut text = format!(
        "{}\nThe thesis contradicts itself here: its text says that {factor:.2} saves about {saved:.0} % of the time, its \
         table 4.1 gives {printed:.0} %.",
        table.markdown()
    );
    if let Some(jump) = jump.filter(|j| *j < 1.0 + theirs::CURVE_LONGER_AFTER_1_8 / 2.0) {
        let steepest = curve.windows(2).map(|w| w[1].length / w[0].length - 1.0).fold(0.0, f64::max);
        text += &format!(
            " Its jump of about {:.0} % in length just above 1.8 does not come back: here that step adds {:.2} %, and no step \
             of the curve adds more than {:.2} %. Ours are means over {} queries; \
             theirs is drawn from queries that are not published, so what made the jump there is not known.",
            100.0 * theirs::CURVE_LONGER_AFTER_1_8,
            100.0 * (jump - 1.0),
            100.0 * steepest,
            set.queries()
        );
    }
    text + "\n"
}
