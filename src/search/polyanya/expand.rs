//! The steps of the search: from a side to the other sides of the polygon beyond it.

use super::node::{NO_VERTEX, Node, Root, Waiting};
use super::{Polyanya, SAME};
use crate::graph::mesh::{NONE, NavMesh, Side};
use crate::search::{OpenList, Status};
use glam::DVec2;

/// Positive where `p` is to the left of the ray from `root` through `by` (y upwards).
#[inline(always)]
fn beside(root: DVec2, by: DVec2, p: DVec2) -> f64 {
    (by - root).perp_dot(p - root)
}

/// The polygon that is expanded.
struct Step<'a> {
    mesh: &'a NavMesh,
    goal: DVec2,
    /// Its sides: those to cross are `entry + 1` to `entry + sides.len() - 1`, round.
    sides: &'a [Side],
    entry: usize,
}

impl Step<'_> {
    /// The side that is `by` after the entry, round the polygon.
    #[inline(always)]
    fn side(&self, by: usize) -> &Side {
        let at = self.entry + by;
        &self.sides[if at >= self.sides.len() { at - self.sides.len() } else { at }]
    }

    fn storey(&self) -> u32 {
        self.mesh.storeys[self.sides[0].own as usize]
    }
}

/// What is seen of a side, from its right end to its left: the rays, the ends of the interval, and whether these are vertices where
/// a path may turn.
struct Seen {
    rays: [DVec2; 2],
    ends: [DVec2; 2],
    turns: [bool; 2],
}

impl Polyanya {
    /// Makes the first nodes: beyond the sides of the start's polygon.
    pub(super) fn leave(&mut self, mesh: &NavMesh, first: u32) {
        let step = Step { mesh, goal: self.goal.0, sides: mesh.sides_of(first), entry: 0 };
        for by in 0..step.sides.len() {
            self.cross_whole(&step, 0, by);
        }
        self.next = self.settle();
    }

    /// Goes on with the search that was begun on the same mesh, for at most so many expansions.
    pub fn run(&mut self, mesh: &NavMesh, expansions: u32) -> Status {
        let (goal, mut left) = (self.goal, expansions);
        let mut next = self.next.take();
        while let Some(node) = next {
            if node.ends {
                self.found = Some((node.root, node.total));
                return Status::Found;
            }
            if left == 0 {
                self.next = Some(node);
                return Status::Running;
            }
            left -= 1;
            self.expand(mesh, &node, goal);
            next = self.settle();
        }
        Status::Exhausted
    }

    /// Puts the nodes that were made into the open list, but for the first of all, which it returns.
    fn settle(&mut self) -> Option<Node> {
        self.counts.made += self.made.len() as u32;
        let least = (0..self.made.len()).min_by(|a, b| self.made[*a].total.total_cmp(&self.made[*b].total));
        let mut first = least.map(|at| self.made.swap_remove(at));
        while let Some(node) = self.made.pop() {
            self.wait(node);
        }
        while let Some(head) = self.open.first() {
            if first.is_some_and(|node| node.total.to_bits() <= head.total) {
                break;
            }
            let before = first.take();
            self.open.pop();
            self.unused.push(head.node);
            let node = self.nodes[head.node as usize];
            if let Some(before) = before {
                self.wait(before);
            }
            if self.is_best(node.root) {
                first = Some(node);
                break;
            }
        }
        self.counts.expanded += u32::from(first.is_some());
        if let Some(sides) = &mut self.entered_by {
            sides.extend(first.iter().map(|node| node.entry));
        }
        first
    }

    fn wait(&mut self, node: Node) {
        let number = self.unused.pop().unwrap_or(self.nodes.len() as u32);
        match self.nodes.get_mut(number as usize) {
            Some(slot) => *slot = node,
            None => self.nodes.push(node),
        }
        self.open.push(Waiting { total: node.total.to_bits(), node: number });
        self.counts.open_max = self.counts.open_max.max(self.open.len() as u32);
    }

    /// Whether no cheaper path to this root was found since.
    #[inline]
    fn is_best(&self, root: u32) -> bool {
        let vertex = self.roots[root as usize].vertex;
        vertex == NO_VERTEX || self.best[vertex as usize].1 == root
    }

    fn expand(&mut self, mesh: &NavMesh, node: &Node, (goal, last): (DVec2, u32)) {
        let first = mesh.polygons[node.polygon as usize].first;
        let step = Step { mesh, goal, sides: mesh.sides_of(node.polygon), entry: (node.entry - first) as usize };
        if node.polygon == last {
            return self.end(&step, node);
        }
        if node.whole {
            for by in 1..step.sides.len() {
                self.cross_whole(&step, node.root, by);
            }
            return;
        }
        self.cross_seen(&step, node);
    }

    /// Reaches the goal inside the polygon: straight, or round an end of the interval.
    fn end(&mut self, step: &Step, node: &Node) {
        let root = self.roots[node.root as usize].at;
        let (mut last, ends) = (node.root, true);
        if !node.whole {
            if beside(root, node.right, step.goal) < 0.0 {
                match self.turn(step, node, 0) {
                    Some(root) => last = root,
                    None => return,
                }
            } else if beside(root, node.left, step.goal) > 0.0 {
                match self.turn(step, node, 1) {
                    Some(root) => last = root,
                    None => return,
                }
            }
        }
        let Root { at, cost, .. } = self.roots[last as usize];
        self.made.push(Node { total: cost + at.distance(step.goal), root: last, ends, ..*node });
    }

    /// Crosses what is seen from the root, and what is seen from the ends of the interval where the path may turn.
    fn cross_seen(&mut self, step: &Step, node: &Node) {
        let (root, count) = (self.roots[node.root as usize].at, step.sides.len());
        // Vertices after the entry: first those that are not to the left of the right ray, then those between the rays, then those
        // that are not to the right of the left ray.
        let (mut right, mut before, mut across) = (1, beside(root, node.right, step.side(1).at), 0.0);
        while right < count {
            across = beside(root, node.right, step.side(right + 1).at);
            if across > 0.0 {
                break;
            }
            before = across;
            right += 1;
        }
        let mut from = (step.side(right).at, Some(step.side(right)));
        if right < count && before < 0.0 {
            from = (step.side(right).at.lerp(step.side(right + 1).at, before / (before - across)), None);
        }
        self.cross_right(step, node, right, from);
        let mut ray = from.1.map_or(node.right, |side| side.at);
        let (mut at, mut before) = (right, beside(root, node.left, step.side(right).at));
        while at < count && before < 0.0 {
            let (side, next) = (step.side(at), step.side(at + 1));
            let after = beside(root, node.left, next.at);
            let to = if after > 0.0 {
                (side.at.lerp(next.at, before / (before - after)), None)
            } else {
                (next.at, Some(next))
            };
            let seen = Seen {
                rays: [ray, to.1.map_or(node.left, |side| side.at)],
                ends: [from.0, to.0],
                turns: [from, to].map(|end| end.1.is_some_and(Side::is_corner)),
            };
            self.cross(step, node.root, at, &seen);
            (from, ray, before) = (to, to.0, after);
            at += 1;
        }
        if right < count {
            self.cross_left(step, node, at, from);
        }
    }

    /// Turns round the right end of the interval: crosses the sides from there to where the right ray ends, on side `last`.
    fn cross_right(&mut self, step: &Step, node: &Node, last: usize, (hit, vertex): (DVec2, Option<&Side>)) {
        if !node.turns[0] || last == 1 && vertex.is_some() {
            return;
        }
        let Some(turned) = self.turn(step, node, 0) else { return };
        for by in 1..last {
            self.cross_whole(step, turned, by);
        }
        if vertex.is_none() {
            let (side, ray) = (step.side(last), self.beyond(node.root, turned));
            let turns = [side.is_corner(), false];
            self.cross(step, turned, last, &Seen { rays: [side.at, ray], ends: [side.at, hit], turns });
        }
    }

    /// Turns round the left end of the interval: crosses the sides from where the left ray ends, before the vertex `first`, to there.
    fn cross_left(&mut self, step: &Step, node: &Node, first: usize, (hit, vertex): (DVec2, Option<&Side>)) {
        let count = step.sides.len();
        if !node.turns[1] || first == count && vertex.is_some() {
            return;
        }
        let Some(turned) = self.turn(step, node, 1) else { return };
        if vertex.is_none() && first > 1 {
            let (next, ray) = (step.side(first), self.beyond(node.root, turned));
            let turns = [false, next.is_corner()];
            self.cross(step, turned, first - 1, &Seen { rays: [ray, next.at], ends: [hit, next.at], turns });
        }
        for by in first..count {
            self.cross_whole(step, turned, by);
        }
    }

    /// A point farther along the ray from a root to the next.
    fn beyond(&self, root: u32, turned: u32) -> DVec2 {
        let (from, at) = (self.roots[root as usize].at, self.roots[turned as usize].at);
        at + (at - from)
    }

    /// The root at the right (0) or left (1) end of an interval; `None` where no shortest path turns there.
    fn turn(&mut self, step: &Step, node: &Node, end: usize) -> Option<u32> {
        if !node.turns[end] {
            return None;
        }
        let corner = step.side(1 - end);
        let (vertex, from) = (corner.vertex(), self.roots[node.root as usize]);
        let wanted = if end == 0 { -1.0 } else { 1.0 };
        // A taut path touches the border on the inside of its turn.
        let [a, b] = step.mesh.beside[vertex as usize].map(|p| beside(from.at, corner.at, p) * wanted);
        let slack = SAME * (1.0 + from.at.distance_squared(corner.at));
        if a < -slack || b < -slack {
            return None;
        }
        let cost = from.cost + from.at.distance(corner.at);
        let (search, known) = self.best[vertex as usize];
        if search == self.search {
            let best = &self.roots[known as usize];
            if best.parent == node.root {
                return Some(known);
            }
            if cost >= best.cost - SAME * (1.0 + cost) {
                return None;
            }
        }
        let root = self.roots.len() as u32;
        self.roots.push(Root { at: corner.at, cost, parent: node.root, vertex, storey: step.storey() });
        self.best[vertex as usize] = (self.search, root);
        Some(root)
    }

    /// Crosses a side that is seen as a whole.
    fn cross_whole(&mut self, step: &Step, root: u32, by: usize) {
        let (side, next) = (step.side(by), step.side(by + 1));
        let ends = [side.at, next.at];
        self.cross(step, root, by, &Seen { rays: ends, ends, turns: [side.is_corner(), next.is_corner()] });
    }

    /// Makes the node beyond a side, if a path may lead there.
    fn cross(&mut self, step: &Step, root: u32, by: usize, seen: &Seen) {
        let side = step.side(by);
        if side.polygon == NONE {
            return;
        }
        let number = step.mesh.polygons[side.own as usize].first + ((step.entry + by) % step.sides.len()) as u32;
        if self.entered[step.mesh.blocks.of_side[number as usize] as usize] != self.search {
            return;
        }
        let Root { at, cost, vertex, .. } = self.roots[root as usize];
        let next = step.side(by + 1);
        // From the root the side runs to the left: a root on it sees all that is beyond.
        let whole = if vertex == NO_VERTEX {
            let between = (side.at - at).dot(next.at - at) <= 0.0;
            between && beside(at, side.at, next.at) <= 1e-9 * side.at.distance(next.at)
        } else {
            vertex == side.vertex() || vertex == next.vertex()
        };
        let total = cost + estimate(at, seen.ends, whole, step.goal, (side.at, next.at));
        self.made.push(Node {
            total,
            right: seen.rays[0],
            left: seen.rays[1],
            root,
            entry: side.twin,
            polygon: side.polygon,
            whole,
            turns: seen.turns,
            ends: false,
        });
    }
}

/// The least length from a root through an interval, from right to left, to the goal: straight, or by one of its ends.
#[inline(always)]
fn estimate(root: DVec2, ends: [DVec2; 2], whole: bool, goal: DVec2, (a, b): (DVec2, DVec2)) -> f64 {
    let along = b - a;
    let depth = along.perp_dot(goal - a);
    // A goal on the near side is mirrored: a path has to touch the interval.
    let goal = if depth > 0.0 { goal - along.perp() * (2.0 * depth / along.length_squared()) } else { goal };
    if whole {
        return root.distance(goal);
    }
    if beside(root, ends[0], goal) < 0.0 {
        root.distance(ends[0]) + ends[0].distance(goal)
    } else if beside(root, ends[1], goal) > 0.0 {
        root.distance(ends[1]) + ends[1].distance(goal)
    } else {
        root.distance(goal)
    }
}
