//! A save, and a key, with a hundred thousand creatures alive: when the first and the last of them run the new version, what
//! the step that takes it over costs more than others, and when the frame shows the creature that was selected.

use super::{save, wait};
use bestiary::{AgentId, AgentMark, Control, Frame, Options, Population, Runtime, Start};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

const CROWD: [(&str, u32); 2] = [("deer", 90_000), ("wolf", 10_000)];
const SAVES: u32 = 8;
/// So many creatures with the last slots are watched: the machines call theirs in order of slot, in parts that all of them share.
const WATCHED: usize = 32;
/// Steps before the first save: paths are found, most creatures sleep.
const SETTLED: u64 = 40;

/// What one save took, milliseconds.
struct Took {
    first: f64,
    last: f64,
    /// The step that took it over, beside the median of the ten before.
    more: f64,
}

pub(crate) fn run() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let dir = dir.path();
    let manifest = "name = \"bench\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    std::fs::write(dir.join("mod.toml"), manifest).expect("writes");
    std::fs::create_dir(dir.join("npc")).expect("a folder");
    let deer = std::fs::read_to_string("scripts/npc/deer.lua").expect("the built-in scripts");
    std::fs::write(dir.join("npc/deer.lua"), &deer).expect("writes");
    let population = CROWD.map(|(behaviour, count)| Population { behaviour: behaviour.into(), count }).to_vec();
    let (map, mods, options) = ("plain".into(), vec![dir.into()], Options { watch: true, paused: false });
    let began = Instant::now();
    let mut start = Start { map, mods, seed: 7, population, options, ..Start::default() };
    // As the dashboard does.
    start.config.sim.threads = std::thread::available_parallelism().map_or(1, usize::from);
    let world = start.start().expect("starts");
    wait(&world, "a first frame", |f| (f.snapshot.step > 0).then_some(()));
    let opened = began.elapsed().as_secs_f64();
    wait(&world, "paths", |f| (f.snapshot.step > SETTLED).then_some(()));
    let took: Vec<Took> = (1..=SAVES).map(|n| one(&world, dir, &deer, n)).collect();
    let keys: Vec<f64> = (0..20).map(|i| select(&world, i)).collect();
    let frame = world.latest().expect("frames");
    let row = frame.snapshot.scripts.iter().find(|r| r.mod_name == "bench").expect("a row");
    assert_eq!(row.version, 1 + SAVES, "each save went live");
    assert!(frame.snapshot.agents.len() > 90_000, "most of them live");
    println!(
        "npc/deer.lua: {SAVES} saves with {} creatures (open after {opened:.1} s, {:.1} steps a second)",
        frame.snapshot.agents.len(),
        frame.pacing.steps_per_s
    );
    let show = |what: &str, bar: f64, ms: Vec<f64>| {
        let (median, worst) = median_and_worst(ms);
        println!("  {what}: median {median:.0} ms, worst {worst:.0} ms (bar: {bar} ms)");
    };
    show("save to the first call", 60.0, took.iter().map(|t| t.first).collect());
    show("save to the first call of the last of them", 1000.0, took.iter().map(|t| t.last).collect());
    show("the step that takes it over, more than others", 50.0, took.iter().map(|t| t.more).collect());
    show("a selection to its frame", 50.0, keys);
}

fn median_and_worst(mut all: Vec<f64>) -> (f64, f64) {
    all.sort_by(f64::total_cmp);
    (all[all.len() / 2], all[all.len() - 1])
}

/// Saves version `n`, and watches the steps go by.
fn one(world: &Runtime, dir: &Path, deer: &str, n: u32) -> Took {
    let mut steps = Steps::default();
    wait(world, "steps", |f| {
        steps.see(f);
        (steps.ms.len() > 10).then_some(())
    });
    let (usual, _) = median_and_worst(steps.ms.clone());
    let frame = world.latest().expect("frames");
    let is_deer = |a: &&AgentMark| frame.snapshot.catalogue.symbols.name(a.behaviour) == "deer";
    let watched: Vec<AgentId> =
        frame.snapshot.agents.iter().rev().filter(is_deer).map(|a| a.id).take(WATCHED).collect();
    let began = save(dir, "npc/deer.lua", &marked(deer, n, &watched));
    let (says, mut swap, mut first) = (format!("deer {n}"), Swap::default(), None);
    let last = wait(world, "a call of the last", |f| {
        steps.see(f);
        swap.see(f, n, &steps);
        let says = || f.snapshot.log.iter().filter(|l| l.text == says).filter_map(|l| Some(l.speaker.as_ref()?.0));
        first = first.or_else(|| says().next().map(|_| began.elapsed()));
        let called: BTreeSet<AgentId> = says().collect();
        // One of them may have died. The frame has all in order of slot.
        let agents = &f.snapshot.agents[..];
        let lives = |id: &AgentId| {
            agents.binary_search_by_key(&id.slot(), |a| a.id.slot()).is_ok_and(|at| agents[at].id == *id)
        };
        let waits = |id: &AgentId| !called.contains(id) && lives(id);
        (first.is_some() && !watched.iter().any(waits)).then(|| began.elapsed())
    });
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let swap_ms = swap.ms.expect("the step ends before the last is called");
    Took { first: ms(first.unwrap_or_default()), last: ms(last), more: swap_ms - usual }
}

/// The step that takes a version over.
#[derive(Default)]
struct Swap {
    /// The step after which it was seen first, in the middle of the next one or at its end.
    before: Option<u64>,
    ms: Option<f64>,
}

impl Swap {
    fn see(&mut self, frame: &Frame, n: u32, steps: &Steps) {
        let row = frame.snapshot.scripts.iter().find(|r| r.mod_name == "bench");
        if row.is_none_or(|row| row.version <= n) {
            return;
        }
        let before = *self.before.get_or_insert(frame.snapshot.step);
        if frame.snapshot.step > before && self.ms.is_none() {
            self.ms = steps.ms.last().copied();
        }
    }
}

/// A few of the first and the last say once that they run the version: a print of each would be most of what is measured.
fn marked(text: &str, n: u32, watched: &[AgentId]) -> String {
    let says: Vec<String> = watched.iter().map(|id| format!("[{}] = true", id.number())).collect();
    let mark = format!(
        "local SAYS = {{ {} }}\n\
         local function mark(npc) local m = npc.memory if m.deer ~= {n} then m.deer = {n} \
         if npc.id < 64 or SAYS[npc.id] then print('deer {n}') end end end\n",
        says.join(", ")
    );
    format!("{mark}{}", text.replace("tick = function(npc)", "tick = function(npc) mark(npc)"))
}

/// How long steps take, by the frames that are seen.
#[derive(Default)]
struct Steps {
    last: Option<(u64, Instant)>,
    ms: Vec<f64>,
}

impl Steps {
    fn see(&mut self, frame: &Frame) {
        let step = frame.snapshot.step;
        match self.last {
            Some((before, _)) if before == step => return,
            Some((before, at)) => self.ms.push(at.elapsed().as_secs_f64() * 1e3 / (step - before) as f64),
            None => {}
        }
        self.last = Some((step, Instant::now()));
    }
}

/// Milliseconds until the frame shows the creature that is selected.
fn select(world: &Runtime, i: usize) -> f64 {
    let id: AgentId = world.latest().expect("frames").snapshot.agents[i * 1000].id;
    let began = Instant::now();
    world.send(Control::Focus(Some(id)));
    wait(world, "the selected creature", |f| f.snapshot.focus.as_ref().filter(|focus| focus.id == id).map(|_| ()));
    began.elapsed().as_secs_f64() * 1e3
}
