//! What must hold of every run.

use crate::generate::{self, Files, IDLE};
use crate::play::{self, MEMORY_MB, Outcome, Plan, Step};
use bestiary::Value;
use std::collections::BTreeMap;

/// No work may take more than so many times what an empty loop takes for the same counts …
const FACTOR: f64 = 3.0;
/// … and this, nanoseconds.
const SLACK_NS: f64 = 2e6;
/// No step may take longer by the culprits' doing.
const LONGEST_STEP_NS: u64 = 50_000_000;
/// No program may take longer to load.
const LONGEST_LOAD_NS: u64 = 1_000_000_000;
/// Measured again so often, because other programs run on the same machine.
const MEASURED_AGAIN: usize = 3;
/// What the host itself makes is not refused at the cap of a machine, bytes.
const BEYOND_BYTES: usize = 256 * 1024;
/// Memory that the process may have had in use at any time.
const MOST_RESIDENT_MB: u64 = 700;

/// Something that does not hold.
pub(crate) struct Finding {
    pub kind: &'static str,
    pub detail: String,
    /// Measured, so that it depends on the machine: what the slowest step took.
    pub slowest_ns: Option<u64>,
}

fn broken(kind: &'static str, detail: String) -> Finding {
    Finding { kind, detail, slowest_ns: None }
}

/// Judges programs; keeps what idle culprits led to.
#[derive(Default)]
pub(crate) struct Judge {
    /// Nanoseconds for a count of an empty loop.
    count_ns: f64,
    /// How often a slow program is measured again.
    again: usize,
    /// The innocents beside an idle culprit.
    calm: BTreeMap<Plan, Vec<(String, Value)>>,
}

/// What became of a program.
pub(crate) struct Verdict {
    pub refused: Option<String>,
    pub errors: u64,
    pub log: Vec<String>,
    pub steps: Vec<Step>,
    pub findings: Vec<Finding>,
}

impl Judge {
    /// Measures what a count takes. Where times decide nothing, slow programs are measured again but once.
    pub(crate) fn new(untimed: bool) -> Self {
        let count_ns = (0..MEASURED_AGAIN).map(|_| loop_ns()).fold(f64::MAX, f64::min);
        Self { count_ns, again: if untimed { 1 } else { MEASURED_AGAIN }, calm: BTreeMap::new() }
    }

    /// Runs the program of a seed and reports what does not hold.
    pub(crate) fn judge(&mut self, seed: u64) -> Verdict {
        let plan = Plan::of(seed);
        self.judge_files(&generate::program(seed, plan.quiet), plan)
    }

    /// Whether a program has a finding of this kind; a slow one has a step that takes so long.
    pub(crate) fn finds(&mut self, files: &Files, plan: Plan, kind: &str, least_ns: u64) -> bool {
        if kind != "slow" {
            return self.judge_files(files, plan).findings.iter().any(|f| f.kind == kind);
        }
        let slowest = |first: &Outcome| self.measured(files, plan, first).0.iter().map(|s| s.script_ns).max();
        play::run(files, plan, 1, true).is_ok_and(|first| slowest(&first) >= Some(least_ns))
    }

    /// The same for files of any origin.
    pub(crate) fn judge_files(&mut self, files: &Files, plan: Plan) -> Verdict {
        let first = match play::run(files, plan, 1, true) {
            Ok(first) => first,
            Err(faults) => {
                let refusal = faults.first().map(ToString::to_string).unwrap_or_default();
                return Verdict { refused: Some(refusal), errors: 0, log: vec![], steps: vec![], findings: vec![] };
            }
        };
        let mut findings = Vec::new();
        self.repeats(files, plan, &first, &mut findings);
        if plan.quiet {
            self.leaves_others_alone(plan, &first, &mut findings);
        }
        stays_small(&first, &mut findings);
        self.is_quick(files, plan, &first, &mut findings);
        self.loads_quickly(files, plan, &first, &mut findings);
        Verdict { refused: None, errors: first.errors, log: first.log, steps: first.steps, findings }
    }

    fn repeats(&self, files: &Files, plan: Plan, first: &Outcome, findings: &mut Vec<Finding>) {
        for threads in [1, 2] {
            match play::run(files, plan, threads, false) {
                Ok(again) if again.hash == first.hash && again.errors == first.errors => {}
                Ok(again) => findings.push(broken(
                    "hash",
                    format!(
                        "{} and {} errors, then on {threads} threads {} and {}",
                        first.hash, first.errors, again.hash, again.errors
                    ),
                )),
                Err(refusal) => findings.push(broken("hash", format!("loaded first, then refused: {refusal:?}"))),
            }
        }
    }

    fn leaves_others_alone(&mut self, plan: Plan, first: &Outcome, findings: &mut Vec<Finding>) {
        let idle = vec![
            ("npc/culprit.lua".to_owned(), IDLE.to_owned()),
            ("lib/helper.lua".to_owned(), "return {}".to_owned()),
        ];
        let calm = self
            .calm
            .entry(plan)
            .or_insert_with(|| play::run(&idle, plan, 1, false).map(|calm| calm.innocents).unwrap_or_default());
        if let Some((was, is)) = calm.iter().zip(&first.innocents).find(|(was, is)| was != is) {
            findings.push(broken("innocents", format!("{was:?}\n  beside the culprit: {is:?}")));
        } else if calm.len() != first.innocents.len() {
            findings.push(broken(
                "innocents",
                format!("{} of them, {} beside the culprit", calm.len(), first.innocents.len()),
            ));
        }
    }

    /// What each step of a run and a count take at least. When a step seems slow, it and the loop are measured again, in
    /// turns: the machine may be slower now than it was when the judge began.
    fn measured(&self, files: &Files, plan: Plan, first: &Outcome) -> (Vec<Step>, f64) {
        let (mut steps, mut count_ns) = (first.steps.clone(), f64::MAX);
        for _ in 0..self.again {
            if steps.iter().all(|s| !is_slow(s, self.count_ns)) {
                break;
            }
            if let Ok(again) = play::run(files, plan, 1, true) {
                for (step, again) in steps.iter_mut().zip(&again.steps) {
                    step.script_ns = step.script_ns.min(again.script_ns);
                    step.step_ns = step.step_ns.min(again.step_ns);
                }
            }
            count_ns = count_ns.min(loop_ns());
        }
        (steps, if count_ns < f64::MAX { count_ns.max(self.count_ns) } else { self.count_ns })
    }

    fn is_quick(&self, files: &Files, plan: Plan, first: &Outcome, findings: &mut Vec<Finding>) {
        let (steps, count_ns) = self.measured(files, plan, first);
        let slow = steps.iter().enumerate().filter(|(_, s)| is_slow(s, count_ns)).max_by_key(|(_, s)| s.script_ns);
        if let Some((at, s)) = slow {
            let factor = s.script_ns as f64 / (s.counts.max(1) as f64 * count_ns);
            let (script, whole) = (s.script_ns as f64 / 1e6, s.step_ns as f64 / 1e6);
            let detail = format!(
                "step {at}: scripts {script:.1} ms, in all {whole:.1} ms, {} counts, {factor:.0} times the loop's {count_ns:.1} ns",
                s.counts
            );
            findings.push(Finding { kind: "slow", detail, slowest_ns: Some(s.script_ns) });
        }
    }

    fn loads_quickly(&self, files: &Files, plan: Plan, first: &Outcome, findings: &mut Vec<Finding>) {
        let mut load_ns = first.load_ns;
        for _ in 0..self.again {
            if load_ns > LONGEST_LOAD_NS {
                load_ns = play::run(files, plan, 1, true).map_or(load_ns, |again| load_ns.min(again.load_ns));
            }
        }
        if load_ns <= LONGEST_LOAD_NS {
            return;
        }
        let detail = format!("its files took {:.0} ms to load", load_ns as f64 / 1e6);
        findings.push(Finding { kind: "load", detail, slowest_ns: Some(load_ns) });
    }
}

/// Whether a step takes longer than its counts should, or than any may.
fn is_slow(s: &Step, count_ns: f64) -> bool {
    s.script_ns as f64 > FACTOR * count_ns * s.counts as f64 + SLACK_NS || s.step_ns > LONGEST_STEP_NS
}

/// What a count of the plain loop takes in one run, nanoseconds.
fn loop_ns() -> f64 {
    let body = "tick = function(npc) local x = 0 for i = 1, 1e9 do x = x + i end end";
    let files = vec![("npc/culprit.lua".to_owned(), IDLE.replace("s = {}", &format!("s = {{ {body} }}")))];
    let plan = Plan { quiet: true, reload: false, vms: 1, culprits: 1, many: false };
    let of = |s: &Step| s.script_ns as f64 / s.counts as f64;
    let outcome = play::run(&files, plan, 1, true);
    let steps = outcome.iter().flat_map(|outcome| &outcome.steps).filter(|s| s.counts > 10_000);
    steps.map(of).fold(f64::MAX, f64::min)
}

fn stays_small(first: &Outcome, findings: &mut Vec<Finding>) {
    if first.memory_bytes > MEMORY_MB * 1024 * 1024 + BEYOND_BYTES {
        findings.push(broken("memory", format!("a machine uses {} bytes", first.memory_bytes)));
    }
    if let Some(resident) = resident_mb().filter(|mb| *mb > MOST_RESIDENT_MB) {
        findings.push(broken("resident", format!("the process used {resident} MB")));
    }
}

/// The most memory that this process ever had in use, where the system says it.
fn resident_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb / 1024)
}
