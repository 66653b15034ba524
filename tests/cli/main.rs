//! The commands, end to end, and the documentation that shows them.

mod check;
mod check_lines;
mod convert;
mod coverage;
#[cfg(unix)]
mod elsewhere;
mod experiment;
mod first_creature;
mod foreign;
mod graphs;
mod lua_api_page;
mod new;
mod odd_files;
mod pictures;
mod readme;
mod replay;
mod run;
mod run_changes;
mod scen;
mod scenes;
mod second_mod;
#[cfg(unix)]
mod signals;
mod spec;
mod spec_output;
mod spec_verdict;
#[cfg(unix)]
mod storeys;
mod test_watch;
mod village;

use assert_cmd::Command;
use std::path::Path;

/// Runs `bestiary test` in a folder; returns stdout and stderr.
fn test_in(dir: &Path, args: &[&str], code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let done = command.current_dir(dir).arg("test").args(args).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let (out, err) = (text(&done.get_output().stdout), text(&done.get_output().stderr));
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}
