//! What holds in a living world, step by step: no body in a wall, the switch, the player, traps, and two equal runs.

use bestiary::Planner;
use bestiary::Sim;
use bestiary::Vec2;
use bestiary::testing::agent::collide::SKIN_M;
use bestiary::testing::diag::NoClock;
use bestiary::{Command, Population, Start};

fn world(start: Start) -> Sim {
    Sim::new(start.load().expect("loads").0).expect("starts")
}

fn of(map: &str, seed: u64) -> Start {
    Start { map: map.into(), seed, ..Start::default() }
}

fn run(sim: &mut Sim, steps: u64) {
    for _ in 0..steps {
        sim.step(&[], &NoClock);
    }
}

/// A world drawn as text, in a scratch file: `#` wall, `.` floor.
fn drawn(rows: &str, rest: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("scratch folder");
    let path = dir.path().join("drawn.toml");
    let text = format!("format = 1\nname = \"drawn\"\n{rest}\n[ground]\nrows = \"\"\"\n{rows}\"\"\"\n");
    std::fs::write(&path, text).expect("writes");
    (dir, path.to_string_lossy().into_owned())
}

#[test]
fn no_creature_is_ever_inside_a_wall() {
    for (map, extra) in [("glade", 60), ("depot", 60), ("maps/bg512/AR0411SR.map", 120)] {
        let population = [("wolf", extra), ("deer", extra * 2)]
            .map(|(behaviour, count)| Population { behaviour: behaviour.into(), count })
            .to_vec();
        let mut sim = world(Start { population, ..of(map, 3) });
        for step in 0..400 {
            sim.step(&[], &NoClock);
            let b = &sim.agents().bodies;
            for slot in b.living() {
                let inner = b.radius[slot] - SKIN_M - 1e-4;
                let free = sim.world().is_free(b.position[slot], inner, b.height[slot], b.moves[slot]);
                assert!(free, "{map}, step {step}: {} is at {} in a wall", b.id(slot), b.position[slot]);
            }
        }
    }
}

#[test]
fn the_same_commands_give_the_same_world_on_any_number_of_threads() {
    let life = |threads: usize| {
        let mut config = bestiary::Config::default();
        config.sim.threads = threads;
        let mut sim = world(Start { config, population: vec!["wolf=20".parse().expect("is one")], ..of("glade", 11) });
        for step in 0..300 {
            let commands = match step {
                20 => vec![Command::Spawn { behaviour: "deer".into(), count: 12, at: Some(Vec2::new(90.0, 20.0)) }],
                50 => vec![Command::MovePlayer { direction: Vec2::new(1.0, 0.5) }],
                100 => vec![Command::SetPathfinding(false)],
                150 => vec![Command::SetPathfinding(true), Command::PlayerStrike],
                _ => Vec::new(),
            };
            sim.step(&commands, &NoClock);
        }
        sim.hash()
    };
    assert_eq!(life(1), life(2));
    assert_eq!(life(1), life(5));
}

#[test]
fn with_the_static_planner_creatures_arrive_as_often_and_searches_never_fail_for_the_map() {
    let life = |planner: Planner, threads: usize| {
        let mut config = bestiary::Config::default();
        config.sim.threads = threads;
        let mut sim = world(Start { config, planner: Some(planner), ..of("depot", 7) });
        run(&mut sim, 2_000);
        assert_eq!(sim.stats().script_errors, 0);
        (sim.stats().arrivals, sim.search_counts().expanded, sim.hash())
    };
    let (window, shared) = (life(Planner::Window, 1), life(Planner::Static, 1));
    assert!(shared.0 * 10 >= window.0 * 9, "arrivals: {} by windows, {} by the shared grid", window.0, shared.0);
    assert!(shared.1 * 20 < window.1, "jump points expand far fewer nodes: {} against {}", shared.1, window.1);
    assert_eq!(shared.2, life(Planner::Static, 2).2, "the same on two threads");
}

#[test]
fn the_switch_leaves_creatures_to_their_feelers_and_back_again() {
    let mut sim = world(of("glade", 5));
    run(&mut sim, 300);
    let codes = |sim: &Sim| {
        let c = sim.stats().codes;
        (
            c[bestiary::testing::nav::Code::Searching as usize],
            c[bestiary::testing::nav::Code::SearchOk as usize],
            sim.stats().arrivals,
        )
    };
    // Before: searching; off: the target itself is the waypoint, no searches, all keep moving; on: searching again.
    sim.step(&[Command::SetPathfinding(false)], &NoClock);
    run(&mut sim, 10);
    let off = codes(&sim);
    let before: Vec<Vec2> = sim.agents().bodies.position.clone();
    run(&mut sim, 300);
    let later = codes(&sim);
    assert_eq!(later.0, off.0, "no search is queued while it is off");
    assert!(later.1 > off.1 && later.2 > off.2, "they go on, and get to places");
    let moved = sim.agents().bodies.position.iter().zip(&before).filter(|(a, b)| a.distance(**b) > 1.0).count();
    assert!(moved > 10, "{moved} moved");
    sim.step(&[Command::SetPathfinding(true)], &NoClock);
    run(&mut sim, 300);
    assert!(codes(&sim).0 > later.0, "searches again");
    assert_eq!(sim.stats().script_errors, 0);
}

#[test]
fn a_concave_trap_holds_feelers_and_not_the_pathfinder() {
    // The guard patrols; the path between two of its corners is blocked by a pocket open to its side.
    let rows = "\
........................................
........................................
........................................
........................................
..............###########...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
........................#...............
..............###########...............
........................................
........................................
........................................
........................................
........................................
";
    let spawn = "[[spawn]]\nbehaviour = \"guard\"\narea = [19, 10, 20, 11]\ncount = 1\n";
    let (_dir, map) = drawn(rows, "");
    std::fs::write(&map, std::fs::read_to_string(&map).expect("reads") + spawn).expect("writes");
    let arrivals = |feelers_only: bool| {
        let mut config = bestiary::Config::default();
        config.sim.feelers_only = feelers_only;
        let mut sim = world(Start { config, ..of(&map, 1) });
        run(&mut sim, 4_000);
        sim.stats().arrivals
    };
    let (planned, felt) = (arrivals(false), arrivals(true));
    assert!(planned >= 8 && planned >= 3 * felt, "planned {planned}, by feelers alone {felt}");
}

#[test]
fn the_depot_shows_it_over_several_seeds() {
    let arrivals = |seed: u64, feelers_only: bool| {
        let mut config = bestiary::Config::default();
        config.sim.feelers_only = feelers_only;
        let mut sim = world(Start { config, ..of("depot", seed) });
        run(&mut sim, 3_000);
        sim.stats().arrivals
    };
    let total = |feelers_only| (7..10).map(|seed| arrivals(seed, feelers_only)).sum::<u64>();
    let (planned, felt) = (total(false), total(true));
    assert!(planned >= 2 * felt, "planned {planned}, by feelers alone {felt}");
}

#[test]
fn the_player_walks_where_commands_say_and_deer_run_from_it() {
    let (_dir, map) = drawn(&format!("{}\n", ".".repeat(60)).repeat(40), "[player]\nat = [10, 20]\n");
    let mut sim = world(of(&map, 1));
    let player = sim.player().expect("the map has one");
    let at = |sim: &Sim| sim.agents().bodies.position[sim.agents().bodies.find(player).expect("alive")];
    let start = at(&sim);
    sim.step(&[Command::Spawn { behaviour: "deer".into(), count: 1, at: Some(Vec2::new(30.0, 20.0)) }], &NoClock);
    sim.step(&[Command::MovePlayer { direction: Vec2::X }], &NoClock);
    run(&mut sim, 60);
    sim.step(&[Command::MovePlayer { direction: Vec2::ZERO }], &NoClock);
    assert!(at(&sim).x > start.x + 10.0, "it walked to the right: {start} → {}", at(&sim));
    assert!(sim.stats().entered.get("flee").copied().unwrap_or(0) > 0, "the deer saw it coming");
    run(&mut sim, 20);
    let before = at(&sim);
    run(&mut sim, 20);
    assert!(at(&sim).distance(before) < 0.5, "it stands still");
}

#[test]
fn the_dead_are_replaced_and_their_ids_stay_stale() {
    let mut sim = world(of("glade", 2));
    let slot = sim.agents().bodies.living().next().expect("a creature");
    let id = sim.agents().bodies.id(slot);
    let spawned = |sim: &Sim| sim.stats().lives.values().map(|(spawned, _)| *spawned).sum::<u32>();
    let (alive, born) = (sim.agents().bodies.living().count(), spawned(&sim));
    sim.step(&[Command::Kill { id }], &NoClock);
    assert_eq!(sim.agents().bodies.living().count(), alive - 1);
    run(&mut sim, 900);
    assert!(sim.agents().bodies.find(id).is_none(), "the old identity is stale");
    assert!(spawned(&sim) > born, "a new life began");
}

/// A marsh with a road round it, of which a straight line to the other end sees nothing.
#[test]
fn creatures_take_the_road_where_the_ground_beside_it_costs_more() {
    let road = "=".repeat(60);
    let marsh = format!("={}=\n", ",".repeat(58));
    let rows = format!("{road}\n{}{road}\n", marsh.repeat(22));
    let rest = |cost: &str| {
        format!(
            "[legend]\n\",\" = {{ name = \"marsh\", walkable = true, cost = {cost} }}\n\
             [[place]]\nname = \"market\"\nat = [58.5, 12.5]\n\
             [[spawn]]\nbehaviour = \"carrier\"\narea = [0.2, 12.2, 0.8, 12.8]\ncount = 1\n"
        )
    };
    let carrier = "local tactics = require \"lib.tactics\"\n\
                   return behaviour { name = \"carrier\", body = { speed = 4, radius = 0.3 }, start = \"go\", states = {\n\
                   go = { tick = function(npc) local x, y = world.place(\"market\")\n\
                   npc.memory.how = tactics.go(npc, x, y, 1) end } } }";
    // The share of steps on the road until it is there, and the least distance to the market.
    let walk = |cost: &str| {
        let (dir, map) = drawn(&rows, &rest(cost));
        let home = dir.path().join("carriers");
        std::fs::create_dir_all(home.join("npc")).expect("made");
        std::fs::write(home.join("mod.toml"), "name = \"carriers\"\nversion = \"1\"\napi = 2\ndepends = [\"base\"]\n")
            .unwrap();
        std::fs::write(home.join("npc/carrier.lua"), carrier).expect("written");
        let mut sim = world(Start { mods: vec![home], ..of(&map, 1) });
        let (mut on_road, mut steps, mut nearest) = (0, 0, f32::INFINITY);
        for _ in 0..800 {
            sim.step(&[], &NoClock);
            let at = sim.agents().bodies.position[0];
            let edge = at.y < 1.0 || at.y > 23.0 || at.x < 1.0 || at.x > 59.0;
            nearest = nearest.min(at.distance(Vec2::new(58.5, 12.5)));
            if nearest > 1.5 {
                (on_road, steps) = (on_road + usize::from(edge), steps + 1);
            }
        }
        (on_road as f32 / steps as f32, nearest)
    };
    let (plain, _) = walk("1");
    let (costly, nearest) = walk("4");
    assert!(plain < 0.7 && costly > 0.9, "{plain} on the road where it is no cheaper, {costly} where it is");
    assert!(nearest < 1.5, "it arrives: {nearest} m");
}

/// Of fewer than a thousand bodies one thread does most of the work; here all take part.
#[test]
fn so_many_that_threads_share_them_live_the_same_on_any_number_of_threads() {
    let hash = |threads| {
        let population = [("wolf", 200), ("deer", 1_000)]
            .map(|(behaviour, count)| Population { behaviour: behaviour.into(), count })
            .to_vec();
        let mut start = Start { population, ..of("maps/bg512/AR0411SR.map", 5) };
        start.config.sim.threads = threads;
        // As in a world of very many: velocities are kept, and all that run a saved file are called at once.
        start.config.sim.many = 1_000;
        // Two machines have so much to do each that it is cut into parts.
        start.config.script.vms = 2;
        let mut sim = world(start);
        run(&mut sim, 60);
        sim.hash()
    };
    let alone = hash(1);
    assert_eq!(hash(2), alone);
    assert_eq!(hash(3), alone);
}
