//! Frames of the smallest squares along the border of each square.

use super::{Found, QuadTree};
use crate::geom::Vec2;
use crate::graph::Mover;

/// The squares round one, clockwise.
const RING: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The node of a fine square in the frame of a leaf, counted clockwise from the upper left; `None` in its midst.
pub(super) fn number(leaf: Found, x: i32, y: i32) -> Option<u32> {
    let (n, x, y) = (leaf.size() - 1, x - leaf.x, y - leaf.y);
    let along = if y == 0 {
        x
    } else if x == n {
        n + y
    } else if y == n {
        3 * n - x
    } else if x == 0 {
        4 * n - y
    } else {
        return None;
    };
    Some(leaf.first_node() + along as u32)
}

/// The fine square of a node in the frame of a leaf.
fn square(leaf: Found, node: u32) -> (i32, i32) {
    let (n, along) = (leaf.size() - 1, (node - leaf.first_node()) as i32);
    let (x, y) = match along.checked_div(n).unwrap_or(0) {
        0 => (along, 0),
        1 => (n, along - n),
        2 => (3 * n - along, n),
        _ => (0, 4 * n - along),
    };
    (leaf.x + x, leaf.y + y)
}

/// Where a node in the frame of a leaf is, in fine squares.
pub(super) fn place(leaf: Found, node: u32) -> Vec2 {
    let (x, y) = square(leaf, node);
    Vec2::new(x as f32 + 0.5, y as f32 + 0.5)
}

impl QuadTree {
    /// The edges from a node in the frame of a leaf: across the leaf, and to the frames of those beside it.
    pub(super) fn edges_of_frame(&self, mover: &Mover, leaf: Found, node: u32, each: &mut dyn FnMut(u32, f32)) {
        let (x, y) = square(leaf, node);
        let from = place(leaf, node) * self.fine_m;
        let ring = u32::from(leaf.leaf.ring());
        for other in (0..ring).map(|i| leaf.first_node() + i).filter(|other| *other != node) {
            let (to_x, to_y) = square(leaf, other);
            // Along a side one goes from square to square.
            let is_far = (x - to_x).abs().max((y - to_y).abs()) > 1;
            let sides = |at: i32, first: i32| at == first || at == first + leaf.size() - 1;
            let along = x == to_x && sides(x, leaf.x) || y == to_y && sides(y, leaf.y);
            if !(is_far && along) {
                let to = place(leaf, other) * self.fine_m;
                each(other, mover.cost(from, to));
            }
        }
        for (dx, dy) in RING {
            let Some(next) = self.locate(x + dx, y + dy).filter(|next| next.first_node() != leaf.first_node()) else {
                continue;
            };
            let Some(other) = number(next, x + dx, y + dy) else { continue };
            let to = place(next, other) * self.fine_m;
            let is_free = leaf.leaf.free && next.leaf.free && (dx == 0 || dy == 0);
            if is_free || mover.goes(from, to) {
                each(other, mover.cost(from, to));
            }
        }
    }
}
