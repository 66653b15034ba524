//! The ground of a native map: rows of letters, another file, or one kind everywhere.

use super::files::OpenError;
use super::{Doc, MAX_CELLS, MAX_SIDE_CELLS, Span, Table, describe, files, moving_ai, roads, terrain};
use crate::diag::{Diagnostic, StackFrame};
use crate::world::kinds::KindRows;
use crate::world::{Ground, GroundKind};
use std::collections::BTreeMap;
use toml::Spanned;

/// Unknown letters that are reported: with more of them, these are no rows.
const MAX_UNKNOWN: usize = 8;

/// Reads `[ground]` of the map, or of a storey.
pub(super) fn read(top: &Table, kinds: &[GroundKind], resolution_m: f32) -> Option<Ground> {
    top.need("ground", "a table: [ground] with rows = '''…''', file = \"x.map\" or size = [160, 120]");
    let table = top.table("ground", "[ground]")?;
    table.allow(&["storey", "rows", "file", "size", "fill", "heights", "water_level", "vegetation", "road"]);
    let given: Vec<&str> = ["rows", "file", "size"].into_iter().filter(|k| table.get(k).is_some()).collect();
    if let [first, second, ..] = given[..] {
        let message = format!("[ground] has both '{first}' and '{second}'; one of them must go");
        return table.fail(second, message, None);
    }
    let mut ground = match given.first() {
        Some(&"rows") => rows(&table, kinds.to_vec(), resolution_m),
        Some(&"file") => other_file(&table, resolution_m),
        Some(_) => filled(&table, kinds.to_vec(), resolution_m),
        None => {
            table.need("rows", "'''…''' (or file = \"x.map\", or size = [160, 120])");
            None
        }
    }?;
    if table.get("road").is_some() {
        roads::read(&table, &mut ground)?;
    }
    let terrain = terrain::read(&table, ground.size());
    Some(if terrain.is_plain() { ground } else { ground.with_terrain(terrain) })
}

fn rows(table: &Table, kinds: Vec<GroundKind>, resolution_m: f32) -> Option<Ground> {
    let value = table.get("rows")?;
    let Some(text) = value.get_ref().as_str() else {
        return table.fail("rows", "'rows' must be a string between ''' and '''", None);
    };
    let rows: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').map(str::trim_end).collect();
    let place = RowPlace::new(table.doc, &value.span());
    let lengths: Vec<usize> = rows.iter().map(|r| r.chars().count()).collect();
    let width = most_common(&lengths);
    if width == 0 {
        return table.fail("rows", "the ground has no rows", None);
    }
    check_size(table, "rows", width as u64, rows.len() as u64)?;
    if let Some(y) = lengths.iter().position(|l| *l != width) {
        let message = format!("row {} has {} letters, the others have {width}", y + 1, lengths[y]);
        let hint = match lengths[y].checked_sub(width) {
            Some(more) => format!("take {more} away, or make all rows as long"),
            None => format!("add {} to this row", width - lengths[y]),
        };
        place.error(y, lengths[y].min(width), message, Some(hint));
        return None;
    }
    let mut cells = Vec::with_capacity(width * rows.len());
    let mut unknown = BTreeMap::new();
    let by_letter: BTreeMap<char, u8> = kinds.iter().zip(0..).map(|(k, i)| (k.letter, i)).collect();
    // Most rows repeat a letter many times.
    let mut last = None;
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            last = last.filter(|(l, _)| *l == letter).or_else(|| Some((letter, *by_letter.get(&letter)?)));
            match last {
                Some((_, kind)) => cells.push(kind),
                // Once a letter, at its first place.
                None => _ = unknown.entry(letter).or_insert((y, x)),
            }
        }
    }
    let letters: String = kinds.iter().map(|k| k.letter).collect();
    for (letter, (y, x)) in unknown.iter().take(MAX_UNKNOWN) {
        let message = format!("row {}: the legend has no letter '{}'", y + 1, letter.escape_debug());
        let other = |l: &char| l != letter && l.to_lowercase().eq(letter.to_lowercase());
        let hint = match letters.chars().find(other) {
            Some(meant) => format!("did you mean '{meant}'? It has {letters}"),
            None => format!("it has {letters} – add [legend] '{}' = {{ … }}", letter.escape_debug()),
        };
        place.error(*y, *x, message, Some(hint));
    }
    unknown.is_empty().then(|| Ground::new(width, rows.len(), resolution_m, kinds, cells))
}

/// The length most rows have; of equally frequent ones the larger.
fn most_common(lengths: &[usize]) -> usize {
    let mut counts = BTreeMap::new();
    for l in lengths {
        *counts.entry(*l).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|(length, count)| (*count, *length)).map_or(0, |(length, _)| length)
}

/// Where in the file the rows are.
pub(super) struct RowPlace<'a> {
    doc: &'a Doc<'a>,
    first_line: u32,
}

impl<'a> RowPlace<'a> {
    pub(super) fn new(doc: &'a Doc<'a>, value: &Span) -> Self {
        // A line end right after the opening quotes is not part of the text.
        let source = doc.text.get(value.clone()).unwrap_or("").trim_start_matches(['"', '\'']);
        let below = source.starts_with('\n') || source.starts_with("\r\n");
        Self { doc, first_line: doc.line(value.start) + u32::from(below) }
    }

    pub(super) fn error(&self, row: usize, column: usize, message: String, hint: Option<String>) {
        let problem = Diagnostic::error(self.doc.file, message).at(self.first_line + row as u32, column as u32 + 1);
        self.doc.add(Diagnostic { hint, ..problem });
    }
}

fn other_file(table: &Table, resolution_m: f32) -> Option<Ground> {
    let name = table.text("file", 400)?;
    let path = files::beside(table.doc.file, name);
    let mut source = match files::open_beside(table.doc.file, &path) {
        Err(e) => {
            let hint =
                matches!(e, OpenError::Outside).then(|| "copy it to a place beside the map, or below".to_owned());
            return table.fail("file", format!("the ground's file {}: {e}", path.display()), hint);
        }
        Ok(source) => source.reader(),
    };
    let ground = moving_ai::read_ground(&path.display().to_string(), &mut source, resolution_m);
    ground
        .map_err(|problem| {
            // The fault is in the other file; the trace says which map refers to it.
            let line = table.doc.line(table.place("file").start);
            let from = StackFrame { file: table.doc.file.to_owned(), line, ..StackFrame::default() };
            table.doc.add(Diagnostic { trace: vec![from], ..problem });
        })
        .ok()
}

fn filled(table: &Table, kinds: Vec<GroundKind>, resolution_m: f32) -> Option<Ground> {
    let size = table.pair("size")?;
    let fill = table.text("fill", 40);
    if table.get("fill").is_some() && fill.is_none() {
        return None;
    }
    let fill = fill.unwrap_or("grass");
    let Some(kind) = kinds.iter().position(|k| k.name == fill) else {
        let hint = table.doc.did_you_mean(fill, kinds.iter().map(|k| k.name.as_str()));
        return table.fail("fill", format!("the legend has no ground called '{}'", fill.escape_debug()), hint);
    };
    // Whole cells, with a little forgiveness for sizes like 0.3 × 10.
    let cells = ((size / resolution_m - 1e-3).ceil()).max(crate::geom::Vec2::ZERO);
    let (width, height) = (cells.x as u64, cells.y as u64);
    check_size(table, "size", width, height)?;
    let mut rows = KindRows::new(width as usize, kinds.len());
    rows.fill(kind as u8, height as usize);
    Some(Ground::of_rows(resolution_m, kinds, rows))
}

fn check_size(table: &Table, key: &str, width: u64, height: u64) -> Option<()> {
    if width == 0 || height == 0 {
        let got = table.get(key).map_or(String::new(), |v: &Spanned<_>| describe(v.get_ref()));
        return table.fail(key, format!("'{key}' must be two lengths above 0, got {got}"), None);
    }
    if width > MAX_SIDE_CELLS || height > MAX_SIDE_CELLS || width * height > MAX_CELLS {
        let message = format!(
            "a world of {width} × {height} cells is too large: at most {MAX_SIDE_CELLS} a side and {MAX_CELLS} in all"
        );
        return table.fail(key, message, None);
    }
    Some(())
}
