//! Signals end every command soon, whatever scripts do.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Much longer than a run may take to end, and much shorter than what it is busy with.
const SOON: Duration = Duration::from_secs(5);

fn hostile_mod(dir: &Path) {
    fs::create_dir_all(dir.join("bad/npc")).expect("made");
    fs::create_dir_all(dir.join("bad/spec")).expect("made");
    fs::write(dir.join("bad/mod.toml"), "name = \"bad\"\nversion = \"1\"\napi = 2\n").expect("written");
    let text = "return behaviour { name = \"bad\", start = \"s\", states = { s = { tick = function(npc) while true do end end } } }";
    fs::write(dir.join("bad/npc/bad.lua"), text).expect("written");
    let spec = "it('x', function() local w = world { 'w', w = 'bad', errors_allowed = true } for i = 1, 1e9 do w:run(1000) end end)";
    fs::write(dir.join("bad/spec/bad_spec.lua"), spec).expect("written");
}

/// Starts a command, sends it a signal after a while, and returns how it ended: its exit code (none: the signal did it), and
/// what it wrote to stderr.
fn interrupted(dir: &Path, args: &[&str], signal: &str, after: Duration) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestiary"));
    let command = command.current_dir(dir).args(args).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("runs");
    std::thread::sleep(after);
    assert!(child.try_wait().expect("a child").is_none(), "{args:?} ended by itself");
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().expect("runs").success());
    let code = wait(&mut child, args);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("piped"), &mut text).expect("UTF-8");
    assert!(!text.contains("panicked"), "{text}");
    (code, text)
}

fn wait(child: &mut Child, args: &[&str]) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        if began.elapsed() > SOON {
            child.kill().expect("killed");
            panic!("{args:?} did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_run_of_hostile_creatures_ends_at_once() {
    let dir = tempfile::tempdir().expect("a folder");
    hostile_mod(dir.path());
    let run = ["run", "--headless", "--ticks", "1000000", "--mod", "bad", "--population", "bad=400"];
    for signal in ["-TERM", "-INT"] {
        let (code, text) = interrupted(dir.path(), &run, signal, Duration::from_secs(2));
        // While it starts, the signal itself ends it.
        assert!(code.is_none() || code == Some(1) && text.contains("interrupted"), "{code:?} {text}");
    }
}

#[test]
fn start_up_with_very_many_creatures_can_be_interrupted() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = ["run", "--headless", "--ticks", "1000000", "--population", "deer=70000"];
    // A process that a shell started in the background begins with SIGINT ignored.
    interrupted(dir.path(), &run, "-TERM", Duration::from_millis(300));
}

#[test]
fn a_spec_without_end_is_interrupted() {
    let dir = tempfile::tempdir().expect("a folder");
    hostile_mod(dir.path());
    for more in [&[][..], &["--watch"]] {
        let args = [&["test", "bad"][..], more].concat();
        let (code, text) = interrupted(dir.path(), &args, "-TERM", Duration::from_secs(1));
        assert!(code.is_none() || code == Some(1) && text.contains("interrupted"), "{code:?} {text}");
    }
}
