//! Coverage on the screen, in a file, and compared with the given limits.

use crate::cli::outcome::{self, say};
use crate::cli::{Ended, Stop};
use crate::diag::{Diagnostic, printable};
use crate::file;
use crate::spec::{Change, FileReport, Observer, Report, Share, StatesReport, Totals};
use clap::Args;
use std::path::{Path, PathBuf};

/// What the file begins with.
const BEGINS: &[u8] = b"{\n  \"files\"";

/// Options of coverage.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct CoverageArgs {
    /// Show which lines, states, transitions and codes the tests reached
    #[arg(long)]
    pub coverage: bool,
    /// Write the same as JSON
    #[arg(long, value_name = "FILE")]
    pub coverage_json: Option<PathBuf>,
    /// Fail when fewer lines ran, in percent of the lines of all files
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub min_lines: Option<u32>,
    /// Fail when fewer states were entered
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub min_states: Option<u32>,
    /// Fail when fewer of the transitions in the source were taken
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub min_transitions: Option<u32>,
    /// Fail when fewer codes of the pathfinder were returned
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub min_codes: Option<u32>,
}

impl CoverageArgs {
    /// A collector, when coverage is asked for.
    pub(super) fn observer(&self) -> Option<Observer> {
        let limits = self.min_lines.or(self.min_states).or(self.min_transitions).or(self.min_codes);
        let asked = self.coverage || self.coverage_json.is_some() || limits.is_some();
        asked.then(Observer::default)
    }

    /// Asked before the tests run.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn can_write(&self) -> Ended {
        let Some(path) = &self.coverage_json else { return Ok(()) };
        file::can_replace_own(path, BEGINS).map_err(|e| unwritable(path, &e))
    }

    /// A line for each share below its limit.
    fn below_limits(&self, totals: &Totals) -> Vec<String> {
        let all = [
            ("lines", self.min_lines, totals.lines),
            ("states", self.min_states, totals.states),
            ("transitions", self.min_transitions, totals.transitions),
            ("codes", self.min_codes, totals.codes),
        ];
        let short = all.into_iter().filter_map(|(what, min, s)| {
            let (percent, min) = (s.percent(), min?);
            let line = format!("{what}: {} of {} reached, {percent} %; the limit is {min} %", s.reached, s.total);
            (percent < min).then_some(line)
        });
        short.collect()
    }
}

/// Prints and writes what was reached. Returns whether that is enough.
///
/// # Errors
/// It cannot be printed or written.
pub(super) fn report(args: &CoverageArgs, observer: &Observer) -> Result<bool, Stop> {
    let report = observer.report();
    if args.coverage {
        say(&text(&report))?;
    }
    let short = args.below_limits(&report.totals);
    for line in &short {
        outcome::note(format!("coverage of {line}"));
    }
    if let Some(path) = &args.coverage_json {
        let json = serde_json::to_string_pretty(&report).map_err(|e| unwritable(path, &e.into()))? + "\n";
        file::replace(path, |out| out.write_all(json.as_bytes())).map_err(|e| unwritable(path, &e))?;
    }
    Ok(short.is_empty())
}

fn unwritable(path: &Path, e: &std::io::Error) -> Stop {
    vec![Diagnostic::error(path.to_string_lossy(), format!("cannot be written: {e}"))].into()
}

fn text(report: &Report) -> String {
    let names = report.files.iter().map(|f| f.file.chars().count());
    let width = names.max().unwrap_or(0).max("coverage".len());
    let row = |name: &str, cells: [String; 4]| {
        // Names of files and states are the mods'.
        printable(format!("{name:<width$}  {}", cells.map(|c| format!("{c:<14}")).concat()).trim_end())
    };
    let mut lines = vec![row("coverage", ["lines", "states", "transitions", "codes"].map(String::from))];
    for file in &report.files {
        let rest = file.behaviour.as_ref().map(|b| [b.states, b.transitions, b.codes].map(share));
        let [states, transitions, codes] = rest.unwrap_or_default();
        lines.push(row(&file.file, [share(file.lines), states, transitions, codes]));
        lines.extend(details(file).into_iter().map(|l| format!("  {}", printable(&l))));
    }
    let t = &report.totals;
    lines.push(row("all", [t.lines, t.states, t.transitions, t.codes].map(share)));
    lines.join("\n")
}

fn share(s: Share) -> String {
    if s.total == 0 { "-".into() } else { format!("{}/{} {} %", s.reached, s.total, s.percent()) }
}

/// What was missed, the most important first.
fn details(file: &FileReport) -> Vec<String> {
    let mut lines = file.behaviour.as_ref().map(missed).unwrap_or_default();
    if !file.missed_lines.is_empty() {
        let piece = |(a, b): &(u32, u32)| if a == b { a.to_string() } else { format!("{a}-{b}") };
        let pieces: Vec<String> = file.missed_lines.iter().map(piece).collect();
        lines.push(format!("lines that never ran: {}", pieces.join(", ")));
    }
    lines
}

fn missed(b: &StatesReport) -> Vec<String> {
    let mut lines: Vec<String> = b.never_entered.iter().map(|s| format!("{s} was never entered")).collect();
    let place = |c: &Change| c.line.map_or(String::new(), |l| format!(" (line {l})"));
    lines.extend(b.never_taken.iter().map(|c| format!("{} never changed to {}{}", c.from, c.to, place(c))));
    lines.extend(b.also_taken.iter().map(|c| format!("{} changed to {}, which is not in the source", c.from, c.to)));
    lines.extend(b.not_read.iter().map(|u| format!("{} of {}: its result is not all literals", u.handler, u.state)));
    let never = b.met.iter().filter(|m| !m.never.is_empty());
    lines.extend(never.map(|m| format!("{} never got {}", m.state, m.never.join(", "))));
    lines
}
