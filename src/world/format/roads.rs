//! Roads of a native map: strips of one kind of ground along lines, over what `[ground]` says otherwise.

use super::Table;
use crate::geom::{Cell, Vec2};
use crate::world::Ground;

/// Roads of one ground, and corners of a road, at most.
const MOST_ROADS: usize = 64;
const MOST_CORNERS: usize = 64;
/// How wide a road may be, metres.
const WIDTH_M: (f32, f32) = (0.1, 100.0);
/// The kind of ground that a road is of when it names none.
const ROAD: &str = "road";

/// Puts what `[[ground.road]]` says on the ground: cells whose middles lie within half the width of its line.
pub(super) fn read(table: &Table, ground: &mut Ground) -> Option<()> {
    for road in table.few_tables("road", "[[ground.road]]", MOST_ROADS) {
        road.allow(&["points", "width", "kind"]);
        road.need("points", "[[0, 40], [60, 45]]");
        road.need("width", "4");
        let (points, width) = (road.places("points"), road.number("width", WIDTH_M.0, WIDTH_M.1));
        let name = if road.get("kind").is_some() { road.text("kind", 40)? } else { ROAD };
        let Some(kind) = ground.kind_named(name) else {
            let hint = road.doc.did_you_mean(name, ground.kinds().iter().map(|k| k.name.as_str()));
            return road.fail("kind", format!("the legend has no ground called '{}'", name.escape_debug()), hint);
        };
        let (points, width) = (points?, width?);
        if !(2..=MOST_CORNERS).contains(&points.len()) {
            return road.fail("points", format!("a road has 2 to {MOST_CORNERS} points, not {}", points.len()), None);
        }
        let (radius, res, size) = (width / 2.0, ground.resolution_m(), ground.size());
        let is_inside = |p: &Vec2| p.cmpge(Vec2::ZERO).all() && p.cmple(size).all();
        if let Some(outside) = points.iter().position(|point| !is_inside(point)) {
            let message =
                format!("point {} of a road lies outside the ground of {} × {} m", outside + 1, size.x, size.y);
            return road.fail("points", message, None);
        }
        ground.paint(kind, |take| {
            points.windows(2).for_each(|ends| each_cell([ends[0], ends[1]], radius, res, &mut *take));
        });
    }
    Some(())
}

/// Calls `take` with the cells whose middles lie within a distance of a line, row by row.
fn each_cell([from, to]: [Vec2; 2], radius: f32, res: f32, mut take: impl FnMut(Cell)) {
    let (low, high) = (from.y.min(to.y) - radius, from.y.max(to.y) + radius);
    for row in (low / res).floor().max(0.0) as i32..=(high / res).ceil() as i32 {
        let y = (row as f32 + 0.5) * res;
        let Some((left, right)) = across([from, to], radius, y) else { continue };
        for column in (left / res - 0.5).ceil().max(0.0) as i32..=(right / res - 0.5).floor() as i32 {
            take(Cell::new(column, row));
        }
    }
}

/// From where to where what lies within a distance of a line meets a level line: it is convex, so its outline meets that at
/// the ends.
fn across([from, to]: [Vec2; 2], radius: f32, y: f32) -> Option<(f32, f32)> {
    let round = |end: Vec2| {
        let square = radius * radius - (y - end.y) * (y - end.y);
        (square >= 0.0).then(|| [end.x - square.sqrt(), end.x + square.sqrt()])
    };
    let beside = (to - from).normalize_or_zero().perp() * radius;
    let edge = |side: Vec2| {
        let (a, b) = (from + side, to + side);
        let share = (y - a.y) / (b.y - a.y);
        (0.0..=1.0).contains(&share).then_some(a.x + (b.x - a.x) * share)
    };
    let ends = [from, to].into_iter().filter_map(round).flatten();
    let all = ends.chain([beside, -beside].into_iter().filter_map(edge));
    all.fold(None, |span, x| Some(span.map_or((x, x), |(left, right): (f32, f32)| (left.min(x), right.max(x)))))
}
