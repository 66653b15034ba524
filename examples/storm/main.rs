//! A storm of hostile programs: random Luau over the whole API and library runs as creatures among others in a small world.
//!
//! `cargo run --release --example storm -- --minutes N [--seed S]` runs programs from seed `S` on;
//! `--one SEED` runs one, and shows it; `--shrink SEED` leaves out what its finding does not need. What does not hold is printed with its seed, and the program is written to a folder
//! below `target/storm` (`--out`). Exit code 1 after a finding; with `--untimed`, measured times decide nothing.

mod batch;
mod calls;
mod dice;
mod generate;
mod many;
mod oracles;
mod play;
mod roots;
mod shrink;
mod values;

use batch::Tally;
use oracles::Judge;
use play::Plan;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub(crate) struct Options {
    minutes: f64,
    seed: u64,
    one: Option<u64>,
    shrink: Option<u64>,
    /// In a process of its own: the first seed, and milliseconds.
    batch: Option<(u64, u64)>,
    untimed: bool,
    out: String,
}

fn options() -> Option<Options> {
    let mut options = Options {
        minutes: 1.0,
        seed: 1,
        one: None,
        shrink: None,
        batch: None,
        untimed: false,
        out: "target/storm".into(),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut next = || args.next();
        match arg.as_str() {
            "--minutes" => options.minutes = next()?.parse().ok()?,
            "--seed" => options.seed = next()?.parse().ok()?,
            "--one" => options.one = Some(next()?.parse().ok()?),
            "--shrink" => options.shrink = Some(next()?.parse().ok()?),
            "--batch" => options.batch = Some((next()?.parse().ok()?, next()?.parse().ok()?)),
            "--untimed" => options.untimed = true,
            "--out" => options.out = next()?,
            _ => return None,
        }
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("usage: storm [--minutes N] [--seed S] [--one SEED] [--shrink SEED] [--untimed] [--out FOLDER]");
        return ExitCode::from(2);
    };
    if let Some((from, milliseconds)) = options.batch {
        batch::serve(from, milliseconds, &options);
        return ExitCode::SUCCESS;
    }
    if let Some(seed) = options.one {
        return show(seed);
    }
    if let Some(seed) = options.shrink {
        return shrunk(seed);
    }
    let (began, mut tally) = (Instant::now(), Tally::default());
    let end = began + Duration::from_secs_f64(options.minutes.max(0.0) * 60.0);
    let next = batch::run_until(end, &options, &mut tally);
    let Tally { programs, refused, errors, findings, timings } = tally;
    println!(
        "{programs} programs (seeds {}..{next}) in {:.0} s; {refused} were refused at load, the others raised {errors} errors; \
         {findings} findings, {timings} of time",
        options.seed,
        began.elapsed().as_secs_f64()
    );
    // Then a fault lies in what every program gets, and nothing was tried.
    let vain = programs > 0 && refused == programs;
    if vain {
        eprintln!("every program was refused at load: nothing was tried");
    }
    let failed = vain || findings > 0 || timings > 0 && !options.untimed;
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Runs one program in this process and shows what it did.
fn show(seed: u64) -> ExitCode {
    let plan = Plan::of(seed);
    for (path, source) in generate::program(seed, plan.quiet) {
        println!("---- {path}\n{source}");
    }
    println!("---- {plan:?}");
    let verdict = Judge::new(false).judge(seed);
    if let Some(refusal) = &verdict.refused {
        println!("refused: {refusal}");
    }
    for (at, s) in verdict.steps.iter().enumerate().filter(|(_, s)| s.counts > 0) {
        println!(
            "step {at}: {} counts, scripts {:.2} ms, in all {:.2} ms",
            s.counts,
            s.script_ns as f64 / 1e6,
            s.step_ns as f64 / 1e6
        );
    }
    verdict.log.iter().for_each(|l| println!("log: {l}"));
    for f in &verdict.findings {
        println!("finding: {}: {}", f.kind, f.detail);
    }
    if verdict.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Shows the shortest program that keeps the first finding of a seed.
fn shrunk(seed: u64) -> ExitCode {
    let (plan, mut judge) = (Plan::of(seed), Judge::new(false));
    let files = generate::program(seed, plan.quiet);
    let verdict = judge.judge(seed);
    let Some(finding) = verdict.findings.first() else {
        println!("nothing is found with seed {seed}");
        return ExitCode::SUCCESS;
    };
    for (path, source) in shrink::shrink(&mut judge, files, plan, finding) {
        println!("---- {path}\n{source}");
    }
    println!("---- {plan:?}\n{}: {}", finding.kind, finding.detail);
    ExitCode::FAILURE
}
