//! Creatures that plan over graphs, in running worlds: where they come, which codes they get, and the same hash on any number of threads.

use bestiary::testing::diag::NoClock;
use bestiary::testing::graph::GraphKind;
use bestiary::{Command, Config, Edit, Level, Obb, Planner, Sim, Start, Storey, Vec2};
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::fs;

/// A map whose creatures plan over a graph, with searches that take many steps.
fn world(map: &str, graph: GraphKind, threads: usize) -> Sim {
    let mut config = Config::default();
    (config.sim.threads, config.nav.graph) = (threads, Some(graph));
    (config.nav.slice_expansions, config.nav.step_expansions) = (20, 2_000);
    let start = Start { map: map.into(), seed: 3, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

fn kinds() -> impl Iterator<Item = GraphKind> {
    GraphKind::value_variants().iter().copied()
}

/// What a world has said of graphs so far.
fn warnings(sim: &mut Sim) -> Vec<String> {
    let log = sim.snapshot(None, Default::default()).log;
    let of_graphs = log.into_iter().filter(|line| line.level == Level::Warn && line.text.contains("graph"));
    of_graphs.map(|line| line.text).collect()
}

#[test]
fn hashes_are_the_same_on_any_number_of_threads_over_each_graph() {
    for kind in kinds() {
        let map = if kind == GraphKind::Markers { "markers" } else { "doors" };
        let run = |threads| {
            let mut sim = world(map, kind, threads);
            let hashes: Vec<String> = (0..5)
                .map(|round| {
                    let command = Command::SetDoor { door: "second middle".into(), open: round % 2 == 0 };
                    sim.step(if map == "doors" { std::slice::from_ref(&command) } else { &[] }, &NoClock);
                    (0..60).for_each(|_| _ = sim.step(&[], &NoClock));
                    sim.hash()
                })
                .collect();
            (hashes, sim.stats().arrivals, sim.search_counts().fixed.searches)
        };
        let one = run(1);
        assert!(one.1 > 0 && one.2 > one.1, "{kind:?}: {one:?}");
        assert_eq!([run(2), run(8)], [one.clone(), one], "{kind:?}");
    }
}

#[test]
fn a_mesh_that_is_cut_again_under_creatures_gives_the_same_world_on_any_number_of_threads() {
    let run = |threads| {
        let mut sim = world("doors", GraphKind::Mesh, threads);
        let names: Vec<String> = sim.world().doors.iter().map(|door| door.name.to_string()).collect();
        let hashes: Vec<String> = (0..12)
            .map(|round| {
                let turned = names.iter().skip(round % 3).step_by(3);
                let mut commands: Vec<Command> =
                    turned.map(|door| Command::SetDoor { door: door.clone(), open: round % 2 == 0 }).collect();
                let footprint = Obb::new(Vec2::new(40.0 + round as f32, 20.0), Vec2::splat(0.7), round as f32);
                let place = Edit::Place { name: "crate".into(), footprint, base_m: 0.0, top_m: 2.0 };
                commands.push(Command::Edit(if round % 4 == 3 {
                    Edit::Remove { name: "crate".into() }
                } else {
                    place
                }));
                sim.step(&commands, &NoClock);
                (0..25).for_each(|_| _ = sim.step(&[], &NoClock));
                sim.hash()
            })
            .collect();
        (hashes, sim.world_counts().edits, warnings(&mut sim))
    };
    let one = run(1);
    assert!(one.1 > 20 && one.2.is_empty(), "{one:?}");
    assert_eq!([run(2), run(8)], [one.clone(), one]);
}

#[test]
fn porters_go_over_stairs_on_the_graph_of_each_storey() {
    for kind in kinds().filter(|kind| *kind != GraphKind::Markers) {
        let mut config = Config::default();
        config.nav.graph = Some(kind);
        let start = Start { map: "tower".into(), seed: 5, config, ..Start::default() };
        let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
        let mut highest = Storey::GROUND;
        for _ in 0..1_200 {
            sim.step(&[], &NoClock);
            let bodies = &sim.agents().bodies;
            highest = bodies.living().map(|slot| bodies.storey[slot]).max().unwrap_or_default().max(highest);
        }
        assert!(highest >= Storey(2), "{kind:?}: {highest:?}");
        assert_eq!(warnings(&mut sim), [""; 0], "{kind:?}");
    }
}

/// Couriers between the halls of the map of markers; what it says of their pathfinders when they come nowhere.
#[test]
fn couriers_walk_over_the_markers_of_their_map() {
    let start = Start { map: "markers".into(), seed: 1, ..Start::default() };
    let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
    let markers: Vec<Vec2> = sim.world().markers.iter().map(|marker| marker.at).collect();
    let id = sim.agents().bodies.id(0);
    let mut between = 0;
    for _ in 0..1_200 {
        sim.step(&[], &NoClock);
        let focus = sim.snapshot(Some(id), Default::default()).focus.expect("it lives");
        let points = focus.path.waypoints;
        // All places of a path but its last are markers, but for a few steps in the beginning.
        if let [more @ .., _] = &points[..]
            && more.len() > 1
            && more.iter().all(|at| markers.contains(at))
        {
            between += 1;
        }
    }
    assert!(between > 100, "{between}");
    assert!(sim.stats().arrivals >= 15, "{}", sim.stats().arrivals);
    assert_eq!(warnings(&mut sim), [""; 0]);
}

#[test]
fn a_box_in_a_doorway_is_gone_round_over_other_markers() {
    let north = Edit::Place {
        name: "crate".into(),
        footprint: Obb { centre: Vec2::new(12.0, 13.0), half: Vec2::new(0.5, 2.0), axis: Vec2::X },
        base_m: 0.0,
        top_m: 2.0,
    };
    // Through which doorways they go in the end.
    let doorways = |commands: &[Command]| {
        let mut sim = Sim::new(Start { map: "markers".into(), seed: 1, ..Start::default() }.load().expect("loads").0)
            .expect("starts");
        let mut used = BTreeSet::new();
        for step in 0..1_200 {
            sim.step(if step == 0 { commands } else { &[] }, &NoClock);
            let bodies = &sim.agents().bodies;
            let inside = bodies.living().map(|slot| bodies.position[slot]).filter(|at| (at.x - 12.0).abs() < 0.3);
            used.extend(inside.filter(|_| step > 200).map(|at| if at.y < 20.0 { "north" } else { "south" }));
        }
        assert_eq!(warnings(&mut sim), [""; 0]);
        used.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(doorways(&[]), ["north", "south"]);
    assert_eq!(doorways(&[Command::Edit(north)]), ["south"]);
}

/// A mod with one behaviour whose body says over what it plans.
fn with_body(body: &str, planner: Option<Planner>, map: &str) -> Result<Sim, Vec<String>> {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::create_dir_all(dir.path().join("npc")).expect("made");
    let manifest = "name = \"walkers\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    fs::write(dir.path().join("mod.toml"), manifest).expect("written");
    let script = format!(
        "local tactics = require 'lib.tactics'
return behaviour {{ name = 'walker', body = {{ radius = 0.4, {body} }}, start = 'go',
  states = {{ go = {{ tick = function(npc) tactics.go(npc, 86, 7) end }} }} }}"
    );
    fs::write(dir.path().join("npc/walker.lua"), script).expect("written");
    let population = vec!["walker=3".parse().expect("a population")];
    let start =
        Start { map: map.into(), seed: 3, population, planner, mods: vec![dir.path().to_owned()], ..Start::default() };
    let faults = |all: Vec<bestiary::Diagnostic>| all.into_iter().map(|d| d.to_string()).collect::<Vec<_>>();
    Sim::new(start.load().map_err(|e| faults(e.0))?.0).map_err(faults)
}

#[test]
fn a_body_plans_over_its_own_graph_whatever_the_planner_of_the_world() {
    for planner in [Planner::Static, Planner::Window] {
        let run = |body: &str| {
            let mut sim = with_body(body, Some(planner), "doors").expect("starts");
            (0..300).for_each(|_| _ = sim.step(&[], &NoClock));
            (sim.hash(), sim.agents().bodies.position[0])
        };
        let (plain, mesh) = (run(""), run("graph = 'mesh'"));
        assert_ne!(plain, mesh, "{planner:?}");
    }
}

#[test]
fn an_unknown_graph_of_a_body_gets_a_message_with_the_one_that_was_meant() {
    let faults = with_body("graph = 'mash'", None, "doors").err().expect("it does not start");
    assert!(faults[0].contains("walker.lua:2") && faults[0].contains("there is no graph 'mash'"), "{faults:?}");
    assert!(faults[0].contains("'mesh'") || faults[0].contains("mesh"), "{faults:?}");
}

#[test]
fn a_map_without_markers_that_spawns_creatures_over_markers_does_not_start() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let map = dir.path().join("bare.toml");
    let text =
        "format = 1\n[ground]\nsize = [20, 20]\n[[spawn]]\nbehaviour = \"walker\"\narea = [2, 2, 9, 9]\ncount = 1\n";
    fs::write(&map, text).expect("written");
    let map = map.to_str().expect("a name");
    let faults = with_body("graph = 'markers'", None, map).err().expect("it does not start");
    assert!(faults[0].contains("bare.toml:4"), "{faults:?}");
    assert!(
        faults[0].contains("a walker plans over the graph 'markers', and this map has no [[marker]]"),
        "{faults:?}"
    );
    assert!(with_body("graph = 'hex'", None, map).is_ok());
}

#[test]
fn a_body_over_markers_where_there_are_none_is_said_once_and_gives_up() {
    let mut sim = with_body("graph = 'markers'", None, "doors").expect("starts");
    (0..100).for_each(|_| _ = sim.step(&[], &NoClock));
    let said = warnings(&mut sim);
    assert_eq!(said.iter().filter(|line| line.contains("no [[marker]]")).count(), 1, "{said:?}");
    let id = sim.agents().bodies.id(sim.agents().bodies.living().last().expect("it lives"));
    let focus = sim.snapshot(Some(id), Default::default()).focus.expect("it lives");
    assert_eq!(focus.path.reason, Some("no graph"));
}
