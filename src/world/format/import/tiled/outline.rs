//! The outlines of objects, in pixels.

use super::super::shapes::{Point, Shape};
use crate::world::format::element::Element;

/// Corners that a polygon may have.
const MOST_CORNERS: usize = 1_000;
/// The largest coordinate, pixels.
const MOST_PX: f64 = 1e9;

/// Why an object has no outline.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutlineError {
    #[error("'{0}' must be a number, not '{1}'")]
    Number(&'static str, String),
    #[error("it has more than {MOST_CORNERS} corners")]
    Corners,
}

/// A finite number; `usual` where there is none.
pub(super) fn number(element: &Element, name: &'static str, usual: f64) -> Result<f64, OutlineError> {
    let Some(text) = element.get(name) else { return Ok(usual) };
    let number = text.trim().parse().ok().filter(|n: &f64| n.abs() < MOST_PX);
    number.ok_or_else(|| OutlineError::Number(name, text.chars().take(20).collect()))
}

/// What an object draws. `anchor` and `usual` are the shares of its size that lie before its place, and its size where it says none.
pub(super) fn of_object(object: &Element, anchor: Point, usual: Point) -> Result<Shape, OutlineError> {
    let place = (number(object, "x", 0.0)?, number(object, "y", 0.0)?);
    let size = (number(object, "width", usual.0)?, number(object, "height", usual.1)?);
    let (sin, cos) = number(object, "rotation", 0.0)?.to_radians().sin_cos();
    let placed = |(x, y): Point| (place.0 + x * cos - y * sin, place.1 + x * sin + y * cos);
    for name in ["polygon", "polyline"] {
        if let Some(shape) = object.first(name) {
            let points = points(shape)?.into_iter().map(placed).collect();
            return Ok(if name == "polygon" { Shape::Polygon(points) } else { Shape::Polyline(points) });
        }
    }
    if object.first("point").is_some() {
        return Ok(Shape::Point(place));
    }
    let is_round = object.first("ellipse").is_some() || object.first("capsule").is_some();
    Ok(Shape::sized((-anchor.0 * size.0, -anchor.1 * size.1), size, is_round).map(placed))
}

/// The points of a `<polygon>` or a `<polyline>`.
fn points(shape: &Element) -> Result<Vec<Point>, OutlineError> {
    let words: Vec<&str> = shape.get("points").unwrap_or("").split_whitespace().take(MOST_CORNERS + 1).collect();
    if words.len() > MOST_CORNERS {
        return Err(OutlineError::Corners);
    }
    let one = |word: &&str| {
        let (x, y) = word.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?)).filter(|(x, y): &Point| x.abs() < MOST_PX && y.abs() < MOST_PX)
    };
    let wrong = |word: &&str| OutlineError::Number("points", word.chars().take(20).collect());
    words.iter().map(|word| one(word).ok_or_else(|| wrong(word))).collect()
}
