//! `bestiary scen`: Moving AI scenario files searched, every path checked.

use super::{Args, Clock, Diagnostic, Ended, Field, Progress, SearchArgs, Stop, ValueEnum, WallClock, format, outcome};
use crate::body::MoveClass;
use crate::diag::printable;
use crate::experiment::table::Table;
use crate::experiment::{Failure, Figures, ScenarioRun, Verdict};
use crate::search::{SearchOptions, Solver, Usage};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Wrong results reported one by one, a file.
const SHOWN: usize = 5;

/// Search the queries of Moving AI scenario files and check every path. Exit code 1 when a result is wrong.
///
/// Examples:
///   bestiary scen maps/bg512/AR0411SR.map.scen
///   bestiary scen maps/bg512/*.scen --algorithm jps-plus --reps 3 --report json
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct ScenArgs {
    /// Scenario files; each one's map lies beside it
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Run every N-th query only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub stride: u32,
    /// Run each query N times; the best time counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub reps: u32,
    /// text; one JSON array with an object a file; or CSV with a row a file
    #[arg(long, value_enum, default_value_t = ScenForm::Text)]
    pub report: ScenForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ScenForm {
    Text,
    Json,
    Csv,
}

/// One file's report. Field names are the contract of `--report json`.
#[derive(Serialize)]
struct Entry {
    file: String,
    map: String,
    #[serde(flatten)]
    figures: Figures,
    preprocess_ms: f64,
    memory_bytes: u64,
    /// Of these, what was prepared for the searches.
    prepared_bytes: u64,
}

pub(super) fn main(args: &ScenArgs) -> Ended {
    let options = args.search.options().map_err(Stop::usage)?;
    let (mut entries, mut failed) = (Vec::new(), false);
    for file in &args.files {
        match run(file, args, options) {
            Ok((entry, right)) => {
                failed |= !right;
                entries.push(entry);
            }
            Err(faults) => {
                outcome::diagnostics(&faults);
                failed = true;
            }
        }
    }
    match args.report {
        // A heading over no rows says nothing.
        ScenForm::Text if entries.is_empty() => Ok(()),
        ScenForm::Text => outcome::report(&text(&entries)),
        ScenForm::Csv => outcome::report(&csv(&entries).map_err(Stop::failed)?),
        ScenForm::Json => outcome::json(&entries),
    }?;
    if failed { Err(Stop::Reported) } else { Ok(()) }
}

/// Runs one file's queries; returns whether all results are right: shortest with exact options, else at least legal.
fn run(file: &Path, args: &ScenArgs, options: SearchOptions) -> Result<(Entry, bool), Vec<Diagnostic>> {
    let name = file.display().to_string();
    let scenario = format::load_scenario(file).map_err(|d| vec![d])?;
    let world = format::load(&scenario.map)?.world;
    let ground = &world.ground;
    if (ground.width(), ground.height()) != (scenario.width as usize, scenario.height as usize) {
        let (w, h) = (scenario.width, scenario.height);
        let message =
            format!("the queries are for {w} × {h} cells; the map has {} × {}", ground.width(), ground.height());
        return Err(vec![Diagnostic::error(name, message)]);
    }
    let clock = WallClock::default();
    let before = clock.nanos();
    let field = Field::of_world(&world, 0.0, 1.0, MoveClass::WALK)
        .map_err(|e| vec![Diagnostic::error(name.clone(), e.to_string())])?;
    let mut solver = Solver::new(&field, options).map_err(|e| vec![Diagnostic::error("", e.to_string())])?;
    let preprocess_ms = (clock.nanos() - before) as f64 / 1e6;
    let mut run = ScenarioRun::default();
    let (mut wrong, progress) = (0, Progress::new(true));
    for (i, query) in scenario.queries.iter().enumerate().step_by(args.stride as usize) {
        let verdict = run.ask(&mut solver, query, args.reps, &clock);
        let fault = match verdict {
            Verdict::Optimal | Verdict::Shorter => None,
            Verdict::TooLong(_) if !options.is_exact() => None,
            Verdict::TooLong(gap) => Some(format!("the path is {:.4} % too long", gap * 100.0)),
            Verdict::Wrong(why) => Some(why),
        };
        if let Some(why) = fault {
            wrong += 1;
            if wrong <= SHOWN {
                outcome::diagnostics(&[Diagnostic::error(name.clone(), why).at(query.line, 1)]);
            }
        }
        progress.show_part(&name, i as u64 + 1, scenario.queries.len() as u64);
    }
    drop(progress);
    if wrong > SHOWN {
        outcome::note(format!("{name}: {} more wrong results", wrong - SHOWN));
    }
    let Usage { prepared_bytes, search_bytes, .. } = solver.engine.usage();
    let memory_bytes = (field.bytes() + prepared_bytes + search_bytes) as u64;
    let (map, prepared_bytes) = (scenario.map.display().to_string(), prepared_bytes as u64);
    Ok((Entry { file: name, map, figures: run.figures(), preprocess_ms, memory_bytes, prepared_bytes }, wrong == 0))
}

fn text(entries: &[Entry]) -> String {
    let head = "  queries   solved  optimal  worst gap   mean gap     mean µs      p50 µs      p99 µs      max µs    cells µs   expanded    visited  prepared ms   memory KiB  file\n";
    let row = |Entry { file, figures: f, preprocess_ms, memory_bytes, .. }: &Entry| {
        let Figures { queries, solved, optimal, mean_us, p50_us, p99_us, max_us, unpack_us, .. } = f;
        let (worst, mean, kib) = (f.worst_gap * 100.0, f.mean_gap * 100.0, memory_bytes / 1024);
        let (expanded, visited, file) = (f.expanded_mean, f.visited_mean, printable(file));
        format!(
            "{queries:9} {solved:8} {optimal:8} {worst:8.3} % {mean:8.3} % {mean_us:11.1} {p50_us:11.1} {p99_us:11.1} \
             {max_us:11.1} {unpack_us:11.1} {expanded:10.1} {visited:10.1} {preprocess_ms:12.1} {kib:12}  {file}\n"
        )
    };
    head.to_owned() + &entries.iter().map(row).collect::<String>()
}

fn csv(entries: &[Entry]) -> Result<String, Failure> {
    let head = "file map queries solved optimal worst_gap mean_us p50_us p99_us max_us expanded_mean visited_mean \
                open_max_mean preprocess_ms memory_bytes mean_gap unpack_us";
    let mut table = Table::new(2, head.split(' '));
    for Entry { file, map, figures: f, preprocess_ms, memory_bytes, .. } in entries {
        let times = [f.mean_us, f.p50_us, f.p99_us, f.max_us];
        let means = [f.expanded_mean, f.visited_mean, f.open_max_mean, *preprocess_ms];
        let figures = [f.worst_gap].into_iter().chain(times).chain(means).map(|figure| figure.to_string());
        let rest = [memory_bytes.to_string(), f.mean_gap.to_string(), f.unpack_us.to_string()];
        table.line(&[file, map, &f.queries, &f.solved, &f.optimal], figures.chain(rest));
    }
    table.csv("scen").map(|document| document.text)
}
