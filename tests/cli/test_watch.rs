//! `bestiary test --watch`, end to end: a save runs the tests again, also after files that did not load, and Ctrl-C ends.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than anything takes, even on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running watch, and the lines it says on either stream.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(dir: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bestiary"))
            .current_dir(dir)
            .args(["test", "--watch"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let (send, lines) = channel();
        let streams: [Box<dyn std::io::Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("piped")), Box::new(child.stderr.take().expect("piped"))];
        for stream in streams {
            let send = send.clone();
            std::thread::spawn(move || {
                BufReader::new(stream).lines().map_while(Result::ok).for_each(|l| drop(send.send(l)));
            });
        }
        Self { child, lines }
    }

    /// Waits until each of these was said; the two streams may come in any order.
    fn until(&self, parts: &[&str]) {
        let (mut open, mut seen) = (parts.to_vec(), Vec::new());
        while !open.is_empty() {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    open.retain(|part| !line.contains(part));
                    seen.push(line);
                }
                Err(e) => panic!("{open:?} was not said ({e}):\n{}", seen.join("\n")),
            }
        }
    }

    /// Ctrl-C; returns the exit code.
    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().expect("sent");
        self.child.wait().expect("ended").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn newt(answer: &str) -> String {
    format!(
        "return behaviour {{ name = 'newt', start = 'a', states = {{ a = {{ tick = function() {answer} end }} }} }}"
    )
}

const SPEC: &str =
    "it('stays', function() local w = world { 'n', n = 'newt' } w:run(8) expect(w:errors()).to_be({}) end)";

#[test]
fn a_save_runs_the_tests_again_and_what_is_broken_is_waited_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let pond = dir.path().join("pond");
    for sub in ["npc", "spec"] {
        std::fs::create_dir_all(pond.join(sub)).expect("made");
    }
    let save = |path: &str, text: &str| std::fs::write(pond.join(path), text).expect("written");
    save("mod.toml", "name = \"pond\"\nversion = \"1\"\napi = 2\n");
    save("npc/newt.lua", &newt(""));
    save("spec/newt_spec.lua", SPEC);
    let watching = Watching::start(dir.path(), &["pond"]);
    watching.until(&["1 passed, 0 failed", "watching pond: a save runs the tests again"]);

    save("npc/newt.lua", &newt("error('ouch')"));
    watching.until(&["saved: pond/npc/newt.lua", "ouch", "0 passed, 1 failed", "watching pond"]);

    save("npc/newt.lua", "return behaviour {");
    watching.until(&["pond/npc/newt.lua:1", "watching pond"]);

    save("mod.toml", "name = 3");
    watching.until(&["pond/mod.toml:1", "watching pond"]);

    save("mod.toml", "name = \"pond\"\nversion = \"1\"\napi = 2\n");
    watching.until(&["saved: pond/mod.toml", "watching pond"]);
    save("npc/newt.lua", &newt("return 'a'"));
    watching.until(&["1 passed, 0 failed", "watching pond"]);
    assert_eq!(watching.interrupt(), Some(0), "the code of the last run");
}

#[test]
fn the_code_of_a_failed_last_run_is_kept_and_a_spec_outside_of_mods_is_watched() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("my_spec.lua"), SPEC).expect("written");
    let watching = Watching::start(dir.path(), &["my_spec.lua"]);
    watching.until(&["0 passed, 1 failed", "watching .: a save"]);
    std::fs::write(dir.path().join("my_spec.lua"), SPEC.replace("stays", "goes")).expect("written");
    watching.until(&["FAIL  goes", "watching ."]);
    assert_eq!(watching.interrupt(), Some(1));
}

#[test]
fn with_nothing_on_disk_there_is_nothing_to_watch() {
    let dir = tempfile::tempdir().expect("a folder");
    let watching = Watching::start(dir.path(), &[]);
    watching.until(&["nothing to watch: the built-in mod is inside the program"]);
}
