//! A world of two storeys: what is on one meets, sees and hears nothing of the other, and plans as if it was not there.

use crate::game::setup;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::world::format;
use bestiary::{Command, Planner, Setup, Sim, SimParams, Storey, Vec2};
use std::sync::Arc;

/// A wall across the map with a gate in it.
const WALL: &str = "[[object]]\nname = \"wall\"\nkind = \"wall\"\nboxes = [{ at = [20, 7], size = [0.4, 14], top = 3 }, \
                    { at = [20, 23], size = [0.4, 14], top = 3 }]\n[[door]]\nname = \"gate\"\nat = [20, 15]\nsize = [0.4, 2]\n";
const AREAS: &str = "[[area]]\nname = \"cellar\"\narea = [0, 0, 40, 30]\n";

/// Notes all that a creature learns of others and of its storey, then goes to the other side of the map.
const WALKER: &str = "local tactics = require 'lib.tactics'
return behaviour { name = 'walker', body = { faction = 'town', radius = 0.4, damage = 5, reach = 2 },
  start = 's', states = { s = {
    enter = function(npc) npc.memory.most, npc.memory.seen, npc.memory.heard = 0, 0, 0 end,
    tick = function(npc)
      npc.memory.most = math.max(npc.memory.most, #npc:all { within = 60 })
      npc.memory.seen = math.max(npc.memory.seen, #npc:all { within = 60, visible = true })
      npc.memory.by = #npc:seen_by { within = 60 }
      npc.memory.gate = tostring((world.door 'gate'))
      npc.memory.inside = npc:inside 'cellar'
      npc:shout('hey', 60)
      if npc.id < 2 then npc.memory.hit = tostring(npc:attack(1 - npc.id)) end
      npc.memory.code = tactics.go(npc, 35, 15)
      npc.memory.state = pathfinder.reason(npc)
    end,
    heard = function(npc) npc.memory.heard += 1 end,
  } } }";

fn spawn(area: [u32; 4]) -> String {
    format!("[[spawn]]\nbehaviour = \"walker\"\narea = {area:?}\ncount = 1\n")
}

/// A ground with a wall, a gate and a named area, and a storey above it where nothing is; so many walkers on each, in the
/// same places.
fn two_storeys(planner: Planner, threads: usize, [below, above]: [u32; 2]) -> Sim {
    let places = |n| (0..n).map(|i| [4 + 4 * i, 14, 5 + 4 * i, 15]).map(spawn).collect::<String>();
    let usual = setup(
        &format!("{WALL}{AREAS}{}{}", places(below), places(above)),
        ModSet::from_files([
            ("npc/walker.lua", WALKER),
            ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
            ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
        ]),
    );
    let mut world = Arc::unwrap_or_clone(usual.world);
    let bare = format::parse("above.toml", b"format = 1\n[ground]\nsize = [40, 30]\n").expect("loads").world;
    let upper = world.add_storey(bare).expect("there is space for it");
    world.spawns.iter_mut().skip(below as usize).for_each(|area| area.storey = upper);
    let (mut nav, sim) = (usual.nav.clone(), SimParams { threads, ..usual.sim.clone() });
    nav.planner = planner;
    Sim::new(Setup { world: Arc::new(world), nav, sim, ..usual }).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn steps(sim: &mut Sim, n: u64) {
    for _ in 0..n {
        sim.step(&[], &NoClock);
    }
}

/// An entry of the memory of each walker, in order of slot.
fn remembered(sim: &Sim, key: &str) -> Vec<String> {
    let bodies = &sim.agents().bodies;
    let memory = |slot| sim.memory(bodies.id(slot)).and_then(|m| m.get(key).map(ToString::to_string));
    bodies.living().map(|slot| memory(slot).unwrap_or_default()).collect()
}

fn places(sim: &Sim) -> Vec<Vec2> {
    let bodies = &sim.agents().bodies;
    bodies.living().map(|slot| bodies.position[slot]).collect()
}

#[test]
fn creatures_of_one_storey_learn_nothing_of_another() {
    let mut sim = two_storeys(Planner::Static, 1, [1, 2]);
    assert_eq!(sim.agents().bodies.storey, [Storey::GROUND, Storey(1), Storey(1)]);
    steps(&mut sim, 60);
    for key in ["most", "seen", "by"] {
        assert_eq!(remembered(&sim, key), ["0", "1", "1"], "{key}");
    }
    let heard: Vec<f64> = remembered(&sim, "heard").iter().map(|n| n.parse().expect("a number")).collect();
    assert!(heard[0] == 0.0 && heard[1] > 2.0 && heard[2] > 2.0, "{heard:?}");
    assert_eq!(remembered(&sim, "gate"), ["\"false\"", "\"nil\"", "\"nil\""]);
    assert_eq!(remembered(&sim, "inside"), ["true", "false", "false"]);
}

#[test]
fn bodies_of_one_storey_neither_push_nor_strike_those_of_another() {
    let mut sim = two_storeys(Planner::Static, 1, [1, 1]);
    let ids: Vec<_> = sim.agents().bodies.living().map(|slot| sim.agents().bodies.id(slot)).collect();
    let same = Vec2::new(10.0, 10.0);
    let place = ids.iter().map(|id| Command::Place { id: *id, at: same, storey: None }).collect::<Vec<_>>();
    sim.step(&place, &NoClock);
    // Neither is pushed out of the other, and a place that one has is free for the other.
    assert!(places(&sim).iter().all(|at| at.distance(same) < 0.5), "{:?}", places(&sim));
    let health = sim.agents().health.clone();
    steps(&mut sim, 20);
    assert_eq!(sim.agents().health, health);
    assert_eq!(remembered(&sim, "hit"), ["\"false\"", "\"false\""]);
}

/// Below, the wall is not passed until the gate opens; above there is no wall.
#[test]
fn paths_are_those_of_the_storey() {
    for planner in [Planner::Static, Planner::Window] {
        let mut sim = two_storeys(planner, 1, [1, 1]);
        steps(&mut sim, 300);
        let at = places(&sim);
        assert!(at[0].x < 20.0 && at[1].distance(Vec2::new(35.0, 15.0)) < 1.0, "{planner:?}: {at:?}");
        sim.step(&[Command::SetDoor { door: "gate".into(), open: true }], &NoClock);
        steps(&mut sim, 400);
        assert!(places(&sim)[0].distance(Vec2::new(35.0, 15.0)) < 1.0, "{planner:?}: {:?}", places(&sim));
    }
}

#[test]
fn worlds_of_storeys_repeat_on_any_number_of_threads() {
    let hash = |threads| {
        let mut sim = two_storeys(Planner::Static, threads, [3, 4]);
        steps(&mut sim, 200);
        sim.hash()
    };
    let first = hash(1);
    assert_eq!([hash(2), hash(8)], [first.clone(), first]);
}

#[test]
fn a_world_has_a_thousand_storeys_and_copies_share_them() {
    let bare = || format::parse("above.toml", b"format = 1\n[ground]\nsize = [4, 4]\n").expect("loads").world;
    let mut world = bare();
    for n in 1..1_000 {
        assert_eq!(world.add_storey(bare()).map_err(drop), Ok(Storey(n)));
    }
    assert_eq!(world.storeys().count(), 1_000);
    let copy = world.clone();
    assert!(world.storeys().skip(1).all(|storey| std::ptr::eq(world.on(storey), copy.on(storey))));
}
