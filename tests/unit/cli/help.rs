//! The help of every command: its lines fit, and every option has a text.

use bestiary::testing::cli::command;
use clap::Command;

/// The width of a common terminal.
const WIDTH: usize = 80;

/// All commands with their full names.
fn commands(root: Command, name: &str, out: &mut Vec<(String, Command)>) {
    for sub in root.get_subcommands() {
        commands(sub.clone(), &format!("{name} {}", sub.get_name()), out);
    }
    out.push((name.to_owned(), root));
}

fn all() -> Vec<(String, Command)> {
    let mut all = Vec::new();
    commands(command(), "bestiary", &mut all);
    assert!(all.len() > 8, "only {} commands were found", all.len());
    all
}

/// Lines of their own (examples, lists) are printed as they are: a longer one would break in the middle. The lines of any other
/// paragraph are one.
#[test]
fn lines_that_are_printed_as_written_fit_the_width() {
    let (mut long, mut read) = (Vec::new(), 0);
    for (name, command) in all() {
        let args = command.get_arguments().flat_map(|a| a.get_help().into_iter().chain(a.get_long_help()));
        for help in command.get_about().into_iter().chain(command.get_long_about()).chain(args) {
            let help = help.to_string();
            for line in help.lines().filter(|l| l.starts_with(' ')) {
                read += 1;
                long.extend((line.chars().count() > WIDTH).then(|| format!("{name}: {line}")));
            }
            let broken = help.split("\n\n").filter(|p| p.lines().filter(|l| !l.starts_with(' ')).count() > 1);
            assert_eq!(broken.collect::<Vec<_>>(), Vec::<&str>::new(), "{name}");
        }
    }
    assert!(read > 20, "only {read} lines were read");
    assert!(long.is_empty(), "longer than {WIDTH} columns:\n{}", long.join("\n"));
}

#[test]
fn every_command_and_every_argument_has_a_text() {
    for (name, command) in all() {
        assert!(command.get_about().is_some(), "{name}");
        for arg in command.get_arguments() {
            assert!(arg.get_help().is_some(), "{name}: {}", arg.get_id());
        }
    }
}
