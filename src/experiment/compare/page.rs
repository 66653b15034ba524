//! The page `compare.md`.

use super::measure::SetResult;
use super::sets::SetName;
use super::theirs::{self, FRAME_SHARE_MS, ROWS};
use super::variant::{Method, Variant};
use super::{curve, memory, ranks, rows};
use crate::experiment::Plan;
use crate::experiment::table::{Table, short};
use crate::search::Heuristic;
use std::fmt::Write as _;

const INTRODUCTION: &str = include_str!("introduction.md");

const MEANINGS: &str = include_str!("columns.md");

/// The whole page.
pub(super) fn page(plan: &Plan, sets: &[SetResult]) -> String {
    let mut out = INTRODUCTION.to_owned() + "\n" + &share(plan, sets) + "\n" + MEANINGS;
    for set in sets {
        let _ = write!(out, "\n## {}\n\n{}", set.set.title, tables(set));
    }
    out += "\n## The factor on the heuristic (figure 4.2)\n\n";
    for set in sets.iter().filter(|s| s.set.curve) {
        out += &curve::section(set);
    }
    out += "\n## Memory of HPA\\* (table 4.9)\n\nKB of 1 000 bytes, mean of the maps. Their base map is a graph with a record a cell and \
            an edge a neighbour; ours is bit-packed rows and columns and a label a cell, so that shares compare badly and the graphs \
            themselves well.\n\n";
    out += &memory::table(sets);
    let _ = write!(
        out,
        "\n## A frame\n\nA game at 60 Hz that gives a fifth of its frame to thinking has {FRAME_SHARE_MS} ms. Share of the \
                         queries finished within it, with octile:\n\n{}",
        frames(sets)
    );
    out += "\n## Ranks\n\nOrders by each algorithm's row in the thesis's comparisons (tables 4.5–4.8). Differences of less than 5 % in time, \
            3 % in expansions and 0.5 % in length count as ties. Where a pair is in another order, the figures say why.\n\n";
    for set in sets {
        out += &ranks::section(set);
    }
    out
}

/// What was run of what the thesis ran.
fn share(plan: &Plan, sets: &[SetResult]) -> String {
    let mut table = Table::new(1, ["set", "maps", "of", "queries a map", "queries"]);
    for set in sets {
        let numbers = [set.maps, set.of_maps, plan.share.queries, set.queries()].map(|n| n.to_string());
        table.row([set.set.title.to_owned()].into_iter().chain(numbers));
    }
    let whole = plan.share.is_full();
    let what = if whole {
        "All maps were run, with as many queries as in the thesis or more."
    } else {
        "This run is a share of the thesis's plan (all maps, 400 queries each; `--full` runs it): maps spread evenly over each \
         set in order of name, and the first of the same queries."
    };
    let threads = match plan.threads {
        0 | 1 => "One map was measured at a time.".to_owned(),
        n => format!(
            "{n} maps were measured at a time: times are longer than alone, more so on a busy machine (`--threads 1`)."
        ),
    };
    let faults: Vec<String> = sets.iter().flat_map(|s| &s.left_out).map(|d| format!("- {d}\n")).collect();
    let left_out = if faults.is_empty() {
        String::new()
    } else {
        format!("\nMaps that could not be read are left out:\n\n{}", faults.concat())
    };
    format!("{what} Seed {}. {threads}\n\n{}{left_out}\n{SLOW}\n\n{}", plan.seed, table.markdown(), lengths(sets))
}

const SLOW: &str = "Fringe search with the Euclidean heuristic takes up to a second a query: it is asked every tenth only, except in a \
                    whole run where the thesis prints its row.";

/// How hard the queries are, beside theirs: the mean shortest length.
fn lengths(sets: &[SetResult]) -> String {
    let exact = Variant::new(Method::AStar, Heuristic::Octile, 1.0);
    let mut table = Table::of_both("mean shortest length, cells");
    for set in sets {
        let (Some(row), Some(tally)) = (theirs::find(set.set.name, &exact), set.tally(&exact)) else { continue };
        table.beside(set.set.title, row.columns.length, tally.columns().length);
    }
    format!(
        "How the thesis drew its queries beyond being random and solvable is not said. Ours are two open cells, each as likely as any \
         other; where our paths are longer, so are expansions and times, for all algorithms alike:\n\n{}\n",
        table.markdown()
    )
}

/// The tables of one set: as the thesis has them, then what it does not print.
fn tables(set: &SetResult) -> String {
    let mut out = String::new();
    let known = |v: &&Variant| theirs::find(set.set.name, v).is_some();
    let in_curve_only = |v: &&Variant| {
        set.set.curve && v.factor > 1.0 && v.factor != set.set.factor && v.heuristic == Heuristic::Octile
    };
    let all: Vec<&Variant> = set.rows.iter().map(|(v, _)| v).collect();
    let mut numbers: Vec<&str> = ROWS.iter().filter(|r| r.set == set.set.name).map(|r| r.table.as_str()).collect();
    numbers.dedup();
    for number in numbers {
        let of_table = ROWS.iter().filter(|r| r.set == set.set.name && r.table == number).map(|r| &r.variant);
        let _ = write!(out, "Table {number}:\n\n{}\n", rows::table(set, of_table).markdown());
    }
    let others = all.into_iter().filter(|v| !known(v) && !in_curve_only(v));
    let _ = write!(out, "Not in the thesis:\n\n{}", rows::table(set, others).markdown());
    if set.set.name == SetName::Bg512 {
        out += "\nTable 4.5 repeats rows of 4.1–4.4.\n";
    }
    out
}

fn frames(sets: &[SetResult]) -> String {
    let methods = [
        Method::AStar,
        Method::AStarBuckets,
        Method::Hpa,
        Method::HpaWeighted,
        Method::Jps,
        Method::JpsPlus,
        Method::Fringe,
        Method::FringeBuckets,
    ];
    let mut table = Table::new(1, ["algorithm", "bg512", "bgmaps", "mazes", "rooms", "99th percentile ms, worst set"]);
    for method in methods {
        let tallies: Vec<_> =
            sets.iter().filter_map(|s| s.tally(&Variant::new(method, Heuristic::Octile, 1.0))).collect();
        let worst = tallies.iter().map(|t| t.p99_ms()).fold(0.0, f64::max);
        let shares = tallies.iter().map(|t| format!("{:.1} %", 100.0 * t.within_frame()));
        table.row([method.name().to_owned()].into_iter().chain(shares).chain([short(worst)]));
    }
    table.markdown()
}
