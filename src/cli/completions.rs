//! `bestiary completions`: what shells complete, made from the declared commands.

use super::{Args, Ended, command, outcome};
use clap_complete::Shell;

/// Print what a shell needs to complete commands, options and their values.
///
/// Examples:
///   bestiary completions bash > ~/.local/share/bash-completion/completions/bestiary
///   bestiary completions zsh > ~/.zfunc/_bestiary
///   bestiary completions fish > ~/.config/fish/completions/bestiary.fish
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn main(args: &CompletionsArgs) -> Ended {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "bestiary", &mut script);
    outcome::report(&String::from_utf8_lossy(&script))
}
