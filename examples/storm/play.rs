//! A small world with culprits and innocents, and what is seen of its run.

use crate::generate::{Files, IDLE};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::runtime::WallClock;
use bestiary::testing::sim::bare_world;
use bestiary::testing::sim::{described_except, usual_setup};
use bestiary::{Command, Diagnostic, ScriptParams, Setup, Sim, SimParams, SourceFile, Value, Vec2};
use std::sync::LazyLock;
use std::time::Instant;
use toml::Table;

/// Steps of a run: six turns of every creature.
pub(crate) const STEPS: usize = 36;
/// The step before which a program is saved while the world runs.
const RELOAD: usize = 7;
/// Memory of one machine.
pub(crate) const MEMORY_MB: usize = 16;
const SHIPPED: [(&str, &str); 4] = [
    ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
    ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
    ("npc/deer.lua", include_str!("../../scripts/npc/deer.lua")),
    ("npc/wolf.lua", include_str!("../../scripts/npc/wolf.lua")),
];
/// Searches paths, draws numbers, listens and remembers.
const LISTENER: &str = "
return behaviour { name = 'listener', body = { speed = 4 }, start = 's', states = { s = {
  tick = function(npc)
    local m = npc.memory
    m.ticks = (m.ticks or 0) + 1
    m.seen = #npc:all { within = 10 }
    if npc:random() < 0.5 then pathfinder.set_position_target(npc, npc.home_x + m.ticks % 3, npc.home_y + 2) end
    pathfinder.tick(npc)
    local _, x, y = pathfinder.next_waypoint(npc)
    if x then npc:steer(x, y) end
    local list = {} for i = 1, 30 do list[i] = { i, tostring(i) .. m.ticks } end
    m.list = list
    npc:shout('here', 5)
  end,
  heard = function(npc, what) npc.memory[what] = (npc.memory[what] or 0) + 1 end,
} } }";

/// The settings of the mod: many, some within a table.
static SETTINGS: LazyLock<Table> = LazyLock::new(|| {
    let keys = |count: i64| (1..=count).map(|i| (format!("k{i}"), i.into()));
    let deep: Table = keys(100).collect();
    keys(100).chain([("deep".to_owned(), deep.into())]).collect()
});

/// How a program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Plan {
    /// Others cannot notice the culprits, which are far away.
    pub quiet: bool,
    /// It is saved while the world runs, in the place of an idle one.
    pub reload: bool,
    /// Lua machines.
    pub vms: usize,
    /// How many creatures run it.
    pub culprits: u32,
    /// All is done as where there are many creatures.
    pub many: bool,
}

impl Plan {
    pub(crate) fn of(seed: u64) -> Self {
        let vms = 1 + (seed % 2) as usize;
        let culprits = if seed.is_multiple_of(7) { 24 } else { vms as u32 };
        // Of programs for one machine and of those for two.
        let many = (seed / 2).is_multiple_of(4);
        Self { quiet: !seed.is_multiple_of(3), reload: seed.is_multiple_of(5), vms, culprits, many }
    }
}

/// What one step took, and the counts that the culprits spent in it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    pub script_ns: u64,
    pub step_ns: u64,
    pub counts: u64,
}

/// What is seen of a run.
pub(crate) struct Outcome {
    pub hash: String,
    /// State and memory of each of the innocents.
    pub innocents: Vec<(String, Value)>,
    pub steps: Vec<Step>,
    /// What reading its files took, at the beginning or when they were saved.
    pub load_ns: u64,
    /// Bytes of the fullest machine, at the end of the worst step.
    pub memory_bytes: usize,
    pub errors: u64,
    pub log: Vec<String>,
}

fn setup(files: &Files, plan: Plan, threads: usize) -> Setup {
    let own = files.iter().map(|(path, source)| (path.as_str(), source.as_str()));
    let files = SHIPPED.into_iter().chain([("npc/listener.lua", LISTENER)]).chain(own);
    let mut mods = ModSet::from_files(files);
    mods.mods[0].manifest.settings = SETTINGS.clone();
    // The shipped creatures avoid and seek influence.
    mods.mods[0].manifest.layers = ModSet::embedded().influence().cloned().collect();
    let usual = SimParams::default();
    Setup {
        sim: SimParams { threads, many: if plan.many { 0 } else { usual.many }, ..usual },
        script: ScriptParams { vms: plan.vms, memory_mb: MEMORY_MB, ..ScriptParams::default() },
        ..usual_setup(bare_world(140, 40, |x, y| x % 9 == 4 && y % 5 != 2), mods, 3)
    }
}

/// Runs a program.
///
/// # Errors
/// The diagnostics of a program that does not load.
pub(crate) fn run(files: &Files, plan: Plan, threads: usize, timed: bool) -> Result<Outcome, Vec<Diagnostic>> {
    let idle: Files = vec![("npc/culprit.lua".into(), IDLE.into())];
    let first = if plan.reload { &idle } else { files };
    let (setup, clock, began) = (setup(first, plan, threads), WallClock::default(), Instant::now());
    let mut sim = Sim::new(setup)?;
    let mut load_ns = began.elapsed().as_nanos() as u64;
    let spawn =
        |behaviour: &str, count, x, y| Command::Spawn { behaviour: behaviour.into(), count, at: Some(Vec2::new(x, y)) };
    let far = if plan.quiet { 130.5 } else { 16.5 };
    let mut commands = vec![
        spawn("culprit", plan.culprits, far, 20.5),
        spawn("listener", 5, 10.5, 10.5),
        spawn("deer", 4, 15.5, 25.5),
        spawn("wolf", 2, 22.5, 12.5),
    ];
    let (mut steps, mut memory_bytes, mut spent) = (Vec::new(), 0, 0);
    for at in 0..STEPS {
        let reloads = plan.reload && at == RELOAD;
        if reloads {
            let saved = |(path, source): &(String, String)| SourceFile {
                mod_name: "base".into(),
                path: path.clone(),
                text: Some(source.clone()),
            };
            commands = vec![Command::Reload { files: files.iter().map(saved).collect() }];
        }
        let times = if timed { sim.step(&commands, &clock) } else { sim.step(&commands, &NoClock) };
        commands.clear();
        load_ns = if reloads { times.step_ns } else { load_ns };
        memory_bytes = memory_bytes.max(sim.script_memory_bytes());
        let culprit = sim.catalogue().named("culprit").map(|s| s.symbol);
        let counts = sim.profile().iter().filter(|r| Some(r.behaviour) == culprit).map(|r| r.instructions).sum::<u64>();
        let step = Step { script_ns: times.script_ns, step_ns: times.step_ns, counts: counts.saturating_sub(spent) };
        // Loading files is not the culprit's turn, when a version is rolled back neither: then its counts begin again.
        steps.push(if reloads || counts < spent { Step::default() } else { step });
        spent = counts;
    }
    Ok(Outcome {
        innocents: described_except(&sim, "culprit"),
        hash: sim.hash(),
        steps,
        load_ns,
        memory_bytes,
        errors: sim.stats().script_errors,
        log: sim.log().lines().map(|l| l.text.clone()).collect(),
    })
}
