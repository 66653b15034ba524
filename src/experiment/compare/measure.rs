//! All variants on all maps of the plan.

use super::queries::queries;
use super::runner::Runner;
use super::sets::{MapSet, SETS};
use super::tally::Tally;
use super::variant::{Variant, stride, variants};
use crate::diag::{Clock, Diagnostic};
use crate::experiment::plan::spread;
use crate::experiment::{Failure, MapFile, Plan, Watcher, load_set};
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{Cost, check_path, unpack};
use crate::world::format;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What was found out about one set.
pub(super) struct SetResult {
    pub set: &'static MapSet,
    /// Maps measured, of so many.
    pub maps: usize,
    pub of_maps: usize,
    /// In the order of [`variants`].
    pub rows: Vec<(Variant, Tally)>,
    pub memory: Memory,
}

impl SetResult {
    pub fn tally(&self, variant: &Variant) -> Option<&Tally> {
        self.rows.iter().find(|(v, _)| v == variant).map(|(_, t)| t)
    }

    pub fn queries(&self) -> usize {
        self.rows.first().map_or(0, |(_, t)| t.queries())
    }
}

/// Bytes, summed over maps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub maps: usize,
    /// The grid all searches share.
    pub base: u64,
    /// HPA*'s abstract graph.
    pub graph: u64,
    /// JPS+'s table.
    pub table: u64,
}

struct MapResult {
    rows: Vec<Tally>,
    memory: Memory,
}

/// One map to be measured.
struct Job {
    /// Which of [`SETS`].
    set: usize,
    /// Number of the map in its set, which its queries follow from.
    number: usize,
    file: MapFile,
    /// How far through its share of the set, so that all sets go on side by side.
    order: f64,
}

/// Measures; the sets come back in the thesis's order.
pub(super) fn measure(plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<SetResult>, Failure> {
    let (jobs, sizes) = jobs(plan)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads.max(1))
        .build()
        .map_err(|e| Failure::Threads(plan.threads, e.to_string()))?;
    let done = AtomicUsize::new(0);
    let measured: Vec<MapResult> = pool.install(|| {
        jobs.par_iter()
            .map(|job| {
                let result = measure_map(job, plan, clock, watcher);
                watcher.progress(done.fetch_add(1, Ordering::Relaxed) + 1, jobs.len(), &job.file.name);
                result
            })
            .collect::<Result<_, _>>()
    })?;
    Ok(sum_up(&jobs, &measured, &sizes))
}

/// The maps of the plan's share, and how many there are in each set.
fn jobs(plan: &Plan) -> Result<(Vec<Job>, Vec<usize>), Failure> {
    let (mut jobs, mut sizes) = (Vec::new(), Vec::new());
    for (i, set) in SETS.iter().enumerate() {
        let files = load_set(&plan.maps, set.file)?;
        sizes.push(files.len());
        let chosen = spread(files.len(), plan.share.maps);
        for (n, number) in chosen.iter().enumerate() {
            let order = n as f64 / chosen.len() as f64;
            jobs.push(Job { set: i, number: *number, file: files[*number].clone(), order });
        }
    }
    jobs.sort_by(|a, b| a.order.total_cmp(&b.order).then(a.set.cmp(&b.set)));
    Ok((jobs, sizes))
}

/// Adds the maps' results up, in order of set and number whatever the threads did.
fn sum_up(jobs: &[Job], measured: &[MapResult], sizes: &[usize]) -> Vec<SetResult> {
    let mut results: Vec<SetResult> = SETS
        .iter()
        .zip(sizes)
        .map(|(set, size)| {
            let rows = variants(set).into_iter().map(|v| (v, Tally::default())).collect();
            SetResult { set, maps: 0, of_maps: *size, rows, memory: Memory::default() }
        })
        .collect();
    for (job, map) in jobs.iter().zip(measured) {
        let result = &mut results[job.set];
        result.maps += 1;
        for ((_, sum), tally) in result.rows.iter_mut().zip(&map.rows) {
            sum.merge(tally);
        }
        result.memory.maps += 1;
        result.memory.base += map.memory.base;
        result.memory.graph += map.memory.graph;
        result.memory.table += map.memory.table;
    }
    results
}

fn measure_map(job: &Job, plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<MapResult, Failure> {
    let set = &SETS[job.set];
    let name = format!("{}/{}", set.file, job.file.name);
    let world = format::parse(&name, &job.file.bytes).map_err(Failure::Input)?.world;
    let faulty = |e: String| Failure::Input(vec![Diagnostic::error(name.clone(), e)]);
    let field = Field::of_world(&world, 0.0, 1.0).map_err(|e| faulty(e.to_string()))?;
    let stream = (job.set as u64) << 32 | job.number as u64;
    let queries = queries(&field, plan.share.queries, plan.seed, stream);
    if queries.is_empty() {
        return Err(Failure::NoQuery { map: name });
    }
    let mut judge = Judge { map: name.clone(), field: &field, shortest: Vec::new(), cells: Vec::new() };
    let mut result =
        MapResult { rows: Vec::new(), memory: Memory { maps: 1, base: field.bytes() as u64, graph: 0, table: 0 } };
    let whole = plan.share.is_full();
    for variant in variants(set) {
        if !watcher.go_on() {
            return Err(Failure::Interrupted);
        }
        let mut runner = Runner::new(&field, variant).map_err(|e| faulty(e.to_string()))?;
        let mut tally = Tally::default();
        for (i, (start, goal)) in queries.iter().enumerate().step_by(stride(set, &variant, whole)) {
            let before = clock.nanos();
            let cost = runner.solve(*start, *goal);
            let ns = clock.nanos().saturating_sub(before);
            let (length, shortest) = judge.judge(i, (*start, *goal), &variant, cost, runner.waypoints())?;
            tally.add(ns, length, shortest, runner.effort());
        }
        result.memory.note(&variant, runner.prepared_bytes());
        result.rows.push(tally);
    }
    Ok(result)
}

impl Memory {
    fn note(&mut self, variant: &Variant, bytes: u64) {
        match variant.method {
            super::variant::Method::Hpa => self.graph = bytes,
            super::variant::Method::JpsPlus => self.table = bytes,
            _ => {}
        }
    }
}

/// Walks every way cell by cell. The first variant, which is exact, says how long the shortest ways are.
struct Judge<'a> {
    map: String,
    field: &'a Field,
    shortest: Vec<(Cost, f64)>,
    cells: Vec<Cell>,
}

/// Rounding of lengths as sums of floating-point numbers, relative.
const ROUNDING: f64 = 1e-9;

impl Judge<'_> {
    /// The lengths of a way and of the shortest one, in cells.
    fn judge(
        &mut self,
        query: usize,
        (start, goal): (Cell, Cell),
        variant: &Variant,
        cost: Option<Cost>,
        waypoints: &[Cell],
    ) -> Result<(f64, f64), Failure> {
        let wrong = |map: &str, what: String| {
            let place = |c: Cell| format!("{},{}", c.x, c.y);
            Failure::Wrong { map: map.into(), from: place(start), to: place(goal), variant: variant.name(), what }
        };
        let Some(cost) = cost else { return Err(wrong(&self.map, "no way was found, but there is one".into())) };
        unpack(waypoints, &mut self.cells);
        let length =
            check_path(self.field, &self.cells, start, goal).map_err(|fault| wrong(&self.map, fault.to_string()))?;
        if self.shortest.len() == query {
            self.shortest.push((cost, length));
        }
        let (least, shortest) = self.shortest[query];
        if variant.is_exact() && cost != least {
            return Err(wrong(&self.map, format!("a way of length {length}; an exact search found one of {shortest}")));
        }
        if length < shortest * (1.0 - ROUNDING) {
            return Err(wrong(&self.map, format!("a way of length {length}, shorter than the shortest, {shortest}")));
        }
        Ok((length, shortest))
    }
}
