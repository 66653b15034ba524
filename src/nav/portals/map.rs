//! What the portals of a world are to a size of body: the cell in which it comes to each end, and what it costs to walk from one
//! end to another on the same storey.

use super::measure::{Measure, Measured};
use super::pairs::FEW;
use crate::body::{Body, MoveClass};
use crate::geom::{Cell, Storey};
use crate::grid::{RegionSet, SizeClass, size_class};
use crate::nav::PreparedLevels;
use crate::search::{CostLookup, Levels, Shape};
use crate::world::{Landing, World};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// So many pairs of ends are measured again in a step: all of a storey that has no more than [`FEW`].
const PAIRS_A_STEP: usize = FEW * (FEW - 1) / 2;

/// The ends of portals on one storey, for one class of bodies.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// By place on the storey: the open cell nearest to the middle; `None`: the body does not fit in.
    cells: Vec<Option<Cell>>,
    /// By place: where its walks begin in `walks`, and after the last one where they end.
    first: Vec<u32>,
    /// To which place on the storey a walk leads, and what it costs, metres of plain ground.
    walks: Vec<(u32, f32)>,
}

impl Side {
    pub(super) fn new(cells: Vec<Option<Cell>>, measured: &[(u32, u32, f32)]) -> Self {
        let mut walks: Vec<(u32, u32, f32)> =
            measured.iter().flat_map(|(a, b, m)| [(*a, *b, *m), (*b, *a, *m)]).collect();
        walks.sort_unstable_by_key(|(from, to, _)| (*from, *to));
        let begins = |place: u32| walks.partition_point(|(from, ..)| *from < place) as u32;
        let first = (0..=cells.len() as u32).map(begins).collect();
        Self { cells, first, walks: walks.into_iter().map(|(_, to, metres)| (to, metres)).collect() }
    }
}

/// The portals of a world, for each size of body there is.
#[derive(Clone, Debug, Default)]
pub struct PortalMap {
    /// By storey.
    sides: BTreeMap<SizeClass, Vec<Arc<Side>>>,
    /// Storeys that changed since their costs were measured.
    stale: BTreeSet<(Storey, SizeClass)>,
    /// The one that is measured again.
    under_way: Option<(Storey, SizeClass, Measured)>,
}

impl PortalMap {
    /// Makes sure that a size of body is covered, and that there are levels to measure costs on.
    pub(crate) fn prepare(
        &mut self,
        world: &World,
        regions: &mut RegionSet,
        levels: &mut PreparedLevels,
        (radius_m, height_m, moves): (f32, f32, MoveClass),
    ) {
        let class = size_class(radius_m, height_m, moves);
        if world.portals().is_empty() || self.sides.contains_key(&class) {
            return;
        }
        let body = Body { radius_m, height_m, moves, ..Body::default() };
        let mut lookup = CostLookup::default();
        let one = |storey: Storey| {
            if world.portals().on(storey).is_empty() {
                return Arc::default();
            }
            let (plane, on) = (world.on(storey), regions.on_mut(storey));
            on.prepare(plane, radius_m, height_m, moves);
            on.prepare_field(plane, radius_m, height_m, moves);
            levels.prepare(storey, on, class, |grid| Levels::new(grid, Shape::default(), |_| ()));
            let mut measure = Measure { world, regions: on, levels, lookup: &mut lookup, work: 0 };
            let mut measured = measure.begin(&Body { storey, ..body });
            measure.go_on(&mut measured, &Body { storey, ..body }, usize::MAX);
            Arc::new(measured.side())
        };
        let sides = world.storeys().map(one).collect();
        self.sides.insert(class, sides);
    }

    /// Takes note that parts of a storey changed: what it costs to walk there is measured again.
    pub(crate) fn outdate(&mut self, world: &World, storey: Storey) {
        if !world.portals().on(storey).is_empty() {
            self.stale.extend(self.sides.keys().map(|class| (storey, *class)));
        }
    }

    /// Whether something is to be measured again.
    pub(crate) fn is_stale(&self) -> bool {
        !self.stale.is_empty() || self.under_way.is_some()
    }

    /// Goes on measuring storeys that changed, one after the other for each class; what that cost, in expansions.
    pub(crate) fn measure_next(&mut self, world: &World, regions: &RegionSet, levels: &PreparedLevels) -> u64 {
        let next = self.under_way.take().map(|(storey, class, measured)| (storey, class, Some(measured)));
        let Some((storey, class, measured)) = next.or_else(|| self.stale.pop_first().map(|(s, c)| (s, c, None))) else {
            return 0;
        };
        let (Some(sides), Some(regions)) = (self.sides.get_mut(&class), regions.on(storey)) else { return 0 };
        let body = Body {
            storey,
            radius_m: class.0 as f32 / 100.0,
            height_m: class.1 as f32 / 10.0,
            moves: class.2,
            ..Body::default()
        };
        let mut lookup = CostLookup::default();
        let mut measure = Measure { world, regions, levels, lookup: &mut lookup, work: 0 };
        let mut measured = measured.unwrap_or_else(|| measure.begin(&body));
        let is_done = measure.go_on(&mut measured, &body, PAIRS_A_STEP);
        let work = measure.work;
        if !is_done {
            self.under_way = Some((storey, class, measured));
        } else if let Some(old) = sides.get_mut(storey.0 as usize) {
            *old = Arc::new(measured.side());
        }
        work
    }

    fn side(&self, storey: Storey, body: &Body) -> Option<&Side> {
        self.sides
            .get(&size_class(body.radius_m, body.height_m, body.moves))?
            .get(storey.0 as usize)
            .map(|side| &**side)
    }

    /// The cell in which a body comes to an end of a portal.
    pub(super) fn cell(&self, world: &World, at: Landing, body: &Body) -> Option<Cell> {
        let portals = world.portals();
        *self.side(portals.end(at).storey, body)?.cells.get(portals.place(at))?
    }

    /// The places on its storey that a body walks to from an end of a portal, and what that costs, metres of plain ground.
    pub(super) fn walks(&self, world: &World, from: Landing, body: &Body) -> &[(u32, f32)] {
        let portals = world.portals();
        let place = portals.place(from);
        let of = |side: &'_ Side| Some(*side.first.get(place)? as usize..*side.first.get(place + 1)? as usize);
        let side = self.side(portals.end(from).storey, body);
        side.and_then(|side| side.walks.get(of(side)?)).unwrap_or_default()
    }
}

/// For the world hash: what is yet to be measured. The rest follows from the world.
impl Hash for PortalMap {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.stale.iter().for_each(|stale| stale.hash(h));
        if let Some((storey, class, measured)) = &self.under_way {
            (storey, class, measured).hash(h);
        }
    }
}
