//! The page `graphs.md`.

use super::measure::picture_of;
use super::ranks::{self, of_grid};
use super::row::{DENSITIES, mean, name};
use super::{Algorithm, Figures, Plan, Row, SceneKind, Table, percent, say, short};
use crate::graph::GraphKind;
use clap::ValueEnum;

const INTRODUCTION: &str = include_str!("introduction.md");

/// The whole page.
pub(super) fn page(plan: &Plan, rows: &[Row]) -> String {
    let sides = plan.share.sides;
    let of = |scene: SceneKind| sides.iter().map(move |side| (scene, *side));
    let mut text = INTRODUCTION.to_owned();
    text += &say("graphs", &[&plan.seed, &plan.share.layouts, &grid(rows, sides)]);
    text += &ranks::section(rows, sides);
    text += &say(
        "graphs_all",
        &[&winners(rows, sides), &of(SceneKind::Obstacles).map(|case| part(rows, case)).collect::<String>()],
    );
    text += &say("graphs_obstacles", &[&of(SceneKind::Rooms).take(1).map(|case| part(rows, case)).collect::<String>()]);
    text += &say("graphs_doors", &[&of(SceneKind::Doors).map(|case| part(rows, case)).collect::<String>()]);
    let pictures: String = kinds().map(|kind| format!("![{}]({})\n\n", name(kind), picture_of(kind))).collect();
    text + &say("graphs_pictures", &[&pictures])
}

fn kinds() -> impl Iterator<Item = GraphKind> {
    GraphKind::value_variants().iter().copied()
}

/// The thesis's own table: a row a size and density.
fn grid(rows: &[Row], sides: &[u32]) -> String {
    let head =
        "nodes|obstacles|Dijkstra searched|of all|A* searched|Dijkstra : A*|Dijkstra µs|A* µs|Dijkstra : A*|length, m";
    let mut table = Table::new(2, head.split('|'));
    for side in sides {
        for obstacles in DENSITIES {
            let [d, a] = [Algorithm::Dijkstra, Algorithm::AStar].map(|algorithm| {
                let value = |of: fn(&Figures) -> f64| mean(of_grid(rows, algorithm, *side, obstacles), of);
                (value(|f| f.searched), value(|f| f.search_us), value(|f| f.nodes), value(|f| f.length_m))
            });
            let quotient = |over: f64, under: f64| short(over / under);
            table.line(
                &[&format!("{side} × {side}"), &obstacles],
                [
                    short(d.0),
                    percent(d.0 / d.2.max(1.0)),
                    short(a.0),
                    quotient(d.0, a.0),
                    short(d.1),
                    short(a.1),
                    quotient(d.1, a.1),
                    short(a.3),
                ],
            );
        }
    }
    table.markdown()
}

/// What graphs are ranked by, beside the length of paths.
const FIRST: [fn(&Figures) -> f64; 3] = [|f| f.searched, |f| f.search_us, |f| f.search_us + 1e3 * f.made_ms];

/// Which graph and algorithm have the least of a figure in each of the thesis's cases.
fn winners(rows: &[Row], sides: &[u32]) -> String {
    let head = "nodes|obstacles|fewest searched|fastest search|fastest with making the graph|shortest path";
    let mut table = Table::new(head.split('|').count(), head.split('|'));
    for side in sides {
        for obstacles in DENSITIES {
            let of_case: Vec<&Row> = rows
                .iter()
                .filter(|row| (row.place.scene, row.place.side) == (SceneKind::Obstacles, *side))
                .filter(|row| row.place.obstacles == obstacles)
                .collect();
            let mut contenders: Vec<(GraphKind, Algorithm)> = Vec::new();
            for row in &of_case {
                if !contenders.contains(&(row.kind, row.algorithm)) {
                    contenders.push((row.kind, row.algorithm));
                }
            }
            let first = |figure: fn(&Figures) -> f64| {
                let value = |(kind, algorithm): (GraphKind, Algorithm)| {
                    let of = of_case.iter().copied().filter(|row| (row.kind, row.algorithm) == (kind, algorithm));
                    mean(of, figure)
                };
                let least = contenders.iter().copied().min_by(|a, b| value(*a).total_cmp(&value(*b)));
                least.map_or_else(Default::default, |(kind, algorithm)| (name(kind), algorithm.name()))
            };
            let [searched, fastest, whole] = FIRST.map(first).map(|(kind, algorithm)| format!("{kind}, {algorithm}"));
            let shortest = first(|f| f.length_m).0;
            table.line(&[&format!("{side} × {side}"), &obstacles], [searched, fastest, whole, shortest]);
        }
    }
    table.markdown()
}

/// All graphs of one scene and size.
fn part(rows: &[Row], (scene, side): (SceneKind, u32)) -> String {
    let is_doors = scene == SceneKind::Doors;
    let head = "graph|algorithm|nodes|searched|revisited|reopened|length, m|gap|search µs|made ms|KB";
    let mut table = Table::new(2, head.split('|').chain(is_doors.then_some("changed ms")));
    for kind in kinds() {
        for algorithm in Algorithm::ALL {
            let of = || {
                rows.iter().filter(move |row| {
                    (row.place.scene, row.place.side) == (scene, side) && (row.kind, row.algorithm) == (kind, algorithm)
                })
            };
            if of().next().is_none() {
                continue;
            }
            let value = |figure: fn(&Figures) -> f64| short(mean(of(), figure));
            let [nodes, searched] = [value(|f| f.nodes), value(|f| f.searched)];
            let [revisited, reopened] = [value(|f| f.revisited), value(|f| f.reopened)];
            let [length, us, made, kb] =
                [value(|f| f.length_m), value(|f| f.search_us), value(|f| f.made_ms), value(|f| f.kilobytes)];
            let gap = format!("{:.2} %", 100.0 * mean(of(), |f| f.gap));
            let fields = [nodes, searched, revisited, reopened, length, gap, us, made, kb];
            let changed = is_doors.then(|| value(|f| f.changed_ms));
            table.line(&[&name(kind), &algorithm.name()], fields.into_iter().chain(changed));
        }
    }
    say("graphs_part", &[&side, &side, &table.markdown()])
}
