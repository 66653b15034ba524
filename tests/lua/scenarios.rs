//! Reloads as scenarios: what is saved and when, and what then runs, is logged and is remembered. They enumerate what is edited
//! (a behaviour, its states, its body, a module, files that need each other, files that come and go, files of two mods), what
//! it breaks (nothing, its syntax, its first tick, a later one, its users), and the order in time.

mod behaviours;
mod files;
mod pairs;
mod times;

use crate::stage::{open_ground, ticking};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::runtime::{Changes, Live, Sent};
use bestiary::testing::sim::{bare_world, usual_setup};
use bestiary::{Command, Population, ScriptParams, ScriptStatus, Setup, Sim, SourceFile, Value, World};

/// Steps in a second.
pub(crate) const SECOND: u64 = 20;
/// Longer than any version is on probation.
pub(crate) const PROBATION: u64 = 4 * SECOND;

pub(crate) const COUNTER: &str = "npc/counter.lua";
pub(crate) const HERMIT: &str = "npc/hermit.lua";
pub(crate) const RULES: &str = "lib/rules.lua";

/// A creature that counts its ticks by `rules.step` of a module; `extra` comes before the count.
pub(crate) fn counter(extra: &str) -> String {
    let tick = format!("{extra}\nnpc.memory.count = (npc.memory.count or 0) + rules.step");
    format!("local rules = require \"lib.rules\"\n{}", ticking("counter", &tick))
}

/// A creature that needs no module.
pub(crate) fn hermit(tick: &str) -> String {
    ticking("hermit", tick)
}

/// What is done, and what is expected then.
pub(crate) enum Do {
    /// Saves files together: the mod, the path, and the text; without one it is deleted.
    Save(Vec<(&'static str, &'static str, Option<String>)>),
    /// So many steps.
    Wait(u64),
    /// What the table of scripts says of a file begins so: `v2 live`, `v3 rolled back, v2 live`, `gone`.
    Is(&'static str, &'static str),
    /// A line of the log contains this.
    Logs(&'static str),
    /// None does.
    Silent(&'static str),
    /// Every creature of this behaviour has this in its memory.
    Remembers(&'static str, &'static str, Value),
    /// Every counter goes on counting from where it was.
    Counts,
    /// Creatures of a behaviour in the roster.
    Alive(&'static str, u32),
}
pub(crate) use Do::*;

/// One file saved in the mod `base`.
pub(crate) fn save(path: &'static str, text: impl Into<String>) -> Do {
    Save(vec![("base", path, Some(text.into()))])
}

pub(crate) fn delete(path: &'static str) -> Do {
    Save(vec![("base", path, None)])
}

/// Files of the mod `base`, saved together.
pub(crate) fn together<const N: usize>(files: [(&'static str, String); N]) -> Do {
    Save(files.map(|(path, text)| ("base", path, Some(text))).into())
}

pub(crate) fn string(s: &str) -> Value {
    Value::String(s.into())
}

/// A world whose saves are handled like those from a disk, without threads and clocks.
struct Bench {
    sim: Sim,
    changes: Changes,
    saves: u64,
}

impl Bench {
    fn new(world: World) -> Self {
        let mut mods = ModSet::from_files([
            (COUNTER, counter("").as_str()),
            (HERMIT, &hermit("npc.memory.tag = 'one'")),
            (RULES, "return { step = 1 }"),
        ]);
        // A second mod, which has a module of the same path and one of its own.
        let wet = ModSet::from_files([("npc/newt.lua", ticking("newt", "").as_str())]);
        mods.mods.extend(wet.mods.into_iter().map(|mut m| {
            (m.manifest.name, m.label) = ("wet".into(), "wet".into());
            m
        }));
        let people = [("counter", 3), ("hermit", 1), ("newt", 1)];
        let sim = Sim::new(Setup {
            population: people.map(|(b, count)| Population { behaviour: b.into(), count }).into(),
            ..usual_setup(world, mods, 5)
        });
        let sim = sim.expect("loads");
        let changes = Changes::new(Live::of(&sim, 0), ScriptParams::default());
        let mut bench = Self { sim, changes, saves: 0 };
        bench.wait(SECOND);
        bench
    }

    fn wait(&mut self, steps: u64) {
        (0..steps).for_each(|_| self.step(Vec::new()));
    }

    /// A step with what was sent; what the changes then send goes into the next.
    fn step(&mut self, sent: Vec<Sent>) {
        self.saves += sent.iter().filter(|s| matches!(s, Sent::Reload { .. })).count() as u64;
        let commands: Vec<Command> = sent.into_iter().map(Sent::command).collect();
        self.sim.step(&commands, &NoClock);
        let more = self.changes.update(Live::of(&self.sim, self.saves));
        if !more.is_empty() {
            self.step(more);
        }
    }

    fn save(&mut self, files: Vec<(&str, &str, Option<String>)>) {
        let file = |(mod_name, path, text): (&str, &str, Option<String>)| SourceFile {
            mod_name: mod_name.into(),
            path: path.into(),
            text,
        };
        let files: Vec<SourceFile> = files.into_iter().map(file).filter(|f| self.changes.is_new(f, true)).collect();
        let sent = if files.is_empty() { Vec::new() } else { self.changes.save(files) };
        self.step(sent);
    }

    fn status(&mut self, path: &str) -> String {
        let snapshot = self.sim.snapshot(None, Default::default());
        let Some(row) = snapshot.scripts.into_iter().find(|r| r.path == path) else { return "gone".into() };
        let live = row.version;
        match row.status {
            ScriptStatus::Live => format!("v{live} live"),
            ScriptStatus::Rejected { version, message } => format!("v{version} rejected, v{live} live: {message}"),
            ScriptStatus::RolledBack { version, message } => {
                format!("v{version} rolled back, v{live} live: {message}")
            }
        }
    }

    fn memories(&self, behaviour: &str, key: &str) -> Vec<Value> {
        let a = self.sim.agents();
        let name = |slot: &usize| self.sim.catalogue().symbols.name(a.behaviour[*slot]) == behaviour;
        let memory = |slot| self.sim.memory(a.bodies.id(slot)).and_then(|m| m.get(key).cloned()).unwrap_or_default();
        let all: Vec<Value> = a.bodies.living().filter(name).map(memory).collect();
        assert!(!all.is_empty(), "a {behaviour} lives");
        all
    }

    fn log(&self) -> String {
        self.sim.log().lines().map(|l| format!("{}\n", l.text)).collect()
    }

    fn counts(&self) -> Vec<f64> {
        let number = |v: &Value| if let Value::Number(n) = v { *n } else { panic!("the count is {v}") };
        self.memories("counter", "count").iter().map(number).collect()
    }

    fn play(&mut self, at: usize, what: Do) {
        match what {
            Save(files) => self.save(files),
            Wait(steps) => self.wait(steps),
            Is(path, wish) => {
                let status = self.status(path);
                assert!(status.starts_with(wish), "{at}: {path} should be '{wish}', is '{status}'\n{}", self.log());
            }
            Logs(part) => assert!(self.log().contains(part), "{at}: '{part}' is not in the log:\n{}", self.log()),
            Silent(part) => assert!(!self.log().contains(part), "{at}: '{part}' is in the log:\n{}", self.log()),
            Remembers(behaviour, key, wish) => {
                let all = self.memories(behaviour, key);
                assert!(all.iter().all(|v| *v == wish), "{at}: {key} should be {wish}: {all:?}\n{}", self.log());
            }
            Counts => {
                let before = self.counts();
                self.wait(SECOND);
                let after = self.counts();
                // Three to four ticks, each counts at most two.
                let goes_on = |(b, a): (&f64, &f64)| a > b && *a <= b + 8.0;
                let kept = before.iter().all(|b| *b >= 3.0) && before.iter().zip(&after).all(goes_on);
                assert!(kept, "{at}: from {before:?} to {after:?}\n{}", self.log());
            }
            Alive(behaviour, wish) => {
                let roster = self.sim.roster();
                let alive = roster.iter().find(|r| r.behaviour == behaviour).map(|r| r.alive);
                assert_eq!(alive, Some(wish), "{at}: {behaviour} in the roster");
            }
        }
    }
}

/// Plays a scenario on open ground.
pub(crate) fn play(steps: Vec<Do>) {
    play_in(open_ground(60, 40), steps);
}

/// Plays a scenario between walls that leave corridors of one metre.
pub(crate) fn play_in_corridors(steps: Vec<Do>) {
    play_in(bare_world(60, 40, |_, y| y % 2 == 1), steps);
}

fn play_in(world: World, steps: Vec<Do>) {
    let mut bench = Bench::new(world);
    steps.into_iter().enumerate().for_each(|(at, step)| bench.play(at, step));
}

/// Declares each scenario as a test of its name.
macro_rules! scenarios {
    ($($name:ident: [$($step:expr),+ $(,)?];)+) => {
        $(
            #[test]
            fn $name() {
                play(vec![$($step),+]);
            }
        )+
    };
}
pub(crate) use scenarios;
