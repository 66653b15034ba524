//! The funnel: a path over the sides between polygons, pulled tight within these polygons.

use crate::geom::Vec2;
use crate::graph::{MeshGraph, Mover};

/// Writes the shortest path between two places through the polygons that a path over a mesh leads through (Lee & Preparata 1984; Demyen &
/// Buro 2006), and returns its length in metres. `nodes` are those of the path, without its ends; none: the ends see each other. `None`
/// where the body does not fit at an end. What the ground costs does not count: the polygons were found by that.
///
/// It is shorter than the path by the middles of sides, but polygons that are best by their middles need not be those of the
/// shortest path.
pub fn funnel(graph: &MeshGraph, mover: &Mover, nodes: &[u32], ends: [Vec2; 2], out: &mut Vec<Vec2>) -> Option<f32> {
    out.clear();
    out.push(ends[0]);
    if !nodes.is_empty() {
        let [from, to] = [graph.on_mesh(mover, ends[0])?, graph.on_mesh(mover, ends[1])?];
        let gates = gates(graph, nodes, from, to);
        add(out, from);
        pull(&gates, from, out);
        add(out, to);
    }
    add(out, ends[1]);
    Some(out.windows(2).map(|pair| pair[0].distance(pair[1])).sum())
}

/// The ends of each side on the left and on the right of one that crosses it; the last is the goal.
fn gates(graph: &MeshGraph, nodes: &[u32], from: Vec2, to: Vec2) -> Vec<[Vec2; 2]> {
    let mut before = from;
    let mut gates = Vec::with_capacity(nodes.len() + 1);
    for (i, node) in nodes.iter().enumerate() {
        let [a, b] = graph.side(*node);
        let middle = (a + b) / 2.0;
        // From a place on the line of the side it counts where the path goes on.
        let turn = (b - a).perp_dot(before - a);
        let next = nodes.get(i + 1).map_or(to, |next| graph.side(*next).into_iter().sum::<Vec2>() / 2.0);
        let comes_from = if turn == 0.0 { -(b - a).perp_dot(next - a) } else { turn };
        gates.push(if comes_from >= 0.0 { [b, a] } else { [a, b] });
        before = middle;
    }
    gates.push([to, to]);
    gates
}

/// Writes the points at which a string through the gates turns. y grows downwards: what is left of a line has a negative cross
/// product on the screen, and a positive one here; only that it is the same everywhere matters.
fn pull(gates: &[[Vec2; 2]], from: Vec2, out: &mut Vec<Vec2>) {
    let (mut apex, mut ends, mut at) = (from, [from; 2], [0_usize; 2]);
    let mut i = 0;
    while i < gates.len() {
        let mut turned = false;
        for side in 0..2 {
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let corner = gates[i][side];
            let narrows = sign * (ends[side] - apex).perp_dot(corner - apex) <= 0.0;
            if !narrows {
                continue;
            }
            let other = ends[1 - side];
            if apex == ends[side] || sign * (other - apex).perp_dot(corner - apex) > 0.0 {
                (ends[side], at[side]) = (corner, i);
                continue;
            }
            // It crosses the other side of the funnel: the string turns there.
            add(out, other);
            apex = other;
            (ends, i) = ([apex; 2], at[1 - side]);
            at = [i; 2];
            turned = true;
            break;
        }
        if !turned || gates[i].contains(&apex) {
            i += 1;
        }
    }
}

fn add(out: &mut Vec<Vec2>, at: Vec2) {
    if out.last() != Some(&at) {
        out.push(at);
    }
}
