//! A* as the thesis has it (Olofsson 2012, ch. 2.3, 4.1.6 and 4.2).

use crate::geom::Cell;
use crate::grid::Field;

/// What a straight and a diagonal step cost there.
const STRAIGHT: f32 = 1.0;
const DIAGONAL: f32 = 1.4;
const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// The parent of the start.
const NONE: u32 = u32::MAX;

/// What a node knows of itself: nothing of the list that it is on.
#[derive(Clone, Copy)]
struct Node {
    total: f32,
    cost: f32,
    parent: u32,
}

/// The cells of a path in 8 directions; none where there is no path.
///
/// Both lists are in no order. The node with the least total is looked for among all open ones; each neighbour is looked for among
/// all closed nodes, then among all open ones. Closed nodes are never opened again. The estimate is the Manhattan distance, which
/// is too long for diagonal steps, so that the path need not be a shortest one. The search ends when the goal is closed. That diagonal
/// steps need both cells beside them open is this program's rule; the thesis does not say.
pub(super) fn thesis_a_star(field: &Field, from: Cell, to: Cell) -> Vec<Cell> {
    let Some((start, goal)) = field.node(from).zip(field.node(to)) else { return Vec::new() };
    let estimate = |cell: Cell| STRAIGHT * ((cell.x - to.x).abs() + (cell.y - to.y).abs()) as f32;
    let mut nodes = vec![Node { total: 0.0, cost: 0.0, parent: NONE }; field.nodes()];
    let (mut open, mut closed) = (vec![start], Vec::new());
    nodes[start as usize].total = estimate(from);
    while let Some(node) = take_least(&mut open, &nodes) {
        closed.push(node);
        if node == goal {
            break;
        }
        let (here, so_far) = (field.cell(node), nodes[node as usize].cost);
        for (dx, dy) in STEPS {
            let next = Cell::new(here.x + dx, here.y + dy);
            let beside = [Cell::new(next.x, here.y), Cell::new(here.x, next.y)];
            let Some(neighbour) = field.node(next).filter(|_| field.open(next)) else { continue };
            if !beside.iter().all(|cell| field.open(*cell)) || closed.contains(&neighbour) {
                continue;
            }
            let cost = so_far + if dx != 0 && dy != 0 { DIAGONAL } else { STRAIGHT };
            let is_open = open.contains(&neighbour);
            if !is_open {
                open.push(neighbour);
            }
            if !is_open || cost < nodes[neighbour as usize].cost {
                nodes[neighbour as usize] = Node { total: cost + estimate(next), cost, parent: node };
            }
        }
    }
    let mut path = Vec::new();
    let mut at = closed.last().copied().filter(|last| *last == goal).unwrap_or(NONE);
    while let Some(node) = nodes.get(at as usize) {
        path.push(field.cell(at));
        at = node.parent;
    }
    path.reverse();
    path
}

/// Takes the node with the least total off the open list.
fn take_least(open: &mut Vec<u32>, nodes: &[Node]) -> Option<u32> {
    let total = |i: &usize| nodes[open[*i] as usize].total;
    let least = (0..open.len()).min_by(|a, b| total(a).total_cmp(&total(b)))?;
    Some(open.swap_remove(least))
}
