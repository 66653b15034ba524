//! Levels prepared for the grids of a world: hierarchical search goes over them, and estimates of what paths cost look there.

use crate::body::{Body, MoveClass};
use crate::geom::{Aabb, Cell, Storey};
use crate::grid::{CellRect, Field, RegionSet, Repaired, SizeClass};
use crate::search::{Landscape, Levels};
use crate::world::World;
use std::collections::BTreeMap;

/// What it costs to measure a cluster again, in expansions.
const CLUSTER_WORK: u64 = 256;

/// A landscape that is searched: the storey, the class that represents those that share a grid, and the movement class where the
/// ground does not cost that one the same everywhere.
type Of = (Storey, SizeClass, Option<MoveClass>);

/// The levels of a world: those that were prepared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreparedLevels {
    all: BTreeMap<Of, Levels>,
}

impl PreparedLevels {
    /// Prepares the levels for a size of body that has a grid. Sizes that share a grid, and what its ground costs, share them.
    pub(super) fn prepare(
        &mut self,
        storey: Storey,
        regions: &RegionSet,
        size: SizeClass,
        make: impl FnOnce(Landscape) -> Levels,
    ) {
        let Some((class, field)) = regions.alike(size).zip(regions.field_of(size)) else { return };
        let of = (storey, class, weighted(regions, size.2));
        if self.get(of).is_none() {
            self.all.insert(of, make(Landscape::of(field, regions.costs(size.2))));
        }
    }

    /// Brings the levels of a storey's grids that changed up to date; what that cost, in expansions. Grids that were equal may
    /// differ now, and their levels with them.
    pub(super) fn repair(&mut self, storey: Storey, regions: &RegionSet, repaired: &[Repaired]) -> u64 {
        // All from the levels as they were: several grids may come of one, and what a class represented is over.
        let of_storey: Vec<Of> = self.all.keys().filter(|(on, ..)| *on == storey).copied().collect();
        let take = |of: Of| (of, self.all.remove(&of));
        let mut before: Vec<(Of, Option<Levels>)> = of_storey.into_iter().map(take).collect();
        let is_needed = |class, moves| regions.sharing(class).any(|(.., m)| weighted(regions, m) == moves);
        let uses: Vec<(usize, &Repaired)> = repaired
            .iter()
            .flat_map(|part| (0..before.len()).map(move |at| (at, part)))
            .filter(|(at, part)| before[*at].0.1 == part.before && is_needed(part.class, before[*at].0.2))
            .collect();
        let mut work = 0;
        for (i, (at, Repaired { class, cells, .. })) in uses.iter().enumerate() {
            let ((.., moves), old) = &mut before[*at];
            let is_last = uses[i + 1..].iter().all(|(later, _)| later != at);
            let levels = if is_last { old.take() } else { old.clone() };
            let Some((mut levels, field)) = levels.zip(regions.field_of(*class)) else { continue };
            let on = Landscape::of(field, moves.and_then(|moves| regions.costs(moves)));
            work += work_of(levels.repair_all(on, cells));
            self.all.insert((storey, *class, *moves), levels);
        }
        work
    }

    /// Brings levels up to date where the ground of a storey costs some movement classes something else now, in areas, metres;
    /// what that cost, in expansions. Where it costs a class something else for the first time, and other ground is not
    /// plain either, its levels are prepared again.
    pub(super) fn repair_costs(
        &mut self,
        (storey, plane): (Storey, &World),
        regions: &RegionSet,
        (changed, areas): (&[MoveClass], &[Aabb]),
    ) -> u64 {
        let mut work = 0;
        let (ground, res) = (&plane.ground, plane.ground.resolution_m());
        let part = |area: &Aabb| CellRect::spanning(Cell::of(area.min, res), Cell::of(area.max, res)).clipped(ground);
        let parts: Vec<CellRect> = areas.iter().map(part).collect();
        let cells: Vec<Cell> = parts.iter().flat_map(|part| part.each()).collect();
        for (moves, costs) in changed.iter().filter_map(|moves| Some((*moves, regions.costs(*moves)?))) {
            let sizes = regions.field_classes().filter(|(.., m)| *m == moves);
            let mut grids: Vec<(SizeClass, &Field)> =
                sizes.filter_map(|size| regions.alike(size).zip(regions.field_of(size))).collect();
            grids.sort_unstable_by_key(|(class, _)| *class);
            grids.dedup_by_key(|(class, _)| *class);
            for (class, field) in grids {
                let (of, on) = ((storey, class, Some(moves)), Landscape::of(field, Some(costs)));
                if let Some(levels) = self.all.get_mut(&of) {
                    work += work_of(levels.repair_all(on, &cells));
                } else if let Some(uniform) = self.get((storey, class, None)) {
                    let is_plain = costs.is_plain_except(&parts);
                    let mut levels = if is_plain { uniform.clone() } else { uniform.again(on) };
                    let all = levels.clusters() * CLUSTER_WORK;
                    work += if is_plain { work_of(levels.repair_all(on, &cells)) } else { all };
                    self.all.insert(of, levels);
                }
            }
        }
        work
    }

    /// Whether bodies of a size have levels on a storey, or no grid to have them for.
    pub fn has(&self, storey: Storey, regions: &RegionSet, size: SizeClass) -> bool {
        regions.alike(size).is_none_or(|class| self.get((storey, class, weighted(regions, size.2))).is_some())
    }

    fn get(&self, of: Of) -> Option<&Levels> {
        self.all.get(&of)
    }

    /// The landscape of a body, with its levels where they were prepared.
    pub(super) fn of_body<'a>(&'a self, regions: &'a RegionSet, body: &Body) -> Option<(Landscape<'a>, &'a Levels)> {
        let Body { radius_m, height_m, moves, storey, .. } = *body;
        let class = regions.field_class(radius_m, height_m, moves)?;
        let levels = self.get((storey, class, weighted(regions, moves)))?;
        Some((Landscape::of(regions.field(radius_m, height_m, moves)?, regions.costs(moves)), levels))
    }
}

/// A movement class, if ground does not cost it the same everywhere.
fn weighted(regions: &RegionSet, moves: MoveClass) -> Option<MoveClass> {
    regions.costs(moves).map(|_| moves)
}

/// What it cost to measure so many clusters of each level again.
fn work_of(measured: Vec<u32>) -> u64 {
    measured.into_iter().map(u64::from).sum::<u64>() * CLUSTER_WORK
}
