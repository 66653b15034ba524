//! A world and a path on it, drawn: closed ground, costs, boxes, a graph, the nodes that were searched, and the path with its legend.

mod frame;
mod looks;
mod pixels;
mod shapes;

pub(crate) use frame::Frames;
pub(crate) use looks::tiles;
pub(crate) use pixels::Canvas;
pub(crate) use shapes::Scene;
use shapes::{Colour, LETTERS, PAPER, Shape};

use crate::geom::{Cell, Vec2};
use crate::graph::{Graph, Mover};

/// How wide a picture is, pixels, and how high at most: a narrower one is less wide.
const WIDTH: f32 = 1000.0;
const MOST_HEIGHT: f32 = 4000.0;
/// Height of a line of the legend and of its letters, pixels; how long its samples are.
const LINE: f32 = 24.0;
const LETTER: f32 = 16.0;
const SAMPLE: f32 = 40.0;
/// A dot is so large at least, pixels.
const LEAST_DOT: f32 = 1.2;

// Colours that differ for the colour-blind too (Okabe & Ito 2008), on plain ground.
const CLOSED: Colour = [0x9a, 0x9a, 0x9a];
const EXPENSIVE: Colour = [0xb8, 0x8f, 0x50];
const VOLUME: Colour = [0x4a, 0x4a, 0x4a];
const LINES: Colour = [0x9c, 0xc4, 0xe0];
const SEARCHED: Colour = [0xe6, 0x9f, 0x00];
const EXPANDED: Colour = [0xf0, 0xc6, 0x6a];
/// Cells that were searched are so wide at least, pixels: of searches that jump there are few.
const LEAST_CELL: f32 = 3.0;
const RAW: Colour = [0xcc, 0x79, 0xa7];
const PULLED: Colour = [0x00, 0x72, 0xb2];
const ROUND: Colour = [0x00, 0x9e, 0x73];

/// Shades of expensive ground; the darkest costs so many times the cheapest, as a power of two.
const SHADES: f32 = 4.0;
const DARKEST_LOG2: f32 = 3.0;

/// A colour between two.
fn between(from: Colour, to: Colour, share: f32) -> Colour {
    std::array::from_fn(|i| (f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * share).round() as u8)
}

/// What of a search is drawn over a world. What is empty, or is not there, is left out, of the legend too.
#[derive(Clone, Copy, Default)]
pub(crate) struct Drawn<'a> {
    /// A graph, and its nodes that were searched.
    pub(crate) graph: Option<(&'a dyn Graph, &'a [u32])>,
    /// Cells that were searched, in order.
    pub(crate) cells: &'a [Cell],
    /// The path as it was found, metres, …
    pub(crate) raw: &'a [Vec2],
    /// … pulled straight, …
    pub(crate) pulled: &'a [Vec2],
    /// … and made round.
    pub(crate) round: &'a [Vec2],
}

/// The picture.
pub(crate) fn scene(mover: &Mover, drawn: &Drawn) -> Scene {
    let size = mover.world().size();
    let scale = (WIDTH / size.x).min(MOST_HEIGHT / size.y);
    let mut picture = Picture { scene: Scene::default(), scale, legend: Vec::new() };
    (picture.scene.width, picture.scene.height) = (WIDTH, (size.y * scale).ceil());
    picture.ground(mover);
    picture.searched(mover, drawn.cells);
    picture.volumes(mover);
    if let Some((graph, searched)) = drawn.graph {
        picture.graph(mover, graph, searched);
    }
    picture.path(mover, drawn);
    picture.finish()
}

/// A picture that is being made.
struct Picture {
    scene: Scene,
    /// Pixels a metre.
    scale: f32,
    legend: Vec<(Shape, String)>,
}

impl Picture {
    fn at(&self, place: Vec2) -> Vec2 {
        place * self.scale
    }

    fn add(&mut self, shape: Shape) {
        self.scene.shapes.push(shape);
    }

    /// Appends to the legend, once; the sample is at the zero point.
    fn explain(&mut self, sample: Shape, what: &str) {
        if self.legend.iter().all(|(_, known)| known != what) {
            self.legend.push((sample, what.to_owned()));
        }
    }

    fn explain_area(&mut self, fill: Colour, what: &str) {
        let corners = [(0.0, -6.0), (SAMPLE, -6.0), (SAMPLE, 6.0), (0.0, 6.0)].map(Vec2::from).to_vec();
        self.explain(Shape::Area { corners, fill }, what);
    }

    fn explain_line(&mut self, colour: Colour, width: f32, what: &str) {
        let points = vec![Vec2::ZERO, Vec2::new(SAMPLE, 0.0)];
        self.explain(Shape::Line { points, colour, width, opacity: 1.0 }, what);
    }

    /// The cells that are not plain: runs of a row that are alike are one rectangle.
    fn ground(&mut self, mover: &Mover) {
        let (ground, res, moves) = (&mover.world().ground, mover.resolution_m(), mover.size().moves);
        let costs = mover.costs.filter(|costs| costs.least_eighths() > 0);
        let fill = |cell: Cell| match (ground.open(moves, cell), costs) {
            (false, _) => Some((CLOSED, "closed ground")),
            (true, Some(costs)) if costs.at(cell) > costs.least_eighths() => {
                let times = costs.at(cell) as f32 / costs.least_eighths() as f32;
                let shade = ((times.log2() / DARKEST_LOG2).min(1.0) * SHADES).ceil() / SHADES;
                Some((between(PAPER, EXPENSIVE, shade), "ground that costs more: the darker, the more"))
            }
            (true, _) => None,
        };
        for y in 0..ground.height() as i32 {
            let mut x = 0;
            while x < ground.width() as i32 {
                let (first, colour) = (x, fill(Cell::new(x, y)));
                while x < ground.width() as i32 && fill(Cell::new(x, y)) == colour {
                    x += 1;
                }
                let Some((fill, what)) = colour else { continue };
                let corners = [(first, y), (x, y), (x, y + 1), (first, y + 1)];
                // On whole pixels, so that nothing shows between rows.
                let corners = corners.map(|(x, y)| self.at(Vec2::new(x as f32, y as f32) * res).round()).to_vec();
                self.add(Shape::Area { corners, fill });
                self.explain_area(if fill == CLOSED { CLOSED } else { EXPENSIVE }, what);
            }
        }
    }

    /// Cells that were searched: runs of a row are one rectangle, at least a pixel high.
    fn searched(&mut self, mover: &Mover, cells: &[Cell]) {
        let res = mover.resolution_m();
        let mut sorted: Vec<(i32, i32)> = cells.iter().map(|cell| (cell.y, cell.x)).collect();
        sorted.sort_unstable();
        sorted.dedup();
        for run in sorted.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1) {
            let ((y, first), (_, last)) = (run[0], run[run.len() - 1]);
            let (low, high) =
                (Vec2::new(first as f32, y as f32) * res, Vec2::new((last + 1) as f32, (y + 1) as f32) * res);
            let low = self.at(low).round();
            let high = self.at(high).round().max(low + LEAST_CELL);
            let corners = vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
            self.add(Shape::Area { corners, fill: EXPANDED });
            self.explain_area(EXPANDED, "cells that were searched");
        }
    }

    fn volumes(&mut self, mover: &Mover) {
        let size = mover.size();
        for volume in mover.world().volumes.iter().filter(|v| v.matters_to(size.height_m, size.moves)) {
            let corners = volume.footprint.corners().map(|corner| self.at(corner)).to_vec();
            self.add(Shape::Area { corners, fill: VOLUME });
            self.explain_area(VOLUME, "volumes");
        }
    }

    fn graph(&mut self, mover: &Mover, graph: &dyn Graph, searched: &[u32]) {
        let mut pairs = Vec::new();
        graph.draw(mover, &mut |from, to| pairs.push([self.at(from), self.at(to)]));
        if !pairs.is_empty() {
            self.add(Shape::Lines { pairs, colour: LINES, width: 0.5 });
            self.explain_line(LINES, 1.0, "the graph");
        }
        let radius = (0.1 * mover.resolution_m() * self.scale).max(LEAST_DOT);
        for node in searched.iter().filter(|node| (**node as usize) < graph.nodes()) {
            let at = self.at(graph.place(*node).at);
            self.add(Shape::Dot { at, radius, fill: SEARCHED });
            let at = Vec2::new(SAMPLE / 2.0, 0.0);
            self.explain(Shape::Dot { at, radius: 4.0, fill: SEARCHED }, "nodes that were searched");
        }
    }

    fn path(&mut self, mover: &Mover, drawn: &Drawn) {
        let body = 2.0 * mover.size().radius_m * self.scale;
        let [pulled, round] = ["path pulled straight", "path made round"];
        let with_width = |what: &str| format!("{what}, and the width of the body");
        let (walked, colour, names) = match drawn.round {
            [] => (drawn.pulled, PULLED, [with_width(pulled), round.to_owned()]),
            walked => (walked, ROUND, [pulled.to_owned(), with_width(round)]),
        };
        let lines = [
            (walked, colour, body, 0.3, None),
            (drawn.raw, RAW, 1.5, 1.0, Some("path as it was found")),
            // Wider, and below the other, with which it has its straight pieces in common.
            (drawn.round, ROUND, 5.5, 1.0, Some(&*names[1])),
            (drawn.pulled, PULLED, 2.5, 1.0, Some(&*names[0])),
        ];
        for (path, colour, width, opacity, what) in lines.into_iter().filter(|(path, ..)| !path.is_empty()) {
            let points = path.iter().map(|p| self.at(*p)).collect();
            self.add(Shape::Line { points, colour, width, opacity });
            what.into_iter().for_each(|what| self.explain_line(colour, width, what));
        }
    }

    /// The picture with its legend below.
    fn finish(mut self) -> Scene {
        for (sample, what) in std::mem::take(&mut self.legend) {
            let corner = Vec2::new(8.0, self.scene.height + LINE / 2.0);
            self.add(sample.moved(corner));
            let at = corner + Vec2::new(SAMPLE + 12.0, LETTER / 3.0);
            self.add(Shape::Text { at, height: LETTER, text: what, colour: LETTERS });
            self.scene.height += LINE;
        }
        self.scene
    }
}
