//! Paths that look right (Olofsson 2012): a level of four parts, A* and what makes its paths straight and round; theirs beside ours.

mod level;
mod measure;
mod page;
mod search;
pub(crate) mod style;
mod theirs;
mod tiles;

// What the files below have in common.
use super::failure::WrongResult;
use super::{Clock, Document, Failure, Table, Watcher, best_of, picture, say, short};
use level::Level;
use style::Style;

/// One style of path on one level.
pub use measure::Looks;

/// Measures all styles on the whole level and on each of its parts.
///
/// # Errors
/// [`Failure`]: an interruption, or a path that was not found.
pub fn beauty_looks(clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Looks>, Failure> {
    let mut all = Vec::new();
    for (done, level) in (1..).zip(level::ALL) {
        watcher.check()?;
        all.extend(measure::level(&level, clock)?);
        watcher.progress(done, level::ALL.len(), level.name);
    }
    Ok(all)
}

/// Measures and writes the documents `beauty.md` and `beauty.csv`, and a picture of each path. Chance has no part in it.
///
/// # Errors
/// [`Failure`]: an interruption, or a path that was not found.
pub fn beauty(clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    let looks = beauty_looks(clock, watcher)?;
    page::documents(&looks)
}
