//! Windows as pictures, and proof that outlines hold.

use super::{BitGrid, CellRect, Clearance, PlotCounts, Window};
use crate::geom::{Cell, Obb, Vec2};
use crate::world::{Ground, GroundKind, Look, Object, Volume, World};
use proptest::prelude::*;

fn world(rows: &[&str], volumes: Vec<Volume>) -> World {
    let kind = |letter, walkable| GroundKind {
        name: String::from(letter),
        letter,
        walkable,
        opaque: !walkable,
        look: Look::Grass,
    };
    let cells = rows.concat().chars().map(|c| u8::from(c == '#')).collect();
    let ground = Ground::new(rows[0].len(), rows.len(), 1.0, vec![kind('.', true), kind('#', false)], cells);
    let object = Object { name: "o".into(), kind: "rock".into(), volumes: 0..volumes.len() as u32 };
    World::new("test", ground, vec![object], volumes)
}

fn meadow(width: usize, height: usize, volumes: Vec<Volume>) -> World {
    world(&vec![".".repeat(width).as_str(); height], volumes)
}

fn solid(x: f32, y: f32, half_x: f32, half_y: f32, angle: f32) -> Volume {
    Volume {
        footprint: Obb::new(Vec2::new(x, y), Vec2::new(half_x, half_y), angle),
        base_m: 0.0,
        top_m: 2.0,
        object: 0,
    }
}

fn whole(world: &World) -> CellRect {
    let (w, h) = (world.ground.width() as u32, world.ground.height() as u32);
    CellRect { origin: Cell::new(0, 0), width: w, height: h }
}

fn drawn(world: &World, area: CellRect, clearance: Clearance) -> (String, PlotCounts) {
    let mut window = Window::default();
    let counts = window.build(world, area, clearance);
    (window.bits().to_string(), counts)
}

fn body(buffer_m: f32) -> Clearance {
    Clearance { radius_m: 0.5, height_m: 1.0, buffer_m }
}

#[test]
fn volumes_are_outlines_grown_by_the_buffer_and_ground_is_never_eroded() {
    let w = world(
        &[
            "............",
            "............",
            "............",
            "............",
            "............",
            "#...........",
            "##..........",
        ],
        vec![solid(6.5, 3.0, 1.4, 0.4, 0.0)],
    );
    let pictures = [
        (1.0, "............\n....#####...\n....#...#...\n....#...#...\n....#####...\n#...........\n##..........\n"),
        (0.0, "............\n............\n.....###....\n.....###....\n............\n#...........\n##..........\n"),
    ];
    for (buffer, picture) in pictures {
        assert_eq!(drawn(&w, whole(&w), body(buffer)).0, picture, "buffer {buffer}");
    }
}

#[test]
fn a_shrunken_volume_keeps_its_centre_line_and_walls_that_touch_leave_no_seam() {
    // A fence with a corner, and two thick boxes side by side.
    let w = meadow(
        14,
        8,
        vec![
            solid(3.5, 1.5, 2.0, 0.1, 0.0),
            solid(1.5, 3.5, 0.1, 2.0, 0.0),
            solid(9.0, 4.5, 1.0, 1.5, 0.0),
            solid(11.0, 4.5, 1.0, 1.5, 0.0),
        ],
    );
    let picture = "\
..............
.#####........
.#............
.#......####..
.#......####..
.#......####..
..............
..............
";
    assert_eq!(drawn(&w, whole(&w), body(-0.5)).0, picture);
}

#[test]
fn a_gap_one_metre_wide_opens_at_the_last_buffer_only() {
    let w = meadow(9, 3, vec![solid(2.0, 1.5, 2.0, 0.6, 0.0), solid(7.0, 1.5, 2.0, 0.6, 0.0)]);
    for (buffer, row) in [(1.0, "#########"), (0.5, "#########"), (0.0, "#########"), (-0.5, "####.####")] {
        let picture = drawn(&w, whole(&w), body(buffer)).0;
        let closed = (0..3).any(|y| picture.lines().nth(y).is_some_and(|l| !l.contains('.')));
        let middle = picture.lines().nth(1).unwrap_or_default();
        assert_eq!(closed, buffer > -0.5, "buffer {buffer}\n{picture}");
        if buffer <= 0.0 {
            assert_eq!(middle.chars().nth(4), row.chars().nth(4), "buffer {buffer}\n{picture}");
        }
    }
}

#[test]
fn wide_bodies_keep_away_from_closed_ground_too() {
    let w = world(&["...........", "...........", ".....#.....", "...........", "..........."], vec![]);
    let wide = Clearance { radius_m: 1.2, height_m: 2.0, buffer_m: 1.0 };
    // The rim of the world is closed ground to them as well.
    let picture = "\
###########
#...###...#
#...###...#
#...###...#
###########
";
    assert_eq!(drawn(&w, whole(&w), wide).0, picture);
    let slim = Clearance { radius_m: 0.5, ..wide };
    assert_eq!(drawn(&w, whole(&w), slim).0.matches('#').count(), 1);
}

#[test]
fn a_turned_box_is_clipped_to_the_window_and_counted() {
    let low = Volume { top_m: 0.4, ..solid(10.0, 10.0, 1.0, 1.0, 0.0) };
    let high = Volume { base_m: 1.5, ..solid(10.0, 10.0, 1.0, 1.0, 0.0) };
    let turned = solid(8.0, 5.0, 4.0, 1.0, 0.8);
    // Its bounds overlap the window's, but it passes by the corner.
    let beside = solid(22.0, 22.0, 3.5, 0.1, -0.785);
    let w = meadow(30, 30, vec![low, high, turned, beside]);
    let area = CellRect { origin: Cell::new(6, 4), width: 14, height: 16 };
    let (picture, counts) = drawn(&w, area, body(0.0));
    assert_eq!(counts, PlotCounts { returned: 4, wrong_height: 2, outside: 1, plotted: 1 });
    // The upper left end of the box lies outside: it is cut off along the window's sides.
    let top = "\
####..........
##.##.........
.##.##........
..####........
...##.........
..............";
    assert!(picture.starts_with(top), "\n{picture}");
}

#[test]
fn edges_are_sides_beyond_which_the_world_goes_on() {
    let w = meadow(40, 40, vec![]);
    let mut window = Window::default();
    let area = CellRect::spanning(Cell::new(5, 5), Cell::new(15, 15)).grown(10);
    window.build(&w, area, body(1.0));
    assert_eq!(window.area(), CellRect { origin: Cell::new(0, 0), width: 26, height: 26 });
    assert_eq!(window.depth(Cell::new(0, 0)), 25, "the world's border is no edge");
    assert_eq!(window.depth(Cell::new(24, 3)), 1);
    assert_eq!(window.depth(Cell::new(26, 3)), 0, "outside");
    window.build(&w, whole(&w), body(1.0));
    assert_eq!(window.depth(Cell::new(39, 39)), u32::MAX);
    assert_eq!(window.node(Cell::new(3, 2)).map(|n| window.cell(n)), Some(Cell::new(3, 2)));
}

/// Cells of `grid` that can be reached from the open cells of its rim.
fn outside(grid: &BitGrid, seeds: &BitGrid, diagonal: bool) -> BitGrid {
    let (w, h) = (grid.width() as i32, grid.height() as i32);
    let mut seen = BitGrid::new(grid.width(), grid.height());
    let mut stack: Vec<(i32, i32)> = (0..w)
        .flat_map(|x| (0..h).map(move |y| (x, y)))
        .filter(|(x, y)| (*x == 0 || *y == 0 || *x == w - 1 || *y == h - 1) && seeds.open(*x, *y))
        .collect();
    while let Some((x, y)) = stack.pop() {
        if !grid.open(x, y) || !seen.open(x, y) {
            continue;
        }
        seen.close(x, y);
        stack.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            if diagonal && grid.open(x + dx, y) && grid.open(x, y + dy) {
                stack.push((x + dx, y + dy));
            }
        }
    }
    seen
}

/// Whether a box and a cell overlap by more than rounding (separating axes).
fn overlaps(shape: &Obb, cell: Cell) -> bool {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let square = corners.map(|(x, y)| Vec2::new(cell.x as f32 + x, cell.y as f32 + y));
    let apart = |axis: Vec2, a: &[Vec2], b: &[Vec2]| {
        let span =
            |s: &[Vec2]| s.iter().map(|p| p.dot(axis)).fold((f32::MAX, f32::MIN), |(l, h), v| (l.min(v), h.max(v)));
        let ((a0, a1), (b0, b1)) = (span(a), span(b));
        a1 <= b0 + 1e-4 || b1 <= a0 + 1e-4
    };
    let shape_corners = shape.corners();
    ![Vec2::X, Vec2::Y, shape.axis, shape.axis.perp()].iter().any(|axis| apart(*axis, &square, &shape_corners))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// From outside, outlines are as good as filled boxes: neither with 4 nor with 8 directions does anything leak in, and nothing more
    /// is closed.
    #[test]
    fn outlines_hold_as_filled_boxes_do(
        boxes in prop::collection::vec((2.0f32..38.0, 2.0f32..38.0, 0.3f32..6.0, 0.1f32..4.0, 0.0f32..3.2), 1..6),
        buffer in 0.0f32..1.2,
        x in 0i32..12, y in 0i32..12, w in 8u32..28, h in 8u32..28,
    ) {
        let volumes: Vec<_> = boxes.iter().map(|(x, y, a, b, t)| solid(*x, *y, *a, *b, *t)).collect();
        let world = meadow(40, 40, volumes.clone());
        let mut window = Window::default();
        let area = CellRect { origin: Cell::new(x, y), width: w, height: h };
        window.build(&world, area, body(buffer));
        let mut filled = BitGrid::new(w, h);
        for cy in 0..h as i32 {
            for cx in 0..w as i32 {
                let cell = Cell::new(x + cx, y + cy);
                if volumes.iter().any(|v| overlaps(&v.grown(buffer), cell)) {
                    filled.close(cx, cy);
                }
            }
        }
        for diagonal in [false, true] {
            let (a, b) = (outside(window.bits(), &filled, diagonal), outside(&filled, &filled, diagonal));
            for cy in 0..h as i32 {
                for cx in 0..w as i32 {
                    // `outside` closes what was reached.
                    let (by_outline, by_filled) = (!a.open(cx, cy), !b.open(cx, cy));
                    prop_assert_eq!(by_outline, by_filled, "cell {} {} in\n{}", cx, cy, window.bits());
                }
            }
        }
    }
}
