//! `bestiary completions`: what shells complete, and the man page, made from the declared commands.

use super::{Args, Ended, Stop, ValueEnum, command, outcome};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

/// Print what a shell needs to complete commands, options and their values; or the man page.
///
/// Examples:
///   source <(bestiary completions bash)        in ~/.bashrc
///   bestiary completions zsh > ~/.zfunc/_bestiary
///   bestiary completions fish > ~/.config/fish/completions/bestiary.fish
///   bestiary completions man | man -l -
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct CompletionsArgs {
    /// The shell, or man for the man page
    #[arg(value_enum)]
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    Man,
}

pub(super) fn main(args: &CompletionsArgs) -> Ended {
    let shell = match args.form {
        Form::Bash => Shell::Bash,
        Form::Elvish => Shell::Elvish,
        Form::Fish => Shell::Fish,
        Form::Powershell => Shell::PowerShell,
        Form::Zsh => Shell::Zsh,
        Form::Man => return man(),
    };
    let mut script = Vec::new();
    generate(shell, &mut command(), "bestiary", &mut script);
    outcome::report(&String::from_utf8_lossy(&script))
}

fn man() -> Ended {
    let mut page = Vec::new();
    Man::new(command()).render(&mut page).map_err(|e| Stop::failed(format!("cannot make the page: {e}")))?;
    outcome::report(&String::from_utf8_lossy(&page))
}
