//! Little worlds drawn as text, with one pathfinder in each.

use bestiary::AgentId;
use bestiary::MoveClass;
use bestiary::testing::body::{Bodies, Body, Sighting};
use bestiary::testing::diag::NoClock;
use bestiary::testing::grid::RegionSet;
use bestiary::testing::influence::{Avoided, Influence};
use bestiary::testing::nav::{
    Code, Goal, NavContext, Pathfinder, Preparation, PreparedLevels, SearchContext, Service, Worker, run_slice,
};
use bestiary::testing::path::PathForm;
use bestiary::{Cell, Obb, Vec2};
use bestiary::{Ground, GroundKind, Look, Object, PLAIN_COST, Traversability, Volume, World};
use bestiary::{LevelsSource, NavParams, Planner};
use std::hash::{DefaultHasher, Hash, Hasher};

pub(crate) const ME: usize = 0;
pub(crate) const OTHER: usize = 1;

/// A world, two bodies (`a`: the agent, `t`: what it may chase), a place (`g`) and the agent's pathfinder.
pub(crate) struct Scene {
    pub world: World,
    pub bodies: Bodies,
    pub regions: RegionSet,
    pub levels: PreparedLevels,
    pub params: NavParams,
    pub step: u64,
    /// Where searches are most urgent.
    pub focus: Option<Vec2>,
    pub on: bool,
    pub goal: Vec2,
    pub worker: Worker,
    pub service: Service,
    pub finder: Pathfinder,
    pub influence: Influence,
    /// What the agent avoids.
    pub avoided: Vec<Avoided>,
    /// What its paths look like.
    pub form: PathForm,
    /// What is known of the target that is out of sight.
    pub remembered: Option<Sighting>,
}

/// `#` is closed ground; boxes are (x0, y0, x1, y1) in metres.
pub(crate) fn scene(rows: &[&str], boxes: &[(f32, f32, f32, f32)]) -> Scene {
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
            storey: vec![bestiary::Storey::GROUND; 2],
            velocity: vec![Vec2::ZERO; 2],
            heading: vec![0.0; 2],
            radius: vec![0.4; 2],
            height: vec![1.0; 2],
            speed: vec![5.0; 2],
            moves: vec![MoveClass::WALK; 2],
            alive: vec![true; 2],
            generation: vec![0; 2],
        },
        regions: RegionSet::default(),
        levels: PreparedLevels::default(),
        params: NavParams { planner: Planner::Window, ..NavParams::default() },
        step: 0,
        focus: None,
        on: true,
        goal,
        worker: Worker::default(),
        service: Service::default(),
        finder: Pathfinder::default(),
        influence: Influence::default(),
        avoided: Vec::new(),
        form: PathForm::default(),
        remembered: None,
    }
}

/// Open ground with the agent at one place and the goal (or the agent that it chases) at another.
pub(crate) fn meadow(
    width: usize,
    height: usize,
    me: (f32, f32),
    goal: (f32, f32),
    boxes: &[(f32, f32, f32, f32)],
) -> Scene {
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

pub(crate) fn kinds() -> Vec<GroundKind> {
    let kind = |letter, walkable| GroundKind {
        name: String::from(letter),
        letter,
        walkable,
        opaque: !walkable,
        cost: PLAIN_COST,
        traversability: Traversability::default(),
        look: Look::Grass,
    };
    vec![kind('.', true), kind('#', false)]
}

impl Scene {
    pub(crate) fn with<T>(&mut self, act: impl FnOnce(&mut Pathfinder, &NavContext, &mut SearchContext) -> T) -> T {
        self.with_goal(ME, self.finder.goal, act)
    }

    /// The same for one of the bodies, with a goal that its pathfinder may yet have to be given.
    pub(crate) fn with_goal<T>(
        &mut self,
        slot: usize,
        goal: Goal,
        act: impl FnOnce(&mut Pathfinder, &NavContext, &mut SearchContext) -> T,
    ) -> T {
        let ctx = NavContext {
            storeys: None,
            slot,
            me: self.bodies.body(slot),
            target: goal.agent().and_then(|id| self.remembered.or_else(|| self.bodies.sighting(id, self.step))),
            world: &self.world,
            regions: &self.regions,
            levels: &self.levels,
            influence: &self.influence,
            gates: None,
            graph: self.params.graph,
            avoided: &self.avoided,
            blocked: None,
            params: &self.params,
            focus: self.focus,
            asks: false,
            keeps_lane: false,
            heading: 0.0,
            form: self.form,
            step: self.step,
            step_s: 0.05,
            pathfinding_on: self.on,
        };
        let mut search = SearchContext { service: &self.service, worker: &mut self.worker, clock: &NoClock };
        act(&mut self.finder, &ctx, &mut search)
    }

    pub(crate) fn go(&mut self) {
        let goal = Goal::Point(self.goal, bestiary::Storey::GROUND);
        self.with_goal(ME, goal, |f, ctx, _| f.set_goal(ctx, goal));
    }

    pub(crate) fn chase(&mut self) {
        let goal = Goal::Agent(AgentId::new(OTHER, 0));
        self.with_goal(ME, goal, |f, ctx, _| f.set_goal(ctx, goal));
    }

    /// From now on the target is out of sight.
    pub(crate) fn hide(&mut self) {
        let seen = self.bodies.sighting(AgentId::new(OTHER, 0), self.step);
        self.remembered = seen.map(|seen| Sighting { in_sight: false, ..seen });
    }

    pub(crate) fn tick(&mut self) -> Code {
        self.with(|f, ctx, _| f.tick(ctx))
    }

    pub(crate) fn waypoint(&mut self) -> (Code, Vec2) {
        self.with(|f, ctx, _| f.next_waypoint(ctx))
    }

    pub(crate) fn slice(&mut self) -> Option<Code> {
        self.step += 1;
        self.with(run_slice)
    }

    /// Slices until the search ends; the code it ended with.
    pub(crate) fn search(&mut self) -> Code {
        for _ in 0..10_000 {
            if let Some(code) = self.slice() {
                return code;
            }
        }
        panic!("the search never ends");
    }

    /// Ticks and searches until the pathfinder has said `OK` or given up; everything that tick said.
    pub(crate) fn settle(&mut self) -> Vec<Code> {
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
    pub(crate) fn walk(&mut self) -> Vec<Vec2> {
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

    /// Prepares what the planner needs for both bodies.
    pub(crate) fn prepare(&mut self) {
        let Self { world, params, service, regions, levels: prepared, bodies, .. } = self;
        let Body { radius_m, height_m, moves, .. } = bodies.body(ME);
        regions.prepare(world, radius_m, height_m, moves);
        let levels = &LevelsSource::default();
        service.prepare(
            regions,
            prepared,
            &Preparation {
                world,
                storey: bestiary::Storey::GROUND,
                params,
                radius_m,
                height_m,
                moves,
                threads: 1,
                levels,
                graph: params.graph,
                estimates: true,
            },
        );
    }

    pub(crate) fn buffer(&self) -> f32 {
        self.finder.view(&self.params).buffer_m
    }

    pub(crate) fn window(&self) -> (i32, i32, u32, u32) {
        self.finder.view(&self.params).window.map_or((0, 0, 0, 0), |w| (w.origin.x, w.origin.y, w.width, w.height))
    }

    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.finder.hash(&mut hasher);
        hasher.finish()
    }
}

/// A wall of closed ground that leaves a path round only below `end`; start and goal on both sides of it.
pub(crate) fn long_wall(height: usize, end: usize) -> Scene {
    let rows: Vec<String> =
        (0..height).map(|y| (0..420).map(|x| if x == 200 && y < end { '#' } else { '.' }).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut s = scene(&rows, &[]);
    s.bodies.position[ME] = Vec2::new(195.5, 5.5);
    s.goal = Vec2::new(205.5, 5.5);
    s
}
