//! The page `entropia.md`.

use super::directions::{Both, means};
use super::drawing::{Drawing, PHASES};
use super::life::Life;
use super::lists::ListResult;
use super::{Class, Plan, Table, Tally, percent, say, short, theirs};
use crate::sim::share;

const INTRODUCTION: &str = include_str!("introduction.md");

/// The whole page.
pub(super) fn page(
    plan: &Plan,
    classes: &[Class],
    lists: &[ListResult],
    directions: &[Both],
    drawing: &[Drawing],
    lives: &[Life],
) -> String {
    let (windows, steps) = (plan.share.windows, plan.share.steps);
    let plan = say("entropia", &[&plan.seed, &windows, &steps, &(steps / 20)]);
    let nodes: Vec<String> = classes.iter().map(|c| format!("{} nodes", short(c.nodes()))).collect();
    let parts =
        [figure_15(&nodes, lists), figure_17(&nodes, directions), figure_20(lives, drawing), figure_21(drawing, lives)];
    INTRODUCTION.to_owned() + &plan + &parts.join("\n") + "\n"
}

/// theirs, ours, ratio.
fn beside(rows: &[(&str, f64, f64)]) -> String {
    let mut table = Table::of_both("");
    rows.iter().for_each(|(what, theirs, ours)| table.beside(*what, *theirs, *ours));
    table.markdown()
}

fn sum<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Tally {
    tallies.into_iter().fold(Tally::default(), |mut sum, tally| {
        sum.merge(tally);
        sum
    })
}

fn figure_15(nodes: &[String], lists: &[ListResult]) -> String {
    let speed =
        |is: &dyn Fn(&ListResult) -> bool| lists.iter().find(|r| is(r)).map_or(0.0, |r| sum(&r.by_class).speed());
    let cheap = speed(&|r| r.size == Some(theirs::CHEAP_LIST_SIZE));
    let (sorted, heap) = (speed(&|r| r.name == "sorted linked list"), speed(&|r| r.name == "heap"));
    let figures = beside(&[
        ("expanded nodes a ms, Cheap List of 75", theirs::CHEAP_NODES_PER_MS, cheap),
        ("expanded nodes a ms, sorted linked list", theirs::SORTED_NODES_PER_MS, sorted),
        ("expanded nodes a ms, heap", theirs::SORTED_NODES_PER_MS, heap),
        ("Cheap List over sorted list", theirs::CHEAP_NODES_PER_MS / theirs::SORTED_NODES_PER_MS, cheap / sorted),
        ("Cheap List over heap", theirs::CHEAP_NODES_PER_MS / theirs::SORTED_NODES_PER_MS, cheap / heap),
        ("heap over sorted list", 1.0, heap / sorted),
    ]);
    let mut table = Table::new(1, [&"list".to_owned()].into_iter().chain(nodes));
    for result in lists {
        table.line(&[&result.name], result.by_class.iter().map(|t| short(t.speed())));
    }
    let fastest = nodes.iter().enumerate().filter_map(|(class, nodes)| {
        let speed = |r: &ListResult| r.by_class[class].speed();
        let sizes = lists.iter().filter(|r| r.size.is_some());
        Some(format!("{} at {nodes}", sizes.max_by(|a, b| speed(a).total_cmp(&speed(b)))?.size?))
    });
    let ns = |speed: f64| short(1e6 / speed.max(1e-9));
    let why = match cheap < heap {
        true => say("heap_faster", &[&short(cheap / heap), &ns(cheap), &ns(heap), &ns(sorted), &ns(heap)]),
        false => String::new(),
    };
    say("figure_15", &[&figures, &table.markdown(), &fastest.collect::<Vec<_>>().join(", "), &why])
}

fn figure_17(nodes: &[String], directions: &[Both]) -> String {
    let head = "windows|directions|searches|expanded|generated|length|nodes a ms|µs a search";
    let mut table = Table::new(1, head.split('|'));
    for (nodes, both) in nodes.iter().zip(directions) {
        for (name, tally) in ["4", "8"].iter().zip(both) {
            table.line(&[nodes, name, &tally.queries()], means(tally).map(short));
        }
    }
    let [four, eight] = [0, 1].map(|i| means(&sum(directions.iter().map(|both| &both[i]))));
    let [expanded_4, generated_4, _, speed_4, us_4] = four;
    let [expanded_8, generated_8, _, speed_8, us_8] = eight;
    let figures = beside(&[
        ("nodes a ms, 4 over 8 directions", theirs::FOUR_OVER_EIGHT, speed_4 / speed_8),
        ("searches a ms, 4 over 8 directions", theirs::FOUR_OVER_EIGHT, us_8 / us_4),
    ]);
    let [e8, e4, g8, g4] = [expanded_8, expanded_4, generated_8, generated_4].map(short);
    let why = say(if us_8 < us_4 { "eight_sooner" } else { "four_faster" }, &[]);
    let (ns8, ns4) = (short(1e6 / speed_8), short(1e6 / speed_4));
    say("figure_17", &[&figures, &table.markdown(), &e8, &e4, &g8, &g4, &ns8, &ns4, &why])
}

fn figure_20(lives: &[Life], drawing: &[Drawing]) -> String {
    let mut shares = Table::of_both("");
    let head = "world|creatures|searches|maps drawn|maps reused|nodes a map|expanded a search|µs a map|µs a search";
    let mut table = Table::new(1, head.split('|'));
    let mut sizes = Table::of_both("nodes a map");
    let mut why = String::new();
    for life in lives {
        let (c, times, both) = (&life.counts, life.times, life.counts.both());
        let (searches, maps) = (both.searches, both.maps);
        let per = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        let reused = format!("{:.0} %", 100.0 * per(both.reused, searches));
        let us = [per(times.abstraction_ns, maps) / 1e3, per(times.search_ns, searches) / 1e3];
        let means = [per(both.nodes, maps), per(c.expanded, searches), us[0], us[1]];
        table.line(&[&life.world, &life.creatures, &searches, &maps, &reused], means.map(short));
        let kinds = [("moving targets", &c.moving), ("fixed goals", &c.fixed)];
        for ((what, of), theirs) in kinds.into_iter().zip(theirs::MAP_NODES) {
            sizes.beside(format!("{what}, {}", life.world), theirs, per(of.nodes, of.maps));
        }
        // Of the pathfinder's time, as far as any passed.
        let Some(share) = share(times.abstraction_ns, times.abstraction_ns + times.search_ns) else { continue };
        shares.beside(format!("share of abstraction, {}", life.world), theirs::ABSTRACTION_SHARE, share);
        // Where abstraction does not take most of the time: why not.
        if share < 0.5 {
            let searching = format!("{:.0}", 100.0 * (1.0 - share));
            let [node, expansion] =
                [(times.abstraction_ns, both.nodes), (times.search_ns, c.expanded)].map(|(ns, of)| short(per(ns, of)));
            let drawn = format!("{:.2}", per(maps, searches));
            why += &say("search_larger", &[&life.world, &searching, &node, &expansion, &drawn]);
        }
    }
    if !why.is_empty() {
        let clear: f64 = drawing.iter().map(|d| d.phases_ns[0]).sum();
        let nodes: u64 = drawing.iter().map(|d| d.nodes).sum();
        let under = (clear / nodes.max(1) as f64 * 10.0).floor() / 10.0 + 0.1;
        why += &say("not_done", &[&format!("{under:.1}")]);
    }
    say("figure_20", &[&shares.markdown(), &table.markdown(), &sizes.markdown(), &why])
}

fn figure_21(drawing: &[Drawing], lives: &[Life]) -> String {
    let windows = drawing.iter().map(|d| format!("{} nodes", short(d.each(d.nodes as f64))));
    let mut table = Table::new(1, ["phase".to_owned()].into_iter().chain(windows));
    for (i, (_, name)) in PHASES.iter().enumerate() {
        table.line(&[name], drawing.iter().map(|d| percent(d.share(i))));
    }
    let whole = drawing.iter().map(|d| short(d.each(d.whole_ns as f64) / 1e3));
    table.line(&[&"µs a window, unwatched"], whole);
    let whole: f64 = drawing.iter().flat_map(|d| d.phases_ns).sum();
    let heights = drawing.iter().map(|d| d.phases_ns[3]).sum::<f64>() / if whole > 0.0 { whole } else { 1.0 };
    let heights = beside(&[("share of heights", theirs::HEIGHTS_SHARE, heights)]);
    let [returned, outside, wrong, plotted] = theirs::VOLUMES;
    let volumes = lives.iter().map(|life| {
        let v = life.counts.volumes;
        let share = |n: u64| n as f64 / v.returned.max(1) as f64;
        let figures = beside(&[
            ("outside the map", outside / returned, share(v.outside)),
            ("of the wrong height", wrong / returned, share(v.wrong_height)),
            ("drawn", plotted / returned, share(v.plotted)),
        ]);
        say("volumes", &[&life.world, &v.returned, &figures])
    });
    say("figure_21", &[&table.markdown(), &heights, &volumes.collect::<String>()])
}
