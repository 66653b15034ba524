//! What creatures know of each other in a running world.

use crate::stage::ticking;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::{bare_world, usual_setup};
use bestiary::{Command, NavParams, Planner, Population, Setup, Sim, SimParams, Value, Vec2};

/// A field of 40 × 30 m that a wall divides, but for a gap in its middle, with `count` creatures.
fn divided(body: &str, count: u32, sim: SimParams) -> Sim {
    let mods = ModSet::from_files([("npc/probe.lua", ticking("probe", body).as_str())]);
    let world = bare_world(40, 30, |x, y| x == 20 && !(14..16).contains(&y));
    let population = vec![Population { behaviour: "probe".into(), count }];
    let usual = usual_setup(world, mods, 7);
    // On the shared grid followers keep close enough to be seen or heard again, and none of these loses its target for good.
    let nav = NavParams { planner: Planner::Window, ..usual.nav.clone() };
    Sim::new(Setup { population, sim, nav, ..usual }).expect("loads")
}

/// What the first of two creatures writes down of the other one, which is on the other side of the wall.
fn written(omniscient: bool) -> (Value, Value) {
    let body = "local c = npc:look(1 - npc.id)
        npc.memory.known = c and c.visible or false
        npc.memory.sees = npc:sees(1 - npc.id)";
    let mut sim = divided(body, 2, SimParams { omniscient, ..SimParams::default() });
    let ids = [0, 1].map(|slot| sim.agents().bodies.id(slot));
    let apart = [(10.5, 5.5), (30.5, 5.5)].map(|(x, y)| Vec2::new(x, y));
    let commands = [0, 1].map(|i| Command::Place { id: ids[i], at: apart[i], storey: None });
    sim.step(&commands, &NoClock);
    (0..12).for_each(|_| _ = sim.step(&[], &NoClock));
    let memory = sim.memory(ids[0]).expect("alive");
    let entry = |key| memory.get(key).cloned().unwrap_or_default();
    (entry("known"), entry("sees"))
}

#[test]
fn a_switch_lets_creatures_know_what_they_do_not_see() {
    assert_eq!(written(false), (Value::Bool(false), Value::Bool(false)));
    assert_eq!(written(true), (Value::Bool(true), Value::Bool(false)));
}

#[test]
fn what_is_known_is_the_same_on_any_number_of_threads_and_a_part_of_the_hash() {
    // Creatures with odd numbers roam, and the others follow the farthest one that they see.
    let body = "local m, all = npc.memory, npc:all { within = 30, visible = true }
        if npc:random(8) == 1 then npc:shout('hey', 12) end
        m.noise, m.seers = npc:listen { within = 20 }, #npc:seen_by { within = 10 }
        if npc.id % 2 == 1 then
          if npc:random(6) == 1 then m.x, m.y = npc:spot(15) end
          if m.x then npc:steer(m.x, m.y) end
          return
        end
        if not m.id and #all > 0 then m.id = all[#all] pathfinder.set_moving_target(npc, m.id) end
        local code = pathfinder.tick(npc)
        local _, x, y = pathfinder.next_waypoint(npc)
        m.lost = m.lost or pathfinder.reason(npc) == 'lost sight'
        if code == pathfinder.MAP_FAILED or code == pathfinder.NO_TARGET then m.id = nil end
        npc:steer(x, y)";
    let hash = |threads, omniscient| {
        let mut sim = divided(body, 40, SimParams { threads, omniscient, ..SimParams::default() });
        (0..300).for_each(|_| _ = sim.step(&[], &NoClock));
        let lost = (0..40).filter_map(|slot| sim.memory(sim.agents().bodies.id(slot)));
        let lost = lost.filter(|m| m.get("lost") == Some(&Value::Bool(true))).count();
        assert!(omniscient || lost > 0, "no creature ever lost sight of another one");
        sim.hash()
    };
    let one = hash(1, false);
    assert_eq!([2, 8].map(|threads| hash(threads, false)), [one.clone(), one.clone()]);
    assert_ne!(hash(1, true), one);
}
