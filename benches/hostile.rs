//! Step times with one hostile script among 1 000 creatures, for every kind of the tests' table: `cargo bench --bench
//! hostile`. One world runs by turns with the culprit's handler empty and with each of the kinds, so both see the same
//! machine. Then every function that a script can reach is called without end with every odd kind of arguments. That each kind
//! was stopped is asserted, the times are printed.

#[path = "../tests/lua/hostile/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../tests/lua/hostile/odd.rs"]
mod odd;

use bestiary::Config;
use bestiary::ScriptParams;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::declarations;
use bestiary::testing::lua::natives::reachable;
use bestiary::testing::runtime::run_headless;
use bestiary::{Command, Sim, SourceFile};
use bestiary::{Population, Start};

const WARM_UP: u64 = 200;
/// Steps from one call of a creature to the next.
const STEPS_PER_CALL: u64 = 6;
/// Steps with each kind, and as many without: three or four calls of the culprit.
const STEPS: u64 = 20;
/// So many of the worst functions are measured twice.
const MEASURED_AGAIN: usize = 20;
const CROWD: [(&str, u32); 5] = [("wolf", 150), ("deer", 600), ("guard", 100), ("merchant", 50), ("scavenger", 100)];

fn culprit(top: &str, body: &str) -> String {
    format!(
        "{top}return behaviour {{ name = \"culprit\", start = \"s\", states = {{ s = {{ tick = function(npc)\ndo {body} end\nend }} }} }}"
    )
}

fn world() -> Sim {
    // Nothing is rolled back: the point is what the script costs while it runs.
    let script = ScriptParams { probation_ms: 0, ..ScriptParams::default() };
    let population = CROWD.map(|(behaviour, count)| Population { behaviour: behaviour.into(), count }).to_vec();
    let config = Config { script, ..Config::default() };
    let start = Start { map: "glade".into(), seed: 7, config, population, ..Start::default() };
    let (setup, _) = start.load().expect("the map loads");
    let mut sim = Sim::new(setup).expect("the scripts load");
    change(&mut sim, "", "");
    sim.step(&[Command::Spawn { behaviour: "culprit".into(), count: 1, at: None }], &NoClock);
    run_headless(&mut sim, WARM_UP, |_, _| true);
    sim
}

/// Gives the culprit another tick; the step of the reload is not timed.
fn change(sim: &mut Sim, top: &str, body: &str) {
    let file = SourceFile { mod_name: "base".into(), path: "npc/culprit.lua".into(), text: Some(culprit(top, body)) };
    sim.step(&[Command::Reload { files: vec![file] }], &NoClock);
}

fn main() {
    let mut sim = world();
    let mut calm = run_headless(&mut sim, STEPS, |_, _| true).step_ns;
    let mut wild = calm.clone();
    wild.reset();
    let mut worst = (0, "");
    for (what, body) in corpus::HOSTILE {
        change(&mut sim, "", body);
        let before = sim.stats().script_errors;
        let times = run_headless(&mut sim, STEPS, |_, _| true).step_ns;
        assert!(sim.stats().script_errors > before, "{what}: it was stopped");
        worst = worst.max((times.max(), *what));
        wild.add(&times).expect("the same range");
        change(&mut sim, "", "");
        let before = sim.stats().script_errors;
        calm.add(&run_headless(&mut sim, STEPS, |_, _| true).step_ns).expect("the same range");
        assert_eq!(sim.stats().script_errors, before, "no other creature fails");
    }
    let generated = every_function(&mut sim);
    let alive = sim.agents().bodies.living().count();
    assert!(alive >= 900, "a thousand creatures, some of them between two lives: {alive}");
    for (name, times) in [("handler empty", &calm), ("hostile", &wild)] {
        let ms = |q| times.value_at_quantile(q) as f64 / 1e6;
        println!(
            "{name}: {} steps with {alive} creatures, p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms (bar: p99 under 20 ms)",
            times.len(),
            ms(0.50),
            ms(0.99),
            ms(1.0)
        );
    }
    let (ns, what) = worst;
    println!("{} kinds; the worst step was {:.2} ms, with '{what}'", corpus::HOSTILE.len(), ns as f64 / 1e6);
    println!("{} functions, each with {} odd kinds of arguments; the worst steps:", generated.len(), odd::ODD.len());
    for (ns, function) in generated.iter().take(5) {
        println!("{:8.2} ms {function}", *ns as f64 / 1e6);
    }
}

/// The worst step with each function that a script can reach; the worst function first. What comes from a function comes again,
/// what comes from the machine does not: the worst are measured twice, and the better time counts.
fn every_function(sim: &mut Sim) -> Vec<(u64, String)> {
    let methods = declarations::natives().filter(|f| f.area == "npc").map(|f| format!("npc.{}", f.name));
    let functions = reachable(&ScriptParams::default()).into_iter().chain(methods);
    let mut worst: Vec<(u64, String)> = functions.map(|function| (worst_step(sim, &function), function)).collect();
    worst.sort_by(|a, b| b.cmp(a));
    for (ns, function) in worst.iter_mut().take(MEASURED_AGAIN) {
        *ns = worst_step(sim, function).min(*ns);
    }
    worst.sort_by(|a, b| b.cmp(a));
    worst
}

/// The longest step, in nanoseconds, while the culprit calls a function without end with each odd kind of arguments.
fn worst_step(sim: &mut Sim, function: &str) -> u64 {
    change(sim, odd::TOP, &odd::endless(function));
    let before = sim.stats().script_errors;
    let times = run_headless(sim, STEPS_PER_CALL * odd::ODD.len() as u64, |_, _| true).step_ns;
    assert!(sim.stats().script_errors >= before + odd::ODD.len() as u64 - 1, "{function}: each kind was stopped");
    times.max()
}
