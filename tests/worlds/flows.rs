//! Crowds with one goal: their paths come off a flow field, in which the crowd itself is a cost.

use bestiary::testing::diag::NoClock;
use bestiary::{Command, Config, GateGround, Sim, Start, Vec2};
use std::path::Path;

/// Goes to the same place as all others, and leaves the world there.
const GOER: &str = r#"
local tactics = require "lib.tactics"
return behaviour {
  name = "goer",
  body = { radius = 0.25, height = 1.7, speed = 1.5, faction = "folk" },
  start = "walk",
  states = {
    walk = {
      tick = function(npc)
        if tactics.go(npc, 45, 9) == "arrived" or npc.x > 43 then npc:despawn() end
      end,
    },
  },
}
"#;

/// A wall with two openings: one of 1 m on the straight line to the goal, and one of 2 m, 10 m aside. A door is in the second.
fn map() -> String {
    let cell = |x: usize, y: usize| if x == 30 && y != 8 && !(18..20).contains(&y) { '#' } else { '.' };
    let rows: Vec<String> = (0..26).map(|y| (0..50).map(|x| cell(x, y)).collect()).collect();
    let spawn = "[[spawn]]\nbehaviour = \"goer\"\ncount = 120\narea = [2, 2, 26, 16]\n";
    let door = "[[door]]\nname = \"gap\"\nat = [30.5, 19]\nsize = [0.4, 2]\nopen = true\n";
    format!("format = 1\nname = \"gaps\"\n{spawn}{door}\n[ground]\nrows = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

fn write(dir: &Path) -> Start {
    std::fs::create_dir(dir.join("npc")).expect("folder");
    let manifest = "name = \"stage\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    std::fs::write(dir.join("mod.toml"), manifest).expect("writes");
    std::fs::write(dir.join("npc/goer.lua"), GOER).expect("writes");
    let path = dir.join("gaps.toml");
    std::fs::write(&path, map()).expect("writes");
    Start { map: path.to_string_lossy().into_owned(), mods: vec![dir.into()], seed: 5, ..Start::default() }
}

/// What became of a crowd: how many went by the farther opening, how many paths came off fields, how many searches there were, and the hash.
#[derive(Debug, PartialEq)]
struct Result {
    aside: usize,
    off_fields: u64,
    searches: u64,
    left: usize,
    hash: String,
}

fn run(config: &Config, steps: u64, commands: impl Fn(u64) -> Vec<Command>) -> Result {
    let dir = tempfile::tempdir().expect("scratch folder");
    let start = Start { config: config.clone(), ..write(dir.path()) };
    let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
    let mut aside = std::collections::BTreeSet::new();
    for step in 0..steps {
        sim.step(&commands(step), &NoClock);
        let bodies = &sim.agents().bodies;
        let there = |at: Vec2| at.x > 30.0 && at.x < 31.0 && at.y > 16.0;
        aside.extend(bodies.living().filter(|slot| there(bodies.position[*slot])));
    }
    let counts = sim.search_counts();
    let left = sim.agents().bodies.living().count();
    let searches = counts.both().searches - counts.off_fields - counts.in_sight - counts.shared;
    Result { aside: aside.len(), off_fields: counts.off_fields, searches, left, hash: sim.hash() }
}

fn config(crowd: f32, threads: usize) -> Config {
    let mut config = Config::default();
    config.nav.flow_crowd = crowd;
    config.sim.threads = threads;
    config
}

#[test]
fn a_crowd_spreads_over_openings_where_it_is_a_cost() {
    // Before: the crowd costs nothing, and all go by the nearer opening.
    let alone = run(&config(0.0, 1), 700, |_| Vec::new());
    assert!(alone.off_fields > 0, "{alone:?}");
    assert_eq!(alone.aside, 0, "{alone:?}");
    // After: some go by the other one, and fewer are left.
    let spread = run(&config(1.0, 1), 700, |_| Vec::new());
    assert!(spread.aside > 10, "{spread:?}");
    assert!(spread.left * 4 < alone.left * 3, "{spread:?} {alone:?}");
}

/// Gates on a grid, and bodies that cost nothing where they are.
fn gated(threads: usize) -> Config {
    let mut config = config(0.0, threads);
    config.crowd.gates = GateGround::Grid;
    config
}

#[test]
fn a_crowd_spreads_over_openings_by_what_its_gates_add_to_the_field() {
    // Before: no path depends on another, and all go by the nearer opening.
    let alone = run(&config(0.0, 1), 700, |_| Vec::new());
    assert_eq!(alone.aside, 0, "{alone:?}");
    // After: all plan by one field, in which what others plan is a cost; but for the first moments none searches for itself.
    let spread = run(&gated(1), 700, |_| Vec::new());
    assert!(spread.off_fields > 90, "{spread:?}");
    assert!(spread.searches < 40, "{spread:?}");
    assert!(spread.aside > 10, "{spread:?}");
    assert!(spread.left < alone.left, "{spread:?} {alone:?}");
}

#[test]
fn fields_do_not_depend_on_threads() {
    let crowded: fn(usize) -> Config = |threads| config(1.0, threads);
    for of in [crowded, gated] {
        let one = run(&of(1), 200, |_| Vec::new());
        assert!(one.off_fields > 90, "{one:?}");
        for threads in [2, 8] {
            assert_eq!(run(&of(threads), 200, |_| Vec::new()), one);
        }
    }
}

#[test]
fn a_door_that_closes_is_a_change_of_the_field_and_paths_follow_it() {
    // While the farther opening is a closed door, none goes by it; when it has opened some do.
    let door = |open| Command::SetDoor { door: "gap".into(), open };
    let closed = run(&config(1.0, 1), 500, |step| if step == 0 { vec![door(false)] } else { Vec::new() });
    assert_eq!(closed.aside, 0, "{closed:?}");
    let opened = run(&config(1.0, 1), 700, |step| match step {
        0 => vec![door(false)],
        300 => vec![door(true)],
        _ => Vec::new(),
    });
    assert!(opened.aside > 5, "{opened:?}");
    assert!(opened.off_fields > 120, "{opened:?}");
}

#[test]
fn front_ends_see_the_crowd_and_the_field_of_a_creatures_goal() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let mut sim = Sim::new(write(dir.path()).load().expect("loads").0).expect("starts");
    let first = sim.agents().bodies.id(0);
    assert_eq!(sim.shown_flow(first), None, "it has no goal yet");
    for _ in 0..40 {
        sim.step(&[], &NoClock);
    }
    let (crowd, bodies) = (sim.shown_crowd(), &sim.agents().bodies);
    for slot in bodies.living() {
        assert!(crowd.at(bodies.position[slot]).is_some_and(|there| there.on_10_m2 > 0));
    }
    assert_eq!(crowd.at(Vec2::new(40.0, 24.0)), None);
    let flow = sim.shown_flow(first).expect("a field");
    let at = |x, y| flow.at(Vec2::new(x, y));
    // From the west, the north-west and the south of the goal; at the goal, in a wall, and outside.
    assert_eq!([at(40.5, 9.5), at(43.5, 7.5), at(45.5, 12.5)], [Some(0), Some(1), Some(6)]);
    assert_eq!([at(45.5, 9.5), at(30.5, 2.5), at(-3.0, 2.0), at(1e9, f32::NAN)], [None; 4]);
}
