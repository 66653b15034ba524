//! Errands in a crowd: `cargo bench --bench depot`. A hundred walkers go about the depot beside the creatures that the map
//! spawns, with either planner.
//!
//! *Completed*: errands that ended at their place in time. *Time*: of a completed errand, against what its straight line takes
//! at full speed; the median over all. *Waiting*: creatures that stayed within 0.6 m for longer than 10 s while under way.
//! `SEEDS` (default 5), `TICKS` (6000) and `WALKERS` (100) set the amount, `ERRAND_S` (30) the seconds for an errand: with 30 nearly all are
//! completed, so that no more can be. Words on the command line select other maps, and `SHOW` lists those that wait. Asserted: no script errors, and that at most two wait in each run of the depot.

use bestiary::testing::agent::Drive;
use bestiary::testing::runtime::run_headless;
use bestiary::{Config, Planner, Population, Sim, Start, Vec2};
use std::path::Path;
use tempfile::TempDir;

const SPEED_M_S: f32 = 6.0;
const WAIT_M: f32 = 0.6;
const WAIT_S: f32 = 10.0;
const STEP_S: f32 = 0.05;
const STEPS_A_SECOND: u64 = 20;
/// Seconds for an errand, as the mod has it.
const USUAL_S: u64 = 30;
/// So many may wait in the depot in one run.
const MOST_WAITING: u32 = 2;

/// One creature, as it was after the last step.
#[derive(Clone, Copy, Default)]
struct Seen {
    generation: u32,
    is_there: bool,
    /// Where its errand began, where it leads and when it began.
    errand: Option<(Vec2, u64)>,
    /// Where it has waited since.
    anchor: Vec2,
    since: u64,
    waited: bool,
}

#[derive(Default)]
struct Watch {
    errand_steps: u64,
    seen: Vec<Seen>,
    completed: u32,
    ratios: Vec<f32>,
    waiting: u32,
}

impl Watch {
    /// To be called after each step.
    fn note(&mut self, sim: &Sim, step: u64) {
        let (agents, symbols) = (sim.agents(), &sim.catalogue().symbols);
        self.seen.resize(agents.bodies.len(), Seen::default());
        for slot in agents.bodies.living() {
            let (at, generation) = (agents.bodies.position[slot], agents.bodies.generation[slot]);
            let walker = symbols.name(agents.behaviour[slot]) == "walker";
            let is_there = symbols.name(agents.state[slot]) == "there";
            let seen = &mut self.seen[slot];
            if seen.generation != generation || step == 0 {
                *seen = Seen { generation, anchor: at, since: step, ..Seen::default() };
            }
            if walker && is_there && !seen.is_there {
                self.completed += 1;
                if let Some((from, since)) = seen.errand.filter(|(from, _)| from.distance(at) > 5.0) {
                    let free_s = from.distance(at) / SPEED_M_S;
                    self.ratios.push((step - since) as f32 * STEP_S / free_s);
                }
            } else if walker && seen.is_there && !is_there {
                seen.errand = Some((at, step));
            }
            // The time of an errand is over: the next begins where the creature is.
            if walker && !is_there && step.is_multiple_of(self.errand_steps) {
                seen.errand = None;
            }
            seen.is_there = is_there;
            let under_way = matches!(agents.intent[slot].drive, Drive::Steer { pace, .. } if pace > 0.0);
            if !under_way || at.distance(seen.anchor) > WAIT_M {
                (seen.anchor, seen.since) = (at, step);
            } else if !seen.waited && (step - seen.since) as f32 * STEP_S > WAIT_S {
                seen.waited = true;
                self.waiting += 1;
                if std::env::var_os("SHOW").is_some() {
                    println!(
                        "  {} {slot} waits at {at} in {}",
                        symbols.name(agents.behaviour[slot]),
                        symbols.name(agents.state[slot])
                    );
                }
            }
        }
    }
}

/// The mod of the walkers, with so many seconds for each errand, below a folder of its own.
fn walkers_of(errand_s: u64) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/errands"));
    std::fs::create_dir(folder.path().join("npc")).expect("an empty folder");
    for file in ["mod.toml", "npc/walker.lua"] {
        let text = std::fs::read_to_string(from.join(file)).expect("the mod is there");
        let text = text.replace(&format!("TIME  = {USUAL_S}"), &format!("TIME  = {errand_s}"));
        std::fs::write(folder.path().join(file), text).expect("it can be written");
    }
    folder
}

fn world(map: &str, mods: &Path, planner: Planner, seed: u64, walkers: u32) -> Sim {
    let mut config = Config::default();
    config.sim.threads = 1;
    let mods = vec![mods.to_owned()];
    let population = vec![Population { behaviour: "walker".into(), count: walkers }];
    let start = Start { map: map.into(), mods, config, seed, population, planner: Some(planner), ..Start::default() };
    let (setup, _) = start.load().expect("the map loads");
    Sim::new(setup).expect("the scripts load")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let errand_s = number("ERRAND_S", USUAL_S);
    let mods = walkers_of(errand_s);
    let (seeds, ticks, walkers) = (number("SEEDS", 5), number("TICKS", 6_000), number("WALKERS", 100) as u32);
    let maps = if words.is_empty() { vec!["depot".to_owned()] } else { words };
    for map in &maps {
        for planner in [Planner::Window, Planner::Static] {
            let (mut completed, mut ratios, mut waiting) = (0, Vec::new(), Vec::new());
            for seed in 1..=seeds {
                let mut sim = world(map, mods.path(), planner, seed, walkers);
                let mut watch = Watch { errand_steps: errand_s * STEPS_A_SECOND, ..Watch::default() };
                let run = run_headless(&mut sim, ticks, |sim, step| {
                    watch.note(sim, step);
                    true
                });
                assert_eq!(sim.stats().script_errors, 0);
                assert!(map != "depot" || watch.waiting <= MOST_WAITING, "{} wait", watch.waiting);
                completed += watch.completed;
                waiting.push(watch.waiting);
                ratios.append(&mut watch.ratios);
                let us = run.step_ns.mean() / 1e3;
                println!(
                    "{map} {planner:?} seed {seed}: {} completed, {} waiting, {us:.0} µs a step",
                    watch.completed, watch.waiting
                );
            }
            ratios.sort_by(f32::total_cmp);
            let median = ratios.get(ratios.len() / 2).copied().unwrap_or(f32::NAN);
            println!(
                "{map} {planner:?}: {completed} completed, median time {median:.3} of the straight line's, waiting {waiting:?}"
            );
        }
    }
}
