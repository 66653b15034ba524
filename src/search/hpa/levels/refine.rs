//! Refining a piece of a path: on the level below, or cell by cell.

use super::super::{FAR, Level, Towards};
use super::LevelContext;
use super::cost::Endpoint;
use super::route::{Anchor, Route};
use super::search::Leg;
use crate::geom::Cell;

impl Route {
    /// Replaces a piece by what it consists of. Whether that can still be walked.
    pub(super) fn refine(&mut self, on: &mut LevelContext, leg: Leg) -> bool {
        if leg.level == 0 { self.walk(on, leg) } else { self.divide(on, leg) }
    }

    /// Appends the cells of a piece of the lowest level.
    fn walk(&mut self, on: &mut LevelContext, leg: Leg) -> bool {
        if self.path.last() != Some(&leg.from) {
            self.path.push(leg.from);
        }
        let is_open = |cell| on.on.field.open(cell);
        if !is_open(leg.from) || !is_open(leg.to) {
            return false;
        }
        if on.search.smoother.go_cheapest(on.on, leg.from, leg.to, &mut self.path) {
            return true;
        }
        let lowest = &on.levels.levels[0];
        let area = |cell| lowest.area(lowest.clusters.of(cell));
        on.search.flood.run(on.on, area(leg.from).union(&area(leg.to)), leg.from, Towards::anyhow(leg.to));
        on.search.flood.follow(leg.to, &mut self.path);
        on.search.flood.cost(leg.to).is_some()
    }

    /// Replaces a piece by pieces of the level below. The piece after it is looked at as well: where its cluster is best
    /// entered shows only below, where more points are known.
    fn divide(&mut self, on: &mut LevelContext, leg: Leg) -> bool {
        let (above, level) = (&on.levels.levels[usize::from(leg.level)], usize::from(leg.level) - 1);
        let here = &on.levels.levels[level];
        let next = self.legs.last().filter(|next| next.level == leg.level).copied();
        let to = next.map_or(leg.to, |next| next.to);
        let area = above.area(above.clusters.of(leg.from)).union(&above.area(above.clusters.of(to)));
        let block = here.clusters.inside(&area);
        let [mut from_spare, mut to_spare] = std::mem::take(&mut on.search.spare);
        let endpoints = (end(&self.start, level, here, leg.from, &mut from_spare)).zip(end(
            &self.goal,
            level,
            here,
            to,
            &mut to_spare,
        ));
        self.refined.clear();
        let found = endpoints.is_some_and(|(from, to)| {
            let direct = direct(here, from, to);
            let found = on.search.run(on.levels.graph(on.on, level), block, (from, to), direct).is_some();
            if found {
                on.search.trace(level as u8, (from.cell, to.cell), &mut self.refined);
            }
            found
        });
        on.search.spare = [from_spare, to_spare];
        if found {
            self.adopt(above, next);
        }
        found
    }

    /// Puts the pieces found in place. Where they go on into the cluster of the piece after, that one begins where they
    /// last enter it; the rest of them is not needed yet.
    fn adopt(&mut self, above: &Level, next: Option<Leg>) {
        let Some(mut next) = next else {
            self.legs.append(&mut self.refined);
            return;
        };
        let cluster = above.clusters.of(next.to);
        let beyond = self.refined.iter().take_while(|leg| above.clusters.of(leg.from) == cluster).count();
        self.legs.pop();
        if let Some(entered) = beyond.checked_sub(1).and_then(|i| self.refined.get(i)) {
            next.from = entered.from;
            self.legs.push(next);
        }
        self.legs.extend_from_slice(&self.refined[beyond..]);
    }
}

/// The end at a cell: one of the path's own, else a point of the level.
fn end<'a>(own: &'a Anchor, level: usize, here: &Level, cell: Cell, spare: &'a mut Endpoint) -> Option<&'a Endpoint> {
    if own.cell == cell {
        return own.end(level);
    }
    spare.point(here, cell).then_some(spare)
}

/// What the path inside a cluster costs where both ends lie in the same.
fn direct(level: &Level, from: &Endpoint, to: &Endpoint) -> Option<u32> {
    let cluster = level.clusters.of(from.cell);
    if cluster != level.clusters.of(to.cell) {
        return None;
    }
    let view = level.view(cluster);
    let known = match (view.find(to.cell), view.find(from.cell)) {
        (Some(i), _) => from.costs.get(i),
        (_, Some(i)) => to.costs.get(i),
        _ => None,
    };
    known.copied().filter(|cost| *cost != FAR)
}
