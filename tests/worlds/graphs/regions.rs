//! Paths on the mesh over ground that does not cost the same everywhere, beside the cheapest ones.

use super::plain::clearance_m;
use super::{GROUND, check_legal, size};
use bestiary::testing::graph::{Graph, GraphKind, Mover};
use bestiary::testing::grid::CostLayer;
use bestiary::testing::path::{Sees, pull};
use bestiary::testing::search::{GraphProblem, GraphSearch};
use bestiary::testing::world::{Ground, GroundKind, Look, Object, PLAIN_COST, Traversability, Volume, World};
use bestiary::{Cell, MoveClass, Obb, Vec2};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f32::consts::TAU;

/// Columns and rows of the worlds.
const SIDE: i32 = 12;
/// Multiples of plain ground that kinds of ground cost; the kind after the last is closed.
const COSTS: [u8; 5] = [1, 2, 3, 5, 8];
const WALL: u8 = COSTS.len() as u8;
/// Places that the oracle has on each side of a cell, and round each corner of what is closed.
const ON_A_SIDE: i32 = 8;
const ROUND_A_CORNER: i32 = 24;
/// By which share a path may cost more than the cheapest that is known, and than the one over cells, pulled.
const GAP: f32 = 0.1;
const BESIDE_PULLED: f32 = 0.03;
/// Worlds of the table in docs/search.md.
const WORLDS: usize = 2_000;
/// How deep a body may dip into something, metres: what the sight of a body allows; and how far a point stays from it.
const DIP_M: f64 = 1e-3;
const APART_M: f64 = 1e-6;

/// A world, the radius of a body, and two places.
type Scene = (World, f32, [Vec2; 2]);

/// Part of a world: a rectangle of one kind of ground, or a road that goes along one axis and then along the other.
#[derive(Clone, Copy, Debug)]
enum Part {
    Patch { at: (i32, i32), size: (i32, i32), kind: u8 },
    Road { from: (i32, i32), to: (i32, i32), wide: i32 },
}

impl Part {
    fn kind_at(self, x: i32, y: i32) -> Option<u8> {
        let within = |a: i32, low: i32, size: i32| (low..low + size).contains(&a);
        match self {
            Self::Patch { at, size, kind } => (within(x, at.0, size.0) && within(y, at.1, size.1)).then_some(kind),
            Self::Road { from, to, wide } => {
                let first = within(y, from.1, wide) && within(x, from.0.min(to.0), (from.0 - to.0).abs() + wide);
                let second = within(x, to.0, wide) && within(y, from.1.min(to.1), (from.1 - to.1).abs() + wide);
                (first || second).then_some(0)
            }
        }
    }
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let place = || (0..SIDE, 0..SIDE);
    let patch = (place(), (1..7, 1..7), 0..WALL).prop_map(|(at, size, kind)| Part::Patch { at, size, kind });
    let wall =
        (place(), prop_oneof![(1..2, 1..6), (1..6, 1..2)]).prop_map(|(at, size)| Part::Patch { at, size, kind: WALL });
    let road = (place(), place(), 1..3).prop_map(|(from, to, wide)| Part::Road { from, to, wide });
    proptest::collection::vec(prop_oneof![4 => patch, 2 => wall, 2 => road], 0..9)
}

fn boxes() -> impl Strategy<Value = Vec<Volume>> {
    let side = 1.0..SIDE as f32 - 1.0;
    let one = (side.clone(), side, 0.1..1.2_f32, 0.1..1.2_f32, 0.0..TAU).prop_map(|(x, y, w, d, turn)| Volume {
        footprint: Obb::new(Vec2::new(x, y), Vec2::new(w, d), turn),
        base_m: 0.0,
        top_m: 3.0,
        object: 0,
    });
    proptest::collection::vec(one, 0..4)
}

/// Random ground of kinds that cost 1 to 8 times as much as the cheapest, with patches, roads, walls and boxes, or each cell by itself; a body;
/// and two places.
fn scenes() -> impl Strategy<Value = Scene> {
    let cell = prop_oneof![12 => 0..WALL, 1 => Just(WALL)];
    let noise =
        prop_oneof![6 => Just(None), 1 => proptest::collection::vec(cell, (SIDE * SIDE) as usize).prop_map(Some)];
    let end = || (0.5..SIDE as f32 - 0.5, 0.5..SIDE as f32 - 0.5).prop_map(|(x, y)| Vec2::new(x, y));
    let radius = prop_oneof![Just(0.0_f32), Just(0.3), Just(0.5), 0.05..1.2_f32];
    (parts(), noise, boxes(), radius, 0..WALL, [end(), end()]).prop_map(
        |(parts, noise, volumes, radius_m, usual, ends)| {
            let at = |i: i32| parts.iter().rev().find_map(|part| part.kind_at(i % SIDE, i / SIDE)).unwrap_or(usual);
            (world(noise.unwrap_or_else(|| (0..SIDE * SIDE).map(at).collect()), volumes), radius_m, ends)
        },
    )
}

fn world(cells: Vec<u8>, volumes: Vec<Volume>) -> World {
    let kind = |letter: char, cost: u8, walkable: bool| GroundKind {
        name: letter.to_string(),
        letter,
        walkable,
        opaque: !walkable,
        cost: PLAIN_COST * cost,
        traversability: Traversability::default(),
        look: Look::Grass,
    };
    let mut kinds: Vec<GroundKind> = ('a'..).zip(COSTS).map(|(letter, cost)| kind(letter, cost, true)).collect();
    kinds.push(kind('#', 1, false));
    let ground = Ground::new(SIDE as usize, SIDE as usize, 1.0, kinds, cells);
    let object = Object { name: "box".into(), kind: "box".into(), volumes: 0..volumes.len() as u32 };
    World::new("random", ground, vec![object], volumes)
}

/// The cheapest path, written plainly: Dijkstra's algorithm over many places on the sides of cells and round the corners of what is closed,
/// joined by straight lines inside cells; then the places slide along their sides.
struct Oracle<'a> {
    world: &'a World,
    costs: &'a CostLayer,
    radius_m: f64,
    places: Vec<Vec2>,
    clearance: Vec<f64>,
    /// For each cell the places on its border and inside.
    of_cell: Vec<Vec<usize>>,
}

impl<'a> Oracle<'a> {
    /// `apart_m` is how much farther than its radius the body keeps from what is closed; below zero, it may dip into it.
    fn new(world: &'a World, costs: &'a CostLayer, radius_m: f32, apart_m: f64, ends: [Vec2; 2]) -> Self {
        let mut oracle = Self {
            world,
            costs,
            radius_m: (f64::from(radius_m) + apart_m).max(APART_M),
            places: Vec::new(),
            clearance: Vec::new(),
            of_cell: Vec::new(),
        };
        oracle.of_cell.resize((SIDE * SIDE) as usize, Vec::new());
        ends.into_iter().for_each(|end| oracle.add(end));
        for (i, line) in (0..=SIDE * ON_A_SIDE).flat_map(|i| (0..=SIDE).map(move |line| (i, line))) {
            let (along, line) = (i as f32 / ON_A_SIDE as f32, line as f32);
            oracle.add(Vec2::new(line, along));
            if i % ON_A_SIDE != 0 {
                oracle.add(Vec2::new(along, line));
            }
        }
        let mut corners: Vec<Vec2> = world.volumes.iter().flat_map(|v| v.footprint.corners()).collect();
        let cells = (0..SIDE * SIDE).map(|i| Cell::new(i % SIDE, i / SIDE));
        for cell in cells.filter(|cell| !world.ground.open(MoveClass::WALK, *cell)) {
            corners.extend((0..4).map(|i| Vec2::new((cell.x + i % 2) as f32, (cell.y + i / 2) as f32)));
        }
        for (corner, i) in corners.into_iter().flat_map(|corner| (0..ROUND_A_CORNER).map(move |i| (corner, i))) {
            oracle.add(corner + Vec2::from_angle(i as f32 / ROUND_A_CORNER as f32 * TAU) * (radius_m * 1.0003 + 1e-5));
        }
        oracle
    }

    /// Adds a place, if the body may be there.
    fn add(&mut self, at: Vec2) {
        let clearance = clearance_m(self.world, at, at);
        if clearance < self.radius_m || at.min_element() < 0.0 || at.max_element() > SIDE as f32 {
            return;
        }
        let near = |along: f32| ((along - 1e-4).floor() as i32).max(0)..=((along + 1e-4).floor() as i32).min(SIDE - 1);
        for (x, y) in near(at.x).flat_map(|x| near(at.y).map(move |y| (x, y))) {
            self.of_cell[(y * SIDE + x) as usize].push(self.places.len());
        }
        self.places.push(at);
        self.clearance.push(clearance);
    }

    fn goes(&self, from: Vec2, to: Vec2) -> bool {
        clearance_m(self.world, from, to) >= self.radius_m
    }

    /// The cheapest path from one end to the other, and its cost. `None` where there is none, or the body has no place at an end.
    fn path(&self, ends: [Vec2; 2]) -> Option<(f32, Vec<Vec2>)> {
        if !self.places.starts_with(&ends) {
            return None;
        }
        let mut best = vec![(f32::INFINITY, 0); self.places.len()];
        let mut waiting = BinaryHeap::from([(Reverse(0), 0_usize, 0_usize)]);
        // Positive numbers are in the order of their bits.
        while let Some((Reverse(bits), at, before)) = waiting.pop() {
            let cost = f32::from_bits(bits);
            if cost >= best[at].0 {
                continue;
            }
            best[at] = (cost, before);
            let cells = self.of_cell.iter().filter(|cell| cell.contains(&at));
            for to in cells.flatten().copied().filter(|to| *to != at) {
                let (from, there) = (self.places[at], self.places[to]);
                let by = cost + self.costs.along(from, there);
                let is_wide =
                    self.clearance[at].max(self.clearance[to]) >= self.radius_m + f64::from(from.distance(there));
                if by < best[to].0 && (is_wide || self.goes(from, there)) {
                    waiting.push((Reverse(by.to_bits()), to, at));
                }
            }
        }
        if best[1].0.is_infinite() {
            return None;
        }
        let mut path = vec![1];
        while path.last() != Some(&0) {
            path.push(best[path[path.len() - 1]].1);
        }
        let mut path: Vec<Vec2> = path.into_iter().rev().map(|at| self.places[at]).collect();
        self.slide(&mut path);
        Some((self.cost(&path), path))
    }

    fn cost(&self, path: &[Vec2]) -> f32 {
        path.windows(2).map(|pair| self.costs.along(pair[0], pair[1])).sum()
    }

    /// Moves each place along its side of a cell to where the cost is least, again and again.
    fn slide(&self, path: &mut [Vec2]) {
        for step in (0..200).map(|i| 0.12 * 0.97_f32.powi(i)) {
            for at in 1..path.len() - 1 {
                for axis in [Vec2::X, Vec2::Y] {
                    let is_on_side = (path[at].dot(axis.perp()) - path[at].dot(axis.perp()).round()).abs() < 1e-4;
                    for by in [axis * step, axis * -step].into_iter().filter(|_| is_on_side) {
                        let (before, here, after) = (path[at - 1], path[at], path[at + 1]);
                        let there = here + by;
                        let is_cheaper = self.cost(&[before, there, after]) < self.cost(&[before, here, after]);
                        if is_cheaper && self.goes(before, there) && self.goes(there, after) {
                            path[at] = there;
                        }
                    }
                }
            }
        }
    }
}

/// The sight of a body that keeps to what is cheap.
struct Sight<'a>(Mover<'a>);

impl Sees for Sight<'_> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.0.goes(from, to)
    }

    fn replaces(&self, points: &[Vec2]) -> bool {
        let (from, to) = (points[0], points[points.len() - 1]);
        let before: f32 = points.windows(2).map(|pair| self.0.cost(pair[0], pair[1])).sum();
        self.clear(from, to) && self.0.cost(from, to) <= before
    }
}

fn search(graph: &dyn Graph, mover: Mover, ends: [Vec2; 2]) -> Option<(f32, Vec<Vec2>)> {
    let mut path = Vec::new();
    let cost = GraphSearch::default().solve(&GraphProblem::new(graph, mover, ends.map(GROUND)), 1.0, &mut path)?;
    Some((cost, path))
}

/// What paths between two places cost.
#[derive(Debug)]
struct Costs {
    mesh: f32,
    oracle: f32,
    /// Over cells, pulled straight where that costs no more.
    pulled: Option<f32>,
    /// Over the middles of the sides of the mesh of uniform ground.
    middles: Option<f32>,
}

impl Costs {
    /// By which share more a path costs than the cheapest that is known.
    fn gap(&self, cost: f32) -> f32 {
        cost / self.oracle.min(self.mesh) - 1.0
    }

    /// Whether the path on the mesh costs hardly more than one of this cost.
    fn is_near(&self, cost: f32, share: f32) -> bool {
        self.mesh <= cost * (1.0 + share)
    }
}

/// The path on the mesh is legal for the body, and is priced as lines are. `None` where the ground costs the same everywhere, or nothing
/// leads from one place to the other.
fn compare((world, radius_m, ends): &Scene) -> Option<Costs> {
    let layer = CostLayer::of_world(world, MoveClass::WALK)?;
    let mover = Mover::new(world, size(*radius_m), Some(&layer));
    let (oracle, cheapest) = Oracle::new(world, &layer, *radius_m, -DIP_M, *ends).path(*ends)?;
    let graph = |kind: GraphKind, mover: &Mover| kind.make(mover, ends.map(GROUND)).expect("a small world");
    let (mesh, path) = search(&*graph(GraphKind::Mesh, &mover), mover, *ends)?;
    let here = format!("radius {radius_m}, {ends:?}, oracle {oracle} by {cheapest:?}");
    check_legal(&mover, &path, &here);
    let price = |path: &[Vec2]| path.windows(2).map(|pair| layer.along(pair[0], pair[1])).sum::<f32>();
    assert!((mesh - price(&path)).abs() <= 1e-4 * mesh + 1e-4, "{here}: {mesh} for {path:?}");
    let pulled = search(&*graph(GraphKind::Grid, &mover), mover, *ends).map(|(_, path)| {
        let mut pulled = Vec::new();
        pull(&path, &Sight(mover), &mut pulled);
        pulled.insert(0, ends[0]);
        price(&pulled)
    });
    let plain = graph(GraphKind::Mesh, &Mover::new(world, size(*radius_m), None));
    let middles = search(&*plain, mover, *ends).map(|(cost, _)| cost);
    Some(Costs { mesh, oracle, pulled, middles })
}

/// What the cheapest path costs that leaves the body as much space as it may dip elsewhere; infinite where there is none. Where this is far
/// more than without that space, a passage is as wide as the body to within a millimetre or two: a path may take it or not.
fn spacious((world, radius_m, ends): &Scene) -> f32 {
    let layer = CostLayer::of_world(world, MoveClass::WALK).expect("ground that does not cost the same everywhere");
    Oracle::new(world, &layer, *radius_m, DIP_M, *ends).path(*ends).map_or(f32::INFINITY, |(cost, _)| cost)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_path_on_the_mesh_costs_hardly_more_than_the_cheapest(scene in scenes()) {
        if let Some(costs) = compare(&scene) {
            let is_near_pulled = costs.pulled.is_none_or(|pulled| costs.is_near(pulled, BESIDE_PULLED));
            if !costs.is_near(costs.oracle, GAP) || !is_near_pulled {
                let spacious = spacious(&scene);
                prop_assert!(costs.gap(spacious) > GAP && costs.is_near(spacious, GAP), "{costs:?}, with space {spacious}");
            }
        }
    }
}

/// From mud a path leaves by the cheaper ground beside it, however near that is: it does not hang on how far the next point of the mesh is.
#[test]
fn a_path_leaves_mud_by_the_cheaper_ground_beside_it() {
    let kind = |i: i32| if i == 4 * SIDE + 1 { 4 } else { 2 * u8::from(i == 4 * SIDE + 2) };
    let from = world((0..SIDE * SIDE).map(kind).collect(), Vec::new());
    let costs = compare(&(from, 0.0, [Vec2::new(0.5, 6.505), Vec2::new(1.99, 4.871)])).expect("a path");
    assert!(costs.gap(costs.mesh) < 0.01 && costs.gap(costs.pulled.expect("one over cells")) > 0.2, "{costs:?}");
}

/// Mean, median, 99th percentile and worst of some gaps, in per cent.
fn row(name: &str, mut gaps: Vec<f32>) -> String {
    gaps.sort_unstable_by(f32::total_cmp);
    let (count, at) = (gaps.len(), |share: f32| gaps[((gaps.len() - 1) as f32 * share) as usize] * 100.0);
    let mean = gaps.iter().sum::<f32>() / count as f32 * 100.0;
    format!("| {name} | {count} | {mean:.3} | {:.3} | {:.3} | {:.3} |", at(0.5), at(0.99), at(1.0))
}

/// Prints the table of docs/search.md.
#[test]
#[ignore = "takes minutes"]
fn gaps_on_many_worlds() {
    let mut runner = TestRunner::deterministic();
    let scenes = (0..WORLDS).map(|_| scenes().new_tree(&mut runner).expect("a world").current());
    let all: Vec<Costs> = scenes.filter_map(|scene| compare(&scene)).collect();
    let gaps = |of: &dyn Fn(&Costs) -> Option<f32>| all.iter().filter_map(|c| Some(c.gap(of(c)?))).collect();
    println!(
        "| paths | worlds | mean, % | median | 99th percentile | worst |\n| --- | ---: | ---: | ---: | ---: | ---: |"
    );
    println!("{}", row("on the mesh cut along the borders of costs", gaps(&|c| Some(c.mesh))));
    println!("{}", row("over cells, pulled straight where that costs no more", gaps(&|c| c.pulled)));
    println!("{}", row("by the middles of sides of a mesh that is not cut", gaps(&|c| c.middles)));
    let beside = all.iter().filter_map(|c| Some(c.mesh / c.pulled? - 1.0)).fold(0.0, f32::max);
    println!("on the mesh at most {:.3} % more than over cells, pulled", beside * 100.0);
}
