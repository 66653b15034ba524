//! From a save to the first handler call of the new version, with 1 000 creatures alive: `cargo bench --bench reload`.
//!
//! Files are saved on disk and found by the watch on the folder, as an editor's are: a behaviour of its own, and the module
//! that all behaviours use. Every creature is given a keepsake before; that all which are still alive have it after the last
//! save is asserted, the times are printed. Then the same for a map of Tiled: `cargo bench --bench reload map` does that alone; and
//! with a hundred thousand creatures: `cargo bench --bench reload crowd`.

#[path = "reload/crowd.rs"]
mod crowd;
#[path = "reload/map.rs"]
mod map;

use bestiary::AgentId;
use bestiary::ReplyText;
use bestiary::{Command, Control, Frame, Options, Population, Runtime, Start};
use bestiary::{Key, Value};
use bestiary::{ScriptRow, ScriptStatus};
use std::path::Path;
use std::time::{Duration, Instant};

const SAVES: u32 = 20;
const CROWD: [(&str, u32); 5] = [("wolf", 150), ("deer", 600), ("guard", 100), ("merchant", 50), ("scavenger", 100)];
/// Between two saves every creature is called at least once.
const STEPS_BETWEEN: u64 = 14;
const LONGEST: Duration = Duration::from_secs(30);
/// Median allowed from save to call.
const BAR_MS: f64 = 150.0;

/// A file's text in its version `n`.
type MakeText<'a> = Box<dyn Fn(u32) -> String + 'a>;

/// Lua that prints, once for each creature, that version `n` was called.
fn mark(name: &str, n: u32) -> String {
    format!(
        "local function mark(npc) local m = npc.memory if m.{name} ~= {n} then m.{name} = {n} print('{name} {n}') end end\n"
    )
}

/// A behaviour's source whose every tick begins with the mark.
fn marked_behaviour(text: &str, n: u32) -> String {
    format!("{}{}", mark("wolf", n), text.replace("tick = function(npc)", "tick = function(npc) mark(npc)"))
}

/// The module of all behaviours, which marks every creature that it moves.
fn marked_module(text: &str, n: u32) -> String {
    let mut out = mark("module", n);
    for line in text.lines() {
        out.push_str(line);
        if line.starts_with("function tactics.") && line.contains("(npc") {
            out.push_str(" mark(npc)");
        }
        out.push('\n');
    }
    out
}

/// Saves as many editors do: into another file, which then takes the name.
fn save(dir: &Path, file: &str, text: &str) -> Instant {
    let beside = dir.join(".beside");
    std::fs::write(&beside, text).expect("writes");
    let now = Instant::now();
    std::fs::rename(&beside, dir.join(file)).expect("renames");
    now
}

fn wait<T>(world: &Runtime, what: &str, mut look: impl FnMut(&Frame) -> Option<T>) -> T {
    let began = Instant::now();
    while began.elapsed() < LONGEST {
        if let Some(found) = world.latest().as_ref().and_then(&mut look) {
            return found;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    panic!("no {what} in time");
}

fn says(frame: &Frame, words: &str) -> Option<()> {
    frame.snapshot.log.iter().rev().any(|l| l.speaker.is_some() && l.text == words).then_some(())
}

/// Milliseconds from each of the saves of `file` to the first call, as seen in the frames that a dashboard gets.
fn times(world: &Runtime, dir: &Path, file: &str, name: &str, text: impl Fn(u32) -> String) -> Vec<f64> {
    let mut all: Vec<f64> = (1..=SAVES)
        .map(|n| {
            let began = save(dir, file, &text(n));
            wait(world, &format!("version {n} of {file}"), |f| says(f, &format!("{name} {n}")));
            let ms = began.elapsed().as_secs_f64() * 1e3;
            let step = world.latest().map_or(0, |f| f.snapshot.step);
            wait(world, "every creature's turn", |f| (f.snapshot.step >= step + STEPS_BETWEEN).then_some(()));
            ms
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all
}

/// All creatures, after each was given something to remember.
fn give_keepsakes(world: &Runtime) -> Vec<AgentId> {
    let all = world.latest().map(|f| f.snapshot.agents.iter().filter(|a| !a.is_player).map(|a| a.id).collect());
    let all: Vec<AgentId> = all.unwrap_or_default();
    for id in &all {
        let path = vec![Key::String("keepsake".into())];
        world.send(Control::Command(Command::SetMemory { id: *id, path, value: Value::Number(id.number() as f64) }));
    }
    all
}

/// Asserts that the creatures that are still alive have kept it; returns their number.
fn keepsakes(world: &Runtime, given: &[AgentId]) -> usize {
    let frame = world.latest().expect("frames");
    let alive = given.iter().filter(|id| frame.snapshot.agents.iter().any(|a| a.id == **id));
    alive
        .filter(|id| {
            let line = format!("npc.memory.keepsake -- of {}", id.number());
            world.send(Control::Ask(**id, line.clone()));
            let evaluated = |f: &Frame| {
                f.replies.iter().find_map(|r| match &r.text {
                    ReplyText::Evaluated { line: l, lines, failed } if *l == line => Some((lines.concat(), *failed)),
                    _ => None,
                })
            };
            let (shown, failed) = wait(world, "an evaluation", evaluated);
            // A creature that died meanwhile cannot be asked.
            assert!(failed || shown == id.number().to_string(), "{line}: {shown}");
            !failed
        })
        .count()
}

/// Whether the map is in a version, by its row among the scripts.
fn says_map(frame: &Frame, version: u32) -> bool {
    let is_live =
        |row: &ScriptRow| row.mod_name.is_empty() && row.version >= version && row.status == ScriptStatus::Live;
    frame.snapshot.scripts.iter().any(is_live)
}

fn main() {
    let wants = |word: &str| std::env::args().any(|arg| arg == word);
    let (only_map, only_crowd) = (wants("map"), wants("crowd"));
    if !only_crowd {
        map::run();
    }
    if !only_map {
        crowd::run();
    }
    if !only_map && !only_crowd {
        behaviours();
    }
}

/// Saves of a behaviour and of a module, with a thousand creatures.
fn behaviours() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let dir = dir.path();
    let manifest = "name = \"bench\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
    std::fs::write(dir.join("mod.toml"), manifest).expect("writes");
    for folder in ["npc", "lib"] {
        std::fs::create_dir(dir.join(folder)).expect("a folder");
    }
    let read = |file: &str| std::fs::read_to_string(Path::new("scripts").join(file)).expect("the built-in scripts");
    let (wolf, tactics) = (read("npc/wolf.lua"), read("lib/tactics.lua"));
    std::fs::write(dir.join("npc/wolf.lua"), &wolf).expect("writes");
    std::fs::write(dir.join("lib/tactics.lua"), &tactics).expect("writes");
    let population = CROWD.map(|(behaviour, count)| Population { behaviour: behaviour.into(), count }).to_vec();
    let (map, mods, options) = ("glade".into(), vec![dir.into()], Options { watch: true, paused: false });
    let world = Start { map, mods, seed: 7, population, options, ..Start::default() }.start().expect("starts");
    wait(&world, "a second of life", |f| (f.snapshot.step > 20).then_some(()));
    let given = give_keepsakes(&world);
    let files: [(&str, &str, MakeText); 2] = [
        ("npc/wolf.lua", "wolf", Box::new(|n| marked_behaviour(&wolf, n))),
        ("lib/tactics.lua", "module", Box::new(|n| marked_module(&tactics, n))),
    ];
    for (file, name, text) in files {
        let ms = times(&world, dir, file, name, text);
        let frame = world.latest().expect("frames");
        let alive = frame.snapshot.agents.len();
        assert!(alive >= 900, "a thousand creatures, some of them between two lives: {alive}");
        let row = frame.snapshot.scripts.iter().find(|r| r.mod_name == "bench" && r.path == file).expect("a row");
        assert_eq!((row.version, &row.status), (1 + SAVES, &ScriptStatus::Live));
        let kept = keepsakes(&world, &given);
        assert!(kept > 100, "only {kept} lived on");
        println!(
            "{file}: {SAVES} saves with {alive} creatures, save to first call: median {:.0} ms, worst {:.0} ms (bar: median under {BAR_MS} ms); all {kept} that lived on kept their memory",
            ms[ms.len() / 2],
            ms[ms.len() - 1],
        );
    }
}
