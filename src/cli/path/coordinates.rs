//! A place on the command line.

use crate::geom::{Cell, Vec2};
use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// Two numbers with a comma between them, and the storey that they are on.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Coordinates {
    /// In metres.
    pub(super) at: Vec2,
    /// The column and the row, where both numbers are whole.
    pub(super) cell: Option<Cell>,
    /// The name after `@`; `None`: the ground.
    pub(super) storey: Option<String>,
    text: String,
}

/// It is not two numbers.
#[derive(Debug, thiserror::Error)]
#[error(
    "expected a column and a row, e.g. 12,40, or metres with --graph, e.g. 12.5,40; then @ and a storey, e.g. 12,40@hall"
)]
pub(in crate::cli) struct NotAPlace;

impl FromStr for Coordinates {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let (place, storey) = match text.split_once('@') {
            Some((place, storey)) => (place, Some(storey.to_owned())),
            None => (text, None),
        };
        let (x, y) = place.split_once(',').ok_or(NotAPlace)?;
        let number = |text: &str| text.trim().parse::<f32>().ok().filter(|n| n.is_finite()).ok_or(NotAPlace);
        let cell = x.trim().parse().ok().zip(y.trim().parse().ok()).map(|(x, y)| Cell::new(x, y));
        Ok(Self { at: Vec2::new(number(x)?, number(y)?), cell, storey, text: text.to_owned() })
    }
}

impl Display for Coordinates {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
