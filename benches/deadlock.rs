//! Whether crowds get stuck: `cargo bench --bench deadlock`.
//!
//! Eight scenes, `SEEDS` (default 20) of each; seeds vary where bodies begin, where they go and their order. A run holds when
//! every body arrives within 4 times its free time plus 60 s, no two overlap by more than 5 % of a radius, and none stays
//! within 0.6 m for longer than 10 s while a disc of its size is free within 0.5 m towards its waypoint. The counts are
//! printed; with `ASSERT=1` a run that does not hold ends the benchmark with an error.
//!
//! Words on the command line select scenes by their beginning; a number after a name is a width (`corridor1.8`). `RADIUS`
//! (0.35), `MIXED` (0: radii differ by this share), `SPEED` (1.4) and `WIDTH` change the bodies and passages, `KEPT` (1) for how many
//! steps they keep a velocity, `FIRST` the first seed.

#[path = "deadlock/run.rs"]
mod run;
#[path = "deadlock/scenes.rs"]
mod scenes;

use run::Outcome;
use scenes::{Make, SCENES, Scene};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<f32>().ok());
    let make = Make {
        radius_m: number("RADIUS").unwrap_or(0.35),
        mixed: number("MIXED").unwrap_or(0.0),
        speed_m_s: number("SPEED").unwrap_or(1.4),
        width_m: number("WIDTH"),
        kept_steps: number("KEPT").unwrap_or(1.0) as u8,
    };
    let seeds = number("SEEDS").unwrap_or(20.0) as u64;
    let first = number("FIRST").unwrap_or(1.0) as u64;
    println!("{seeds} seeds; {make:?}");
    println!(
        "{:12} {:>6} {:>7} {:>9} {:>8} {:>9} {:>9} {:>8} {:>8}   runs that do not hold",
        "scene", "hold", "arrive", "worst t", "overlap", "wait", "in all", "steps", "µs/step"
    );
    let names: Vec<&str> = if words.is_empty() { SCENES.to_vec() } else { words.iter().map(String::as_str).collect() };
    let mut failed = 0;
    for name in names {
        let (mut all, mut hold, mut arrive, mut bad) = (Outcome::default(), 0, 0, Vec::new());
        for seed in first..first + seeds {
            let Some(scene) = Scene::named(name, make, seed) else { panic!("no scene '{name}'") };
            let run = scene.run(make, seed);
            hold += u64::from(run.holds());
            arrive += u64::from(run.in_time == run.bodies);
            if !run.holds() {
                bad.push((seed, run));
            }
            all.worst_share = all.worst_share.max(run.worst_share);
            all.overlap_share = all.overlap_share.max(run.overlap_share);
            all.longest_s = all.longest_s.max(run.longest_s);
            all.longest_sum_s = all.longest_sum_s.max(run.longest_sum_s);
            all.steps += run.steps;
            all.motion_ns += run.motion_ns;
        }
        failed += seeds - hold;
        let listed: Vec<String> = bad
            .iter()
            .take(8)
            .map(|(seed, run)| {
                format!(
                    "{seed} ({}/{} over {:.2} wait {:.0}/{:.0})",
                    run.in_time, run.bodies, run.overlap_share, run.longest_s, run.longest_sum_s
                )
            })
            .collect();
        println!(
            "{name:12} {hold:>6} {arrive:>7} {:>8.0}% {:>7.2}% {:>8.1}s {:>8.1}s {:>8.0} {:>8.1}   {}",
            all.worst_share * 100.0,
            all.overlap_share * 100.0,
            all.longest_s,
            all.longest_sum_s,
            all.steps as f64 / seeds as f64,
            all.motion_ns as f64 / 1e3 / all.steps.max(1) as f64,
            listed.join(" ")
        );
    }
    if failed > 0 && std::env::var_os("ASSERT").is_some() {
        std::process::exit(1);
    }
}
