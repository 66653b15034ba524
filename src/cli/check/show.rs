//! Findings on the screen, with the line they are about; and as JSON for editors.

use crate::cli::outcome::{coloured, painted};
use crate::diag::{Diagnostic, Severity, counted};
use crate::file;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The line that a finding is about. The lines of sources are kept by file; none when one cannot be read.
fn line<'a>(sources: &'a mut BTreeMap<String, Vec<String>>, d: &Diagnostic) -> &'a str {
    let lines = sources.entry(d.file.clone()).or_insert_with(|| {
        let bytes = file::bytes(Path::new(&d.file), file::MOST_KB).unwrap_or_default();
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    });
    lines.get((d.line as usize).wrapping_sub(1)).map_or("", String::as_str)
}

/// Findings for people, and how many there are.
pub(super) fn text(found: &[Diagnostic]) -> String {
    let mut sources = BTreeMap::new();
    let renderer = if coloured() { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for d in found {
        let line = line(&mut sources, d).to_owned();
        let d = &d.printable();
        let place = d.place();
        let colon = if place.is_empty() { "" } else { ": " };
        let colour = if d.severity == Severity::Error { "1;31" } else { "1;33" };
        let (place, kind) = (painted("1", format!("{place}{colon}")), painted(colour, d.severity.name()));
        out += &format!("{place}{kind}: {}\n", painted("1", &d.message));
        match snippet(d, &line, &renderer) {
            Some(shown) => out += &(shown + "\n"),
            None => out.extend(d.hint.iter().map(|h| format!("  {h}\n"))),
        }
        out.extend(d.trace.iter().map(|frame| format!("    from {frame}\n")));
    }
    let count = |s| found.iter().filter(|d| d.severity == s).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    out + &format!("{}, {}\n", counted(errors, "error"), counted(warnings, "warning"))
}

/// The line with a caret beneath it; the suggestion is beside the caret.
fn snippet(d: &Diagnostic, line: &str, renderer: &Renderer) -> Option<String> {
    if d.line == 0 || d.column == 0 || line.trim().is_empty() || line.len() > MAX_LINE {
        return None;
    }
    // The renderer replaces the other control characters.
    let line = &line.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "\u{fffd}");
    let start = byte_of(line, d.column);
    let end = byte_of(line, end_column(line, d.column));
    let mut mark = AnnotationKind::Primary.span(start..end.max(start));
    if let Some(hint) = &d.hint {
        mark = mark.label(hint.as_str());
    }
    let level = if d.severity == Severity::Error { Level::ERROR } else { Level::WARNING };
    let source = Snippet::source(line).line_start(d.line as usize).annotation(mark);
    Some(renderer.render(&[Group::with_level(level).element(source)]))
}

/// Longer lines are not shown.
const MAX_LINE: usize = 400;

fn byte_of(line: &str, column: u32) -> usize {
    line.char_indices().nth(column as usize - 1).map_or(line.len(), |(i, _)| i)
}

/// The column after the word, number or string that begins at `column`.
fn end_column(line: &str, column: u32) -> u32 {
    let mut rest = line.chars().skip(column as usize - 1);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let length = match rest.next() {
        Some(quote @ ('"' | '\'' | '`')) => rest.position(|c| c == quote).map_or(1, |i| i + 2),
        Some(c) if word(c) => 1 + rest.take_while(|c| word(*c)).count(),
        Some(_) => 1,
        None => 0,
    };
    column + length as u32
}

/// Findings for editors: the keys are the contract of `--format json`.
pub(crate) fn for_editors(found: &[Diagnostic]) -> Vec<Value> {
    let mut sources = BTreeMap::new();
    let finding = |d: &Diagnostic| {
        json!({
            "file": d.file,
            "line": d.line,
            "column": d.column,
            // The column after the fault, on the same line.
            "end_column": if d.column == 0 { 0 } else { end_column(line(&mut sources, d), d.column) },
            "severity": d.severity.name(),
            "message": d.message,
            "suggestion": d.hint,
        })
    };
    found.iter().map(finding).collect()
}
