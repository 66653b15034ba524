//! Files of changes: what happens to a map, and where a goal goes, while an agent walks.

use super::files::{self, Source};
use super::rows::{Row, short};
use crate::diag::{Diagnostic, did_you_mean};
use crate::geom::Cell;
use crate::world::{self, Ground, World};
use std::path::Path;

/// The most cells that the changes of a file may change, each counted as often as it changes.
const MOST_CELLS: u64 = 1 << 26;

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

/// Reads a file of changes to a map with this ground. A line is a change: after how many steps, a cell `X,Y` or a rectangle
/// `X,Y-X,Y`, then `open`, `closed` or the name of a kind of ground. In order of steps; of those after equally many the order of
/// lines is kept. `#` begins a comment.
///
/// # Errors
/// The first thing that is wrong with it, with its place.
pub(crate) fn load_changes(path: &Path, ground: &Ground) -> Result<Vec<Change>, Diagnostic> {
    let size = (ground.width(), ground.height());
    let mut cells = 0;
    let mut changes = rows(path, |row| {
        let change = row.change(ground, size)?;
        cells += change.count();
        if cells > MOST_CELLS {
            return Err(row.wrong(1, format!("the file changes more than {MOST_CELLS} cells up to here")));
        }
        Ok(change)
    })?;
    changes.sort_by_key(|change| change.step);
    Ok(changes)
}

/// A change of a world that runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RunChange {
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

/// Reads a file of changes to a world that runs: as [`load_changes`], but that cells become a kind of ground of the map, and
/// `STEP door NAME open` or `closed`. Each with the step before which it happens, in order of these.
///
/// # Errors
/// As [`load_changes`].
pub(crate) fn load_run_changes(path: &Path, world: &World) -> Result<Vec<(u32, RunChange)>, Diagnostic> {
    let ground = &world.ground;
    let mut changes = rows(path, |row| {
        let words: Vec<&str> = row.text.split_whitespace().collect();
        if let [step, "door", name @ .., state] = &words[..] {
            let (step, name) = (row.step(step)?, name.join(" "));
            if world.door(&name).is_none() {
                let hint = did_you_mean(&name, world.doors.iter().map(|door| &*door.name));
                return Err(row.wrong(2, format!("the map has no door '{}'", short(&name))).hint(hint));
            }
            let open = match *state {
                "open" => true,
                "closed" => false,
                _ => return Err(row.wrong(words.len() - 1, "a door becomes open or closed")),
            };
            return Ok((step, RunChange::Door { name, open }));
        }
        let change = row.change(ground, (ground.width(), ground.height()))?;
        let Edit::Ground(kind) = change.edit else {
            return Err(row.wrong(2, "in a world that runs cells become a kind of ground that the map has"));
        };
        let kind = ground.kinds()[usize::from(kind)].name.clone();
        let edit = world::Edit::Ground { corners: change.corners, kind };
        let fits = world.plan(&edit).map_err(|why| row.wrong(1, why.to_string()));
        fits.map(|_| (change.step, RunChange::Edit(edit)))
    })?;
    changes.sort_by_key(|(step, _)| *step);
    Ok(changes)
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
    let lines = (1..).zip(text.lines()).map(|(line, text)| (line, text.split('#').next().unwrap_or(text).trim_end()));
    lines.filter(|(_, text)| !text.is_empty()).map(|(line, text)| read(&Row { file: &file, line, text })).collect()
}

impl Row<'_> {
    fn step(&self, word: &str) -> Result<u32, Diagnostic> {
        self.number(0, word, 0, i32::MAX).map(i32::unsigned_abs)
    }

    fn change(&self, ground: &Ground, size: (usize, usize)) -> Result<Change, Diagnostic> {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let [step, cells, what @ ..] = &words[..] else {
            return Err(self.incomplete());
        };
        let step = self.step(step)?;
        let (a, b) = match cells.split_once('-') {
            Some((a, b)) => (self.cell(1, a, size)?, self.cell(1, b, size)?),
            None => (self.cell(1, cells, size)?, self.cell(1, cells, size)?),
        };
        let corners = [Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y))];
        let edit = match what.join(" ").as_str() {
            "" => return Err(self.incomplete()),
            "open" => Edit::Open,
            "closed" => Edit::Close,
            name => {
                let index = ground.kinds().iter().position(|kind| kind.name == name);
                let known =
                    || ["open", "closed"].into_iter().chain(ground.kinds().iter().map(|kind| kind.name.as_str()));
                let unknown = || {
                    let message = format!("the map has no ground '{}'", short(name));
                    self.wrong(2, message).hint(did_you_mean(name, known()))
                };
                Edit::Ground(index.and_then(|index| u8::try_from(index).ok()).ok_or_else(unknown)?)
            }
        };
        Ok(Change { step, corners, edit })
    }

    fn incomplete(&self) -> Diagnostic {
        self.wrong(0, "a change is a step, a cell or a rectangle of cells, and what becomes of it")
            .hint("for example 20 12,40 closed, or 35 10,40-14,44 open")
    }
}
