//! The page `compare.md`, and its rows as `compare.csv`.

use super::theirs::{MEMORY_KB, ROWS};
use super::{Columns, Document, FRAME_SHARE_MS, Failure, Heuristic, Method, Plan, SetName, SetResult, Table, Variant};
use super::{curve, percent, ranks, ratio, say, short, theirs};
use std::fmt::Display;

const INTRODUCTION: &str = include_str!("introduction.md");
const MEANINGS: &str = include_str!("columns.md");

/// The whole page.
pub(super) fn page(plan: &Plan, sets: &[SetResult]) -> String {
    let tables: String = sets.iter().map(tables).collect();
    let curves: String = sets.iter().filter(|s| s.set.curve).map(curve::section).collect();
    let ranks: String = sets.iter().map(ranks::section).collect();
    let share = share(plan, sets);
    let figures =
        say("compare", &[&share, &MEANINGS, &tables, &curves, &memory(sets), &FRAME_SHARE_MS, &frames(sets), &ranks]);
    INTRODUCTION.to_owned() + &figures
}

/// What was run of what the thesis ran, and how hard the queries are beside theirs: the mean shortest length.
fn share(plan: &Plan, sets: &[SetResult]) -> String {
    let mut table = Table::new(1, ["set", "maps", "of", "queries a map", "queries"]);
    let mut lengths = Table::of_both("mean shortest length, cells");
    for set in sets {
        table.line(&[&set.set.title], [set.maps, set.of_maps, plan.share.queries, set.queries()]);
        if let (Some(row), Some(tally)) = (theirs::find(set.set.name, &Variant::EXACT), set.tally(&Variant::EXACT)) {
            lengths.beside(set.set.title, row.columns.length, tally.columns().length);
        }
    }
    let what = say(if plan.share.is_full() { "whole_plan" } else { "part_of_plan" }, &[]);
    let threads = match plan.threads {
        0 | 1 => say("one_map", &[]),
        n => say("many_maps", &[&n]),
    };
    let faults: String = sets.iter().flat_map(|s| &s.left_out).map(|d| format!("- {d}\n")).collect();
    let left_out = if faults.is_empty() { faults } else { say("left_out", &[&faults]) };
    say("share", &[&what, &plan.seed, &threads, &table.markdown(), &left_out, &lengths.markdown()])
}

/// The tables of one set: as the thesis has them, then what it does not print.
fn tables(set: &SetResult) -> String {
    let of_set = || ROWS.iter().filter(|r| r.set == set.set.name);
    let mut numbers: Vec<&str> = of_set().map(|r| r.table.as_str()).collect();
    numbers.dedup();
    let known = numbers.into_iter().map(|number| {
        let of_table = of_set().filter(|r| r.table == number).map(|r| &r.variant);
        say("table", &[&number, &rows(set, of_table).markdown()])
    });
    let others = set.rows.iter().map(|(variant, _)| variant).filter(|v| {
        let in_curve_only =
            set.set.curve && v.factor > 1.0 && v.factor != set.set.factor && v.heuristic == Heuristic::Octile;
        theirs::find(set.set.name, v).is_none() && !in_curve_only
    });
    let note = if set.set.name == SetName::Bg512 { say("table_4_5", &[]) } else { String::new() };
    let others = rows(set, others).markdown();
    say("set", &[&set.set.title, &known.collect::<String>(), &others, &note])
}

/// KB (of 1 000 bytes) a map, theirs and ours.
fn memory(sets: &[SetResult]) -> String {
    let mut table = Table::new(2, ["set", "", "base map KB", "HPA* graph KB", "graph / base map", "JPS+ table KB"]);
    for set in sets {
        let title = set.set.title;
        let prepared =
            |method| set.tally(&Variant::new(method, Heuristic::Octile, 1.0)).map_or(0, |t| t.prepared_bytes);
        let [base, graph, jumps] = [set.grid_bytes, prepared(Method::Hpa), prepared(Method::JpsPlus)]
            .map(|bytes| bytes as f64 / 1e3 / set.maps.max(1) as f64);
        let theirs = MEMORY_KB.iter().find(|(name, ..)| *name == set.set.name);
        if let Some((_, base, graph)) = theirs {
            table.line(&[&title, &"theirs"], [short(*base), short(*graph), percent(graph / base), "–".into()]);
        }
        table.line(&[&title, &"ours"], [short(base), short(graph), percent(graph / base), short(jumps)]);
        if let Some((_, their_base, their_graph)) = theirs {
            let shares = ratio(graph / base, their_graph / their_base);
            let ratios = [ratio(base, *their_base), ratio(graph, *their_graph), shares, "–".into()];
            table.line(&[&title, &"ratio"], ratios);
        }
    }
    table.markdown()
}

fn frames(sets: &[SetResult]) -> String {
    use Method::{AStar, AStarBuckets, Fringe, FringeBuckets, Hpa, HpaWeighted, Jps, JpsPlus};
    let mut table = Table::new(1, ["algorithm", "bg512", "bgmaps", "mazes", "rooms", "99th percentile ms, worst set"]);
    for method in [AStar, AStarBuckets, Hpa, HpaWeighted, Jps, JpsPlus, Fringe, FringeBuckets] {
        let octile = Variant::new(method, Heuristic::Octile, 1.0);
        let tallies: Vec<_> = sets.iter().filter_map(|s| s.tally(&octile)).collect();
        let worst = tallies.iter().map(|t| t.p99_ms()).fold(0.0, f64::max);
        let shares = tallies.iter().map(|t| percent(t.within_frame()));
        table.line(&[&method.name()], shares.chain([short(worst)]));
    }
    table.markdown()
}

/// The six columns, in order.
const HEAD: [&str; 6] = ["length", "time ms", "std dev ms", "expanded", "visited", "max OPEN"];

impl Columns {
    /// The values in the order of the table's columns.
    pub fn all(&self) -> [f64; 6] {
        [self.length, self.time_ms, self.deviation_ms, self.expanded, self.visited, self.max_open]
    }
}

/// Three lines a row: theirs, ours, ours over theirs. Rows that the thesis does not print have one.
fn rows<'a>(set: &SetResult, variants: impl IntoIterator<Item = &'a Variant>) -> Table {
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
