//! Moving AI `.scen` files: queries on a map with the lengths of their shortest paths (Sturtevant 2012).

use super::files::Source;
use super::rows::{Row, short};
use super::{MAX_SIDE_CELLS, files};
use crate::diag::Diagnostic;
use crate::file::leaves_its_folder;
use crate::geom::Cell;
use std::path::{Path, PathBuf};

/// Columns of a row: bucket, map, width, height, start x and y, goal x and y, length.
const COLUMNS: usize = 9;

/// One query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Line in the file, from 1.
    pub line: u32,
    /// Where the path starts.
    pub start: Cell,
    /// Where the path ends.
    pub goal: Cell,
    /// Length of the shortest path in cells. 0 with ends apart: there is no path.
    pub length: f64,
}

impl Query {
    /// Whether the file says that no path leads from one end to the other.
    pub fn is_unreachable(&self) -> bool {
        self.length == 0.0 && self.start != self.goal
    }
}

/// A scenario file: one map's queries.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The map, beside the scenario file.
    pub map: PathBuf,
    pub width: u32,
    pub height: u32,
    pub queries: Vec<Query>,
}

/// Reads a scenario file. Its map is looked for beside it, under the last part of the name that the rows give.
///
/// # Errors
/// The first thing that is wrong with it, with its place.
pub fn load_scenario(path: &Path) -> Result<Scenario, Diagnostic> {
    let file = path.display().to_string();
    let bytes = files::open(path)
        .and_then(Source::bytes)
        .map_err(|e| Diagnostic::error(file.clone(), format!("this scenario file cannot be opened: {e}")))?;
    let no_quote = |found| if leaves_its_folder(path) { Diagnostic::error(&file, NO_SCENARIO) } else { found };
    parse_scenario(&file, &bytes).map_err(no_quote)
}

const NO_SCENARIO: &str = "this is a link to a file in another folder, and that is no scenario file without errors";

/// Reads scenarios from memory; `file` names them in messages.
///
/// # Errors
/// As [`load_scenario`].
pub fn parse_scenario(file: &str, bytes: &[u8]) -> Result<Scenario, Diagnostic> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Diagnostic::error(file, "this is no Moving AI scenario file: it is not text"))?;
    let mut lines = (1..).zip(text.lines()).filter(|(_, l)| !l.trim().is_empty());
    match lines.next() {
        Some((_, first)) if first.trim_start().starts_with("version") => {}
        first => {
            let line = first.map_or(1, |(line, _)| line);
            return Err(Diagnostic::error(
                file,
                "this is no Moving AI scenario file: it does not begin with 'version'",
            )
            .at(line, 1)
            .hint("expected 'version 1', then a query a row"));
        }
    }
    let mut whole: Option<Scenario> = None;
    for (line, text) in lines {
        let row = Row { file, line, text };
        let (map, width, height, query) = row.query()?;
        let scenario = whole.get_or_insert_with(|| Scenario { map: map.clone(), width, height, queries: Vec::new() });
        if scenario.map != map || (scenario.width, scenario.height) != (width, height) {
            return Err(row.wrong(0, "this row names another map, or another size of it, than the rows before"));
        }
        scenario.queries.push(query);
    }
    whole.ok_or_else(|| Diagnostic::error(file, "there are no queries in this file"))
}

impl Row<'_> {
    /// A query, with the map that it names and its columns and rows.
    fn query(&self) -> Result<(PathBuf, u32, u32, Query), Diagnostic> {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        if words.len() != COLUMNS {
            let message = format!("a row has {COLUMNS} columns, this one has {}", words.len());
            return Err(self.wrong(0, message).hint("bucket, map, width, height, start x, y, goal x, y, length"));
        }
        let name = words[1].rsplit(['/', '\\']).next().unwrap_or(words[1]);
        let width = self.number(2, words[2], 1, MAX_SIDE_CELLS as i32)?;
        let height = self.number(3, words[3], 1, MAX_SIDE_CELLS as i32)?;
        let cell = |column: usize| {
            let x = self.number(column, words[column], 0, width - 1)?;
            Ok(Cell::new(x, self.number(column + 1, words[column + 1], 0, height - 1)?))
        };
        let length = match words[8].parse::<f64>() {
            Ok(n) if n.is_finite() && n >= 0.0 => n,
            _ => {
                return Err(
                    self.wrong(8, format!("the length must be a number, at least 0, got '{}'", short(words[8])))
                );
            }
        };
        let query = Query { line: self.line, start: cell(4)?, goal: cell(6)?, length };
        Ok((files::beside(self.file, name), width as u32, height as u32, query))
    }
}
