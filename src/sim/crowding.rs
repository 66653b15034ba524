//! Where bodies are, while many newcomers look for a place: comparing with every body each time would be quadratic.

use crate::body::Bodies;
use crate::geom::Vec2;
use std::collections::BTreeMap;

/// Side of a square, metres: a few bodies fit into one.
const SQUARE_M: f32 = 2.0;

/// All living bodies, by square. Valid until one of them moves.
#[derive(Default)]
pub struct Crowding {
    squares: BTreeMap<(i32, i32), Vec<(Vec2, f32)>>,
    widest: f32,
}

impl Crowding {
    /// The living bodies.
    pub fn of(bodies: &Bodies) -> Self {
        let mut all = Self::default();
        bodies.living().for_each(|s| all.add(bodies.position[s], bodies.radius[s]));
        all
    }

    /// Adds a body, metres.
    pub fn add(&mut self, at: Vec2, radius: f32) {
        self.squares.entry((square(at.x), square(at.y))).or_default().push((at, radius));
        self.widest = self.widest.max(radius);
    }

    /// Whether a body of this radius would overlap another there.
    pub fn is_taken(&self, at: Vec2, radius: f32) -> bool {
        // A little more than enough: the distance below is rounded.
        let reach = (self.widest + radius) * 1.01;
        let rows = square(at.y - reach)..=square(at.y + reach);
        let columns = square(at.x - reach)..=square(at.x + reach);
        let mut near = columns.flat_map(|x| rows.clone().filter_map(move |y| self.squares.get(&(x, y)))).flatten();
        near.any(|(p, r)| p.distance(at) < r + radius)
    }
}

fn square(metres: f32) -> i32 {
    (metres / SQUARE_M).floor() as i32
}
