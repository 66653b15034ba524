//! The map of doors: what couriers, and hounds that chase them, do when doors close before them and open beside them.

use crate::plans::Observer;
use bestiary::testing::diag::NoClock;
use bestiary::testing::graph::GraphKind;
use bestiary::{Command, Planner, Sim, Start};
use clap::ValueEnum;
use std::fs;

fn doors(threads: usize) -> Sim {
    let mut config = bestiary::Config::default();
    config.sim.threads = threads;
    let start = Start { map: "doors".into(), seed: 3, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// A hound goes after a courier wherever it is.
const HOUND: &str = "local tactics = require 'lib.tactics'
return behaviour { name = 'hound', body = { radius = 0.3, height = 0.7, speed = 3, faction = 'dogs' }, start = 'chase',
  states = { chase = { tick = function(npc)
    local prey = npc.memory.prey
    if not prey or not npc:exists(prey) then
      local all = npc:all { behaviour = 'courier', within = 1000 }
      prey = all[npc:random(1, #all)]
      npc.memory.prey = prey
    end
    if prey then tactics.follow(npc, prey) end
  end } } }";

/// The map of doors with hounds, for a planner or over a graph. Creatures know where others are: what is measured is plans.
fn chases(planner: Planner, graph: Option<GraphKind>, hounds: u32) -> Sim {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::create_dir_all(dir.path().join("npc")).expect("made");
    let manifest = "name = \"hounds\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    fs::write(dir.path().join("mod.toml"), manifest).expect("written");
    fs::write(dir.path().join("npc/hound.lua"), HOUND).expect("written");
    let mut config = bestiary::Config::default();
    (config.sim.threads, config.sim.omniscient, config.nav.graph) = (1, true, graph);
    let population = vec![format!("hound={hounds}").parse().expect("a population")];
    let mods = vec![dir.path().to_owned()];
    let start =
        Start { map: "doors".into(), seed: 3, config, population, mods, planner: Some(planner), ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// Whether the shortest path over a graph may lead through other doors than the shortest path of all.
fn is_coarse(kind: GraphKind) -> bool {
    matches!(
        kind,
        GraphKind::Grid4 | GraphKind::Hex | GraphKind::Quadtree | GraphKind::FramedQuadtree | GraphKind::Turned
    )
}

/// Plans follow changes as the project promises; what was seen.
fn follow_changes(planner: Planner, graph: Option<GraphKind>, hounds: u32, steps: u64, every: u64) -> String {
    let (mut sim, mut observer) = (chases(planner, graph, hounds), Observer::new(every));
    observer.run(&mut sim, steps);
    let Observer { adopted, worst_m, longest, mut faults, .. } = observer;
    if graph.is_some_and(is_coarse) {
        faults.retain(|fault| fault.contains("closed"));
    }
    let counts = sim.world_counts();
    assert!(counts.edits > steps / 40 && adopted > steps / 20, "{counts:?}, {adopted} plans");
    let few: Vec<&String> = faults.iter().step_by(faults.len() / 8 + 1).collect();
    assert!(faults.is_empty(), "{planner:?}, {graph:?}: {} of {adopted} plans: {few:#?}", faults.len());
    format!(
        "{planner:?}, {graph:?}: {counts:?}; {adopted} plans adopted, at most {worst_m:.1} m longer; longest out of date {longest} steps"
    )
}

/// After each change, plans are soon as short as fresh ones, and none leads through a closed door.
#[test]
fn plans_follow_doors_on_the_shared_grid() {
    follow_changes(Planner::Static, None, 10, 600, 8);
}

#[test]
fn plans_follow_doors_over_each_graph() {
    for kind in GraphKind::value_variants().iter().copied().filter(|kind| *kind != GraphKind::Markers) {
        println!("{}", follow_changes(Planner::Static, Some(kind), 6, 300, 8));
    }
}

#[test]
fn plans_follow_doors_in_windows() {
    follow_changes(Planner::Window, None, 10, 600, 8);
}

/// The same for as long as the acceptance of this part asks: `cargo test --release --test worlds -- --ignored --nocapture doors`.
#[test]
#[ignore = "takes minutes"]
fn plans_follow_doors_for_ten_minutes() {
    println!("{}", follow_changes(Planner::Static, None, 20, 12_000, 2));
}

#[test]
#[ignore = "takes minutes"]
fn plans_follow_doors_in_windows_for_ten_minutes() {
    println!("{}", follow_changes(Planner::Window, None, 20, 12_000, 2));
}

/// With 500 creatures and a door that changes every second no step's searches cost more than they may.
#[test]
fn five_hundred_and_a_door_a_second_stay_below_the_ceiling() {
    for planner in [Planner::Static, Planner::Window] {
        let mut config = bestiary::Config::default();
        config.sim.threads = 1;
        let most = u64::from(config.nav.step_expansions);
        let population = vec!["courier=500".parse().expect("a population")];
        let start =
            Start { map: "doors".into(), seed: 3, config, population, planner: Some(planner), ..Start::default() };
        let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
        for step in 0..200 {
            let command = Command::SetDoor { door: "second middle".into(), open: step % 40 < 20 };
            sim.step(if step % 20 == 0 { std::slice::from_ref(&command) } else { &[] }, &NoClock);
        }
        let load = sim.search_load();
        assert!(load.most <= most, "{planner:?}: {load:?}");
        println!("{planner:?}: {load:?}");
    }
}

#[test]
fn a_world_with_doors_repeats_on_any_number_of_threads() {
    let run = |threads: usize| {
        let mut sim = doors(threads);
        for step in 0..400 {
            let command = Command::SetDoor { door: "second middle".into(), open: step % 100 < 50 };
            sim.step(if step % 50 == 0 { std::slice::from_ref(&command) } else { &[] }, &NoClock);
        }
        (sim.hash(), sim.world_counts())
    };
    let first = run(1);
    assert!(first.1.edits > 15 && first.1.plans_redone > 20, "{first:?}");
    assert_eq!(run(2), first);
    assert_eq!(run(8), first);
}
