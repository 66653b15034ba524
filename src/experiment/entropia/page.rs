//! The page `entropia.md`.

use super::directions::Directions;
use super::drawing::{Drawing, PHASES};
use super::life::Life;
use super::lists::{ListResult, Lists};
use super::theirs;
use crate::experiment::Plan;
use crate::experiment::table::{Table, short};
use std::fmt::Write as _;

const INTRODUCTION: &str = include_str!("introduction.md");

/// The whole page.
pub(super) fn page(plan: &Plan, lists: &Lists, directions: &Directions, drawing: &[Drawing], lives: &[Life]) -> String {
    let mut out = INTRODUCTION.to_owned();
    let _ = writeln!(
        out,
        "\nSeed {}. {} windows of each size, between random places of both worlds, with the source's margin of 20 nodes and \
         buffer of 1 m; each world lived for {} steps of 50 ms ({} s). `--full`: 600 windows and ten minutes.\n",
        plan.seed,
        plan.share.windows,
        plan.share.steps,
        plan.share.steps / 20
    );
    for part in [figure_15(lists), figure_17(directions), figure_20(lives, drawing), figure_21(drawing, lives)] {
        out += &part;
        out.push('\n');
    }
    out
}

/// theirs, ours, ratio.
fn beside(rows: &[(&str, f64, f64)]) -> String {
    let mut table = Table::of_both("");
    rows.iter().for_each(|(what, theirs, ours)| table.beside(*what, *theirs, *ours));
    table.markdown()
}

/// Over all classes.
fn speed(result: Option<&ListResult>) -> f64 {
    let (nodes, ns) = result.map_or((0, 0), |r| r.sums.iter().fold((0, 0), |(n, t), s| (n + s.0, t + s.1)));
    if ns == 0 { 0.0 } else { nodes as f64 * 1e6 / ns as f64 }
}

fn figure_15(lists: &Lists) -> String {
    let named = |name: &str| lists.results.iter().find(|r| r.name == name);
    let sized = |k: usize| lists.results.iter().find(|r| r.size == Some(k));
    let (cheap, sorted, heap) =
        (speed(sized(theirs::CHEAP_LIST_SIZE)), speed(named("sorted linked list")), speed(named("heap")));
    let mut out = "## Figure 15: the size of the Cheap List\n\nWeighted A* (1.6), Euclidean, 4 directions, as the agents search. \
                   `entropia-15.svg` draws the sizes.\n\n"
        .to_owned();
    out += &beside(&[
        ("expanded nodes a ms, Cheap List of 75", theirs::CHEAP_NODES_PER_MS, cheap),
        ("expanded nodes a ms, sorted linked list", theirs::SORTED_NODES_PER_MS, sorted),
        ("expanded nodes a ms, heap", theirs::SORTED_NODES_PER_MS, heap),
        ("Cheap List over sorted list", theirs::CHEAP_NODES_PER_MS / theirs::SORTED_NODES_PER_MS, cheap / sorted),
        ("Cheap List over heap", theirs::CHEAP_NODES_PER_MS / theirs::SORTED_NODES_PER_MS, cheap / heap),
        ("heap over sorted list", 1.0, heap / sorted),
    ]);
    out += "\nExpanded nodes a millisecond, by windows:\n\n";
    let nodes = lists.nodes.iter().map(|n| format!("{} nodes", short(*n)));
    let mut table = Table::new(1, ["list".to_owned()].into_iter().chain(nodes));
    for result in &lists.results {
        let speeds = (0..3).map(|class| short(result.speed(class)));
        table.row([result.name.clone()].into_iter().chain(speeds));
    }
    out += &table.markdown();
    out += &why_15(lists, cheap, sorted, heap);
    out
}

fn why_15(lists: &Lists, cheap: f64, sorted: f64, heap: f64) -> String {
    let best = lists.nodes.iter().enumerate().filter_map(|(class, nodes)| {
        let sizes = lists.results.iter().filter(|r| r.size.is_some());
        let top = sizes.max_by(|a, b| a.speed(class).total_cmp(&b.speed(class)))?;
        Some(format!("{} at {} nodes", top.size?, short(*nodes)))
    });
    let ns = |speed: f64| short(1e6 / speed.max(1e-9));
    let mut out = format!(
        "\nFastest sizes here: {}. There, too, small maps wanted a shorter list; 75 was the compromise. A sorted part longer than \
         what ever waits changes nothing, so that the lines end level.",
        best.collect::<Vec<_>>().join(", ")
    );
    if cheap < heap {
        let _ = write!(
            out,
            " Against theirs, the heap is faster than the Cheap List (list over heap: ×{}, there ×2.6). A node takes {} ns with the list \
             here, {} ns with the heap and {} ns with the sorted list; there about 1 500, 4 000 and 4 000 ns. Theirs spent at least \
             2 500 ns of a node on the heap. Here the whole node takes {} ns with one: what the Cheap List saved there is not there to \
             be saved.",
            short(cheap / heap),
            ns(cheap),
            ns(heap),
            ns(sorted),
            ns(heap),
        );
    }
    out + "\n"
}

fn figure_17(directions: &Directions) -> String {
    let mut out =
        "## Figure 17: 4 against 8 directions\n\nThe same windows, Cheap List of 75; cases that both solve.\n\n"
            .to_owned();
    let head = "windows|directions|searches|expanded|generated|length|nodes a ms|µs a search";
    let mut table = Table::new(1, head.split('|'));
    let mut all = [super::directions::Sums::default(); 2];
    for (nodes, both) in directions.nodes.iter().zip(&directions.sums) {
        for ((name, s), sum) in ["4", "8"].iter().zip(both).zip(&mut all) {
            let head = [format!("{} nodes", short(*nodes)), (*name).to_owned(), s.searches.to_string()];
            table.row(head.into_iter().chain(s.means().map(short)));
            *sum += *s;
        }
    }
    let [four, eight] = all;
    out += &beside(&[
        ("nodes a ms, 4 over 8 directions", theirs::FOUR_OVER_EIGHT, four.speed() / eight.speed()),
        ("searches a ms, 4 over 8 directions", theirs::FOUR_OVER_EIGHT, eight.time_us() / four.time_us()),
    ]);
    let _ = write!(
        out,
        "\nThe source does not say whether its performance is nodes or searches a time; both are given.\n\n{}",
        table.markdown()
    );
    let _ = write!(
        out,
        "\n8 directions expand {} nodes a search where 4 expand {}, generate {} instead of {}, and take {} ns a node instead of {}: {}\n",
        short(eight.expanded()),
        short(four.expanded()),
        short(eight.generated()),
        short(four.generated()),
        short(1e6 / eight.speed()),
        short(1e6 / four.speed()),
        if eight.ns < four.ns {
            "against theirs, searches in 8 directions end sooner, for the nodes saved outweigh the more expensive node."
        } else {
            "4 directions are faster, as there; by how much follows from these three."
        },
    );
    out
}

fn figure_20(lives: &[Life], drawing: &[Drawing]) -> String {
    let mut out = "## Figure 20: abstraction and search\n\nShares of the pathfinder's time in a living world: the built-in creatures, \
                   one thread.\n\n"
        .to_owned();
    let shares: Vec<(String, Option<f64>)> =
        lives.iter().map(|l| (format!("share of abstraction, {}", l.world), l.abstraction_share())).collect();
    let rows: Vec<(&str, f64, f64)> =
        shares.iter().filter_map(|(n, s)| Some((n.as_str(), theirs::ABSTRACTION_SHARE, (*s)?))).collect();
    out += &beside(&rows);
    let head = "world|creatures|searches|maps drawn|maps reused|nodes a map|expanded a search|µs a map|µs a search";
    let mut table = Table::new(1, head.split('|'));
    for life in lives {
        let c = &life.counts;
        let per = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        let reused = 100.0 * per(c.both().reused, life.searches());
        table.row([
            life.world.clone(),
            life.creatures.to_string(),
            life.searches().to_string(),
            life.maps().to_string(),
            format!("{reused:.0} %"),
            short(per(c.both().nodes, life.maps())),
            short(per(c.expanded, life.searches())),
            short(per(life.times.abstraction_ns, life.maps()) / 1e3),
            short(per(life.times.search_ns, life.searches()) / 1e3),
        ]);
    }
    let _ = write!(out, "\n{}", table.markdown());
    let mut sizes = Table::of_both("nodes a map");
    for life in lives {
        let c = &life.counts;
        let kinds = [("moving targets", c.moving.nodes, c.moving.maps), ("fixed goals", c.fixed.nodes, c.fixed.maps)];
        for ((what, nodes, maps), theirs) in kinds.into_iter().zip(theirs::MAP_NODES) {
            sizes.beside(format!("{what}, {}", life.world), theirs, nodes as f64 / maps.max(1) as f64);
        }
    }
    let _ = write!(out, "\n{}", sizes.markdown());
    out + &why_20(lives, drawing)
}

/// Where abstraction does not take most of the time: why not.
fn why_20(lives: &[Life], drawing: &[Drawing]) -> String {
    let mut out = String::new();
    for life in lives {
        let Some(share) = life.abstraction_share().filter(|s| *s < 0.5) else { continue };
        let c = &life.counts;
        let node_ns = life.times.abstraction_ns as f64 / c.both().nodes.max(1) as f64;
        let expansion_ns = life.times.search_ns as f64 / c.expanded.max(1) as f64;
        let _ = write!(
            out,
            "\nIn the {} the search takes the larger part ({:.0} %), against theirs. Drawing takes {} ns a node of the map, searching \
             {} ns an expanded node (smoothing the path and the rest of the pathfinder's slice included), and a map is drawn for {:.2} of the searches.",
            life.world,
            100.0 * (1.0 - share),
            short(node_ns),
            short(expansion_ns),
            life.maps() as f64 / life.searches().max(1) as f64,
        );
    }
    if !out.is_empty() {
        let clear: f64 = drawing.iter().map(|d| d.phases_ns[0]).sum();
        let nodes: u64 = drawing.iter().map(|d| d.nodes).sum();
        let _ = writeln!(
            out,
            " What the source found expensive is not done here: no terrain heights are read under volumes, and the loop over all nodes \
             that resets the search is a stamp; opening all cells, 64 at a time, takes under {:.1} ns a node.",
            (clear / nodes.max(1) as f64 * 10.0).floor() / 10.0 + 0.1
        );
    }
    out
}

fn figure_21(drawing: &[Drawing], lives: &[Life]) -> String {
    let mut out = "## Figure 21: drawing a map\n\nShares of drawing, by windows; the clock is read at the end of each phase, and what \
                   reading it takes is taken off.\n\n"
        .to_owned();
    let mean = |d: &Drawing| format!("{} nodes", short(d.each(d.nodes as f64)));
    let mut table = Table::new(1, ["phase".to_owned()].into_iter().chain(drawing.iter().map(mean)));
    for (i, (_, name)) in PHASES.iter().enumerate() {
        let shares = drawing.iter().map(|d| format!("{:.1} %", 100.0 * d.share(i)));
        table.row([(*name).to_owned()].into_iter().chain(shares));
    }
    let whole = drawing.iter().map(|d| short(d.each(d.whole_ns as f64) / 1e3));
    table.row(["µs a window, unwatched".to_owned()].into_iter().chain(whole));
    out += &table.markdown();
    let all = |phase: usize| {
        let whole: f64 = drawing.iter().flat_map(|d| d.phases_ns).sum();
        if whole > 0.0 { drawing.iter().map(|d| d.phases_ns[phase]).sum::<f64>() / whole } else { 0.0 }
    };
    let _ = write!(
        out,
        "\nTheir largest single part is reading terrain heights under volumes, a third of the whole running time. This world is a plane \
         whose volumes carry their heights above the ground: nothing is read, and sorting out by height is what is left of it. The \
         share of drawing alone is set beside it:\n\n{}",
        beside(&[("share of heights", theirs::HEIGHTS_SHARE, all(3))])
    );
    out += "\nWhat became of the volumes that the index returned. The source puts those outside the map down to its octree's overlap and \
            resolution; the index here returns only volumes whose bounds meet the window, so that next to none lies outside:\n\n";
    let [returned, outside, wrong, plotted] = theirs::VOLUMES;
    for life in lives {
        let v = life.counts.volumes;
        let share = |n: u64| n as f64 / v.returned.max(1) as f64;
        let _ = write!(
            out,
            "{} ({} returned):\n\n{}\n",
            life.world,
            v.returned,
            beside(&[
                ("outside the map", outside / returned, share(v.outside)),
                ("of the wrong height", wrong / returned, share(v.wrong_height)),
                ("drawn", plotted / returned, share(v.plotted)),
            ])
        );
    }
    out
}
