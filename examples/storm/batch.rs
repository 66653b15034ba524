//! Programs run in a process of their own: it may die of one.

use crate::Options;
use crate::generate;
use crate::oracles::{Judge, Verdict};
use crate::play::Plan;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Programs of one process.
const BATCH: u64 = 200;
/// A program that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(300);

/// What was run, over all processes.
#[derive(Default)]
pub(crate) struct Tally {
    pub programs: u64,
    pub refused: u64,
    pub errors: u64,
    pub findings: u64,
    pub timings: u64,
}

/// Runs programs from a seed on in other processes until the time is over; returns the seed after the last.
pub(crate) fn run_until(end: Instant, options: &Options, tally: &mut Tally) -> u64 {
    let mut seed = options.seed;
    while Instant::now() < end {
        let (done, fate) = batch(seed, end, options, tally);
        if let Some(fate) = fate {
            tally.findings += 1;
            report(options, done, "died", &fate);
        }
        seed = done + 1;
    }
    seed
}

/// One process; returns the last seed that it began, and how it ended if not well.
fn batch(from: u64, end: Instant, options: &Options, tally: &mut Tally) -> (u64, Option<String>) {
    let Ok(own) = std::env::current_exe() else { return (from, Some("no path to this program".into())) };
    let left = end.saturating_duration_since(Instant::now()).as_millis().to_string();
    let mut command = Command::new(own);
    command.args(["--batch", &from.to_string(), &left, "--out"]).arg(&options.out).stdout(Stdio::piped());
    command.args(options.untimed.then_some("--untimed"));
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => return (from, Some(e.to_string())),
    };
    let (send, lines) = mpsc::channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|l| send.send(l)));
    }
    let (mut last, mut well, mut fate) = (from, false, None);
    loop {
        match lines.recv_timeout(LONGEST) {
            Ok(line) => {
                let words: Vec<&str> = line.split(' ').collect();
                match words[..] {
                    ["run", seed] => last = seed.parse().unwrap_or(last),
                    ["done"] => well = true,
                    ["verdict", refused, errors, findings, timings] => {
                        let n = |s: &str| s.parse::<u64>().unwrap_or(0);
                        tally.programs += 1;
                        tally.refused += n(refused);
                        tally.errors += n(errors);
                        tally.findings += n(findings);
                        tally.timings += n(timings);
                    }
                    _ => println!("{line}"),
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                fate = Some(format!("no end after {} s", LONGEST.as_secs()));
                child.kill().ok();
            }
        }
    }
    let status = child.wait().map_or_else(|e| e.to_string(), |s| s.to_string());
    (last, fate.or((!well).then_some(status)))
}

/// What such a process does: runs programs and writes what it finds to its output.
pub(crate) fn serve(from: u64, milliseconds: u64, options: &Options) {
    let end = Instant::now() + Duration::from_millis(milliseconds);
    let mut judge = Judge::new(options.untimed);
    for seed in from..from + BATCH {
        if Instant::now() >= end {
            break;
        }
        println!("run {seed}");
        std::io::stdout().flush().ok();
        match catch_unwind(AssertUnwindSafe(|| judge.judge(seed))) {
            Ok(verdict) => say(options, seed, &verdict),
            Err(_) => {
                report(options, seed, "panic", "see the message above");
                println!("verdict 0 0 1 0");
            }
        }
    }
    println!("done");
}

fn say(options: &Options, seed: u64, verdict: &Verdict) {
    for finding in &verdict.findings {
        report(options, seed, finding.kind, &finding.detail);
    }
    let timings = verdict.findings.iter().filter(|f| f.slowest_ns.is_some()).count();
    let others = verdict.findings.len() - timings;
    println!("verdict {} {} {others} {timings}", u8::from(verdict.refused.is_some()), verdict.errors);
}

/// Prints a finding and writes the program to a folder of its own.
fn report(options: &Options, seed: u64, kind: &str, detail: &str) {
    let folder = Path::new(&options.out).join(format!("{kind}-{seed}"));
    println!("finding: {kind} with seed {seed}: {detail}\n  the program: {}", folder.display());
    let plan = Plan::of(seed);
    let mut files = generate::program(seed, plan.quiet);
    files.push(("finding.txt".into(), format!("{kind}: {detail}\n{plan:?}\n")));
    for (path, source) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent()
            && std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, source)).is_err()
        {
            println!("  {} cannot be written", path.display());
        }
    }
}
