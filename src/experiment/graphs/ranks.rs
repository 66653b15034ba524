//! The orders that the thesis states, and whether they are so here.

use super::row::{DENSITIES, Place, mean};
use super::{Algorithm, Figures, Row, SceneKind, percent, say, short};
use crate::graph::GraphKind;

/// The rows of the thesis's own scenes: the grid with 8 directions.
pub(super) fn of_grid(rows: &[Row], algorithm: Algorithm, side: u32, obstacles: usize) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| {
        let Place { scene, side: s, obstacles: o, .. } = row.place;
        (scene, s, o) == (SceneKind::Obstacles, side, obstacles)
            && (row.kind, row.algorithm) == (GraphKind::Grid, algorithm)
    })
}

/// A figure's mean in one of the thesis's scenes.
pub(super) fn at(rows: &[Row], algorithm: Algorithm, (side, obstacles): (u32, usize), of: fn(&Figures) -> f64) -> f64 {
    mean(of_grid(rows, algorithm, side, obstacles), of)
}

/// In how many comparisons an order is as stated, of how many.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    holds: usize,
    of: usize,
}

impl Count {
    fn add(&mut self, holds: bool) {
        self.of += 1;
        self.holds += usize::from(holds);
    }

    fn of(all: impl IntoIterator<Item = bool>) -> Self {
        let mut count = Self::default();
        all.into_iter().for_each(|holds| count.add(holds));
        count
    }

    fn text(self) -> String {
        format!("{} of {}", self.holds, self.of)
    }
}

/// What changes from one case to the next.
fn steps(sides: &[u32], by_side: bool) -> Vec<[(u32, usize); 2]> {
    let mut all = Vec::new();
    if by_side {
        for pair in sides.windows(2) {
            all.extend(DENSITIES.map(|obstacles| [(pair[0], obstacles), (pair[1], obstacles)]));
        }
    } else {
        for side in sides {
            all.extend(DENSITIES.windows(2).map(|pair| [(*side, pair[0]), (*side, pair[1])]));
        }
    }
    all
}

const SEARCHED: fn(&Figures) -> f64 = |f| f.searched;
const TIME: fn(&Figures) -> f64 = |f| f.search_us;
const LENGTH: fn(&Figures) -> f64 = |f| f.length_m;
const SHARE: fn(&Figures) -> f64 = |f| f.searched / f.nodes.max(1.0);

/// The section of the page.
pub(super) fn section(rows: &[Row], sides: &[u32]) -> String {
    let cases: Vec<(u32, usize)> =
        sides.iter().flat_map(|side| DENSITIES.map(|obstacles| (*side, obstacles))).collect();
    let value = |algorithm, case, of| at(rows, algorithm, case, of);
    let (dijkstra, a_star) = (Algorithm::Dijkstra, Algorithm::AStar);
    let grows = |by_side, algorithm, of: fn(&Figures) -> f64| {
        Count::of(steps(sides, by_side).into_iter().map(|[a, b]| value(algorithm, b, of) > value(algorithm, a, of)))
    };
    // Dijkstra's algorithm and A*, in turn.
    let both: Vec<&Row> = rows.iter().filter(|row| is_thesis(row)).collect();
    let pairs = |of: fn(&Figures, &Figures) -> bool| {
        Count::of(both.chunks_exact(2).map(|pair| of(&pair[0].figures, &pair[1].figures)))
    };
    let equal = pairs(|d, a| (d.length_m - a.length_m).abs() < 1e-3 * d.length_m);
    let [fewer, faster] = [pairs(|d, a| a.searched < d.searched), pairs(|d, a| a.search_us < d.search_us)];
    let falls = Count::of(
        steps(sides, false).into_iter().map(|[a, b]| value(dijkstra, b, SEARCHED) < value(dijkstra, a, SEARCHED)),
    );
    let filled = Count::of(cases.iter().map(|case| value(dijkstra, *case, SHARE) > 0.7));
    let shares: Vec<f64> = cases.iter().map(|case| value(dijkstra, *case, SHARE)).collect();
    let (least, most) = (shares.iter().copied().fold(1.0, f64::min), shares.iter().copied().fold(0.0, f64::max));
    say(
        "graphs_ranks",
        &[
            &equal.text(),
            &fewer.text(),
            &faster.text(),
            &grows(true, dijkstra, SEARCHED).text(),
            &grows(true, a_star, SEARCHED).text(),
            &grows(true, dijkstra, TIME).text(),
            &grows(true, a_star, TIME).text(),
            &grows(false, a_star, SEARCHED).text(),
            &grows(false, a_star, TIME).text(),
            &falls.text(),
            &filled.text(),
            &percent(least),
            &percent(most),
            &exceptions(rows, sides),
        ],
    )
}

fn is_thesis(row: &Row) -> bool {
    row.place.scene == SceneKind::Obstacles && row.kind == GraphKind::Grid
}

/// Where A* searched no more nodes though the scene was denser: what the figures show about it.
fn exceptions(rows: &[Row], sides: &[u32]) -> String {
    let mut text = String::new();
    for [a, b] in steps(sides, false) {
        let value = |case, of| at(rows, Algorithm::AStar, case, of);
        let (before, after) = (value(a, SEARCHED), value(b, SEARCHED));
        if after > before {
            continue;
        }
        let lengths = [a, b].map(|case| short(value(case, LENGTH)));
        text +=
            &say("graphs_denser", &[&a.0, &a.0, &a.1, &b.1, &short(before), &short(after), &lengths[0], &lengths[1]]);
    }
    if text.is_empty() { text } else { say("graphs_why_denser", &[&text]) }
}
