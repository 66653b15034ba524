//! The search over portals: the cheapest sequence of walks and portals (Dijkstra 1959). Walks from where the body is, and to its
//! goal, are measured only when nothing shorter is left.

use super::Storeys;
use super::pairs::FEW;
use crate::geom::{Cell, Storey, Vec2};
use crate::nav::{NavContext, Reason};
use crate::search::CostLookup;
use crate::world::Landing;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What looking at one end of a portal costs, in ends for an expansion.
const ENDS_PER_EXPANSION: u32 = 4;
/// Where more than [`FEW`] ends can be reached from the start, walks to so many of them are measured: the nearest.
const FROM_START: usize = 16;

/// The portal through which a path goes on, and where the body comes to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::nav) struct Leg {
    /// The end at which it enters.
    pub(in crate::nav) at: Landing,
    /// Metres.
    pub(in crate::nav) to: Vec2,
}

/// What is known of a node when it comes out of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// The goal is reached from this node.
    Goal,
    /// The node is reached.
    Reached,
    /// No walk from the start to this node costs less.
    FromStart,
    /// No walk from this node to the goal costs less.
    ToGoal,
}

/// A node: an end of a portal, or the start.
type Node = u32;
const START: Node = Node::MAX;

/// A search over portals, with the memory it reuses.
#[derive(Debug, Default)]
pub(in crate::nav) struct RouteSearch {
    lookup: CostLookup,
    /// By cost, as bits: those of costs that are not negative are in order.
    open: BinaryHeap<Reverse<(u32, Known, Node)>>,
    /// By node: its cost so far, and the node before. Only nodes of `touched` are not infinite.
    best: Vec<(f32, Node)>,
    touched: Vec<Node>,
    /// The ends that are near the start: metres, and the node.
    near: Vec<(f32, Node)>,
    work: u32,
}

/// Where a search ends.
struct Goal {
    storey: Storey,
    at: Vec2,
    cell: Cell,
    region: Option<u32>,
    /// What a metre of the storey's ground costs at least.
    least: f32,
}

impl RouteSearch {
    /// The first portal on the cheapest path to a place; `None`: the path stays on the storey. The second value is what the search
    /// cost, in expansions.
    ///
    /// # Errors
    /// Why there is no path.
    pub(in crate::nav) fn find<'a>(
        &mut self,
        ctx: &NavContext<'a>,
        storeys: &Storeys<'a>,
        to: (Storey, Vec2),
    ) -> (Result<Option<Leg>, Reason>, u32) {
        let last = self.search(ctx, storeys, to);
        let leg = |last| {
            let at = self.entered(last).last()?;
            self.place(ctx, storeys, at).map(|(to, _)| Leg { at, to })
        };
        (last.map(leg), self.work)
    }

    /// The ends at which a body enters the portals on the cheapest path to a place, in order.
    ///
    /// # Errors
    /// Why there is no path.
    pub(super) fn find_all<'a>(
        &mut self,
        ctx: &NavContext<'a>,
        storeys: &Storeys<'a>,
        to: (Storey, Vec2),
    ) -> Result<Vec<Landing>, Reason> {
        let last = self.search(ctx, storeys, to)?;
        let mut entered: Vec<Landing> = self.entered(last).collect();
        entered.reverse();
        Ok(entered)
    }

    /// The last node of the path; the start where it leads through no portal.
    fn search<'a>(&mut self, ctx: &NavContext<'a>, storeys: &Storeys<'a>, to: (Storey, Vec2)) -> Result<Node, Reason> {
        self.open.clear();
        for node in self.touched.drain(..) {
            self.best[node as usize] = (f32::INFINITY, START);
        }
        self.best.resize(storeys.world.portals().all().len() * 2, (f32::INFINITY, START));
        self.work = 1;
        let (storey, at) = to;
        let start = cell_of(ctx).ok_or(Reason::StartBlocked)?;
        let there = ctx.there(storeys, storey, at);
        let is_inside = there.world.ground.contains(Cell::of(at, there.world.ground.resolution_m()));
        let cell = cell_of(&there).filter(|_| is_inside).ok_or(Reason::GoalBlocked)?;
        let goal = Goal { storey, at, cell, region: there.region_of(cell), least: least(&there) };
        let region = ctx.region_of(start);
        let portals = storeys.world.portals();
        self.near.clear();
        for landing in portals.on(ctx.me.storey) {
            if let Some(there) = self.place(ctx, storeys, *landing).filter(|(_, r)| Some(*r) == region) {
                self.near.push((least(ctx) * ctx.me.position.distance(there.0), node(*landing)));
            }
        }
        self.work += self.near.len() as u32 / ENDS_PER_EXPANSION;
        if self.near.len() > FEW {
            // The others are reached over these.
            self.near.select_nth_unstable_by(FROM_START, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            self.near.truncate(FROM_START);
        }
        for i in 0..self.near.len() {
            let (metres, node) = self.near[i];
            self.push(metres, Known::FromStart, node);
        }
        if storey == ctx.me.storey && region == goal.region {
            if self.open.is_empty() {
                return Ok(START); // no portal can be reached
            }
            self.push(least(ctx) * ctx.me.position.distance(at), Known::ToGoal, START);
        }
        while let Some(Reverse((cost, known, node))) = self.open.pop() {
            let cost = f32::from_bits(cost);
            match known {
                Known::Goal => return Ok(node),
                Known::FromStart => {
                    let walked = self.measure(ctx, start, self.cell(ctx, storeys, node));
                    self.relax(node, START, walked);
                }
                Known::ToGoal => {
                    let (from, before_m) = match node {
                        START => (Some(start), 0.0),
                        node => (self.cell(ctx, storeys, node), self.best[node as usize].0),
                    };
                    let walked = from.map_or(f32::INFINITY, |from| self.measure(&there, from, Some(goal.cell)));
                    self.push(before_m + walked, Known::Goal, node);
                }
                Known::Reached if cost > self.best[node as usize].0 => {}
                Known::Reached => self.expand(ctx, storeys, node, &goal),
            }
        }
        Err(Reason::DifferentRegion)
    }

    /// Goes on from an end of a portal: through it, and on its storey.
    fn expand(&mut self, ctx: &NavContext, storeys: &Storeys, node: Node, goal: &Goal) {
        let (portals, cost) = (storeys.world.portals(), self.best[node as usize].0);
        let at = landing(node);
        let Some((here, region)) = self.place(ctx, storeys, at) else { return };
        if storeys.lets_through(at, &ctx.me) {
            let beyond = cost + portals.of(at).cost_m(at.end, ctx.me.speed_m_s);
            self.relax(self::node(at.other()), node, beyond);
        }
        let storey = portals.end(at).storey;
        let (ends, walks) = (portals.on(storey), storeys.map.walks(storeys.world, at, &ctx.me));
        self.work += 1 + walks.len() as u32 / ENDS_PER_EXPANSION;
        for (place, walked) in walks {
            let Some(other) = ends.get(*place as usize).filter(|other| **other != at.other()) else { continue };
            // What was measured may be of the world before; whether a path leads there is known.
            if storeys.region(*other, &ctx.me) == Some(region) {
                self.relax(self::node(*other), node, cost + walked);
            }
        }
        // Where walks lead over several ends, the one at which the body came to the storey looks for the goal.
        let before = self.best[node as usize].1;
        let came_here = before != START && landing(before).other() == at;
        if storey == goal.storey && Some(region) == goal.region && (ends.len() <= FEW || came_here) {
            self.push(cost + goal.least * here.distance(goal.at), Known::ToGoal, node);
        }
    }

    fn push(&mut self, cost: f32, known: Known, node: Node) {
        if cost.is_finite() {
            self.open.push(Reverse((cost.max(0.0).to_bits(), known, node)));
        }
    }

    fn relax(&mut self, node: Node, before: Node, cost: f32) {
        let best = &mut self.best[node as usize];
        if cost < best.0 {
            if best.0 == f32::INFINITY {
                self.touched.push(node);
            }
            *best = (cost, before);
            self.push(cost, Known::Reached, node);
        }
    }

    /// Where an end of a portal is for the body, and the part of the storey that it belongs to.
    fn place(&self, ctx: &NavContext, storeys: &Storeys, at: Landing) -> Option<(Vec2, u32)> {
        Some((storeys.place(at, &ctx.me)?, storeys.region(at, &ctx.me)?))
    }

    fn cell(&self, ctx: &NavContext, storeys: &Storeys, node: Node) -> Option<Cell> {
        storeys.map.cell(storeys.world, landing(node), &ctx.me)
    }

    /// What it costs to walk from one cell to another of the storey of a context, metres of plain ground.
    fn measure(&mut self, ctx: &NavContext, from: Cell, to: Option<Cell>) -> f32 {
        let Some(to) = to else { return f32::INFINITY };
        let res = ctx.world.ground.resolution_m();
        let straight_m = from.centre(res).distance(to.centre(res));
        let over_levels = ctx.levels_here().and_then(|(on, levels)| self.lookup.cost(on, levels, (from, to)));
        self.work += 1 + self.lookup.take_points().unwrap_or(0);
        over_levels.map_or(straight_m, |cells| cells as f32 * res)
    }

    /// The ends at which portals are entered on the path that ends at a node, from the last to the first.
    fn entered(&self, last: Node) -> impl Iterator<Item = Landing> {
        let before = |node: Node| self.best[node as usize].1;
        let path = std::iter::successors(Some(last), move |node| (*node != START).then(|| before(*node)));
        let path = path.take_while(|node| *node != START);
        path.filter_map(move |node| {
            let from = before(node);
            (from != START && landing(from).other() == landing(node)).then(|| landing(from))
        })
    }
}

/// What a metre costs a body at least.
fn least(ctx: &NavContext) -> f32 {
    ctx.regions.costs(ctx.me.moves).map_or(1.0, |costs| costs.least().min(1.0))
}

fn node(at: Landing) -> Node {
    at.portal * 2 + Node::from(at.end)
}

fn landing(node: Node) -> Landing {
    Landing { portal: node / 2, end: (node % 2) as u8 }
}

/// The open cell of the body of a context.
fn cell_of(ctx: &NavContext) -> Option<Cell> {
    let regions = ctx.regions.get(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves)?;
    ctx.cell_on_grid(ctx.me.position, |cell| regions.of_cell(cell).is_some())
}
