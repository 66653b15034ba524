//! A line of a script that a message names, and the editor that opens it.

use super::ScriptRow;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As messages name it, from the folder that the program was started in.
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
}

/// Why no editor opens.
#[derive(Debug, thiserror::Error)]
pub(super) enum EditError {
    #[error("set EDITOR to your editor's command, and {0} opens at the line")]
    NoEditor(String),
    #[error("{0} is part of the program: copy it into a mod of your own to change it")]
    BuiltIn(String),
    #[error("the command of the editor has an open quote or no program: {0}")]
    Unreadable(String),
    #[error("the editor '{0}' did not start: {1}")]
    NotStarted(String, std::io::Error),
    #[error("the editor '{0}' failed: {1}")]
    Failed(String, std::process::ExitStatus),
}

impl Place {
    /// The first line of a script that a text names, as messages (`scripts/npc/wolf.lua:31`) or as reasons do
    /// (`npc/wolf.lua:31`).
    pub fn named_in(text: &str, scripts: &[ScriptRow]) -> Option<Self> {
        let names = scripts.iter().flat_map(|r| [(&r.label, r), (&r.path, r)]);
        let found = names.filter_map(|(name, row)| {
            let at = text.find(&format!("{name}:"))?;
            let rest = &text[at + name.len() + 1..];
            let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
            // The earliest; of two names there, the longer one.
            let line = digits.parse().ok()?;
            Some((std::cmp::Reverse(at), name.len(), Self { file: PathBuf::from(&row.label), line }))
        });
        found.max_by_key(|(at, length, _)| (*at, *length)).map(|(.., place)| place)
    }

    /// Opens it in the person's editor and waits for its end.
    pub(super) fn edit(&self) -> Result<(), EditError> {
        let shown = format!("{}:{}", self.file.display(), self.line);
        if !self.file.is_file() {
            return Err(EditError::BuiltIn(self.file.display().to_string()));
        }
        let set = |name| std::env::var(name).ok().filter(|v: &String| !v.trim().is_empty());
        let editor = set("VISUAL").or_else(|| set("EDITOR")).ok_or(EditError::NoEditor(shown))?;
        let Some((program, rest)) = command_line(&editor, self) else { return Err(EditError::Unreadable(editor)) };
        match Command::new(program).args(rest).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(EditError::Failed(editor, status)),
            Err(e) => Err(EditError::NotStarted(editor, e)),
        }
    }
}

/// The program and the arguments of an editor that opens a place. The editor's command is read as a shell reads it; `None`
/// when it has no program or an open quote. Editors take a line in one of two forms.
pub fn command_line(editor: &str, place: &Place) -> Option<(String, Vec<String>)> {
    let mut rest = shlex::split(editor).filter(|words| !words.is_empty())?;
    let program = rest.remove(0);
    let name = Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let file = place.file.display().to_string();
    match name.as_str() {
        "code" | "codium" | "cursor" => rest.extend(["--goto".to_owned(), format!("{file}:{}", place.line)]),
        "hx" | "helix" | "subl" | "zed" | "lapce" => rest.push(format!("{file}:{}", place.line)),
        // vi and its kin, nano, emacs, micro, kak, joe …
        _ => rest.extend([format!("+{}", place.line), file]),
    }
    Some((program, rest))
}
