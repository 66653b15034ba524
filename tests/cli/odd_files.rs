//! Paths that are not regular files, illegal names, positions outside: one clear message, and the program never hangs.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Runs the program and returns its exit code, stdout and stderr. A program that hangs fails.
fn bestiary(dir: &Path, line: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output =
        command.current_dir(dir).args(line.split(' ')).timeout(Duration::from_secs(60)).output().expect("runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it ended by itself"), text(output.stdout), text(output.stderr))
}

fn a_mod(dir: &Path) {
    fs::create_dir_all(dir.join("wet/npc")).expect("made");
    fs::write(dir.join("wet/mod.toml"), "name = \"wet\"\nversion = \"1\"\napi = 2\n").expect("written");
}

const TOAD: &str = "return behaviour { name = \"toad\", start = \"s\", states = { s = {} } }";

#[cfg(unix)]
#[test]
fn a_pipe_among_the_scripts_is_reported_and_not_waited_for() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    let pipe = dir.path().join("wet/npc/toad.lua");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("runs").success());
    for line in ["run --headless --ticks 1 --mod wet", "test wet", "test wet/npc/toad.lua"] {
        let (code, _, err) = bestiary(dir.path(), line);
        assert_eq!(code, 1, "{line}");
        assert_eq!(err, "wet/npc/toad.lua: error: cannot be read: this is not a regular file\n", "{line}");
    }
    let (code, out, _) = bestiary(dir.path(), "check wet");
    assert_eq!((code, out.lines().last()), (1, Some("1 error, 0 warnings")), "{out}");
    fs::remove_file(&pipe).expect("removed");
    let map = dir.path().join("wet/pond.map");
    assert!(std::process::Command::new("mkfifo").arg(&map).status().expect("runs").success());
    for line in ["check wet/pond.map", "run wet/pond.map --headless"] {
        let (code, out, err) = bestiary(dir.path(), line);
        assert_eq!(code, 1, "{line}");
        assert!((out + &err).starts_with("wet/pond.map: error: "), "{line}");
    }
    let manifest = dir.path().join("wet/mod.toml");
    fs::remove_file(&manifest).expect("removed");
    assert!(std::process::Command::new("mkfifo").arg(&manifest).status().expect("runs").success());
    let (code, _, err) = bestiary(dir.path(), "run --headless --ticks 1 --mod wet");
    assert_eq!(code, 1);
    assert!(err.starts_with("wet/mod.toml: error: cannot be read: this is not a regular file\n"), "{err}");
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_script() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    fs::write(dir.path().join("wet/npc/toad.lua"), format!("\u{feff}{TOAD}")).expect("written");
    fs::create_dir(dir.path().join("wet/spec")).expect("made");
    let spec = "\u{feff}describe('toad', function() it('is', function() local w = world { 't', t = 'toad' } w:run(1) expect(w:errors()).to_be({}) end) end)";
    fs::write(dir.path().join("wet/spec/toad_spec.lua"), spec).expect("written");
    let (code, out, err) = bestiary(dir.path(), "test wet");
    assert_eq!((code, out.lines().last()), (0, Some("1 passed, 0 failed")), "{out}{err}");
}

#[test]
fn a_file_that_is_not_text_is_reported_as_such() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    fs::write(dir.path().join("wet/npc/toad.lua"), [0xff, 0xfe, 0x00]).expect("written");
    let (code, _, err) = bestiary(dir.path(), "run --headless --ticks 1 --mod wet");
    assert_eq!((code, err.as_str()), (1, "wet/npc/toad.lua: error: cannot be read: not UTF-8 text\n"));
}

#[test]
fn a_name_that_windows_or_the_program_reserves_is_rejected() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    for line in ["new mod con", "new behaviour nul --mod wet", "new behaviour player --mod wet", "new mod ../x"] {
        let (code, _, err) = bestiary(dir.path(), line);
        assert_eq!((code, err.lines().count()), (1, 1), "{line}: {err}");
    }
    assert_eq!(fs::read_dir(dir.path()).expect("readable").count(), 1, "nothing was written");
}

#[test]
fn a_position_outside_the_map_is_reported_as_such() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("tiny.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n...\n").expect("written");
    let (code, out, err) = bestiary(dir.path(), "path tiny.map --from 0,0 --to 3,-1");
    assert_eq!((code, out.as_str()), (1, "no path: goal blocked\n"));
    assert_eq!(err, "--to 3,-1 lies outside the map: columns 0 to 2, rows 0 to 1\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_a_failure_with_a_reason() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("there");
    for args in [&["run", "--headless", "--ticks", "1"][..], &["path", "glade", "--from", "9,9", "--to", "9,9"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bestiary"));
        let output = command.args(args).stdout(full()).output().expect("runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err.contains("error: cannot write to standard output: "), "{args:?}: {err}");
    }
}

#[test]
fn a_scenario_that_cannot_be_read_leaves_no_empty_table() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let (code, out, err) = bestiary(dir.path(), "scen nowhere.scen");
    assert_eq!((code, out.as_str(), err.lines().count()), (1, "", 1), "{err}");
}

#[test]
fn an_experiment_without_a_folder_to_write_to_does_not_start() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("taken"), "").expect("written");
    let (code, _, err) = bestiary(dir.path(), "experiment entropia --out taken");
    assert_eq!((code, err.as_str()), (1, "error: taken: this is no folder to write to\n"));
}

#[test]
fn a_spec_cannot_command_the_terminal() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("x_spec.lua"), "it('\\27[31mred', function() error('\\27[2J') end)").expect("written");
    let (code, out, _) = bestiary(dir.path(), "test x_spec.lua");
    assert_eq!(code, 1);
    assert!(!out.contains('\x1b'), "{out:?}");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_to_a_pipe() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    fs::write(dir.path().join("tiny.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n...\n").expect("written");
    fs::create_dir(dir.path().join("out")).expect("made");
    for pipe in ["fifo", "out/bestiary.d.lua", "out/entropia.md"] {
        assert!(std::process::Command::new("mkfifo").arg(dir.path().join(pipe)).status().expect("runs").success());
    }
    let levels = "path tiny.map --from 0,0 --to 1,1 --algorithm hpa-levels --prepared";
    for (line, expected) in [
        ("test wet --coverage-json fifo".to_owned(), "fifo: error: cannot be written: this is not a regular file\n"),
        ("test wet --coverage-json out".to_owned(), "out: error: cannot be written: this is a folder, not a file\n"),
        (format!("{levels} fifo"), "fifo: error: it cannot be read or written: this is not a regular file\n"),
        (
            "run --headless --prepared fifo".to_owned(),
            "fifo: error: cannot be a folder for levels: this is no folder\n",
        ),
        ("types --out fifo".to_owned(), "error: fifo: this is no folder to write to\n"),
        ("types --out out".to_owned(), "error: out/bestiary.d.lua: this is not a regular file\n"),
        (
            "experiment entropia --windows 1 --ticks 1 --out out".to_owned(),
            "error: out/entropia.md: this is not a regular file\n",
        ),
    ] {
        let (code, _, err) = bestiary(dir.path(), &line);
        assert_eq!((code, err.as_str()), (1, expected), "{line}");
    }
    // Nothing half was left.
    let mut left: Vec<_> =
        fs::read_dir(dir.path().join("out")).expect("readable").flatten().map(|e| e.file_name()).collect();
    left.sort();
    assert_eq!(left, ["bestiary.d.lua", "entropia.md"]);
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_notices_that_its_output_is_lost() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    fs::create_dir(dir.path().join("wet/spec")).expect("made");
    fs::write(dir.path().join("wet/spec/a_spec.lua"), "it('adds', function() end)").expect("written");
    fs::write(dir.path().join("tiny.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n...\n").expect("written");
    fs::write(dir.path().join("tiny.scen"), "version 1\n0 tiny.map 3 2 0 0 1 0 1\n").expect("written");
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("there");
    for line in [
        "test wet",
        "test wet --coverage",
        "check wet",
        "check wet --format json",
        "scen tiny.scen",
        "scen tiny.scen --report csv",
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bestiary"));
        let output = command.current_dir(dir.path()).args(line.split(' ')).stdout(full()).output().expect("runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{line}: {err}");
        assert!(err.contains("error: cannot write to standard output: "), "{line}: {err}");
    }
    for (line, code) in [
        ("types --out t", 0),
        ("new mod newt", 0),
        ("run nowhere --headless", 1),
        ("check nowhere.toml", 1),
        ("test nowhere", 1),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bestiary"));
        let output = command.current_dir(dir.path()).args(line.split(' ')).stderr(full()).output().expect("runs");
        assert_eq!(output.status.code(), Some(code), "{line}");
    }
}

#[test]
fn a_folder_of_very_many_files_is_not_read_to_its_end() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    a_mod(dir.path());
    let fill = |folder: &str| {
        fs::create_dir_all(dir.path().join(folder)).expect("made");
        (0..20_001).for_each(|i| drop(fs::File::create(dir.path().join(format!("{folder}/{i}.txt"))).expect("made")));
    };
    fill("wet/lib/notes");
    let (code, out, _) = bestiary(dir.path(), "check wet");
    assert_eq!(code, 1);
    assert!(out.starts_with("wet/lib/notes: error: there are more than 20000 files up to here"), "{out}");
    // A whole machine has a /lib, and no script lies in it.
    fill("machine/lib");
    let (code, out, _) = bestiary(dir.path(), "check machine");
    assert_eq!(code, 1);
    assert!(out.starts_with("machine/lib: error: there are more than 20000 files up to here"), "{out}");
}
