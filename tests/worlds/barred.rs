//! Crowds before which something closes or comes: none goes through it, none overlaps another, and all arrive.

use crate::crush::check;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::usual_setup;
use bestiary::testing::world::format;
use bestiary::{Command, Edit, Obb, Sim, Vec2};

/// Two halls, with a door of 2 m between them.
const HALLS: &str = "format = 1
[ground]
rows = '''
....................................
....................................
....................................
....................................
....................................
....................................
....................................
....................................
....................................
....................................
'''
[[object]]
kind = 'wall'
at = [20.5, 5]
boxes = [{ size = [0.6, 4], at = [0, -3], top = 3 }, { size = [0.6, 4], at = [0, 3], top = 3 }]
[[door]]
name = 'middle'
at = [20.5, 5]
size = [0.4, 2]
open = true
";

/// Ground without a wall.
const STREET: &str = "format = 1
[ground]
rows = '''
.........................
.........................
.........................
.........................
.........................
.........................
.........................
.........................
.........................
.........................
'''
";

const GOER: &str = "local tactics = require 'lib.tactics'
return behaviour { name = 'goer', body = { radius = 0.3, speed = 1.6 }, start = 'go', states = {
  go = { tick = function(npc)
    local m = npc.memory
    if m.x and tactics.go(npc, m.x, m.y) == 'arrived' then return 'there' end
  end },
  there = {} } }";

/// Bodies, each sent from a place to another.
struct Crowd {
    sim: Sim,
    step: u32,
}

impl Crowd {
    fn new(map: &str, errands: &[(Vec2, Vec2)]) -> Self {
        let files = [
            ("npc/goer.lua", GOER),
            ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
            ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
        ];
        let world = format::parse("barred.toml", map.as_bytes()).expect("is a map").world;
        let mut sim = Sim::new(usual_setup(world, ModSet::from_files(files), 1)).expect("starts");
        let spawn = Command::Spawn { behaviour: "goer".into(), count: errands.len() as u32, at: None };
        sim.step(&[spawn], &NoClock);
        let mut commands = Vec::new();
        for (slot, (from, to)) in errands.iter().enumerate() {
            let id = sim.agents().bodies.id(slot);
            commands.push(Command::Place { id, at: *from, storey: None });
            for (key, value) in [("x", to.x), ("y", to.y)] {
                let path = vec![bestiary::Key::String(key.into())];
                commands.push(Command::SetMemory { id, path, value: bestiary::Value::Number(value.into()) });
            }
        }
        sim.step(&commands, &NoClock);
        Self { sim, step: 0 }
    }

    /// A step; every body is free and touches no other.
    fn step(&mut self, command: Option<Command>) {
        self.sim.step(command.as_slice(), &NoClock);
        self.step += 1;
        check(&self.sim, self.step);
    }

    /// How many are to the left of a line.
    fn left_of(&self, x: f32) -> usize {
        self.sim.agents().bodies.position.iter().filter(|at| at.x < x).count()
    }

    fn arrived(&self) -> usize {
        let (symbols, states) = (&self.sim.catalogue().symbols, &self.sim.agents().state);
        states.iter().filter(|state| symbols.name(**state) == "there").count()
    }

    /// Goes on until all have arrived, for a minute and a half at most.
    fn all_arrive(&mut self) {
        let all = self.sim.agents().bodies.len();
        for _ in 0..1_800 {
            if self.arrived() == all {
                break;
            }
            self.step(None);
        }
        assert_eq!(self.arrived(), all, "after {} steps", self.step);
    }
}

/// Places in rows, from a corner on.
fn rows(corner: Vec2, columns: usize, count: usize) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |i| corner + Vec2::new((i % columns) as f32, (i / columns) as f32) * 0.9)
}

#[test]
fn a_door_closes_before_a_crowd_and_opens_again() {
    // Two groups, one after the other.
    let from = rows(Vec2::new(14.0, 3.0), 4, 16).chain(rows(Vec2::new(1.0, 3.0), 4, 16));
    let errands: Vec<(Vec2, Vec2)> = from.zip(rows(Vec2::new(26.0, 1.0), 8, 32)).collect();
    let mut crowd = Crowd::new(HALLS, &errands);
    let turn = |open| Some(Command::SetDoor { door: "middle".into(), open });
    (0..100).for_each(|_| crowd.step(None));
    // It stays open as long as one is in it.
    let is_open = |crowd: &Crowd| crowd.sim.world().doors[0].open;
    while is_open(&crowd) && crowd.step < 800 {
        crowd.step(turn(false));
    }
    let waiting = crowd.left_of(20.5);
    assert!(!is_open(&crowd) && (8..32).contains(&waiting), "{waiting} wait before the closed door");
    for _ in 0..300 {
        crowd.step(None);
        assert_eq!(crowd.left_of(20.5), waiting, "step {}: one went through the closed door", crowd.step);
    }
    crowd.step(turn(true));
    crowd.all_arrive();
}

#[test]
fn a_box_comes_and_is_pushed_across_the_path_of_two_streams() {
    let (left, right) = (Vec2::new(1.0, 1.5), Vec2::new(20.5, 1.5));
    let there = rows(left, 4, 28).zip(rows(right, 4, 28));
    let back = rows(right, 4, 28).zip(rows(left, 4, 28));
    let errands: Vec<(Vec2, Vec2)> = there.chain(back).collect();
    let mut crowd = Crowd::new(STREET, &errands);
    let at = |y: f32| Vec2::new(12.5, y);
    let footprint = Obb { centre: at(2.5), half: Vec2::new(0.5, 1.5), axis: Vec2::X };
    let place = Edit::Place { name: "box".into(), footprint, base_m: 0.0, top_m: 2.0 };
    // It comes before any is there, and moves 0.1 m a step where none is in its place.
    (0..20).for_each(|_| crowd.step(None));
    crowd.step(Some(Command::Edit(place)));
    let centre = |crowd: &Crowd| {
        let world = crowd.sim.world();
        let object = world.objects.iter().filter(|object| object.name == "box").last().expect("it is there");
        world.volumes[object.volumes.start as usize].footprint.centre.y
    };
    assert_eq!(centre(&crowd), 2.5);
    for _ in 0..300 {
        let to = at((centre(&crowd) + 0.1).min(7.5));
        crowd.step(Some(Command::Edit(Edit::Move { name: "box".into(), to })));
    }
    assert!(centre(&crowd) > 4.0, "it was pushed to {}", centre(&crowd));
    crowd.all_arrive();
}
