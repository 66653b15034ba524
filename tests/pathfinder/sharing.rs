//! Identical requests share a search, and known results need none.

use crate::scene::{ME, OTHER, Scene, scene};
use bestiary::Planner;
use bestiary::testing::nav::Code::{MapFailed, OutOfTime, SearchFailed, SearchOk};
use bestiary::testing::nav::{Code, Goal, NavContext, Pathfinder, Reason, Round, SearchContext};

/// Two bodies in the same cell, side by side, and a wall between them and their goal.
const TWINS: [&str; 7] = [
    "..............",
    "....#####.....",
    "........#..#..",
    ".a......#..#g.",
    "........#..#..",
    "....#####..#..",
    "...........#..",
];

/// A scene in which both bodies have a pathfinder, and a step's three rounds as the simulation goes through them.
struct Twins {
    scene: Scene,
    finders: [Pathfinder; 2],
}

fn twins(rows: &[&str]) -> Twins {
    let mut scene = scene(rows, &[]);
    scene.params.planner = Planner::Static;
    scene.bodies.position[OTHER] = scene.bodies.position[ME] + bestiary::Vec2::new(0.05, 0.1);
    scene.prepare();
    Twins { scene, finders: Default::default() }
}

impl Twins {
    fn each(
        &mut self,
        act: impl Fn(&mut Pathfinder, &NavContext, &mut SearchContext) -> Option<Code>,
    ) -> [Option<Code>; 2] {
        let Self { scene, finders } = self;
        [ME, OTHER].map(|me| {
            std::mem::swap(&mut scene.finder, &mut finders[me]);
            let code = scene.with_goal(me, Goal::None, |f, ctx, search| act(f, ctx, search));
            std::mem::swap(&mut scene.finder, &mut finders[me]);
            code
        })
    }

    /// Sends both to the goal.
    fn send(&mut self) {
        let goal = self.scene.goal;
        self.each(|f, ctx, _| {
            f.set_goal(ctx, Goal::Point(goal, bestiary::Storey::GROUND));
            Some(f.tick(ctx))
        });
    }

    /// Sends the second to the goal.
    fn send_other(&mut self) {
        let goal = self.scene.goal;
        self.each(|f, ctx, _| {
            (ctx.slot == OTHER).then(|| {
                f.set_goal(ctx, Goal::Point(goal, bestiary::Storey::GROUND));
                f.tick(ctx)
            })
        });
    }

    /// One step's searches: how each of them ended, and which agents were granted a search.
    fn step(&mut self) -> ([Option<Code>; 2], Vec<u32>) {
        self.scene.worker.begin_step(self.scene.params.step_expansions, 1);
        let known = self.each(|f, ctx, search| f.advance(ctx, Round::Start, search));
        self.scene.step += 1;
        let limit = self.scene.params.step_expansions;
        self.scene.service.schedule(self.scene.step, limit, [&self.scene.worker].into_iter());
        let (mut grants, mut searched) = (Vec::new(), [None; 2]);
        while self.scene.service.grant([&self.scene.worker].into_iter()) {
            let round = self.scene.service.grants.clone();
            let ends = self.each(|f, ctx, search| {
                let grant = round.iter().find(|g| g.slot as usize == ctx.slot);
                grant.and_then(|g| f.advance(ctx, Round::Step { may_park: g.may_park }, search))
            });
            searched = [0, 1].map(|i| searched[i].or(ends[i]));
            grants.extend(round);
        }
        self.scene.service.end_step([&self.scene.worker].into_iter());
        self.scene.service.collect(&mut self.scene.worker);
        let shared = self.each(|f, ctx, search| f.advance(ctx, Round::Finish, search));
        let ends = [ME, OTHER].map(|me| known[me].or(searched[me]).or(shared[me]));
        (ends, grants.iter().map(|g| g.slot).collect())
    }
}

#[test]
fn two_identical_requests_in_one_step_share_a_search() {
    let mut t = twins(&TWINS);
    t.send();
    assert_eq!(t.step(), ([Some(SearchOk); 2], vec![0]));
    let paths = t.finders.each_ref().map(|f| f.view(&t.scene.params).waypoints);
    assert_eq!(paths[0], paths[1]);
    assert_eq!(paths[0].last(), Some(&t.scene.goal));
    let counts = t.scene.worker.counts;
    assert_eq!((counts.fixed.searches, counts.shared), (2, 1), "both count as searches, one took the other's result");
    assert_eq!([0, 1].map(|i| t.finders[i].view(&t.scene.params).expanded > 0), [true, false]);
}

#[test]
fn what_was_found_is_returned_again_without_a_search() {
    let mut t = twins(&TWINS);
    t.send();
    t.step();
    let (expanded, paths) =
        (t.scene.worker.counts.expanded, t.finders.each_ref().map(|f| f.view(&t.scene.params).waypoints));
    t.finders = Default::default();
    t.send();
    assert_eq!(t.step(), ([Some(SearchOk); 2], vec![]), "no search is needed");
    assert_eq!(t.scene.worker.counts.expanded, expanded);
    assert_eq!(t.finders.each_ref().map(|f| f.view(&t.scene.params).waypoints), paths);
}

#[test]
fn a_search_that_spent_its_budget_is_not_made_again() {
    let mut t = twins(&TWINS);
    t.scene.params.budget_expansions = 1;
    t.send();
    assert_eq!(t.step(), ([Some(OutOfTime); 2], vec![0]));
    let expanded = t.scene.worker.counts.expanded;
    assert_eq!((expanded, t.scene.worker.counts.cached_failures), (1, 1));
    t.finders = Default::default();
    t.send();
    assert_eq!(t.step(), ([Some(OutOfTime); 2], vec![]));
    assert_eq!((t.scene.worker.counts.expanded, t.scene.worker.counts.cached_failures), (expanded, 3));
    assert_eq!(t.finders[1].reason, Some(Reason::Budget));
    assert_eq!(t.each(|f, ctx, _| Some(f.tick(ctx))), [Some(OutOfTime); 2]);
    assert_eq!(t.each(|f, ctx, _| Some(f.tick(ctx))), [Some(MapFailed); 2]);
}

#[test]
fn a_goal_in_another_region_needs_no_search() {
    let mut t = twins(&["....#...", ".a..#.g.", "....#..."]);
    t.send();
    assert_eq!(t.step(), ([Some(SearchFailed); 2], vec![]));
    assert_eq!(t.finders[0].reason, Some(Reason::DifferentRegion));
    assert_eq!((t.scene.worker.counts.cached_failures, t.scene.worker.counts.expanded), (2, 0));
}

#[test]
fn a_request_for_what_another_agent_searches_waits_for_that_search() {
    let mut t = twins(&TWINS);
    t.scene.params.slice_expansions = 1;
    t.send();
    let mut steps = 0;
    let ends = loop {
        let (ends, searching) = t.step();
        assert_eq!(searching, [0], "the running one continues, alone");
        if ends[ME].is_some() {
            break ends;
        }
        steps += 1;
        assert_eq!(ends, [None, None]);
    };
    assert!(steps >= 2);
    assert_eq!(ends, [Some(SearchOk); 2]);
}

#[test]
fn a_searcher_that_is_gone_leaves_its_request_and_its_memory_to_the_others() {
    let mut t = twins(&TWINS);
    t.scene.params.slice_expansions = 1;
    t.send();
    t.step();
    t.finders[ME] = Pathfinder::default();
    assert_eq!(t.step().1, [1]);
    while t.step().0[OTHER].is_none() {}
    assert!(t.finders[OTHER].view(&t.scene.params).waypoints.len() > 1);
}

#[test]
fn without_memory_to_wait_in_a_long_search_waits_its_turn_and_short_ones_pass_it() {
    let mut t = twins(&TWINS);
    t.scene.service = Default::default(); // nothing was prepared: no search may be kept
    t.scene.params.slice_expansions = 1;
    t.send();
    assert_eq!(t.step(), ([None, None], vec![0]));
    assert_eq!(t.step(), ([None, None], vec![]), "it is known to be long by now");
    let far = t.scene.goal;
    t.scene.goal = bestiary::Vec2::new(6.5, 0.5);
    t.finders[OTHER] = Pathfinder::default();
    t.scene.params.slice_expansions = 4;
    t.send_other();
    assert_eq!(t.step(), ([None, Some(SearchOk)], vec![1]), "a short one passes it");
    t.scene.goal = far;
    t.scene.prepare();
    while t.step().0[ME].is_none() {}
    assert_eq!(t.scene.worker.counts.fixed.searches, 2, "started twice, counted once; and the other's");
}

#[test]
fn the_ceiling_keeps_searches_waiting_and_those_near_the_focus_least() {
    // The goal lies between two walls that are open in the first row only: out of sight from both ends.
    let wall = |y: usize, x: usize| y > 0 && (x == 60 || x == 80);
    let rows: Vec<String> = (0..9).map(|y| (0..140).map(|x| if wall(y, x) { '#' } else { '.' }).collect()).collect();
    let two = |focus: Option<f32>| {
        let mut t = twins(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        t.scene.bodies.position = vec![bestiary::Vec2::new(2.5, 2.5), bestiary::Vec2::new(138.5, 2.5)];
        t.scene.goal = bestiary::Vec2::new(70.5, 8.5);
        t.scene.params.step_expansions = 1_000;
        t.scene.focus = focus.map(|x| bestiary::Vec2::new(x, 2.5));
        t.scene.step = 100;
        t.send();
        t
    };
    // The most that a slice of 2 000 stops may cost is more than the ceiling: one search a step.
    let mut t = two(None);
    assert_eq!(t.step(), ([Some(SearchOk), None], vec![0]));
    assert_eq!(t.step(), ([None, Some(SearchOk)], vec![1]), "the other one waited");
    let mut t = two(Some(130.0));
    assert_eq!(t.step(), ([None, Some(SearchOk)], vec![1]), "near the focus");
    assert_eq!(t.step(), ([Some(SearchOk), None], vec![0]));
    let load = t.scene.service.load();
    assert_eq!((load.most_waiting, load.waiting, load.longest_wait), (1, 0, 1));
}
