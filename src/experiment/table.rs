//! Tables, as Markdown for people and as CSV for programs.

use super::{Document, Failure};
use std::fmt::Display;

/// Rows under a head. Every row has as many fields as the head.
#[derive(Clone, Debug, Default)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Columns from the left that hold words; the others hold numbers and are aligned to the right.
    words: usize,
}

impl Table {
    /// A table without rows; its first `words` columns hold words.
    pub fn new<S: Into<String>>(words: usize, head: impl IntoIterator<Item = S>) -> Self {
        Self { head: head.into_iter().map(Into::into).collect(), rows: Vec::new(), words }
    }

    /// A table for [`Table::beside`]; `what` heads the first column.
    pub fn of_both(what: &str) -> Self {
        Self::new(1, [what, "theirs", "ours", "ratio"])
    }

    /// Appends a row.
    pub fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        self.rows.push(fields.into_iter().collect());
        debug_assert_eq!(self.rows.last().map(Vec::len), Some(self.head.len()));
    }

    /// A row of its first fields and the rest of them.
    pub fn line(&mut self, first: &[&dyn Display], rest: impl IntoIterator<Item = impl Display>) {
        self.row(first.iter().map(ToString::to_string).chain(rest.into_iter().map(|field| field.to_string())));
    }

    /// A row of one quantity: theirs, ours and the ratio.
    pub fn beside(&mut self, what: impl Into<String>, theirs: f64, ours: f64) {
        self.row([what.into(), short(theirs), short(ours), ratio(ours, theirs)]);
    }

    /// GitHub's Markdown.
    pub fn markdown(&self) -> String {
        let line = |fields: &[String]| {
            let fields: Vec<String> = fields.iter().map(|f| f.replace('|', "\\|")).collect();
            format!("| {} |\n", fields.join(" | "))
        };
        let rule: Vec<String> =
            (0..self.head.len()).map(|i| if i < self.words { "---".into() } else { "---:".into() }).collect();
        let rows: String = self.rows.iter().map(|r| line(r)).collect();
        line(&self.head) + &line(&rule) + &rows
    }

    /// Comma-separated values (RFC 4180).
    ///
    /// # Errors
    /// [`Failure::Drawing`] when a row does not fit the head.
    pub fn csv(&self, name: &str) -> Result<Document, Failure> {
        let drawing = |why: String| Failure::Drawing(name.into(), why);
        let mut out = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.head).chain(&self.rows) {
            out.write_record(row).map_err(|e| drawing(e.to_string()))?;
        }
        let bytes = out.into_inner().map_err(|e| drawing(e.to_string()))?;
        String::from_utf8(bytes).map(|text| Document { name: name.into(), text }).map_err(|e| drawing(e.to_string()))
    }
}

/// A number for people: four digits that matter.
pub fn short(value: f64) -> String {
    let digits = match value.abs() {
        v if !v.is_finite() => return "–".into(),
        v if v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 10.0 => 2,
        v if v >= 1.0 || v == 0.0 => 3,
        _ => 4,
    };
    format!("{value:.digits$}")
}

/// A share with one decimal.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// How many times as much: ours over theirs.
pub fn ratio(ours: f64, theirs: f64) -> String {
    if theirs == 0.0 { "–".into() } else { format!("×{}", short(ours / theirs)) }
}
