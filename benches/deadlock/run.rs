//! Scenes as living worlds, and what happens in them.

use super::scenes::{CELL_M, Errand, Make, Scene};
use bestiary::testing::agent::Drive;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::runtime::run_headless;
use bestiary::testing::sim::usual_setup;
use bestiary::{Command, Ground, GroundKind, Key, Look, PLAIN_COST, Sim, Value, Vec2, World};

/// What a run showed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub bodies: usize,
    /// Bodies that arrived within 4 times the free time plus 60 s.
    pub in_time: usize,
    /// The worst time as a share of what it may take.
    pub worst_share: f32,
    /// The greatest overlap as a share of the smaller radius.
    pub overlap_share: f32,
    /// The longest time that one stayed within 0.6 m while a disc from 0.1 m to 0.5 m towards its waypoint was free, seconds.
    pub longest_s: f32,
    /// The same with breaks: all the time of one stay for which such a disc was free.
    pub longest_sum_s: f32,
    pub steps: u64,
    pub motion_ns: u64,
}

impl Outcome {
    pub(crate) fn holds(&self) -> bool {
        self.in_time == self.bodies && self.overlap_share <= 0.05 && self.longest_s <= 10.0
    }
}

const GOER: &str = r#"
local tactics = require "lib.tactics"
return behaviour {
  name = "NAME", start = "go",
  body = { radius = RADIUS, height = 1.8, speed = SPEED, faction = "goer" },
  states = {
    go = { tick = function(npc)
      local m = npc.memory
      if m.x and tactics.go(npc, m.x, m.y) == "arrived" then return "there" end
    end },
    there = {},
  },
}
"#;

impl Scene {
    fn world(&self) -> World {
        let (columns, rows) = ((self.size.x / CELL_M).round() as usize, (self.size.y / CELL_M).round() as usize);
        let kind = |name: &str, letter, walkable| GroundKind {
            name: name.into(),
            letter,
            walkable,
            opaque: !walkable,
            cost: PLAIN_COST,
            traversability: bestiary::Traversability::default(),
            look: Look::Grass,
        };
        let is_open = |i: usize| {
            let at = Vec2::new((i % columns) as f32 + 0.5, (i / columns) as f32 + 0.5) * CELL_M;
            self.open.iter().any(|(low, high)| at.cmpge(*low).all() && at.cmple(*high).all())
        };
        let cells = (0..columns * rows).map(|i| u8::from(!is_open(i))).collect();
        let kinds = vec![kind("floor", '.', true), kind("wall", '#', false)];
        World::new("crowd", Ground::new(columns, rows, CELL_M, kinds, cells), vec![], vec![])
    }

    /// The living world, with every body where it begins and sent to its place.
    pub(crate) fn sim(&self, make: Make, seed: u64, threads: usize) -> Sim {
        let file = |radius: f32, name: &str| {
            let text = GOER.replace("NAME", name).replace("RADIUS", &radius.to_string());
            text.replace("SPEED", &make.speed_m_s.to_string())
        };
        // A size a behaviour.
        let mut radii: Vec<f32> = self.errands.iter().map(|e| e.radius_m).collect();
        radii.sort_by(f32::total_cmp);
        radii.dedup();
        let goers: Vec<(String, String)> = radii
            .iter()
            .enumerate()
            .map(|(i, r)| (format!("npc/goer{i}.lua"), file(*r, &format!("goer{i}"))))
            .collect();
        let library = [
            ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
            ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
        ];
        let files = goers.iter().map(|(path, text)| (path.as_str(), text.as_str())).chain(library);
        let mut setup = usual_setup(self.world(), ModSet::from_files(files), seed);
        (setup.sim.threads, setup.sim.many, setup.crowd.kept_steps) = (threads, 0, make.kept_steps);
        let mut sim = Sim::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        let behaviour = |e: &Errand| format!("goer{}", radii.iter().position(|r| *r == e.radius_m).unwrap_or(0));
        let spawn = |e: &Errand| Command::Spawn { behaviour: behaviour(e), count: 1, at: None };
        sim.step(&self.errands.iter().map(spawn).collect::<Vec<_>>(), &NoClock);
        let mut commands = Vec::new();
        for (slot, e) in self.errands.iter().enumerate() {
            let id = sim.agents().bodies.id(slot);
            commands.push(Command::Place { id, at: e.from, storey: None });
            for (key, value) in [("x", e.to.x), ("y", e.to.y)] {
                let (path, value) = (vec![Key::String(key.into())], Value::Number(value.into()));
                commands.push(Command::SetMemory { id, path, value });
            }
        }
        sim.step(&commands, &NoClock);
        sim
    }

    /// Runs it until all are there, or the time is over.
    pub(crate) fn run(&self, make: Make, seed: u64) -> Outcome {
        let mut sim = self.sim(make, seed, 1);
        let mut watch = Watch::new(self, make, sim.step_ms() as f32 / 1000.0);
        let most_steps = watch.most_steps;
        let run = run_headless(&mut sim, most_steps, |sim, _| {
            watch.note(sim);
            watch.left()
        });
        watch.outcome.motion_ns = run.total.motion_ns;
        watch.outcome
    }
}

/// Follows the bodies of a run.
pub(crate) struct Watch {
    pub outcome: Outcome,
    pub most_steps: u64,
    step_s: f32,
    /// Seconds by body.
    limits: Vec<f32>,
    pub there: Vec<bool>,
    /// Where each was when it was last 0.6 m farther, and the seconds with a free disc ahead: those without a break, and all.
    stays: Vec<(Vec2, f32, f32)>,
}

const STAYS_M: f32 = 0.6;
const AHEAD_M: [f32; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];

impl Watch {
    pub(crate) fn new(scene: &Scene, make: Make, step_s: f32) -> Self {
        let limits: Vec<f32> = scene.errands.iter().map(|e| 4.0 * e.metres() / make.speed_m_s + 60.0).collect();
        let most_steps = (limits.iter().copied().fold(0.0, f32::max) / step_s) as u64;
        let stays = scene.errands.iter().map(|e| (e.from, 0.0, 0.0)).collect();
        let outcome = Outcome { bodies: limits.len(), ..Outcome::default() };
        Self { outcome, most_steps, step_s, there: vec![false; limits.len()], limits, stays }
    }

    pub(crate) fn left(&self) -> bool {
        self.there.iter().any(|there| !there)
    }

    /// To be called after each step.
    pub(crate) fn note(&mut self, sim: &Sim) {
        let (agents, bodies) = (sim.agents(), &sim.agents().bodies);
        self.outcome.steps += 1;
        let now_s = self.outcome.steps as f32 * self.step_s;
        for slot in 0..self.there.len() {
            for other in 0..slot {
                let (sum, least) =
                    (bodies.radius[slot] + bodies.radius[other], bodies.radius[slot].min(bodies.radius[other]));
                let over = sum - bodies.position[slot].distance(bodies.position[other]);
                self.outcome.overlap_share = self.outcome.overlap_share.max(over / least);
            }
            if self.there[slot] {
                continue;
            }
            if sim.catalogue().symbols.name(agents.state[slot]) == "there" {
                self.there[slot] = true;
                let share = now_s / self.limits[slot];
                self.outcome.worst_share = self.outcome.worst_share.max(share);
                self.outcome.in_time += usize::from(share <= 1.0);
                continue;
            }
            self.wait(sim, slot);
        }
    }

    fn wait(&mut self, sim: &Sim, slot: usize) {
        let bodies = &sim.agents().bodies;
        let here = bodies.position[slot];
        let (anchor, now_s, sum_s) = &mut self.stays[slot];
        if anchor.distance(here) > STAYS_M {
            (*anchor, *now_s, *sum_s) = (here, 0.0, 0.0);
            return;
        }
        let Drive::Steer { to, .. } = sim.agents().intent[slot].drive else { return };
        let (along, length) = ((to - here).normalize_or_zero(), here.distance(to));
        let free = |ahead: f32| {
            let at = here + along * ahead.min(length);
            let touches = |other: usize| {
                other != slot && bodies.position[other].distance(at) < bodies.radius[slot] + bodies.radius[other]
            };
            sim.world().is_free(at, bodies.radius[slot], bodies.height[slot], bodies.moves[slot])
                && !bodies.living().any(touches)
        };
        if AHEAD_M.into_iter().any(free) {
            (*now_s, *sum_s) = (*now_s + self.step_s, *sum_s + self.step_s);
        } else {
            *now_s = 0.0;
        }
        self.outcome.longest_s = self.outcome.longest_s.max(*now_s);
        self.outcome.longest_sum_s = self.outcome.longest_sum_s.max(*sum_s);
    }
}
