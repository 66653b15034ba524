//! The pathfinder in little worlds drawn as text: every code, every reason, and the source's pseudocode row by row.

use bestiary::body::{AgentId, Bodies};
use bestiary::diag::NoClock;
use bestiary::geom::{Cell, Obb, Vec2};
use bestiary::grid::RegionSet;
use bestiary::nav::{Code, NavContext, NavParams, Pathfinder, Reason, Worker};
use bestiary::world::{Ground, GroundKind, Look, Object, Volume, World};

const ME: usize = 0;
const OTHER: usize = 1;

/// A world, two bodies (`a`: the agent, `t`: whom it may hunt), a place (`g`) and the agent's pathfinder.
struct Scene {
    world: World,
    bodies: Bodies,
    regions: RegionSet,
    params: NavParams,
    step: u64,
    on: bool,
    goal: Vec2,
    worker: Worker,
    finder: Pathfinder,
}

/// `#` is closed ground; boxes are (x0, y0, x1, y1) in metres.
fn scene(rows: &[&str], boxes: &[(f32, f32, f32, f32)]) -> Scene {
    let width = rows.iter().map(|r| r.len()).max().unwrap_or(0);
    let letter = |x: usize, y: usize| rows[y].as_bytes().get(x).map_or('.', |b| char::from(*b));
    let cells = (0..rows.len() * width).map(|i| u8::from(letter(i % width, i / width) == '#')).collect();
    let place = |wanted: char| {
        let found = (0..rows.len() * width).find(|i| letter(i % width, i / width) == wanted);
        found.map_or(Vec2::splat(0.5), |i| Cell::new((i % width) as i32, (i / width) as i32).centre(1.0))
    };
    let (me, other, goal) = (place('a'), place('t'), place('g'));
    let volumes: Vec<Volume> = boxes.iter().map(|b| solid(*b)).collect();
    let object = Object { name: "boxes".into(), kind: "wall".into(), volumes: 0..volumes.len() as u32 };
    let ground = Ground::new(width, rows.len(), 1.0, kinds(), cells);
    Scene {
        world: World::new("drawn", ground, vec![object], volumes),
        bodies: Bodies {
            position: vec![me, other],
            velocity: vec![Vec2::ZERO; 2],
            heading: vec![0.0; 2],
            radius: vec![0.4; 2],
            height: vec![1.0; 2],
            speed: vec![5.0; 2],
            alive: vec![true; 2],
            generation: vec![0; 2],
        },
        regions: RegionSet::default(),
        params: NavParams::default(),
        step: 0,
        on: true,
        goal,
        worker: Worker::default(),
        finder: Pathfinder::default(),
    }
}

/// Open ground with the agent at one place and the goal (or whom it hunts) at another.
fn meadow(width: usize, height: usize, me: (f32, f32), goal: (f32, f32), boxes: &[(f32, f32, f32, f32)]) -> Scene {
    let row = ".".repeat(width);
    let mut s = scene(&vec![row.as_str(); height], boxes);
    s.goal = Vec2::new(goal.0, goal.1);
    s.bodies.position = vec![Vec2::new(me.0, me.1), s.goal];
    s
}

fn solid((x0, y0, x1, y1): (f32, f32, f32, f32)) -> Volume {
    let (a, b) = (Vec2::new(x0, y0), Vec2::new(x1, y1));
    Volume { footprint: Obb::new((a + b) / 2.0, (b - a) / 2.0, 0.0), base_m: 0.0, top_m: 2.0, object: 0 }
}

fn kinds() -> Vec<GroundKind> {
    let kind = |letter, walkable| GroundKind {
        name: String::from(letter),
        letter,
        walkable,
        opaque: !walkable,
        look: Look::Grass,
    };
    vec![kind('.', true), kind('#', false)]
}

impl Scene {
    fn with<T>(&mut self, act: impl FnOnce(&mut Pathfinder, &NavContext, &mut Worker) -> T) -> T {
        let ctx = NavContext {
            world: &self.world,
            bodies: &self.bodies,
            regions: &self.regions,
            params: &self.params,
            step: self.step,
            step_s: 0.05,
            pathfinding_on: self.on,
        };
        act(&mut self.finder, &ctx, &mut self.worker)
    }

    fn go(&mut self) {
        let to = self.goal;
        self.with(|f, ctx, _| f.set_position_target(ctx, ME, to));
    }

    fn hunt(&mut self) {
        self.with(|f, ctx, _| f.set_moving_target(ctx, ME, AgentId::new(OTHER, 0)));
    }

    fn tick(&mut self) -> Code {
        self.with(|f, ctx, _| f.tick(ctx, ME))
    }

    fn waypoint(&mut self) -> (Code, Vec2) {
        self.with(|f, ctx, _| f.next_waypoint(ctx, ME))
    }

    fn slice(&mut self) -> Option<Code> {
        self.step += 1;
        self.with(|f, ctx, w| f.run_slice(ctx, ME, w, &NoClock))
    }

    /// Slices until the search ends; the code it ended with.
    fn search(&mut self) -> Code {
        for _ in 0..10_000 {
            if let Some(code) = self.slice() {
                return code;
            }
        }
        panic!("the search never ends");
    }

    /// Ticks and searches until the pathfinder has said `OK` or given up; everything that tick said.
    fn settle(&mut self) -> Vec<Code> {
        let mut said = Vec::new();
        loop {
            let code = self.tick();
            said.push(code);
            match code {
                Code::Searching => _ = self.search(),
                Code::SearchOk | Code::MapFailed | Code::NoTarget => return said,
                _ => assert!(said.len() < 100, "{said:?}"),
            }
        }
    }

    /// All waypoints, the agent going to each.
    fn walk(&mut self) -> Vec<Vec2> {
        let mut all = Vec::new();
        loop {
            let (code, to) = self.waypoint();
            assert!(matches!(code, Code::MoreWaypoints | Code::LastWaypoint), "{code:?}");
            all.push(to);
            self.bodies.position[ME] = to;
            if code == Code::LastWaypoint {
                return all;
            }
            assert!(all.len() < 100);
        }
    }

    fn buffer(&self) -> f32 {
        self.finder.view().buffer_m
    }

    fn window(&self) -> (i32, i32, u32, u32) {
        self.finder.view().window.map_or((0, 0, 0, 0), |w| (w.origin.x, w.origin.y, w.width, w.height))
    }

    fn digest(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.finder.digest(&mut |b| bytes.extend_from_slice(b));
        bytes
    }
}

use Code::{
    LastWaypoint, MapFailed, MoreWaypoints, NoNewPath, NoTarget, OutOfTime, SearchFailed, SearchOk, Searching,
    TargetFailed,
};

#[test]
fn a_path_round_a_wall_from_the_first_tick_to_the_last_waypoint() {
    let mut s = scene(
        &[
            "..........",
            "....#.....",
            "....#.....",
            ".a..#..g..",
            "....#.....",
            "....#.....",
            "..........",
            "..........",
        ],
        &[],
    );
    assert_eq!((s.tick(), s.waypoint().0), (NoTarget, NoTarget), "before a target is set");
    s.go();
    assert_eq!(s.tick(), Searching, "row 5: no search data: queued");
    assert_eq!(s.waypoint(), (TargetFailed, s.bodies.position[ME]), "row 22: no path yet: stand");
    assert_eq!(s.slice(), Some(SearchOk), "row 17");
    assert_eq!((s.tick(), s.tick(), s.tick()), (SearchOk, NoNewPath, NoNewPath), "said once; row 4");
    let goal = s.goal;
    let ways = s.walk();
    assert_eq!(ways.last(), Some(&goal), "row 23");
    assert!((2..=3).contains(&ways.len()), "a few corners, not every cell: {ways:?}");
    assert_eq!(s.waypoint(), (LastWaypoint, goal), "repeated when asked again");
}

#[test]
fn row_2_and_22_switched_off_it_answers_at_once_and_switched_on_it_recovers() {
    let mut s = meadow(30, 30, (3.5, 3.5), (20.5, 20.5), &[]);
    s.go();
    s.settle();
    s.on = false;
    assert_eq!((s.tick(), s.tick()), (SearchOk, SearchOk));
    assert_eq!(s.waypoint(), (TargetFailed, s.goal), "feelers alone steer there");
    assert!(!s.finder.wants_search());
    s.on = true;
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.waypoint(), (LastWaypoint, s.goal));
}

#[test]
fn switching_off_in_the_middle_of_a_search_drops_it() {
    let mut s = meadow(30, 30, (3.5, 3.5), (20.5, 20.5), &[]);
    s.params.slice_expansions = 3;
    s.go();
    assert_eq!((s.tick(), s.slice()), (Searching, None));
    s.on = false;
    assert_eq!((s.slice(), s.tick()), (None, SearchOk));
    assert!(!s.finder.wants_search());
    s.on = true;
    assert_eq!(s.settle(), [Searching, SearchOk]);
}

#[test]
fn row_3_a_target_that_strays_starts_a_new_search_and_one_that_does_as_expected_does_not() {
    let mut s = meadow(60, 60, (10.5, 30.5), (30.5, 30.5), &[]);
    s.bodies.velocity[OTHER] = Vec2::new(4.0, 0.0);
    s.hunt();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    // 20 m at 5 m/s would take 4 s; it looks ahead 2 s at most: 8 m on.
    assert_eq!(s.waypoint(), (LastWaypoint, Vec2::new(38.5, 30.5)), "led to where it will be");
    s.bodies.position[OTHER] += Vec2::new(6.0, 1.0);
    assert_eq!(s.tick(), NoNewPath, "still on its course");
    s.bodies.position[OTHER] += Vec2::new(0.0, 3.0);
    assert_eq!(s.tick(), Searching, "off it by more than the tolerance");
    s.bodies.position[OTHER] = Vec2::new(40.5, 50.5);
    assert_eq!(s.tick(), Searching, "a search under way that no longer fits begins again");
    assert_eq!(s.search(), SearchOk);
    s.with(|f, _, _| assert_eq!(f.view().searches, 2));
}

#[test]
fn row_3_the_timer_towards_a_moving_target_is_linear_in_the_distance() {
    for (distance, seconds) in [(0.0, 0.25), (20.0, 1.2), (100.0, 5.0)] {
        let mut s = meadow(150, 10, (5.5, 5.5), (5.5 + distance, 5.5), &[]);
        s.hunt();
        s.settle();
        let begun = s.step - 1;
        while s.tick() == NoNewPath {
            s.step += 1;
        }
        let waited = (s.step - begun) as f32 * 0.05;
        assert!((waited - seconds).abs() < 0.051, "{distance} m: {waited} s");
    }
}

#[test]
fn row_3_an_agent_near_its_windows_edge_plans_anew() {
    let mut s = meadow(200, 200, (100.5, 100.5), (110.5, 100.5), &[]);
    s.go();
    s.settle();
    assert_eq!(s.window(), (80, 80, 51, 41), "row 7: start, goal and 20 nodes to all sides");
    s.bodies.position[ME] = Vec2::new(84.5, 100.5);
    assert_eq!(s.tick(), NoNewPath);
    s.bodies.position[ME] = Vec2::new(82.5, 100.5);
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.window(), (62, 80, 69, 41));
}

#[test]
fn fixed_goals_are_refreshed_every_50_ticks_until_arrival() {
    let mut s = meadow(40, 10, (3.5, 5.5), (30.5, 5.5), &[]);
    s.go();
    s.settle();
    let quiet = (0..200).take_while(|_| s.tick() == NoNewPath).count();
    assert_eq!(quiet, 49, "the fiftieth tick after SEARCH_OK's");
    s.search();
    s.bodies.position[ME] = s.goal;
    assert!(s.with(|f, ctx, _| f.check_arrival(ctx, ME)));
    assert_eq!(s.tick(), SearchOk);
    assert!((0..200).all(|_| s.tick() == NoNewPath), "nothing left to plan");
}

#[test]
fn row_6_far_goals_are_replaced_by_temporary_ones_and_never_called_reached() {
    // The temporary goal would lie at 104.5, inside a box.
    let mut s = meadow(260, 20, (4.5, 10.5), (250.5, 10.5), &[(102.0, 8.0, 108.0, 13.0)]);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let (code, first) = s.waypoint();
    assert_eq!(code, MoreWaypoints, "the end of part of a way is not the last waypoint");
    assert!((0..5).all(|_| s.waypoint().0 == MoreWaypoints), "however often it is asked");
    assert!((95.0..=101.6).contains(&first.x) || first.x >= 108.4, "{first}");
    let mut laps = 0;
    let last = loop {
        s.settle();
        let (code, to) = s.waypoint();
        s.bodies.position[ME] = to;
        if code == LastWaypoint {
            break to;
        }
        laps += 1;
        assert!(laps < 20);
    };
    assert_eq!(last, s.goal);
    assert!(laps >= 2);
}

#[test]
fn a_new_search_begins_before_the_end_of_a_partial_path() {
    let mut s = meadow(260, 20, (4.5, 10.5), (250.5, 10.5), &[]);
    s.go();
    s.settle();
    s.waypoint();
    assert_eq!(s.tick(), Searching, "its last waypoint was handed out");
    s.search();
    assert_eq!(s.tick(), SearchOk);
    s.bodies.position[ME].x = 70.0;
    assert_eq!(s.tick(), NoNewPath);
    s.bodies.position[ME].x = 90.0;
    assert_eq!(s.tick(), Searching, "near the temporary goal");
    assert_eq!(s.waypoint().0, MoreWaypoints, "the earlier path stays valid meanwhile");
}

/// A wall from side to side of a small world, with a gap in the middle.
fn gap(from: f32, to: f32) -> Scene {
    meadow(10, 24, (4.5, 4.5), (4.5, 18.5), &[(-9.0, 10.8, from, 11.2), (to, 10.8, 19.0, 11.2)])
}

#[test]
fn rows_10_to_14_buffers_shrink_in_order_until_a_gap_opens() {
    let failed = |n: usize| [Searching, SearchFailed].repeat(n);
    for (from, to, tries, buffer) in [(3.0, 6.0, 0, 1.0), (3.4, 5.6, 1, 0.5), (4.0, 5.0, 2, 0.0), (3.6, 4.8, 3, -0.5)] {
        let mut s = gap(from, to);
        s.go();
        let said = s.settle();
        assert_eq!(said, [failed(tries), vec![Searching, SearchOk]].concat(), "gap {from}..{to}");
        assert_eq!(s.buffer(), buffer);
        assert_eq!(s.finder.reason(), None);
        let legs = s.walk();
        assert!(legs.iter().all(|p| (p.y - 11.0).abs() > 0.5 || (from..=to).contains(&p.x)), "{legs:?}");
    }
}

#[test]
fn row_8_a_closed_wall_is_given_up_after_four_failed_searches() {
    let mut s = gap(4.5, 4.5);
    s.go();
    let mut said = Vec::new();
    for buffer in [1.0, 0.5, 0.0, -0.5] {
        said.extend([s.tick(), s.search()]);
        assert_eq!((s.buffer(), s.finder.reason()), (buffer, Some(Reason::WalledIn)), "row 20");
        assert_eq!(s.tick(), SearchFailed, "said once");
        assert_eq!(s.waypoint(), (TargetFailed, s.bodies.position[ME]));
    }
    assert_eq!(said, [Searching, SearchFailed].repeat(4));
    assert_eq!((s.tick(), s.tick()), (MapFailed, MapFailed), "stays");
    assert_eq!(s.waypoint(), (MapFailed, s.bodies.position[ME]));
    assert_eq!(s.finder.reason(), Some(Reason::WalledIn));
    // Setting the same target is a new order here.
    s.go();
    assert_eq!(s.tick(), Searching);
}

#[test]
fn giving_up_ends_when_the_world_changes() {
    let mut s = gap(4.5, 4.5);
    s.go();
    assert_eq!(s.settle().last(), Some(&MapFailed));
    s.world = gap(3.0, 6.0).world;
    s.finder.world_changed();
    assert_eq!(s.settle(), [Searching, SearchOk]);
}

#[test]
fn regions_tell_that_nothing_joins_start_and_goal() {
    let rows = ["..........", "...###....", ".g.#a#....", "...###....", ".........."];
    let mut s = scene(&rows, &[]);
    s.regions.prepare(&s.world, 0.4, 1.0);
    s.go();
    s.tick();
    s.search();
    assert_eq!(s.finder.reason(), Some(Reason::DifferentRegion));
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.finder.reason(), Some(Reason::DifferentRegion));
    let goal = s.goal;
    assert!(!s.with(|_, ctx, _| Pathfinder::reachable(ctx, ME, goal)));
    assert!(s.with(|_, ctx, _| Pathfinder::reachable(ctx, ME, ctx.bodies.position[ME])));
}

/// A wall of closed ground that leaves a way round only below `end`; start and goal on both sides of it.
fn long_wall(height: usize, end: usize) -> Scene {
    let rows: Vec<String> =
        (0..height).map(|y| (0..420).map(|x| if x == 200 && y < end { '#' } else { '.' }).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[]);
    s.bodies.position[ME] = Vec2::new(195.5, 5.5);
    s.goal = Vec2::new(205.5, 5.5);
    s
}

#[test]
fn row_18_at_the_windows_edge_the_margin_doubles_and_the_buffer_stays() {
    let mut s = long_wall(120, 60);
    s.go();
    for height in [26, 46] {
        assert_eq!((s.tick(), s.search()), (Searching, SearchFailed));
        assert_eq!((s.finder.reason(), s.buffer()), (Some(Reason::MapEdge), 1.0));
        assert_eq!(s.window().3, height, "the world's border cuts the upper half");
        assert_eq!(s.tick(), SearchFailed);
    }
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.window().3, 86);
}

#[test]
fn row_8_too_many_tries_and_maps_too_large() {
    let mut s = long_wall(420, 410);
    s.go();
    let said = s.settle();
    assert_eq!(said, [[Searching, SearchFailed].repeat(4), vec![MapFailed]].concat());
    assert_eq!(s.finder.reason(), Some(Reason::TooManyTries));
    let mut s = long_wall(420, 410);
    s.params.max_window_nodes = 80;
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, MapFailed]);
    assert_eq!(s.finder.reason(), Some(Reason::MapTooLarge));
}

#[test]
fn the_count_of_tries_begins_anew_elsewhere_but_the_settings_stay() {
    let mut s = gap(4.5, 4.5);
    s.go();
    for _ in 0..3 {
        s.tick();
        s.search();
        s.tick();
    }
    s.bodies.position[ME].x += 2.0;
    s.tick();
    s.search();
    assert_eq!((s.tick(), s.buffer()), (SearchFailed, -0.5));
    assert_eq!(s.settle(), [[Searching, SearchFailed].repeat(3), vec![MapFailed]].concat(), "four from here");
}

#[test]
fn a_goal_behind_a_narrow_door_is_found_by_a_smaller_buffer_not_by_a_larger_map() {
    // A house in a wide field: its door (2.2 m) is closed to a buffer of 1 m, and the search from outside runs to the edge.
    let house = [
        (90.0, 90.0, 94.4, 90.4),
        (96.6, 90.0, 101.0, 90.4),
        (90.0, 90.0, 90.4, 101.0),
        (100.6, 90.0, 101.0, 101.0),
        (90.0, 100.6, 101.0, 101.0),
    ];
    let mut s = meadow(200, 200, (95.5, 60.5), (95.5, 95.5), &house);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchFailed, Searching, SearchOk]);
    assert_eq!((s.buffer(), s.window().2), (0.5, 41));
}

#[test]
fn start_and_goal_in_closed_ground_are_named() {
    let rows = ["......", ".##...", ".##.g.", "......"];
    let mut s = scene(&rows, &[]);
    s.bodies.position[ME] = Vec2::new(2.0, 2.0);
    s.go();
    s.tick();
    assert_eq!((s.search(), s.finder.reason()), (SearchFailed, Some(Reason::StartBlocked)));
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.finder.reason(), Some(Reason::StartBlocked));
    s.bodies.position[ME] = Vec2::new(4.5, 2.5);
    s.goal = Vec2::new(2.0, 2.0);
    s.go();
    s.tick();
    assert_eq!((s.search(), s.finder.reason()), (SearchFailed, Some(Reason::GoalBlocked)));
    let expanded = s.worker.counts.expanded;
    assert_eq!(s.settle().last(), Some(&MapFailed));
    assert_eq!(s.worker.counts.expanded, expanded, "nothing is searched for");
    s.goal = Vec2::new(-50.0, 1e30);
    s.go();
    assert_eq!(s.settle().last(), Some(&MapFailed), "nor outside the world");
}

#[test]
fn an_agent_that_leans_on_a_wall_steps_out_of_the_buffer_first() {
    let mut s = meadow(30, 30, (10.5, 15.5), (20.5, 5.5), &[(11.0, 10.0, 12.0, 20.0)]);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    assert_eq!(s.buffer(), 1.0, "no smaller buffer is needed");
    assert_eq!(s.walk().last().copied(), Some(Vec2::new(20.5, 5.5)));
    // Inside the box there is no stepping out.
    let mut s = meadow(30, 30, (13.5, 15.5), (20.5, 5.5), &[(11.0, 10.0, 16.0, 20.0)]);
    s.go();
    s.tick();
    assert_eq!((s.search(), s.finder.reason()), (SearchFailed, Some(Reason::StartBlocked)));
}

#[test]
fn rows_15_and_20_slices_are_searching_and_the_whole_budget_is_out_of_time() {
    let trap: Vec<String> = (0..40)
        .map(|y| {
            (0..60)
                .map(|x| {
                    if (x == 30 && (5..35).contains(&y)) || (x > 10 && x < 30 && (y == 5 || y == 34)) {
                        '#'
                    } else {
                        '.'
                    }
                })
                .collect()
        })
        .collect();
    let rows: Vec<&str> = trap.iter().map(String::as_str).collect();
    let begin = |slice, budget| {
        let mut s = scene(&rows, &[]);
        s.bodies.position[ME] = Vec2::new(25.5, 20.5);
        s.goal = Vec2::new(40.5, 20.5);
        (s.params.slice_expansions, s.params.budget_expansions) = (slice, budget);
        s.params.margin_nodes = 60; // the whole world: no edges
        s.go();
        s
    };
    let mut whole = begin(60_000, 60_000);
    assert_eq!(whole.settle(), [Searching, SearchOk]);
    let mut sliced = begin(50, 60_000);
    assert_eq!(sliced.tick(), Searching);
    let mut slices = 1;
    while sliced.slice().is_none() {
        slices += 1;
        assert_eq!(sliced.tick(), Searching, "spending a slice is no failure");
    }
    assert!(slices > 10);
    assert_eq!(sliced.tick(), SearchOk);
    assert_eq!(sliced.walk(), whole.walk(), "slices change nothing");
    let mut poor = begin(50, 120);
    assert_eq!(poor.tick(), Searching);
    assert_eq!((poor.search(), poor.finder.reason()), (OutOfTime, Some(Reason::Budget)));
    assert_eq!((poor.tick(), poor.finder.view().expanded), (OutOfTime, 120));
    assert_eq!(poor.settle().last(), Some(&MapFailed), "counts as a failed try");
    assert_eq!(poor.finder.reason(), Some(Reason::TooManyTries));
}

#[test]
fn row_9_maps_are_reused_while_start_and_goal_lie_inside() {
    let mut s = meadow(200, 200, (60.5, 100.5), (90.5, 100.5), &[(70.0, 95.0, 72.0, 106.0)]);
    s.bodies.velocity[OTHER] = Vec2::new(3.0, 0.0);
    s.hunt();
    let mut codes = Vec::new();
    for step in 0..600 {
        // The prey runs in a wide circle, the hunter after it.
        let turn = step as f32 * 0.05 * 0.15;
        s.bodies.velocity[OTHER] = Vec2::new(turn.cos(), turn.sin()) * 3.0;
        let travel = s.bodies.velocity[OTHER] * 0.05;
        s.bodies.position[OTHER] += travel;
        if step % 6 == 0 {
            codes.push(s.tick());
        }
        s.slice();
        if let (MoreWaypoints | LastWaypoint, to) = s.waypoint() {
            let here = s.bodies.position[ME];
            s.bodies.position[ME] = here + (to - here).clamp_length_max(3.5 * 0.05);
        }
    }
    let c = s.worker.counts;
    assert!(c.moving >= 10, "{c:?}");
    assert!(c.moving_reused * 10 >= c.moving * 4, "{c:?}");
    assert_eq!(c.moving_maps, c.moving - c.moving_reused);
    let mean = c.moving_nodes / c.moving_maps;
    assert!((1_700..=6_000).contains(&mean), "{mean} nodes a window");
    assert!(c.volumes.plotted >= 1);
    assert!(codes.iter().all(|c| matches!(c, Searching | SearchOk | NoNewPath)), "{codes:?}");
}

#[test]
fn a_reused_map_whose_edge_is_met_is_drawn_anew_before_anything_fails() {
    // First along the wall, then to its other side: the old window reaches too short a way round.
    let mut s = long_wall(120, 34);
    s.goal = Vec2::new(195.5, 12.5);
    s.go();
    s.settle();
    s.bodies.position[ME] = Vec2::new(198.5, 25.5);
    s.goal = Vec2::new(203.5, 25.5);
    s.go();
    assert_eq!(s.settle(), [Searching, SearchOk]);
    let c = s.worker.counts;
    assert_eq!((c.fixed, c.fixed_reused, c.fixed_maps), (2, 0, 2));
}

#[test]
fn prediction_stops_at_walls() {
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[(30.0, 0.0, 31.0, 19.0)]);
    s.bodies.velocity[OTHER] = Vec2::new(5.0, 0.0);
    s.hunt();
    assert_eq!(s.settle().last(), Some(&SearchOk));
    let (_, to) = s.waypoint();
    assert!((28.0..=29.6).contains(&to.x), "{to}");
}

#[test]
fn a_target_that_dies_is_no_target() {
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[]);
    s.hunt();
    assert_eq!(s.tick(), Searching);
    assert_eq!(s.waypoint(), (TargetFailed, s.bodies.position[OTHER]), "row 22: towards where it is");
    s.search();
    s.bodies.alive[OTHER] = false;
    assert_eq!((s.tick(), s.waypoint()), (NoTarget, (NoTarget, s.bodies.position[ME])));
    s.bodies.alive[OTHER] = true;
    assert_eq!(s.tick(), NoTarget, "the goal was cleared");
}

#[test]
fn setting_the_same_target_again_changes_nothing() {
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[]);
    for hunting in [false, true] {
        let set = |s: &mut Scene| if hunting { s.hunt() } else { s.go() };
        set(&mut s);
        s.settle();
        let before = s.digest();
        s.goal.x += 0.005;
        set(&mut s);
        assert_eq!(s.digest(), before);
        assert_eq!(s.tick(), NoNewPath);
        s.goal.y += 3.0;
        s.go();
        assert_eq!(s.tick(), Searching, "another one is a new order");
        s.goal.y -= 3.0;
    }
}

#[test]
fn arrival_is_told_once_a_target() {
    let arrived = |s: &mut Scene| s.with(|f, ctx, _| f.check_arrival(ctx, ME));
    let mut s = meadow(60, 20, (5.5, 10.5), (25.5, 10.5), &[]);
    s.go();
    assert!(!arrived(&mut s));
    s.bodies.position[ME] = Vec2::new(24.5, 10.5);
    assert_eq!((arrived(&mut s), arrived(&mut s)), (true, false));
    s.go();
    assert!(!arrived(&mut s), "it is there already");
    s.bodies.position[ME] = Vec2::new(15.5, 10.5);
    s.go();
    s.bodies.position[ME] = Vec2::new(24.5, 10.5);
    assert!(arrived(&mut s), "sent away and sent again");
    // The other's radius counts too: 0.75 + 0.4 + 0.4.
    s.bodies.position[ME] = Vec2::new(5.5, 10.5);
    s.hunt();
    s.bodies.position[ME] = Vec2::new(24.0, 10.5);
    assert!(arrived(&mut s));
}

#[test]
fn waypoints_already_behind_are_passed_over() {
    let mut s = scene(&["..........", "....#.....", ".a..#..g..", "....#.....", "....#.....", "....#....."], &[]);
    s.go();
    s.settle();
    // The agent went on along an earlier path while the search ran.
    s.bodies.position[ME] = Vec2::new(6.5, 0.5);
    assert_eq!(s.waypoint(), (LastWaypoint, s.goal));
}

#[test]
fn the_same_orders_give_the_same_digest_and_a_slice_changes_it() {
    let run = || {
        let mut s = meadow(60, 60, (5.5, 10.5), (45.5, 50.5), &[(20.0, 5.0, 24.0, 40.0)]);
        s.params.slice_expansions = 20;
        s.hunt();
        s.tick();
        let mut digests = vec![s.digest()];
        for _ in 0..4 {
            assert_eq!(s.slice(), None);
            digests.push(s.digest());
        }
        digests
    };
    let digests = run();
    assert_eq!(digests, run());
    assert!(digests.windows(2).all(|d| d[0] != d[1]));
}

#[test]
fn a_pathfinder_can_move_between_threads_and_workers() {
    fn send<T: Send + 'static>(_: &T) {}
    let mut s = meadow(60, 60, (5.5, 10.5), (45.5, 50.5), &[]);
    send(&s.finder);
    s.params.slice_expansions = 10;
    s.go();
    s.tick();
    while s.slice().is_none() {
        s.worker = Worker::default();
    }
    assert_eq!(s.tick(), SearchOk);
}
