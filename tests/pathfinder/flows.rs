//! Many agents with one goal: their paths are read off a flow field instead of being searched one by one.

use crate::scene::{Scene, scene};
use bestiary::testing::crowd::FlowGround;
use bestiary::testing::nav::{Code, Goal, NavContext, Pathfinder, Round, SearchContext};
use bestiary::{Cell, Planner, Vec2};

/// Agents on one map, all of which go to the same place.
struct Crowd {
    scene: Scene,
    finders: Vec<Pathfinder>,
}

/// Halls between which doors alternate, top and bottom; the goal is in the last of them.
const HALLS: [&str; 11] = [
    "..........#.........#..........#...........",
    "..........#.........#..........#...........",
    "..........#.........#..........#...........",
    "..........#....................#...........",
    "..........#.........#..........#...........",
    "..........#.........#..........#...........",
    "..........#.........#..........#.........g.",
    "..........#.........#..........#...........",
    "..........#.........#..........#...........",
    "....................#......................",
    "..........#.........#..........#...........",
];

/// So many agents, in rows from the upper left corner on.
fn crowd(rows: &[&str], agents: usize) -> Crowd {
    let mut scene = scene(rows, &[]);
    scene.params.planner = Planner::Static;
    scene.params.flow_creatures = 6;
    let at = |i: usize| Cell::new((i % 9) as i32, (i / 9) as i32).centre(1.0);
    let bodies = &mut scene.bodies;
    bodies.position = (0..agents).map(at).collect();
    bodies.storey.resize(agents, bestiary::Storey::GROUND);
    bodies.velocity.resize(agents, Vec2::ZERO);
    bodies.heading.resize(agents, 0.0);
    bodies.radius.resize(agents, 0.4);
    bodies.height.resize(agents, 1.0);
    bodies.speed.resize(agents, 5.0);
    bodies.moves.resize(agents, bestiary::MoveClass::WALK);
    bodies.alive.resize(agents, true);
    bodies.generation.resize(agents, 0);
    scene.prepare();
    Crowd { scene, finders: vec![Pathfinder::default(); agents] }
}

impl Crowd {
    fn each<T>(&mut self, act: impl Fn(&mut Pathfinder, &NavContext, &mut SearchContext) -> T) -> Vec<T> {
        let Self { scene, finders } = self;
        let one = |(slot, finder): (usize, &mut Pathfinder)| {
            std::mem::swap(&mut scene.finder, finder);
            let result = scene.with_goal(slot, Goal::None, &act);
            std::mem::swap(&mut scene.finder, finder);
            result
        };
        finders.iter_mut().enumerate().map(one).collect()
    }

    /// Sends all of them to the goal.
    fn send(&mut self) -> Vec<Code> {
        let goal = self.scene.goal;
        self.each(|f, ctx, _| {
            f.set_goal(ctx, Goal::Point(goal, bestiary::Storey::GROUND));
            f.tick(ctx)
        })
    }

    /// One step's searches: how many paths were found.
    fn step(&mut self) -> usize {
        let limit = self.scene.params.step_expansions;
        self.scene.worker.begin_step(limit, 1);
        let mut ends = self.each(|f, ctx, search| f.advance(ctx, Round::Start, search));
        self.scene.step += 1;
        let Scene { service, worker, regions, bodies, params, step, .. } = &mut self.scene;
        let ground = FlowGround { regions, bodies, cell_m: &|_| 1.0, gates: None, step: *step };
        service.advance_flows(&ground, params, [&*worker].into_iter());
        service.schedule(*step, limit, [&*worker].into_iter());
        while self.scene.service.grant([&self.scene.worker].into_iter()) {
            let round = self.scene.service.grants.clone();
            ends.extend(self.each(|f, ctx, search| {
                let grant = round.iter().find(|g| g.slot as usize == ctx.slot);
                grant.and_then(|g| f.advance(ctx, Round::Step { may_park: g.may_park }, search))
            }));
        }
        self.scene.service.end_step([&self.scene.worker].into_iter());
        self.scene.service.collect(&mut self.scene.worker);
        ends.extend(self.each(|f, ctx, search| f.advance(ctx, Round::Finish, search)));
        ends.iter().flatten().filter(|code| **code == Code::SearchOk).count()
    }

    /// Steps until all that search have found a path; the length of each path, metres.
    fn settle(&mut self) -> Vec<f32> {
        let mut found = 0;
        for _ in 0..100 {
            found += self.step();
            if found == self.finders.len() {
                break;
            }
        }
        assert_eq!(found, self.finders.len(), "each finds a path");
        let Self { scene, finders } = self;
        let starts = scene.bodies.position.iter();
        let length = |(from, finder): (&Vec2, &Pathfinder)| {
            let points = finder.view(&scene.params).waypoints;
            let ends = std::iter::once(*from).chain(points.iter().copied()).zip(points.iter().copied());
            ends.map(|(a, b)| a.distance(b)).sum()
        };
        starts.zip(finders.iter()).map(length).collect()
    }

    /// All search again, from nothing.
    fn start_again(&mut self) {
        self.finders.fill_with(Pathfinder::default);
        self.send();
    }

    fn off_fields(&self) -> u64 {
        self.scene.worker.counts.off_fields
    }
}

fn assert_close(a: &[f32], b: &[f32]) {
    // Of paths over cells that cost the same, one may be straightened a little better than another.
    let far = a.iter().zip(b).filter(|(a, b)| (**a - **b).abs() > 0.03 * **a).count();
    assert_eq!((a.len(), far), (b.len(), 0), "{a:?} {b:?}");
}

#[test]
fn agents_with_one_goal_read_their_paths_off_one_field_and_these_are_as_short() {
    // Before: each searches.
    let mut c = crowd(&HALLS, 24);
    c.scene.params.flow_fields = 0;
    assert_eq!(c.send(), [Code::Searching; 24]);
    let searched = c.settle();
    assert!(c.scene.worker.counts.expanded > 0);
    // After: the field is so small that it is built in the same step, and all read their paths off it.
    let mut c = crowd(&HALLS, 24);
    c.send();
    let read = c.settle();
    assert_eq!((c.off_fields(), c.scene.worker.counts.expanded), (24, 0));
    assert_eq!(c.scene.worker.counts.fixed.searches, 24, "they count as searches");
    assert_close(&searched, &read);
}

#[test]
fn a_few_agents_and_those_with_goals_of_their_own_search() {
    for (agents, spread, fields) in [(5, 0.0, 8), (24, 1.0, 8), (24, 0.0, 0)] {
        let mut c = crowd(&HALLS, agents);
        c.scene.params.flow_fields = fields;
        for _ in 0..4 {
            c.finders.fill_with(Pathfinder::default);
            let goal = c.scene.goal;
            c.each(|f, ctx, _| {
                f.set_goal(
                    ctx,
                    Goal::Point(goal - Vec2::new(spread * (ctx.slot / 4) as f32, 0.0), bestiary::Storey::GROUND),
                );
                f.tick(ctx)
            });
            c.settle();
            c.scene.step += 10;
        }
        assert_eq!(c.off_fields(), 0);
    }
}

#[test]
fn one_agent_that_asks_often_is_no_crowd() {
    let mut c = crowd(&HALLS, 1);
    for _ in 0..20 {
        c.start_again();
        c.settle();
        // Elsewhere each time, so that no result of a search is returned again.
        c.scene.bodies.position[0].x += 0.4;
    }
    assert_eq!(c.off_fields(), 0);
}

#[test]
fn a_field_is_built_within_a_quarter_of_the_ceiling() {
    let mut c = crowd(&HALLS, 24);
    c.scene.params.step_expansions = 1_000;
    c.send();
    c.settle();
    let before = c.scene.worker.counts;
    // 468 cells, of which 250 a step: it is not whole after one step.
    let mut read = 0;
    for _ in 0..6 {
        c.start_again();
        c.step();
        let load = c.scene.service.load();
        assert!(load.most <= 1_000, "{load:?}");
        read = c.off_fields();
    }
    assert!(read > 0);
    assert!(c.scene.worker.counts.work > before.work);
}

#[test]
fn a_path_that_was_read_where_the_crowd_costs_something_is_read_again_soon() {
    let mut c = crowd(&HALLS, 24);
    c.scene.params.flow_refresh_ticks = 4;
    c.send();
    c.settle();
    // It is said once that there is a path; then the path is renewed after so many ticks, and not only after `refresh_ticks`.
    let ticks = |c: &mut Crowd| (0..7).map(|_| c.each(|f, ctx, _| f.tick(ctx))[0]).collect::<Vec<_>>();
    use Code::{NoNewPath, SearchOk, Searching};
    let said = ticks(&mut c);
    assert_eq!(said[0], SearchOk);
    assert!(said[1..4].iter().all(|code| *code == NoNewPath), "{said:?}");
    assert!(said.contains(&Searching), "{said:?}");
    c.step();
    // Without the crowd as a cost there is no reason to.
    c.scene.params.flow_crowd = 0.0;
    c.start_again();
    c.settle();
    assert!(!ticks(&mut c).contains(&Searching));
}

#[test]
fn the_field_that_was_unused_longest_gives_its_place_to_another_goal() {
    // Before: one field at most, and it is in use.
    let mut c = crowd(&HALLS, 24);
    c.scene.params.flow_fields = 1;
    c.send();
    c.settle();
    assert_eq!(c.off_fields(), 24);
    // Another goal has to wait for its place …
    c.scene.goal = Vec2::new(35.5, 1.5);
    c.start_again();
    c.settle();
    assert_eq!(c.off_fields(), 24);
    // … until the field has not been used for a while. (Of the other one the results of the searches are still known.)
    c.scene.step += 300;
    c.scene.goal = Vec2::new(38.5, 2.5);
    c.start_again();
    c.settle();
    assert_eq!(c.off_fields(), 48);
}
