//! Bodies of every size before gaps of every width, at every offset to the cells: what fits passes, what does not fit does not.

use crate::scene::{ME, Scene, kinds, scene};
use bestiary::MoveClass;
use bestiary::testing::agent::collide::{SKIN_M, slide};
use bestiary::testing::body::Body;
use bestiary::testing::nav::Code;
use bestiary::{Ground, Obb, Object, Planner, Vec2, Volume, World};
use proptest::prelude::*;

/// A side of the worlds, metres.
const SIDE_M: f32 = 26.0;
const HEIGHT_M: f32 = 1.0;
/// How deep a body may seem to dip into something: the rounding of sums.
const ROUNDING_M: f32 = 2e-3;

/// How an agent plans: with a window, on the shared grid, over levels.
const PLANNERS: [(Planner, u32); 3] = [(Planner::Window, 1 << 24), (Planner::Static, 1 << 24), (Planner::Static, 0)];

/// A wall across the world with one gap.
#[derive(Clone, Copy, Debug)]
struct Wall {
    radius_m: f32,
    gap_m: f32,
    thick_m: f32,
    resolution_m: f32,
    /// The middle of the gap, from the middle of the world.
    offset: Vec2,
    /// The direction along the wall, radians.
    angle: f32,
}

fn world(resolution_m: f32, closed: impl Fn(usize, usize) -> bool, volumes: Vec<Volume>) -> World {
    let side = (SIDE_M / resolution_m) as usize;
    let cells = (0..side * side).map(|i| u8::from(closed(i % side, i / side))).collect();
    let object = Object { name: "wall".into(), kind: "wall".into(), volumes: 0..volumes.len() as u32 };
    World::new("wall", Ground::new(side, side, resolution_m, kinds(), cells), vec![object], volumes)
}

impl Wall {
    fn middle(&self) -> Vec2 {
        Vec2::splat(SIDE_M / 2.0) + self.offset
    }

    /// The wall as two volumes.
    fn world(&self) -> World {
        let along = Vec2::from_angle(self.angle);
        let half = Vec2::new(SIDE_M, self.thick_m / 2.0);
        let side = |sign: f32| Volume {
            footprint: Obb::new(self.middle() + along * sign * (self.gap_m / 2.0 + SIDE_M), half, self.angle),
            base_m: 0.0,
            top_m: 2.0,
            object: 0,
        };
        world(self.resolution_m, |_, _| false, vec![side(-1.0), side(1.0)])
    }

    /// Start and goal, on both sides of the gap.
    fn ends(&self) -> [Vec2; 2] {
        let across = Vec2::from_angle(self.angle).perp() * (self.thick_m / 2.0 + self.radius_m + 2.0);
        [self.middle() - across, self.middle() + across]
    }

    fn fits_well(&self) -> bool {
        self.gap_m - 2.0 * self.radius_m > (self.radius_m / 8.0).max(0.1)
    }

    fn is_narrower(&self) -> bool {
        self.gap_m < 2.0 * self.radius_m - ROUNDING_M
    }
}

fn scene_in(world: World, radius_m: f32, [from, to]: [Vec2; 2], (planner, most_shared_cells): (Planner, u32)) -> Scene {
    let mut s = scene(&["."], &[]);
    s.world = world;
    s.bodies.position = vec![from, to];
    s.bodies.radius = vec![radius_m; 2];
    s.bodies.height = vec![HEIGHT_M; 2];
    (s.goal, s.params.planner, s.params.most_shared_cells) = (to, planner, most_shared_cells);
    s.prepare();
    s.go();
    s
}

/// Walks the path in force as bodies move: they slide along what they meet. Whether it comes to its goal.
fn walks(s: &mut Scene) -> bool {
    let radius_m = s.bodies.radius[ME];
    let (mut code, mut to) = s.waypoint();
    for _ in 0..4_000 {
        let here = s.bodies.position[ME];
        if here.distance(to) < 0.2 {
            if code == Code::LastWaypoint {
                return true;
            }
            (code, to) = s.waypoint();
        }
        let next = here + (to - here).clamp_length_max(0.1);
        let next = slide(&s.world, &Body { position: here, ..s.bodies.body(ME) }, next);
        assert!(
            s.world.is_free(next, radius_m - SKIN_M - ROUNDING_M, HEIGHT_M, MoveClass::WALK),
            "a body overlaps a wall at {next}"
        );
        s.bodies.position[ME] = next;
    }
    false
}

/// Whether the body touches nothing on the legs of its path.
fn legs_are_free(s: &Scene) -> bool {
    let mut here = s.bodies.position[ME];
    s.finder.view(&s.params).waypoints.iter().all(|to| {
        let parts = (here.distance(*to) / 0.05).ceil().max(1.0) as u32;
        let from = std::mem::replace(&mut here, *to);
        let free = |i| {
            s.world.is_free(
                from.lerp(*to, i as f32 / parts as f32),
                s.bodies.radius[ME] - ROUNDING_M,
                HEIGHT_M,
                MoveClass::WALK,
            )
        };
        (0..=parts).all(free)
    })
}

/// Asks one planner; `Err` says what is wrong.
fn check(wall: &Wall, planner: (Planner, u32)) -> Result<(), String> {
    check_in(wall.world(), wall.radius_m, wall.ends(), planner, wall.fits_well(), wall.is_narrower())
        .map_err(|what| format!("{planner:?}: {what}: {wall:?}"))
}

fn check_in(
    world: World,
    radius_m: f32,
    ends: [Vec2; 2],
    planner: (Planner, u32),
    fits: bool,
    is_narrower: bool,
) -> Result<(), String> {
    let mut s = scene_in(world, radius_m, ends, planner);
    let found = s.settle().last() == Some(&Code::SearchOk);
    if fits && !found {
        return Err(format!("missed: {:?}", s.finder.reason));
    }
    if is_narrower && found {
        return Err("passed".into());
    }
    if !found {
        return Ok(());
    }
    // The faithful windows pull paths straight over cells: bodies then slide along corners.
    if planner.0 == Planner::Static && !legs_are_free(&s) {
        return Err(format!("the path {:?} touches the wall", s.finder.view(&s.params).waypoints));
    }
    if walks(&mut s) { Ok(()) } else { Err("stuck".into()) }
}

#[test]
fn a_gap_that_a_body_fits_is_passed_at_every_offset_to_the_cells() {
    for (radius_m, gap_m) in [(0.2, 1.0), (0.45, 1.05), (0.9, 2.0), (1.4, 3.0), (1.85, 4.0), (2.3, 5.0), (2.5, 6.0)] {
        for (step, angle) in (0..20).flat_map(|step| [0.0, std::f32::consts::FRAC_PI_2].map(|angle| (step, angle))) {
            let offset = Vec2::splat(step as f32 * 0.05);
            let wall = Wall { radius_m, gap_m, thick_m: 0.4, resolution_m: 1.0, offset, angle };
            PLANNERS.iter().for_each(|planner| assert_eq!(check(&wall, *planner), Ok(())));
        }
    }
}

#[test]
fn a_gap_that_is_a_little_too_narrow_is_never_passed_not_even_in_a_thin_wall() {
    for (radius_m, gap_m) in [(0.2, 0.39), (0.55, 1.0), (0.6, 1.1), (1.05, 2.0), (2.5, 4.95)] {
        for (step, thick_m) in (0..20).flat_map(|step| [0.02, 0.5].map(|thick_m| (step, thick_m))) {
            let offset = Vec2::new(0.5, step as f32 * 0.05);
            let wall = Wall { radius_m, gap_m, thick_m, resolution_m: 1.0, offset, angle: 0.0 };
            PLANNERS.iter().for_each(|planner| assert_eq!(check(&wall, *planner), Ok(())));
        }
    }
}

#[test]
fn corridors_of_closed_ground_are_as_wide_as_their_cells() {
    for (radius_m, cells, passes) in [
        (0.2, 1, true),
        (0.5, 1, true),
        (0.51, 1, false),
        (0.9, 2, true),
        (1.01, 2, false),
        (1.2, 3, true),
        (1.55, 3, false),
        (1.85, 4, true),
        (2.1, 4, false),
        (2.5, 6, true),
    ] {
        for turned in [false, true] {
            let closed = |x: usize, y: usize| {
                let (along, across) = if turned { (y, x) } else { (x, y) };
                (12..14).contains(&across) && !(11..11 + cells).contains(&along)
            };
            let middle = 11.0 + cells as f32 / 2.0;
            let ends =
                [8.0, 18.0].map(|across| if turned { Vec2::new(across, middle) } else { Vec2::new(middle, across) });
            for planner in PLANNERS {
                let result = check_in(world(1.0, closed, vec![]), radius_m, ends, planner, passes, !passes);
                assert_eq!(result, Ok(()), "radius {radius_m}, {cells} cells, {planner:?}");
            }
        }
    }
}

#[test]
fn a_gap_between_closed_ground_and_a_volume_counts_as_any_other() {
    let closed = |x: usize, y: usize| (12..14).contains(&y) && x < 11;
    for (radius_m, gap_m) in
        [(0.3, 0.8), (0.45, 1.15), (0.9, 2.05), (1.6, 3.5), (2.4, 5.2), (0.3, 0.55), (0.9, 1.75), (2.4, 4.7)]
    {
        let (from, to) = (Vec2::new(11.0 + gap_m, 12.9), Vec2::new(SIDE_M, 13.1));
        let footprint = Obb::new((from + to) / 2.0, (to - from) / 2.0, 0.0);
        let volume = Volume { footprint, base_m: 0.0, top_m: 2.0, object: 0 };
        let ends = [7.5, 18.5].map(|y| Vec2::new(11.0 + gap_m / 2.0, y));
        let passes = gap_m > 2.0 * radius_m;
        for planner in PLANNERS {
            let result = check_in(world(1.0, closed, vec![volume]), radius_m, ends, planner, passes, !passes);
            assert_eq!(result, Ok(()), "radius {radius_m}, gap {gap_m}, {planner:?}");
        }
    }
}

#[test]
fn a_gap_that_leads_from_cell_to_cell_over_their_corners_is_passed() {
    let (thick_m, resolution_m, offset) = (1.5248213, 0.5, Vec2::ZERO);
    let wall = Wall { radius_m: 1.6174464, gap_m: 3.4399712, thick_m, resolution_m, offset, angle: 0.526596 };
    PLANNERS.iter().for_each(|planner| assert_eq!(check(&wall, *planner), Ok(())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn where_a_search_finds_a_path_the_body_arrives(
        radius_m in 0.2_f32..2.0,
        resolution_m in prop::sample::select(vec![1.0_f32, 2.0, 4.0]),
        boxes in prop::collection::vec(((1.0_f32..25.0, 1.0_f32..25.0), (0.1_f32..5.0, 0.1_f32..0.6), 0.0_f32..3.1), 1..9),
        from in (2.0_f32..24.0, 2.0_f32..24.0),
        to in (0.0_f32..26.0, 0.0_f32..26.0),
    ) {
        let volume = |(at, half, turn): ((f32, f32), (f32, f32), f32)| {
            let footprint = Obb::new(Vec2::from(at), Vec2::from(half), turn);
            Volume { footprint, base_m: 0.0, top_m: 2.0, object: 0 }
        };
        let (from, to) = (Vec2::from(from), Vec2::from(to));
        let world = || world(resolution_m, |_, _| false, boxes.iter().copied().map(volume).collect());
        prop_assume!(world().is_free(from, radius_m, HEIGHT_M, MoveClass::WALK));
        for planner in PLANNERS.into_iter().filter(|(planner, _)| *planner == Planner::Static) {
            let mut s = scene_in(world(), radius_m, [from, to], planner);
            if s.settle().last() == Some(&Code::SearchOk) {
                prop_assert!(walks(&mut s), "{:?}: stuck", planner);
                let left_m = s.bodies.position[ME].distance(to);
                prop_assert!(left_m < radius_m + 0.4 + 0.25, "{:?}: ends {} m from the goal", planner, left_m);
            }
        }
    }

    #[test]
    fn to_a_place_too_near_to_a_wall_leads_a_path_as_near_as_the_body_gets(
        radius_m in 0.2_f32..2.0,
        share in 0.05_f32..0.95,
        along_m in -6.0_f32..6.0,
        resolution_m in prop::sample::select(vec![0.5_f32, 1.0, 2.0, 4.0]),
        offset in (0.0_f32..1.0, 0.0_f32..1.0),
        angle in prop_oneof![Just(0.0), Just(std::f32::consts::FRAC_PI_2), 0.0_f32..3.1],
    ) {
        let offset = Vec2::from(offset) * resolution_m;
        let wall = Wall { radius_m, gap_m: 0.0, thick_m: 0.4, resolution_m, offset, angle };
        let (line, from) = (Vec2::from_angle(angle), wall.ends()[0]);
        let to = wall.middle() + line * along_m - line.perp() * (wall.thick_m / 2.0 + share * radius_m);
        // Faithful windows lead to the goal itself: bodies then slide along the wall.
        for planner in PLANNERS.into_iter().filter(|(planner, _)| *planner == Planner::Static) {
            let mut s = scene_in(wall.world(), radius_m, [from, to], planner);
            if s.settle().last() == Some(&Code::SearchOk) {
                prop_assert!(walks(&mut s), "{:?}: stuck", planner);
                let (end, most_m) = (s.bodies.position[ME], radius_m * (1.25 - share) + 0.25);
                prop_assert!(end.distance(to) < most_m, "{:?}: ends {} m from the goal", planner, end.distance(to));
            }
        }
    }

    #[test]
    fn what_fits_passes_and_what_is_wider_does_not(
        radius_m in 0.2_f32..2.5,
        gap_m in prop_oneof![(1..=6).prop_map(|m| m as f32), 1.0_f32..6.0],
        thick_m in 0.02_f32..6.0,
        resolution_m in prop::sample::select(vec![0.5_f32, 1.0, 1.0, 2.0]),
        offset in (0.0_f32..1.0, 0.0_f32..1.0),
        angle in prop_oneof![Just(0.0), Just(std::f32::consts::FRAC_PI_2), 0.0_f32..3.1],
        // Closer to the border of what fits than gaps and radii at random are.
        spare_m in prop::option::of(-0.2_f32..0.4),
    ) {
        let radius_m = spare_m.map_or(radius_m, |spare| (gap_m - spare) / 2.0).clamp(0.2, 2.5);
        let wall = Wall { radius_m, gap_m, thick_m, resolution_m, offset: Vec2::from(offset) * resolution_m, angle };
        for planner in PLANNERS {
            prop_assert_eq!(check(&wall, planner), Ok(()));
        }
    }
}
