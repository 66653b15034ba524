//! Saving a file is all a designer does: a running world takes the change, or reports why not, and no creature loses memory.

use bestiary::Value;
use bestiary::{Command, Control, Frame, Options, Runtime, Start};
use bestiary::{Level, ScriptRow, ScriptStatus};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A creature that counts its ticks in memory and carries a tag from its file.
const COUNTER: &str = r#"
local tag = "one"
return behaviour {
  name = "counter",
  body = { speed = 2 },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.count = (npc.memory.count or 0) + 1
        npc.memory.tag = tag
      end,
    },
  },
}
"#;

struct Stage {
    dir: tempfile::TempDir,
    world: Runtime,
}

impl Stage {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("scratch folder");
        std::fs::create_dir(dir.path().join("npc")).expect("folder");
        let manifest = "name = \"stage\"\nversion = \"1.0.0\"\napi = 2\ndepends = [\"base\"]\n";
        std::fs::write(dir.path().join("mod.toml"), manifest).expect("writes");
        std::fs::write(dir.path().join("npc/counter.lua"), COUNTER).expect("writes");
        let (map, mods) = ("maps/bg512/AR0411SR.map".into(), vec![dir.path().into()]);
        let population = ["counter=3", "deer=3"].map(|p| p.parse().expect("is one")).to_vec();
        let options = Options { watch: true, paused: false };
        let world = Start { map, mods, population, options, ..Start::default() }.start().expect("starts");
        let stage = Self { dir, world };
        let id = stage.wait("creatures", |f| f.snapshot.agents.iter().find(|a| a.glyph == 'c').map(|a| a.id));
        stage.world.send(Control::Focus(Some(id)));
        stage.wait("the selected creature", |f| f.snapshot.focus.as_ref().map(|_| ()));
        stage
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(file)
    }

    /// Saves as many editors do: into another file, which then takes the name.
    fn save(&self, file: &str, text: &str) {
        let beside = self.path("npc/.swap");
        std::fs::write(&beside, text).expect("writes");
        std::fs::rename(&beside, self.path(file)).expect("renames");
    }

    /// Waits until `look` finds what it looks for in the newest frame.
    fn wait<T>(&self, what: &str, look: impl Fn(&Frame) -> Option<T>) -> T {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(20) {
            if let Some(found) = self.world.latest().as_ref().and_then(&look) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let log: Vec<String> =
            self.world.latest().map(|f| f.snapshot.log.iter().map(|l| l.text.clone()).collect()).unwrap_or_default();
        panic!("no {what} in 20 s; the log:\n{}", log.join("\n"));
    }

    fn row(frame: &Frame, path: &str) -> Option<ScriptRow> {
        frame.snapshot.scripts.iter().find(|r| r.path == path).cloned()
    }

    fn wait_live(&self, version: u32) {
        self.wait(&format!("v{version}"), |f| {
            Self::row(f, "npc/counter.lua").filter(|r| r.version == version && r.status == ScriptStatus::Live)
        });
    }

    /// The selected creature's count, once its tag reads `tag`.
    fn count_tagged(&self, tag: &str) -> f64 {
        self.wait(tag, |f| {
            let memory = &f.snapshot.focus.as_ref()?.memory;
            let tagged = memory.get("tag") == Some(&Value::String(tag.into()));
            match memory.get("count") {
                Some(Value::Number(n)) if tagged => Some(*n),
                _ => None,
            }
        })
    }
}

fn errors(frame: &Frame) -> Vec<String> {
    frame.snapshot.log.iter().filter(|l| l.level == Level::Error).map(|l| l.text.clone()).collect()
}

#[test]
fn a_saved_change_is_live_and_memory_is_kept() {
    let stage = Stage::new();
    let before = stage.count_tagged("one");
    stage.save("npc/counter.lua", &COUNTER.replace("\"one\"", "\"two\""));
    stage.wait_live(2);
    let after = stage.count_tagged("two");
    assert!(after >= before, "the count went on from {before}, not from nothing: {after}");
}

#[test]
fn a_file_that_does_not_load_is_rejected_with_its_line_and_the_old_version_stays_live() {
    let stage = Stage::new();
    stage.save("npc/counter.lua", &COUNTER.replace("npc.memory.tag = tag", "npc.memory.tag = = tag"));
    let message = stage.wait("the refusal", |f| match Stage::row(f, "npc/counter.lua")?.status {
        ScriptStatus::Rejected { version: 2, message } => Some(message),
        _ => None,
    });
    assert!(message.contains("npc/counter.lua:11:"), "{message}");
    let now = stage.count_tagged("one");
    stage.wait("life to go on", |f| {
        let memory = &f.snapshot.focus.as_ref()?.memory;
        matches!(memory.get("count"), Some(Value::Number(n)) if *n > now).then_some(())
    });
    // The source that was live before repairs it.
    stage.save("npc/counter.lua", COUNTER);
    stage.wait_live(3);
}

#[test]
fn a_mistake_that_loads_is_reported_before_its_line_runs() {
    let stage = Stage::new();
    let never = "if npc.memory.count > 1e9 then print(npc.helth) end";
    stage.save("npc/counter.lua", &COUNTER.replace("npc.memory.tag = tag", never));
    let row = stage.wait("the warning", |f| Stage::row(f, "npc/counter.lua").filter(|r| !r.remarks.is_empty()));
    assert_eq!((row.version, row.status, row.errors, row.remarks.len()), (2, ScriptStatus::Live, 0, 1));
    assert_eq!((row.remarks[0].line, row.remarks[0].message.as_str()), (11, "npc has no 'helth'"));
    let line = stage.wait("the log", |f| f.snapshot.log.iter().find(|l| l.level == Level::Warn).cloned());
    assert!(line.text.contains("npc/counter.lua:11:50: npc has no 'helth'; did you mean 'health'?"), "{}", line.text);
    // Repaired: nothing is found in the new version.
    stage.save("npc/counter.lua", COUNTER);
    stage.wait_live(3);
    stage.wait("a clean row", |f| Stage::row(f, "npc/counter.lua").filter(|r| r.remarks.is_empty()));
}

#[test]
fn an_endless_loop_is_stopped_named_and_rolled_back_while_the_world_goes_on() {
    let stage = Stage::new();
    stage.count_tagged("one");
    let endless = COUNTER.replace("npc.memory.tag = tag", "while true do end");
    stage.save("npc/counter.lua", &endless);
    let rolled_back = |version| {
        stage.wait("the rollback", |f| match Stage::row(f, "npc/counter.lua")?.status {
            ScriptStatus::RolledBack { version: v, message } if v == version => Some((f.snapshot.step, message)),
            _ => None,
        })
    };
    let (step, message) = rolled_back(2);
    assert!(message.contains("npc/counter.lua:11: error: the script ran too long"), "{message}");
    stage.wait("twenty more steps", |f| (f.snapshot.step > step + 20).then_some(()));
    let before = stage.count_tagged("one");
    // The same text saved again is tried again.
    stage.save("npc/counter.lua", &endless);
    rolled_back(3);
    // The next save is compiled on the live version, not on the one that failed.
    std::fs::create_dir(stage.path("lib")).expect("folder");
    std::fs::write(stage.path("lib/tags.lua"), "return { tag = \"from a module\" }\n").expect("writes");
    stage.wait("the module", |f| Stage::row(f, "lib/tags.lua").filter(|r| r.version == 1));
    assert!(stage.count_tagged("one") >= before);
    stage.save("npc/counter.lua", &COUNTER.replace("\"one\"", "\"healed\""));
    let after = stage.count_tagged("healed");
    assert!(after > before);
    stage.wait_live(4);
}

#[test]
fn new_files_bring_new_creatures_and_creatures_of_deleted_files_stand_still() {
    let stage = Stage::new();
    stage.save("npc/newt.lua", &COUNTER.replace("counter", "newt"));
    stage.wait("the newt's file", |f| Stage::row(f, "npc/newt.lua"));
    stage.world.send(Control::Command(Command::Spawn { behaviour: "newt".into(), count: 2, at: None }));
    let alive = |f: &Frame, name: &str| f.snapshot.roster.iter().find(|r| r.behaviour == name).map_or(0, |r| r.alive);
    stage.wait("newts", |f| (alive(f, "newt") == 2).then_some(()));
    std::fs::remove_file(stage.path("npc/newt.lua")).expect("deletes");
    stage.wait("the row to go", |f| Stage::row(f, "npc/newt.lua").is_none().then_some(()));
    let step = stage.wait("a frame", |f| Some(f.snapshot.step));
    stage.wait("the world to go on", |f| (f.snapshot.step > step + 10 && errors(f).is_empty()).then_some(()));
    stage.wait("the newts in the roster", |f| (alive(f, "newt") == 2).then_some(()));
    stage.save("npc/newt.lua", &COUNTER.replace("counter", "newt"));
    stage.wait("the newts to be known again", |f| (alive(f, "newt") == 2).then_some(()));
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_scripts_is_refused_and_the_next_save_is_taken() {
    let stage = Stage::new();
    let pipe = stage.path("npc/pipe.lua");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("runs").success());
    stage.wait("the pipe to be refused", |f| Stage::row(f, "npc/pipe.lua"));
    stage.save("npc/counter.lua", &COUNTER.replace("\"one\"", "\"after the pipe\""));
    stage.count_tagged("after the pipe");
    std::fs::remove_file(pipe).expect("deletes");
    stage.wait("its row to go", |f| Stage::row(f, "npc/pipe.lua").is_none().then_some(()));
}

#[test]
fn a_query_for_creatures_of_a_deleted_file_finds_none() {
    let stage = Stage::new();
    let newt = COUNTER.replace("counter", "newt").replace("speed = 2", "speed = 2, faction = \"wet\"");
    stage.save("npc/newt.lua", &newt);
    stage.wait("the newt's file", |f| Stage::row(f, "npc/newt.lua"));
    let looks = "npc:nearest { faction = \"wet\", within = 5 }\n        npc.memory.tag = tag";
    stage.save("npc/counter.lua", &COUNTER.replace("\"one\"", "\"looks\"").replace("npc.memory.tag = tag", looks));
    stage.count_tagged("looks");
    std::fs::remove_file(stage.path("npc/newt.lua")).expect("deletes");
    stage.wait("the row to go", |f| Stage::row(f, "npc/newt.lua").is_none().then_some(()));
    let step = stage.wait("a frame", |f| Some(f.snapshot.step));
    stage.wait("the world to go on", |f| (f.snapshot.step > step + 20 && errors(f).is_empty()).then_some(()));
}

#[test]
fn a_burst_of_saves_ends_in_the_last_and_a_half_written_file_is_waited_for() {
    let stage = Stage::new();
    for i in 0..20 {
        stage.save("npc/counter.lua", &COUNTER.replace("\"one\"", &format!("\"burst {i}\"")));
    }
    stage.count_tagged("burst 19");
    // Emptied first, written a moment later: as editors do that write in place.
    let file: &Path = &stage.path("npc/counter.lua");
    std::fs::write(file, "").expect("empties");
    std::thread::sleep(Duration::from_millis(30));
    std::fs::write(file, COUNTER.replace("\"one\"", "\"in place\"")).expect("writes");
    stage.count_tagged("in place");
    let frame = stage.world.latest().expect("a frame");
    assert_eq!(errors(&frame), Vec::<String>::new(), "nothing was rejected on the way");
}

#[test]
fn a_changed_module_reloads_the_files_that_use_it() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("lib")).expect("folder");
    std::fs::write(stage.path("lib/tags.lua"), "return { tag = \"from a module\" }\n").expect("writes");
    stage.save("npc/counter.lua", &COUNTER.replace("\"one\"", "require(\"lib.tags\").tag"));
    stage.count_tagged("from a module");
    std::fs::write(stage.path("lib/tags.lua"), "return { tag = \"changed there\" }\n").expect("writes");
    stage.count_tagged("changed there");
    let users = stage.wait("the module's row", |f| Stage::row(f, "lib/tags.lua").map(|r| r.users));
    assert_eq!(users, 1);
}

#[test]
fn a_module_and_its_user_may_be_saved_one_after_the_other() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("lib")).expect("folder");
    std::fs::write(stage.path("lib/tags.lua"), "return { tag = \"old name\" }\n").expect("writes");
    let uses = |name: &str| COUNTER.replace("tag = tag", &format!("tag = \"says \" .. require(\"lib.tags\").{name}"));
    stage.save("npc/counter.lua", &uses("tag"));
    stage.count_tagged("says old name");
    std::fs::write(stage.path("lib/tags.lua"), "return { name = \"new name\" }\n").expect("writes");
    stage.wait("the rollback", |f| match Stage::row(f, "lib/tags.lua")?.status {
        ScriptStatus::RolledBack { version: 2, .. } => Some(()),
        _ => None,
    });
    stage.save("npc/counter.lua", &uses("name"));
    stage.count_tagged("says new name");
}

#[test]
fn a_change_of_the_manifest_is_reported_and_does_nothing_else() {
    let stage = Stage::new();
    let logged = |level, part: &str| {
        stage.wait(part, |f| f.snapshot.log.iter().find(|l| l.level == level && l.text.contains(part)).map(|_| ()));
    };
    stage.save("mod.toml", "name = 3\n");
    logged(Level::Error, "mod.toml of mod 'stage':1:8: error: ");
    logged(Level::Error, "; what was read at the start stays");
    stage.save("mod.toml", "name = \"stage\"\nversion = \"2\"\napi = 2\n");
    logged(Level::Warn, "mod.toml of mod 'stage' changed: it takes effect when the world starts again");
    stage.count_tagged("one");
}
