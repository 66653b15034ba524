//! What a step costs with 1 000 to 100 000 creatures that each run their own script, nine deer to a wolf, as processor time
//! and as time that passes, on one thread and on two: `cargo bench --bench scale -- [WORLD] [CREATURES]`.
//!
//! The worlds are Berlin_1_1024 and one of 13 000 × 13 000 cells that is made of real maps, both from the folder that
//! `MOVINGAI` names (default: `../shared/movingai`; without it the benchmark says so and ends). Only one of them runs with
//! the word `berlin` or `giant`, only one population with its number. `STEPS` is how many steps are measured.
//!
//! That threads change nothing is asserted by the hash of the world; times and memory are printed, never judged.

#[path = "giant/tiles.rs"]
mod tiles;

use bestiary::testing::runtime::WallClock;
use bestiary::testing::sim::StepTimes;
use bestiary::{Planner, Population, Sim, Start};
use rustix::time::{ClockId, clock_gettime};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// One of so many creatures is a wolf, the others are deer.
const PACK: u32 = 10;
const CREATURES: [u32; 3] = [1_000, 10_000, 100_000];
const THREADS: [usize; 2] = [1, 2];
/// Steps before those that are measured, so that the creatures have met.
const WARM_UP: u64 = 60;
/// A snapshot is built once in so many steps.
const SNAPSHOT_STEPS: u64 = 10;

/// What a process of its own measures.
const ROW: &str = "SCALE_ROW";

fn main() {
    if let Ok(row) = std::env::var(ROW) {
        return Row::read(&row).expect("as written").measure();
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let maps = std::env::var_os("MOVINGAI").map_or_else(|| own.join("../shared/movingai"), PathBuf::from);
    if !maps.is_dir() {
        return println!("skipped: there are no maps at {} (MOVINGAI names the folder)", maps.display());
    }
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let names: Vec<&String> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    let wants = |name: &str| names.is_empty() || names.iter().any(|word| *word == name);
    println!(
        "{:14}{:>9} {:>7} {:>6} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7} {:>7} {:>7} {:>7} {:>8} {:>7} {:>8} {:>8} {:>7} {:>8}",
        "world",
        "creatures",
        "threads",
        "sleep",
        "cpu p50",
        "cpu p99",
        "p50 ms",
        "scripts",
        "sight",
        "search",
        "motion",
        "influ.",
        "else",
        "snapshot",
        "calls",
        "us/call",
        "us/body",
        "start s",
        "KB each"
    );
    if wants("berlin") {
        world(&maps.join("cities/Berlin_1_1024.map"), &numbers);
    }
    if wants("giant") {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("giant.map");
        if !file.is_file() {
            tiles::generate(&maps, &file).expect("space on the disk");
        }
        world(&file, &numbers);
    }
}

/// Each population, with and without sleep, on each number of threads.
fn world(map: &Path, wanted: &[u32]) {
    for creatures in CREATURES.into_iter().filter(|n| wanted.is_empty() || wanted.contains(n)) {
        for sleep in [true, false] {
            let hashes = THREADS.map(|threads| Row { map: map.into(), creatures, threads, sleep }.run());
            assert!(hashes.iter().all(|hash| *hash == hashes[0]), "threads change nothing");
        }
    }
}

/// A row of the table.
struct Row {
    map: PathBuf,
    creatures: u32,
    threads: usize,
    sleep: bool,
}

impl Row {
    /// Measures in another process, which prints the row; the hash of the world at the end.
    fn run(&self) -> String {
        let row = format!("{} {} {} {}", self.creatures, self.threads, self.sleep, self.map.display());
        let program = std::env::current_exe().expect("this program");
        let output = Command::new(program).env(ROW, row).stderr(Stdio::inherit()).output().expect("it runs");
        assert!(output.status.success(), "the measurement failed");
        let text = String::from_utf8_lossy(&output.stdout);
        let (row, hash) = text.trim_end().rsplit_once('\n').expect("a row and a hash");
        println!("{row}");
        hash.to_owned()
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.splitn(4, ' ');
        let creatures = words.next()?.parse().ok()?;
        let threads = words.next()?.parse().ok()?;
        let sleep = words.next()?.parse().ok()?;
        Some(Self { map: words.next()?.into(), creatures, threads, sleep })
    }

    /// Prints the row, then the hash.
    fn measure(&self) {
        let (before, began) = (resident_kb(), Instant::now());
        let mut sim = self.start();
        let start_s = began.elapsed().as_secs_f64();
        let clock = WallClock::default();
        sim.measure_sight(Box::new(WallClock::default()));
        (0..WARM_UP).for_each(|_| _ = sim.step(&[], &clock));
        let steps = std::env::var("STEPS").ok().and_then(|n| n.parse().ok()).unwrap_or(steps_of(self.creatures));
        let calls = sim.stats().script_calls;
        let (mut cpu, mut wall, mut shots) = (Vec::new(), Vec::new(), Vec::new());
        let mut total = StepTimes::default();
        for step in 0..steps {
            let began = cpu_ms();
            let times = sim.step(&[], &clock);
            cpu.push(cpu_ms() - began);
            wall.push(times.step_ns as f64 / 1e6);
            total += times;
            if step % SNAPSHOT_STEPS == 0 {
                let began = cpu_ms();
                sim.snapshot(None, total.mean_ms(step + 1));
                shots.push(cpu_ms() - began);
            }
        }
        let kb = resident_kb() - before;
        let calls = (sim.stats().script_calls - calls) as f64;
        assert_eq!(sim.stats().script_errors, 0);
        let bodies = sim.agents().bodies.living().count();
        assert!(bodies as u32 > self.creatures / 10 * 9, "most of them live");
        let mean = |ns: u64| ns as f64 / 1e6 / steps as f64;
        let phases = [total.script_ns, total.search_ns / self.threads as u64, total.motion_ns, total.influence_ns];
        let others = total.step_ns.saturating_sub(phases.iter().sum());
        println!(
            "{:14}{:>9} {:>7} {:>6} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>7.2} {:>7.2} {:>7.2} {:>7.2} {:>7.2} {:>8.2} {:>7.0} {:>8.2} {:>8.2} {start_s:>7.2} {:>8.2}",
            self.map.file_stem().unwrap_or_default().display(),
            self.creatures,
            self.threads,
            if self.sleep { "on" } else { "off" },
            at(&mut cpu, 0.5),
            at(&mut cpu, 0.99),
            at(&mut wall, 0.5),
            mean(total.script_ns),
            mean(total.sight_ns),
            mean(total.search_ns),
            mean(total.motion_ns),
            mean(total.influence_ns),
            mean(others),
            at(&mut shots, 0.5),
            calls / steps as f64,
            // Scripts and motion run on all threads at the same time.
            total.script_ns as f64 / 1e3 / calls.max(1.0) * self.threads as f64,
            mean(total.motion_ns) * 1e3 / bodies as f64 * self.threads as f64,
            kb / f64::from(self.creatures),
        );
        println!("{}", sim.hash());
    }

    fn start(&self) -> Sim {
        let wolves = self.creatures / PACK;
        let population = [("deer", self.creatures - wolves), ("wolf", wolves)]
            .map(|(behaviour, count)| Population { behaviour: behaviour.into(), count });
        let mut start = Start {
            map: self.map.display().to_string(),
            seed: 1,
            population: population.to_vec(),
            planner: Some(Planner::Static),
            ..Start::default()
        };
        start.config.sim.threads = self.threads;
        start.config.script.sleep = self.sleep;
        let (setup, _) = start.load().expect("the map loads");
        Sim::new(setup).expect("the scripts load")
    }
}

fn steps_of(creatures: u32) -> u64 {
    (3_000_000 / u64::from(creatures)).clamp(40, 400)
}

/// Processor time of this process so far, of all its threads, milliseconds.
fn cpu_ms() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// Kilobytes in memory; 0 where that is not known.
fn resident_kb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0)
}

/// The value below which this share of all lies.
fn at(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1))).copied().unwrap_or(0.0)
}
