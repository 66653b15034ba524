//! All variants on all maps of the plan.

use super::runner::Runner;
use super::theirs::{Columns, MapSet, SETS};
use super::variant::{stride, variants};
use super::{Cell, Clock, Diagnostic, Failure, Field, Heuristic, MapFile, Method, Plan, Tally, Variant, Watcher};
use super::{best_of, load_set, spread};
use crate::body::MoveClass;
use crate::experiment::failure::WrongResult;
use crate::rng::{Purpose, Rand};
use crate::search::{Cost, check_path, unpack};
use crate::world::format;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A search runs this often and its best time counts, because other programs may interrupt it. A search of a method that
/// goes cell by cell runs once if it takes longer than the second value.
const REPEATS: u32 = 3;
const REPEATED_BELOW_NS: u64 = 5_000_000;

/// What was found out about one set.
pub(crate) struct SetResult {
    pub set: &'static MapSet,
    /// Maps measured, of so many.
    pub maps: usize,
    pub of_maps: usize,
    /// Why maps of the set could not be read: they are left out.
    pub left_out: Vec<Diagnostic>,
    /// In the order of [`variants`].
    pub rows: Vec<(Variant, Tally)>,
    /// Bytes of the grids that all searches share, summed over maps.
    pub grid_bytes: u64,
}

impl SetResult {
    pub(crate) fn tally(&self, variant: &Variant) -> Option<&Tally> {
        self.rows.iter().find(|(v, _)| v == variant).map(|(_, t)| t)
    }

    /// The results of a method with the octile heuristic.
    pub(crate) fn octile(&self, method: Method) -> Option<Columns> {
        self.tally(&Variant::new(method, Heuristic::Octile, 1.0)).map(Tally::columns)
    }

    pub(crate) fn queries(&self) -> usize {
        self.rows.first().map_or(0, |(_, t)| t.queries())
    }
}

struct MapResult {
    rows: Vec<Tally>,
    grid_bytes: u64,
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
    let (jobs, mut sets) = jobs(plan, watcher)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads.max(1))
        .build()
        .map_err(|e| Failure::Threads(plan.threads, e))?;
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
    // In order of set and number, whatever the threads did.
    for (job, map) in jobs.iter().zip(measured) {
        let set = &mut sets[job.set];
        set.rows.iter_mut().zip(&map.rows).for_each(|((_, sum), tally)| sum.merge(tally));
        set.grid_bytes += map.grid_bytes;
    }
    Ok(sets)
}

/// The maps of the plan's share. Maps that cannot be read are reported and left out; a set without any that can is a failure.
fn jobs(plan: &Plan, watcher: &dyn Watcher) -> Result<(Vec<Job>, Vec<SetResult>), Failure> {
    let (mut jobs, mut sets) = (Vec::new(), Vec::new());
    for (i, set) in SETS.iter().enumerate() {
        let files = load_set(&plan.maps, set.file)?;
        let (of_maps, mut left_out) = (files.len(), Vec::new());
        let mut sound: Vec<(usize, MapFile)> = Vec::new();
        for (number, file) in files.into_iter().enumerate() {
            match read(set, &file) {
                Ok(_) => sound.push((number, file)),
                Err(faults) => left_out.extend(faults),
            }
        }
        if sound.is_empty() {
            return Err(Failure::Input(left_out));
        }
        left_out.iter().for_each(|fault| watcher.left_out(fault));
        let selected = spread(sound.len(), plan.share.maps);
        let rows = variants(set).into_iter().map(|v| (v, Tally::default())).collect();
        sets.push(SetResult { set, maps: selected.len(), of_maps, left_out, rows, grid_bytes: 0 });
        for (n, at) in selected.iter().enumerate() {
            let order = n as f64 / selected.len() as f64;
            let (number, file) = sound[*at].clone();
            jobs.push(Job { set: i, number, file, order });
        }
    }
    jobs.sort_by(|a, b| a.order.total_cmp(&b.order).then(a.set.cmp(&b.set)));
    Ok((jobs, sets))
}

/// How a map is called in messages.
fn name_of(set: &MapSet, file: &MapFile) -> String {
    format!("{}/{}", set.file, file.name)
}

fn read(set: &MapSet, file: &MapFile) -> Result<Field, Vec<Diagnostic>> {
    let name = name_of(set, file);
    let world = format::parse(&name, &file.bytes)?.world;
    Field::of_world(&world, 0.0, 1.0, MoveClass::WALK).map_err(|e| vec![Diagnostic::error(name, e.to_string())])
}

fn measure_map(job: &Job, plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<MapResult, Failure> {
    let set = &SETS[job.set];
    let name = name_of(set, &job.file);
    let field = read(set, &job.file).map_err(Failure::Input)?;
    let stream = (job.set as u64) << 32 | job.number as u64;
    let queries = queries(&field, plan.share.queries, plan.seed, stream);
    if queries.is_empty() {
        return Err(Failure::NoQuery(name));
    }
    let mut judge = Judge { map: name.clone(), field: &field, queries, shortest: Vec::new(), cells: Vec::new() };
    let mut result = MapResult { rows: Vec::new(), grid_bytes: field.bytes() as u64 };
    let whole = plan.share.is_full();
    for variant in variants(set) {
        watcher.check()?;
        let mut runner = Runner::new(&field, variant)
            .map_err(|e| Failure::Input(vec![Diagnostic::error(name.clone(), e.to_string())]))?;
        let mut tally = Tally::default();
        for i in (0..judge.queries.len()).step_by(stride(set, &variant, whole)) {
            let (cost, ns) = timed(&mut runner, judge.queries[i], clock);
            let (length, shortest) = judge.judge(i, &runner, cost)?;
            tally.add(ns, length, shortest, runner.effort());
        }
        tally.prepared_bytes = runner.engine.usage().prepared_bytes as u64;
        result.rows.push(tally);
    }
    Ok(result)
}

/// The cost and the time of the best repetition.
fn timed(runner: &mut Runner, (start, goal): (Cell, Cell), clock: &dyn Clock) -> (Option<Cost>, u64) {
    let (cost, ns) = best_of(1, clock, || runner.solve(start, goal));
    if ns > REPEATED_BELOW_NS && !runner.variant.method.is_quick() {
        return (cost, ns);
    }
    let (cost, again_ns) = best_of(REPEATS - 1, clock, || runner.solve(start, goal));
    (cost, ns.min(again_ns))
}

/// Walks every path cell by cell. The first variant, which is exact, says how long the shortest paths are.
struct Judge<'a> {
    map: String,
    field: &'a Field,
    queries: Vec<(Cell, Cell)>,
    shortest: Vec<(Cost, f64)>,
    cells: Vec<Cell>,
}

/// Rounding of lengths as sums of floating-point numbers, relative.
const ROUNDING: f64 = 1e-9;

impl Judge<'_> {
    /// The lengths of the path found for a query and of the shortest one, in cells.
    fn judge(&mut self, query: usize, runner: &Runner, cost: Option<Cost>) -> Result<(f64, f64), Failure> {
        self.lengths(query, runner, cost).map_err(|what| {
            let (start, goal) = self.queries[query];
            let query = format!("{},{} to {},{}", start.x, start.y, goal.x, goal.y);
            Failure::Wrong { map: self.map.clone(), query, variant: runner.variant.name(), what }
        })
    }

    fn lengths(&mut self, query: usize, runner: &Runner, cost: Option<Cost>) -> Result<(f64, f64), WrongResult> {
        let (start, goal) = self.queries[query];
        let cost = cost.ok_or(WrongResult::NoPath)?;
        unpack(&runner.waypoints, &mut self.cells);
        let length = check_path(self.field, &self.cells, start, goal)?;
        if self.shortest.len() == query {
            self.shortest.push((cost, length));
        }
        let (least, shortest) = self.shortest[query];
        if runner.variant.is_exact() && cost != least {
            return Err(WrongResult::NotShortest { length, shortest });
        }
        if length < shortest * (1.0 - ROUNDING) {
            return Err(WrongResult::TooShort { length, shortest });
        }
        Ok((length, shortest))
    }
}

/// Pairs tried for each query that is wanted, before a map counts as having no more.
const TRIES: usize = 200;

/// Up to `count` pairs of different open cells between which a path leads, each such pair as likely as any other. A pair
/// that is not connected is thrown away whole, as in the thesis. The first of many are the same as those of few.
pub fn queries(field: &Field, count: usize, seed: u64, map: u64) -> Vec<(Cell, Cell)> {
    let open: Vec<u32> = (0..field.nodes() as u32).filter(|n| field.open(field.cell(*n))).collect();
    let mut rand = Rand::new(seed, Purpose::Experiment, map);
    if open.len() < 2 {
        return Vec::new();
    }
    let pair = |_| {
        let start = field.cell(open[rand.index(open.len())]);
        let goal = field.cell(open[rand.index(open.len())]);
        (start != goal && field.may_join(start, goal)).then_some((start, goal))
    };
    (0..count.saturating_mul(TRIES)).filter_map(pair).take(count).collect()
}
