//! Files of changes: what happens to a map, and where a goal goes, while an agent walks or a world runs.

use super::files::{self, Source};
use super::rows::{Row, short};
use crate::diag::{Diagnostic, did_you_mean, printable};
use crate::geom::Cell;
use crate::world::{self, Ground, World};
use std::path::Path;

/// The most cells that the changes of a file may change, each counted as often as it changes.
const MOST_CELLS: u64 = 1 << 26;
/// The most changes of a world that runs in one step.
const MOST_A_STEP: usize = 1_024;

/// What happens to cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// They are opened, with the cost of the ground that they have.
    Open,
    /// They are closed.
    Close,
    /// They become ground of this kind, an index into [`Ground::kinds`]: open or closed, as that is.
    Ground(u8),
}

/// A change of a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// After so many steps of the agent.
    pub(crate) step: u32,
    /// The cells with the least column and row, and with the greatest.
    pub(crate) corners: [Cell; 2],
    /// What happens to them.
    pub(crate) edit: Edit,
}

impl Change {
    /// The cells, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let [low, high] = self.corners;
        (low.y..=high.y).flat_map(move |y| (low.x..=high.x).map(move |x| Cell::new(x, y)))
    }

    fn count(&self) -> u64 {
        let [low, high] = self.corners;
        u64::from(low.x.abs_diff(high.x) + 1) * u64::from(low.y.abs_diff(high.y) + 1)
    }
}

/// A change of a world that runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunChange {
    /// Before this step.
    pub(crate) step: u32,
    /// Line of the file.
    pub(crate) line: u32,
    /// What happens.
    pub(crate) what: RunEdit,
}

/// What happens to a world that runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RunEdit {
    /// A door opens or closes.
    Door {
        /// Its name.
        name: String,
        /// Whether it opens.
        open: bool,
    },
    /// Ground becomes another.
    Edit(world::Edit),
}

/// What a line says, whatever it is read for.
enum Said {
    Cells(Change),
    Door { step: u32, name: String, open: bool },
}

/// What the lines of a file are for: it decides what messages offer.
#[derive(Clone, Copy)]
enum Reader<'a> {
    /// For `bestiary path`, on a map with this ground.
    Path(&'a Ground),
    /// For `bestiary run`.
    Run(&'a World),
}

/// Reads a file of changes to a map with this ground. A line is a change: after how many steps, a cell `X,Y` or a rectangle
/// `X,Y-X,Y`, then `open`, `closed` or the name of a kind of ground. In order of steps; of those after equally many the order of
/// lines is kept. `#` begins a comment, but not in a name in quotation marks.
///
/// # Errors
/// The first thing that is wrong with it, with its place.
pub(crate) fn load_changes(path: &Path, ground: &Ground) -> Result<Vec<Change>, Diagnostic> {
    let mut cells = 0;
    let mut changes = rows(path, |row| {
        let Said::Cells(change) = row.said(Reader::Path(ground))? else {
            return Err(row.wrong(1, "here cells open and close; doors do in `bestiary run`"));
        };
        cells += change.count();
        if cells > MOST_CELLS {
            return Err(row.wrong(1, format!("the file changes more than {MOST_CELLS} cells up to here")));
        }
        Ok(change)
    })?;
    changes.sort_by_key(|change| change.step);
    Ok(changes)
}

/// Reads a file of changes to a world that runs: as [`load_changes`], but that cells become a kind of ground of the map, and
/// `STEP door NAME open` or `closed`. In order of the steps before which they happen.
///
/// # Errors
/// As [`load_changes`].
pub(crate) fn load_run_changes(path: &Path, world: &World) -> Result<Vec<RunChange>, Diagnostic> {
    let mut changes = rows(path, |row| {
        let (step, what) = match row.said(Reader::Run(world))? {
            Said::Door { step, name, open } => (step, RunEdit::Door { name, open }),
            Said::Cells(Change { step, corners, edit: Edit::Ground(kind) }) => {
                let kind = world.ground.kinds()[usize::from(kind)].name.clone();
                let edit = world::Edit::Ground { corners, kind };
                world.plan(&edit).map_err(|why| row.wrong(1, why.to_string()))?;
                (step, RunEdit::Edit(edit))
            }
            Said::Cells(_) => {
                return Err(row.wrong(2, "in a world that runs cells become a kind of ground that the map has"));
            }
        };
        Ok(RunChange { step, line: row.line, what })
    })?;
    changes.sort_by_key(|change| change.step);
    let crowded = changes.windows(MOST_A_STEP + 1).find(|some| some[0].step == some[MOST_A_STEP].step);
    match crowded.map(|some| &some[MOST_A_STEP]) {
        Some(RunChange { step, line, .. }) => {
            let message = format!("more than {MOST_A_STEP} changes before step {step}");
            Err(Diagnostic::error(path.display().to_string(), message).at(*line, 1))
        }
        None => Ok(changes),
    }
}

/// Reads where a goal goes on a map with this ground. A line is a place: after how many steps of the agent, and the cell `X,Y`.
/// In order of steps. `#` begins a comment.
///
/// # Errors
/// As [`load_changes`].
pub(crate) fn load_track(path: &Path, ground: &Ground) -> Result<Vec<(u32, Cell)>, Diagnostic> {
    let size = (ground.width(), ground.height());
    let mut track = rows(path, |row| match row.text.split_whitespace().collect::<Vec<_>>()[..] {
        [step, cell] => Ok((row.step(step)?, row.cell(1, cell, size)?)),
        _ => Err(row.wrong(0, "a place of the goal is a step and a cell").hint("for example 20 12,40")),
    })?;
    track.sort_by_key(|(step, _)| *step);
    Ok(track)
}

/// Reads a file line by line.
fn rows<T>(path: &Path, mut read: impl FnMut(&Row) -> Result<T, Diagnostic>) -> Result<Vec<T>, Diagnostic> {
    let file = path.display().to_string();
    let bytes = files::open(path)
        .and_then(Source::bytes)
        .map_err(|e| Diagnostic::error(&file, format!("this file cannot be opened: {e}")))?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Diagnostic::error(&file, "this file is not text"))?;
    let lines = (1..).zip(text.lines()).map(|(line, text)| (line, without_comment(text).trim_end()));
    lines.filter(|(_, text)| !text.is_empty()).map(|(line, text)| read(&Row { file: &file, line, text })).collect()
}

/// A line up to the first `#` that is not in a name in quotation marks.
fn without_comment(text: &str) -> &str {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if quoted => quoted = false,
            '"' => quoted = text[..at].ends_with(char::is_whitespace) && text[at + 1..].contains('"'),
            '#' if !quoted => return &text[..at],
            _ => {}
        }
    }
    text
}

/// A name, without the quotation marks that it may have.
fn unquoted(name: &str) -> String {
    let inner = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.map_or_else(|| name.split_whitespace().collect::<Vec<_>>().join(" "), str::to_owned)
}

impl Row<'_> {
    fn step(&self, word: &str) -> Result<u32, Diagnostic> {
        self.number(0, word, 0, i32::MAX).map(i32::unsigned_abs)
    }

    fn said(&self, reader: Reader) -> Result<Said, Diagnostic> {
        let (step, rest) = self.text.trim_start().split_once(char::is_whitespace).unwrap_or((self.text, ""));
        let (cells, rest) = rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest, ""));
        if cells.is_empty() || rest.trim().is_empty() {
            return Err(self.incomplete(reader));
        }
        let step = self.step(step)?;
        if cells == "door" {
            return match reader {
                Reader::Run(world) => self.door(step, rest.trim(), world, reader),
                // What doors there are says nothing here.
                Reader::Path(_) => Ok(Said::Door { step, name: String::new(), open: false }),
            };
        }
        let ground = reader.ground();
        let size = (ground.width(), ground.height());
        let (a, b) = match cells.split_once('-') {
            Some((a, b)) => (self.cell(1, a, size)?, self.cell(1, b, size)?),
            None => (self.cell(1, cells, size)?, self.cell(1, cells, size)?),
        };
        let corners = [Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y))];
        Ok(Said::Cells(Change { step, corners, edit: self.edit(&unquoted(rest.trim()), reader)? }))
    }

    /// What cells become.
    fn edit(&self, what: &str, reader: Reader) -> Result<Edit, Diagnostic> {
        let kinds = || reader.ground().kinds().iter().map(|kind| kind.name.as_str());
        let index = kinds().position(|kind| kind == what).and_then(|index| u8::try_from(index).ok());
        let states = matches!(reader, Reader::Path(_)).then_some(["open", "closed"]).into_iter().flatten();
        match (what, index) {
            ("open", _) => Ok(Edit::Open),
            ("closed", _) => Ok(Edit::Close),
            (_, Some(index)) => Ok(Edit::Ground(index)),
            (_, None) => {
                let message = format!("the map has no ground '{}'", short(what));
                Err(self.wrong(2, message).hint(did_you_mean(what, states.chain(kinds()))))
            }
        }
    }

    /// `NAME open` or `NAME closed`.
    fn door(&self, step: u32, said: &str, world: &World, reader: Reader) -> Result<Said, Diagnostic> {
        let Some((name, state)) = said.rsplit_once(char::is_whitespace) else { return Err(self.incomplete(reader)) };
        let name = unquoted(name.trim());
        if world.find_door(&name).is_none() {
            let known: Vec<&str> =
                world.storeys().flat_map(|storey| &world.on(storey).doors).map(|door| &*door.name).collect();
            let quoted = known.iter().any(|door| door.contains('#') && door.starts_with(&*name));
            let hint = did_you_mean(&name, known);
            let hint = if quoted { Some("a name that contains # goes in quotation marks".into()) } else { hint };
            return Err(self.wrong(2, format!("the map has no door '{}'", short(&name))).hint(hint));
        }
        let open = match state {
            "open" => true,
            "closed" => false,
            _ => {
                let last = self.text.split_whitespace().count() - 1;
                return Err(self.wrong(last, "a door becomes open or closed"));
            }
        };
        Ok(Said::Door { step, name, open })
    }

    fn incomplete(&self, reader: Reader) -> Diagnostic {
        let what = "a change is a step, a cell or a rectangle of cells, and what becomes of it";
        match reader {
            Reader::Path(_) => self.wrong(0, what).hint("for example 20 12,40 closed, or 35 10,40-14,44 open"),
            Reader::Run(world) => {
                let kind = world.ground.kinds().first().map_or("grass", |kind| &kind.name);
                let door = world.doors.first().map_or("NAME", |door| &door.name);
                let door = if door.contains('#') { format!("\"{door}\"") } else { door.to_owned() };
                let hint =
                    format!("for example 20 12,40-14,44 {}, or 35 door {} open", printable(kind), printable(&door));
                self.wrong(0, format!("{what}; or a step, the word door, its name, and open or closed")).hint(hint)
            }
        }
    }
}

impl<'a> Reader<'a> {
    fn ground(self) -> &'a Ground {
        match self {
            Self::Path(ground) => ground,
            Self::Run(world) => &world.ground,
        }
    }
}
