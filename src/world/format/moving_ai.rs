//! Moving AI `.map` files: four header lines and a letter a cell (Sturtevant 2012, "Benchmarks for Grid-Based Pathfinding").

use super::{MAX_CELLS, MAX_SIDE_CELLS, files, legend};
use crate::diag::{Diagnostic, did_you_mean};
use crate::world::{Ground, World};

/// Header lines looked at before giving up.
const MAX_HEADER_LINES: usize = 16;

/// Reads a whole world: one metre a cell, nothing on it.
pub(super) fn read(file: &str, bytes: &[u8]) -> (Option<World>, Vec<Diagnostic>) {
    match read_ground(file, bytes, 1.0) {
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

/// Reads the ground. Lenient about what editors do to files (CR LF, blanks at line ends, a missing last line end, the
/// order of the header lines), strict about the rest.
pub(super) fn read_ground(file: &str, bytes: &[u8], resolution_m: f32) -> Result<Ground, Diagnostic> {
    let mut lines = (1..).zip(bytes.split(|b| *b == b'\n').map(<[u8]>::trim_ascii_end));
    let (width, height) = header(file, &mut lines)?;
    let kinds = legend::moving_ai();
    let mut kind_of = [None; 256];
    for (i, kind) in kinds.iter().enumerate() {
        kind_of[usize::from(kind.letter as u8)] = Some(i as u8);
    }
    // As much as the file can fill, whatever its header claims.
    let mut cells = Vec::with_capacity((width * height).min(bytes.len()));
    let mut rows = 0;
    for (line, row) in lines {
        if rows == height {
            if !row.is_empty() {
                return Err(
                    Diagnostic::error(file, format!("the header says {height} rows, but there are more")).at(line, 1)
                );
            }
            continue;
        }
        if let Some(x) = row.iter().position(|b| kind_of[usize::from(*b)].is_none()) {
            let letter = char::from(row[x]).escape_default();
            return Err(Diagnostic::error(file, format!("row {rows}: '{letter}' is no letter of a Moving AI map"))
                .at(line, x as u32 + 1)
                .hint("open ground: . G S; closed: @ O T W"));
        }
        if row.is_empty() && rows < height {
            return Err(too_few(file, line, rows, height));
        }
        if row.len() != width {
            let message = format!("row {rows} has {} letters; the header says width {width}", row.len());
            return Err(Diagnostic::error(file, message).at(line, row.len().min(width) as u32 + 1));
        }
        cells.extend(row.iter().filter_map(|b| kind_of[usize::from(*b)]));
        rows += 1;
    }
    if rows < height {
        return Err(too_few(file, bytes.iter().filter(|b| **b == b'\n').count() as u32 + 1, rows, height));
    }
    Ok(Ground::new(width, height, resolution_m, kinds, cells))
}

fn too_few(file: &str, line: u32, rows: usize, height: usize) -> Diagnostic {
    Diagnostic::error(file, format!("the rows end after {rows}; the header says height {height}")).at(line, 1)
}

/// Reads up to and including the line `map`; answers width and height.
fn header<'a>(file: &str, lines: &mut impl Iterator<Item = (u32, &'a [u8])>) -> Result<(usize, usize), Diagnostic> {
    let (mut width, mut height) = (None, None);
    for (line, text) in lines.take(MAX_HEADER_LINES) {
        let text = String::from_utf8_lossy(text);
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
