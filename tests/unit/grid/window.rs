//! Windows as pictures, and proof that outlines hold.

use crate::drawn;
use crate::random::row_lengths;
use bestiary::MoveClass;
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::grid::{BitGrid, CellRect, Clearance, PlotCounts, SKIN_M, Window};
use bestiary::testing::world::{Volume, World};
use proptest::prelude::*;

fn meadow(width: usize, height: usize, volumes: Vec<Volume>) -> World {
    drawn::world(&vec![".".repeat(width); height], 1.0, volumes)
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
    (drawn::picture(&window.bits), counts)
}

fn body(buffer_m: f32) -> Clearance {
    Clearance { radius_m: 0.5, height_m: 1.0, buffer_m, moves: MoveClass::WALK }
}

#[test]
fn volumes_are_outlines_grown_by_the_buffer_and_ground_is_never_eroded() {
    let w = drawn::world(
        &[
            "............",
            "............",
            "............",
            "............",
            "............",
            "#...........",
            "##..........",
        ],
        1.0,
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
fn the_buffer_at_which_a_gap_opens_depends_on_its_width() {
    // Two walls side by side; what is left of the row between them.
    let gap = |from: f32, to: f32, buffer: f32| {
        let half = |a: f32, b: f32| ((a + b) / 2.0, (b - a) / 2.0);
        let ((left, a), (right, b)) = (half(-3.0, from), half(to, 12.0));
        let w = meadow(9, 3, vec![solid(left, 1.5, a, 0.2, 0.0), solid(right, 1.5, b, 0.2, 0.0)]);
        let mut window = Window::default();
        window.build(&w, whole(&w), body(buffer));
        let open = |x| (0..3).all(|y| window.open(Cell::new(x, y)));
        (3..=5).map(|x| if open(x) { '.' } else { '#' }).collect::<String>()
    };
    let buffers = [1.0, 0.5, 0.0, -0.5];
    assert_eq!(buffers.map(|b| gap(3.0, 6.0, b)), ["#.#", "#.#", "...", "..."]);
    assert_eq!(buffers.map(|b| gap(3.4, 5.6, b)), ["###", "#.#", "#.#", "..."]);
    assert_eq!(buffers.map(|b| gap(4.0, 5.0, b)), ["###", "###", "#.#", "#.#"], "as wide as a body");
    assert_eq!(buffers.map(|b| gap(3.6, 4.8, b)), ["###", "###", "###", "#.#"], "rounding undone");
}

#[test]
fn wide_bodies_keep_away_from_closed_ground_too() {
    let w = drawn::world(&["...........", "...........", ".....#.....", "...........", "..........."], 1.0, vec![]);
    let wide = Clearance { radius_m: 1.2, height_m: 2.0, buffer_m: 1.0, moves: MoveClass::WALK };
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
    assert_eq!(window.area, CellRect { origin: Cell::new(0, 0), width: 26, height: 26 });
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
    type P = (f64, f64);
    let corners: Vec<P> = shape.corners().iter().map(|c| (f64::from(c.x), f64::from(c.y))).collect();
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    let square = [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
    let normal = |a: P, b: P| (b.1 - a.1, a.0 - b.0);
    let axes = [(1.0, 0.0), (0.0, 1.0), normal(corners[0], corners[1]), normal(corners[1], corners[2])];
    let span = |points: &[P], axis: P| {
        let along = points.iter().map(|p| p.0 * axis.0 + p.1 * axis.1);
        along.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
    };
    axes.iter().all(|axis| {
        let ((a0, a1), (b0, b1)) = (span(&square, *axis), span(&corners, *axis));
        a1 > b0 + 1e-9 && b1 > a0 + 1e-9
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// From outside, outlines are as good as filled boxes: neither with 4 nor with 8 directions does anything leak in,
    /// and nothing more is closed.
    #[test]
    fn outlines_hold_as_filled_boxes_do(
        boxes in prop::collection::vec(
            (2.0f32..38.0, 2.0f32..38.0, 0.3f32..6.0, 0.1f32..4.0, 0.0f32..3.2),
            1..6,
        ),
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
                if volumes.iter().any(|v| overlaps(&v.grown(buffer - SKIN_M), cell)) {
                    filled.close(cx, cy);
                }
            }
        }
        for diagonal in [false, true] {
            let (a, b) = (outside(&window.bits, &filled, diagonal), outside(&filled, &filled, diagonal));
            for cy in 0..h as i32 {
                for cx in 0..w as i32 {
                    // `outside` closes what was reached.
                    let (by_outline, by_filled) = (!a.open(cx, cy), !b.open(cx, cy));
                    prop_assert_eq!(by_outline, by_filled, "cell {} {} in\n{}", cx, cy, drawn::picture(&window.bits));
                }
            }
        }
    }

    /// Without volumes a cell is open where a body in its middle touches no closed ground, however wide the window is.
    #[test]
    fn wide_windows_close_what_a_body_would_touch_and_know_their_depth(
        width in row_lengths(), (x, y) in (0i32..9, 0i32..4), height in 3u32..7, beyond in 0u32..4,
        closed in prop::collection::vec((0i32..150, 0i32..12), 0..40),
        radius_m in prop::sample::select(vec![0.3_f32, 0.5, 0.7, 1.2, 1.6]),
    ) {
        let (columns, lines) = (x as u32 + width + beyond, y as u32 + height + beyond);
        let letter = |x, y| if closed.contains(&(x, y)) { '#' } else { '.' };
        let rows: Vec<String> = (0..lines as i32).map(|y| (0..columns as i32).map(|x| letter(x, y)).collect()).collect();
        let world = drawn::world(&rows, 1.0, vec![]);
        let area = CellRect { origin: Cell::new(x, y), width, height };
        let mut window = Window::default();
        window.build(&world, area, Clearance { radius_m, height_m: 1.0, buffer_m: 1.0, moves: MoveClass::WALK });
        let (right, bottom) = (x + width as i32 - 1, y + height as i32 - 1);
        for cy in y - 1..=bottom + 1 {
            for cx in x - 1..=right + 1 {
                let cell = Cell::new(cx, cy);
                let inside = (x..=right).contains(&cx) && (y..=bottom).contains(&cy);
                prop_assert_eq!(window.open(cell), inside && world.ground_free(cell.centre(1.0), radius_m, MoveClass::WALK), "{:?}", cell);
                let sides = [(x > 0, cx - x), (beyond > 0, right - cx), (y > 0, cy - y), (beyond > 0, bottom - cy)];
                let nearest = sides.iter().filter(|(goes_on, _)| *goes_on).map(|(_, d)| *d as u32).min();
                let depth = if inside { nearest.unwrap_or(u32::MAX) } else { 0 };
                prop_assert_eq!(window.depth(cell), depth, "{:?}", cell);
            }
        }
    }

    /// A pen whose walls meet is closed at every buffer, however it is turned and however thick its walls are.
    #[test]
    fn pens_stay_closed_even_when_their_walls_shrink(
        (x, y) in (15.0f32..25.0, 15.0f32..25.0),
        (w, h) in (4.0f32..9.0, 4.0f32..9.0),
        angle in 0.0f32..3.2,
        half in 0.05f32..1.2,
        pieces in 1u32..4,
        buffer in -0.5f32..0.5,
    ) {
        let frame = Obb::new(Vec2::new(x, y), Vec2::new(w, h), angle);
        let mut walls = Vec::new();
        // Each side is drawn in pieces, end to end; sides meet at the corners.
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        for side in 0..4 {
            let [from, to] = [side, (side + 1) % 4].map(|i| Vec2::from(corners[i]) * frame.half);
            for i in 0..pieces {
                let (a, b) = (i as f32 / pieces as f32, (i + 1) as f32 / pieces as f32);
                let (a, b) = (frame.dir_to_world(from.lerp(to, a)), frame.dir_to_world(from.lerp(to, b)));
                let along = b - a;
                let footprint = Obb {
                    centre: frame.centre + (a + b) / 2.0,
                    half: Vec2::new(along.length() / 2.0, half),
                    axis: along.normalize(),
                };
                walls.push(Volume { footprint, ..solid(0.0, 0.0, 1.0, 1.0, 0.0) });
            }
        }
        let world = meadow(40, 40, walls);
        let mut window = Window::default();
        window.build(&world, whole(&world), body(buffer));
        let open = BitGrid::new(40, 40);
        let reached = outside(&window.bits, &open, true);
        prop_assert!(reached.open(x as i32, y as i32), "leaks:\n{}", drawn::picture(&window.bits));
    }
}
