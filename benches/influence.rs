//! What avoiding influence costs: 10 000 grazers on cities/Berlin_1_1024 that run errands among 200 prowlers, with `avoids` and
//! without: `cargo bench --bench influence`. Searches may take at most twice as long.
//!
//! Asserted: no script errors, the same world on two threads, as many errands (nearly) as without, and that grazers that avoid threat
//! walk through less of it, a metre. Times are printed with their ratio; `STEPS` (default 400) and `MOVINGAI` (default:
//! `../shared/movingai`) set the amount and the folder of maps.

use bestiary::testing::nav::NearCounts;
use bestiary::testing::runtime::run_headless;
use bestiary::{Config, Planner, Population, Sim, Start};
use std::fs;
use std::path::Path;

/// Errands of one kind of creature, to places 80 m round where it began.
fn errands(name: &str, body: &str) -> String {
    format!(
        "local tactics = require 'lib.tactics'
        return behaviour {{
          name = '{name}', start = 'walk',
          body = {{ radius = 0.4, height = 1.4, speed = 6, turn_rate = 8, {body} }},
          states = {{
            walk = {{ tick = function(npc)
              local m = npc.memory
              if not m.x or npc.time >= m.till then
                m.till = (m.till or npc.time) + 12
                m.x, m.y = npc:spot(80, npc.home_x, npc.home_y)
              end
              if m.x and tactics.go(npc, m.x, m.y) == 'arrived' then return 'there' end
            end }},
            there = {{ tick = function(npc)
              if npc.time >= npc.memory.till then return 'walk' end
            end }},
          }},
        }}"
    )
}

/// A mod of grazers and prowlers.
fn write_mod(dir: &Path, avoids: &str) {
    fs::create_dir_all(dir.join("npc")).expect("a folder");
    fs::write(dir.join("mod.toml"), "name = \"avoiding\"\nversion = \"1\"\napi = 2\ndepends = [\"base\"]\n")
        .expect("written");
    fs::write(dir.join("npc/grazer.lua"), errands("grazer", &format!("faction = 'prey', {avoids}"))).expect("written");
    fs::write(dir.join("npc/prowler.lua"), errands("prowler", "faction = 'predator'")).expect("written");
}

fn world(map: &str, dir: &Path, threads: usize) -> Sim {
    let mut config = Config::default();
    config.sim.threads = threads;
    let crowd =
        [("grazer", 10_000), ("prowler", 200)].map(|(name, count)| Population { behaviour: name.into(), count });
    let start = Start {
        map: map.into(),
        mods: vec![dir.to_owned()],
        config,
        seed: 5,
        population: crowd.into(),
        planner: Some(Planner::Static),
        ..Start::default()
    };
    let (setup, _) = start.load().expect("the map loads");
    Sim::new(setup).expect("the scripts load")
}

/// The results of one run.
struct Sums {
    search_ms: f64,
    influence_ms: f64,
    p99_ms: f64,
    expanded: u64,
    searches: u64,
    near: NearCounts,
    there: u64,
    /// Threat that grazers walked through, a mean over the metres.
    threat: f64,
}

fn run(map: &str, dir: &Path, steps: u64) -> Sums {
    let mut sim = world(map, dir, 1);
    let (mut threat, mut walked) = (0.0, 0.0);
    let run = run_headless(&mut sim, steps, |sim, step| {
        if step % 5 == 0 {
            let layers = sim.shown_influence();
            let layer = layers.iter().find(|l| l.name == "threat").expect("the built-in mod declares it");
            let (agents, symbols) = (sim.agents(), &sim.catalogue().symbols);
            for slot in agents.bodies.living().filter(|s| symbols.name(agents.behaviour[*s]) == "grazer") {
                let speed = f64::from(agents.bodies.velocity[slot].length());
                threat += speed * f64::from(layer.tenths(agents.bodies.position[slot])) / 10.0;
                walked += speed;
            }
        }
        true
    });
    let (stats, counts) = (sim.stats(), sim.search_counts());
    assert_eq!(stats.script_errors, 0);
    let ms = |ns: u64| ns as f64 / 1e6 / run.steps as f64;
    Sums {
        search_ms: ms(run.total.search_ns),
        influence_ms: ms(run.total.influence_ns),
        p99_ms: run.step_ns.value_at_quantile(0.99) as f64 / 1e6,
        expanded: counts.expanded,
        searches: counts.both().searches,
        near: counts.near,
        there: stats.entered.get("there").copied().unwrap_or(0),
        threat: threat / walked.max(1.0),
    }
}

fn main() {
    let steps = std::env::var("STEPS").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let folder = std::env::var("MOVINGAI").unwrap_or_else(|_| "../shared/movingai".into());
    let map = format!("{folder}/cities/Berlin_1_1024.map");
    if !Path::new(&map).exists() {
        println!("skipped: no {map} (set MOVINGAI to the folder of maps)");
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let [without, with] = ["without", "with"].map(|name| dir.path().join(name));
    write_mod(&without, "");
    write_mod(&with, "avoids = { threat = 4 }");
    let hash = |threads| {
        let mut sim = world(&map, &with, threads);
        run_headless(&mut sim, 100, |_, _| true);
        sim.hash()
    };
    assert_eq!(hash(1), hash(2), "the same world on two threads");
    let [a, b] = [&without, &with].map(|dir| run(&map, dir, steps));
    println!(
        "{steps} steps     search ms  influence ms  step p99 ms    searches    expanded  near: all    better  expanded     there  threat a metre"
    );
    for (name, s) in [("without", &a), ("with", &b)] {
        let NearCounts { searches, better, expanded } = s.near;
        println!(
            "{name:10} {:12.3} {:13.3} {:12.2} {:11} {:11} {searches:10} {better:9} {expanded:9} {:9} {:15.4}",
            s.search_ms, s.influence_ms, s.p99_ms, s.searches, s.expanded, s.there, s.threat
        );
    }
    let ratio = b.search_ms / a.search_ms;
    println!("searches take {ratio:.2} times as long{}", if ratio > 2.0 { ": MORE THAN TWICE" } else { "" });
    assert!(b.near.better * 4 > b.near.searches, "of the searches near grazers many find a better path");
    assert!(b.threat < a.threat, "grazers that avoid threat walk through less of it");
    assert!(b.there * 10 > a.there * 9, "they still come to their places");
}
