//! `bestiary man`: the man pages, made from the declared commands.

use super::{Args, Ended, Stop, command, outcome};
use crate::diag::shown;
use crate::file;
use clap_mangen::Man;
use std::path::PathBuf;

/// Print the man page, or write it and one for each command into a folder.
///
/// Examples:
///   bestiary man | man -l -
///   bestiary man --out ~/.local/share/man/man1
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct ManArgs {
    /// The folder for the pages, created if needed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn main(args: &ManArgs) -> Ended {
    let mut all = command();
    all.build();
    let Some(dir) = &args.out else { return outcome::report(&page(all)?) };
    let commands: Vec<_> = all.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    let mut pages = vec![("bestiary.1".to_owned(), page(all)?)];
    for command in commands {
        pages.push((format!("bestiary-{}.1", command.get_name()), page(command)?));
    }
    let files = pages.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    file::replace_all(dir, files).map_err(|(path, e)| Stop::failed(format!("{}: {e}", shown(&path))))?;
    pages.iter().for_each(|(name, _)| outcome::note(format!("wrote {}", dir.join(name).display())));
    Ok(())
}

fn page(command: clap::Command) -> Result<String, Stop> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|e| Stop::failed(format!("cannot make the page: {e}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
