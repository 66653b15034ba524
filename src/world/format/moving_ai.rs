//! Moving AI `.map` files: four header lines and a letter a cell (Sturtevant 2012, "Benchmarks for Grid-Based Pathfinding").

use super::legend;
use super::lines::Lines;
use super::{MAX_CELLS, MAX_SIDE_CELLS, files};
use crate::diag::{Diagnostic, did_you_mean};
use crate::world::kinds::KindRows;
use crate::world::{Ground, World};
use std::io::BufRead;

/// Header lines looked at before giving up.
const MAX_HEADER_LINES: usize = 16;
/// Bytes of a header line that are looked at, and of blanks that a row may end with.
const MAX_SLACK: usize = 4096;
/// Marks letters that mean nothing; there are fewer kinds.
const UNKNOWN: u8 = u8::MAX;

/// Reads a whole world: one metre a cell, nothing on it.
pub(super) fn read(file: &str, source: &mut dyn BufRead) -> (Option<World>, Vec<Diagnostic>) {
    match read_ground(file, source, 1.0) {
        Err(problem) => (None, vec![problem]),
        Ok(ground) => {
            let name = std::path::Path::new(file).file_stem().map_or(file.into(), |s| s.to_string_lossy());
            let mut world = World::new(name, ground, Vec::new(), Vec::new());
            world.file = file.into();
            world.attribution = files::attribution(file);
            (Some(world), Vec::new())
        }
    }
}

/// Reads the ground row by row, so that no more of the file than a row lies in memory. Lenient about what editors do to
/// files (CR LF, blanks at line ends, a missing last line end, the order of the header lines), strict about the rest.
pub(super) fn read_ground(file: &str, source: &mut dyn BufRead, resolution_m: f32) -> Result<Ground, Diagnostic> {
    let mut lines = Lines::new(source);
    let (width, height) = header(file, &mut lines)?;
    let kinds = legend::moving_ai();
    let mut kind_of = [UNKNOWN; 256];
    for (i, kind) in kinds.iter().enumerate() {
        kind_of[usize::from(kind.letter as u8)] = i as u8;
    }
    let mut rows = KindRows::new(width, kinds.len());
    let mut row_kinds = Vec::new();
    while let Some(row) = lines.next(width + MAX_SLACK).map_err(|e| unreadable(file, &e))? {
        let (at, line) = (rows.height, row.line);
        if at == height {
            if row.len > 0 {
                let message = format!("the header says {height} rows, but there are more");
                return Err(Diagnostic::error(file, message).at(line, 1));
            }
            continue;
        }
        row_kinds.clear();
        row_kinds.extend(row.text.iter().map(|b| kind_of[usize::from(*b)]));
        if row_kinds.iter().copied().max() == Some(UNKNOWN) {
            let x = row_kinds.iter().position(|k| *k == UNKNOWN).unwrap_or(0);
            let letter = char::from(row.text[x]).escape_default();
            return Err(Diagnostic::error(file, format!("row {at}: '{letter}' is no letter of a Moving AI map"))
                .at(line, x as u32 + 1)
                .hint("open ground: . G S; closed: @ O T W"));
        }
        if row.len == 0 {
            return Err(too_few(file, line, at, height));
        }
        if row.len != width {
            let message = format!("row {at} has {} letters; the header says width {width}", row.len);
            return Err(Diagnostic::error(file, message).at(line, row.len.min(width) as u32 + 1));
        }
        rows.push(&row_kinds);
    }
    if rows.height < height {
        return Err(too_few(file, lines.last_line(), rows.height, height));
    }
    Ok(Ground::of_rows(resolution_m, kinds, rows))
}

fn unreadable(file: &str, why: &std::io::Error) -> Diagnostic {
    Diagnostic::error(file, format!("it cannot be read to the end: {why}"))
}

fn too_few(file: &str, line: u32, rows: usize, height: usize) -> Diagnostic {
    Diagnostic::error(file, format!("the rows end after {rows}; the header says height {height}")).at(line, 1)
}

/// Reads up to and including the line `map`; returns width and height.
fn header(file: &str, lines: &mut Lines) -> Result<(usize, usize), Diagnostic> {
    let (mut width, mut height) = (None, None);
    for _ in 0..MAX_HEADER_LINES {
        let Some(row) = lines.next(MAX_SLACK).map_err(|e| unreadable(file, &e))? else { break };
        let (line, text) = (row.line, String::from_utf8_lossy(row.text));
        let mut words = text.split_whitespace();
        let (key, value) = (words.next(), words.next());
        match key {
            None => {}
            Some("type") if value == Some("octile") => {}
            Some("type") => {
                let message = format!("map type '{}' is not known", value.unwrap_or(""));
                return Err(Diagnostic::error(file, message).at(line, 1).hint("expected 'type octile'"));
            }
            Some("width") => width = Some(side(file, line, "width", value)?),
            Some("height") => height = Some(side(file, line, "height", value)?),
            Some("map") => {
                let (Some(w), Some(h)) = (width, height) else {
                    let missing = if width.is_none() { "width" } else { "height" };
                    return Err(Diagnostic::error(file, format!("the header has no '{missing}' line")).at(line, 1));
                };
                if w * h > MAX_CELLS {
                    let message = format!("a map of {w} × {h} cells is too large: at most {MAX_CELLS} cells");
                    return Err(Diagnostic::error(file, message).at(line, 1));
                }
                return Ok((w as usize, h as usize));
            }
            Some(other) => {
                let other: String = other.chars().take(20).collect();
                let mut problem =
                    Diagnostic::error(file, format!("'{}' is no header line of a Moving AI map", other.escape_debug()));
                problem.hint = did_you_mean(&other, ["type", "height", "width", "map"]);
                return Err(problem.at(line, 1));
            }
        }
    }
    Err(Diagnostic::error(file, "this is no Moving AI map: its header has no line 'map'")
        .at(1, 1)
        .hint("expected the lines 'type octile', 'height H', 'width W' and 'map', then the rows"))
}

fn side(file: &str, line: u32, key: &str, value: Option<&str>) -> Result<u64, Diagnostic> {
    match value.map(|v| (v, v.parse::<u64>())) {
        Some((_, Ok(n))) if (1..=MAX_SIDE_CELLS).contains(&n) => Ok(n),
        got => {
            let got: String = got.map_or("nothing", |(text, _)| text).chars().take(20).collect();
            let message =
                format!("{key} must be a whole number from 1 to {MAX_SIDE_CELLS}, got {}", got.escape_debug());
            Err(Diagnostic::error(file, message).at(line, 1))
        }
    }
}
