//! `bestiary experiment`: the source documents' tables and figures, theirs beside ours.

use super::{Args, Diagnostic, Ended, Progress, Stop, ValueEnum, WallClock, outcome, stop_flag};
use crate::diag::shown;
use crate::experiment::{
    Document, Failure, Plan, Share, Watcher, beauty, compare, crowd, entropia, graphs, rimea, write_all,
};
use crate::file;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the map sets lie beside a checkout.
const MAPS: &str = "../shared/movingai/full";

/// Run the experiments of the source documents: their tables and figures beside ours
///
///   compare    Kołakowski 2017: A*, HPA*, JPS and Fringe on four map sets, all
///              heuristics, the curve of the factor. Needs the Moving AI sets
///              bg512, bgmaps, mazes and rooms as SET.tar.xz or as folders.
///   entropia   Dahlberg & Viktorsson 2002: Cheap List, 4 against 8 directions,
///              where the time goes. Needs no files.
///   crowd      Hedström 2016: gates over a grid and over a navigation graph,
///              two scenes, 10 to 100 persons. Needs no files.
///   graphs     Stanojević 2017: Dijkstra's algorithm and A* over every
///              representation of a world, maps of 200 to 500 cells a side.
///              Needs no files.
///   rimea      RiMEA e. V. 2016: the verification tests of crowd models, and
///              lanes in a street. Needs no files.
///   beauty     Olofsson 2012: A*, Rabin, Millington, Pinter and ours, with and
///              without curves, on a level of four parts. Needs no files.
///
/// The results are Markdown, CSV and SVG files, written when all is measured. Without --full a share
/// is run, some minutes on two cores; the pages state which. Figures other than times depend on
/// --seed and the share alone.
///
/// Examples:
///   bestiary experiment all
///   bestiary experiment compare --out tables --maps ~/movingai --threads 1
///   bestiary experiment compare --queries 10 --map-count 4
///   bestiary experiment compare --full
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct ExperimentArgs {
    /// Which experiment
    #[arg(value_name = "NAME", value_enum)]
    pub name: ExperimentName,
    /// Folder for the results; made if need be
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// Everything the documents did: all maps, 400 queries each, ten minutes of life, 15 runs, and crowds of
    /// up to 10 000. Takes hours
    #[arg(long, conflicts_with_all = ["queries", "map_count", "windows", "ticks", "runs", "persons"])]
    pub full: bool,
    /// Folder with the map sets (compare)
    #[arg(long, value_name = "DIR", default_value = MAPS)]
    pub maps: PathBuf,
    /// All chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Queries a map (compare) [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub queries: Option<u32>,
    /// Maps of each set, spread evenly over it (compare) [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub map_count: Option<u32>,
    /// Windows of each size (entropia) [default: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub windows: Option<u32>,
    /// Steps of 50 ms of each simulation (entropia), at most (crowd) [default: 6000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub ticks: Option<u64>,
    /// Runs of each case (crowd) [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub runs: Option<u32>,
    /// The largest crowds: 10, 25, 50, 100, 1 000 and 10 000 up to this (crowd) [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=10_000))]
    pub persons: Option<u32>,
    /// Maps measured at the same time (compare); 1 gives the cleanest times [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExperimentName {
    /// The comparison of search algorithms
    Compare,
    /// The window pathfinder's own measurements
    Entropia,
    /// Crowds that plan by what others plan
    Crowd,
    /// Representations of a world, Dijkstra's algorithm against A*
    Graphs,
    /// The verification tests of crowd models
    Rimea,
    /// Paths that look right
    Beauty,
    /// All of them, one after the other
    All,
}

impl ExperimentArgs {
    fn plan(&self) -> Plan {
        let mut share = if self.full { Share::full() } else { Share::default() };
        share.queries = self.queries.map_or(share.queries, |n| n as usize);
        share.maps = self.map_count.map(|n| n as usize).or(share.maps);
        share.windows = self.windows.map_or(share.windows, |n| n as usize);
        share.steps = self.ticks.unwrap_or(share.steps);
        share.runs = self.runs.map_or(share.runs, |n| n as usize);
        share.persons = self.persons.unwrap_or(share.persons);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, |n| n as usize);
        Plan { maps: self.maps.clone(), share, seed: self.seed, threads }
    }
}

pub(super) fn main(args: &ExperimentArgs) -> Ended {
    // Reported before minutes of measuring, not after.
    file::can_fill(&args.out).map_err(|e| Stop::failed(format!("{}: {e}", shown(&args.out))))?;
    let documents = measure(args).map_err(Stop::failed)?;
    // The files are written even if the list cannot be printed.
    let _ =
        outcome::report(&documents.iter().map(|d| format!("{}\n", shown(&args.out.join(&d.name)))).collect::<String>());
    Ok(())
}

/// Runs the experiments and writes their documents.
fn measure(args: &ExperimentArgs) -> Result<Vec<Document>, Failure> {
    let stop = stop_flag();
    let (plan, clock) = (args.plan(), WallClock::default());
    let mut documents = Vec::new();
    let wants = |name| args.name == name || args.name == ExperimentName::All;
    if wants(ExperimentName::Compare) {
        let line = ProgressLine::new("compare", &stop);
        documents.extend(compare(&plan, &clock, &line)?);
    }
    if wants(ExperimentName::Entropia) {
        let line = ProgressLine::new("entropia", &stop);
        documents.extend(entropia(&plan, &clock, &line)?);
    }
    if wants(ExperimentName::Crowd) {
        let line = ProgressLine::new("crowd", &stop);
        documents.extend(crowd(&plan, &clock, &line)?);
    }
    if wants(ExperimentName::Graphs) {
        let line = ProgressLine::new("graphs", &stop);
        documents.extend(graphs(&plan, &clock, &line)?);
    }
    if wants(ExperimentName::Rimea) {
        let line = ProgressLine::new("rimea", &stop);
        documents.extend(rimea(&plan, &line)?);
    }
    if wants(ExperimentName::Beauty) {
        let line = ProgressLine::new("beauty", &stop);
        documents.extend(beauty(&clock, &line)?);
    }
    write_all(&args.out, &documents)?;
    Ok(documents)
}

/// Shows progress on a terminal, and stops on signals.
struct ProgressLine<'a> {
    name: &'static str,
    stop: &'a AtomicBool,
    line: Progress,
}

impl<'a> ProgressLine<'a> {
    fn new(name: &'static str, stop: &'a AtomicBool) -> Self {
        Self { name, stop, line: Progress::new(true) }
    }
}

impl Watcher for ProgressLine<'_> {
    fn progress(&self, done: usize, of: usize, what: &str) {
        self.line.show_part(format!("{}: {what}", self.name), done as u64, of as u64);
    }

    fn left_out(&self, fault: &Diagnostic) {
        format!("left out: {fault}").lines().for_each(outcome::note);
    }

    fn go_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}
