//! What the cheapest paths between all points of a small rectangle cost.

use super::flood::{FIRST_DIAGONAL, KEPT, STEPS};
use super::{Area, Flood, Point};
use crate::geom::Cell;
use crate::grid::{Axis, Field};
use crate::search::{Arrival, Cost, Landscape, PLAIN, WeightedSteps, octile};

/// Points from which paths are measured at once.
const LANES: usize = 8;
/// The steps to cells that a pass by rows has been to before, by their numbers in [`STEPS`]; those to cells that it has not.
const BEFORE: [usize; 4] = [1, 3, 6, 7];
const AFTER: [usize; 4] = [0, 2, 4, 5];
/// Whether a cell is open, among the nine round it ([`Field::nine`]).
const OWN: u64 = 1 << 4;

/// What it costs to come to a cell from each of several points: whole numbers, exact up to 2⁵³, since the least of two floats takes one
/// instruction on every machine. Infinity: no path.
type Costs = [f64; LANES];

/// Paths between points of an area that do not leave it. Where all its ground costs the same, each point is
/// [flooded](Flood). Where it does not, the paths from eight points at once are relaxed (Bellman 1958) cell by cell, in rows from the
/// first cell to the last and back in turn (Yen 1970), until nothing costs less: a few passes, for most paths turn seldom.
#[derive(Clone, Debug, Default)]
pub struct AllPairs {
    flood: Flood,
    /// What the steps from each cell cost, with a border of cells round the area; infinity: there is no such step.
    steps: Vec<[f64; STEPS.len()]>,
    costs: Vec<Costs>,
    area: Area,
}

impl AllPairs {
    /// Appends what the path from each point to each of those before it costs: (1,0), (2,0), (2,1), (3,0) …, as `kept`
    /// writes it. Points are open cells of the area, which has at most 64 × 64 cells.
    pub fn measure(
        &mut self,
        on: Landscape,
        area: Area,
        points: &[Point],
        kept: fn(Option<Cost>) -> u32,
        out: &mut Vec<u32>,
    ) {
        let each = on.same_cost(area.all());
        match (each, on.costs) {
            (None, Some(costs)) => self.relax(on.weighted(costs), area, points, |cost| out.push(kept(cost))),
            (Some(each), _) if is_open(on.field, &area) => {
                let open_ground =
                    |from: Point, to: Point| octile(from.x.abs_diff(to.x).into(), from.y.abs_diff(to.y).into());
                for (i, from) in points.iter().enumerate() {
                    out.extend(points[..i].iter().map(|to| kept(Some(open_ground(*from, *to) * each / PLAIN))));
                }
            }
            _ => {
                for (i, from) in points.iter().enumerate().skip(1) {
                    self.flood.run(on, area, from.cell(), None);
                    out.extend(points[..i].iter().map(|to| kept(self.flood.cost(to.cell()))));
                }
            }
        }
    }

    fn relax(&mut self, on: WeightedSteps, area: Area, points: &[Point], mut each: impl FnMut(Option<Cost>)) {
        self.area = area;
        self.note_steps(on);
        let stride = self.stride();
        for first in (1..points.len()).step_by(LANES) {
            let from = &points[first..points.len().min(first + LANES)];
            self.costs.clear();
            self.costs.resize(self.steps.len(), [f64::INFINITY; LANES]);
            for (lane, point) in from.iter().enumerate() {
                let place = self.place(point.cell());
                self.costs[place][lane] = 0.0;
            }
            // One pass leaves no step towards its end that would cost less, the next none towards its beginning.
            while {
                pass(&mut self.costs, &self.steps, stride, false);
                pass(&mut self.costs, &self.steps, stride, true)
            } {}
            for lane in 0..from.len() {
                let to = points[..first + lane].iter().map(|to| self.costs[self.place(to.cell())][lane]);
                to.for_each(|cost| each(cost.is_finite().then_some(cost as Cost)));
            }
        }
    }

    fn note_steps(&mut self, on: WeightedSteps) {
        self.steps.clear();
        self.steps.resize(self.stride() * (self.area.height as usize + 2), [f64::INFINITY; STEPS.len()]);
        for cell in self.area.all() {
            let (nine, place) = (on.field.nine(cell), self.place(cell));
            let steps = if nine & OWN == 0 { 0 } else { KEPT[Arrival::Any as usize][nine as usize] };
            for (step, (dx, dy)) in STEPS.into_iter().enumerate().filter(|(step, _)| steps >> step & 1 == 1) {
                let to = Cell::new(cell.x + dx, cell.y + dy);
                self.steps[place][step] = (on.share(step >= FIRST_DIAGONAL) * on.halves(cell, to)) as f64;
            }
        }
    }

    /// Cells a row, with the border.
    fn stride(&self) -> usize {
        self.area.width as usize + 2
    }

    /// Where a cell of the area lies.
    fn place(&self, cell: Cell) -> usize {
        self.stride() * (cell.y - self.area.y + 1) as usize + (cell.x - self.area.x + 1) as usize
    }
}

/// Relaxes every cell once, from the first to the last or back; whether any came to cost less.
fn pass(costs: &mut [Costs], steps: &[[f64; STEPS.len()]], stride: usize, back: bool) -> bool {
    let offset = |step: usize| (STEPS[step].0 as isize + STEPS[step].1 as isize * stride as isize).unsigned_abs();
    let (towards, offsets) = if back { (AFTER, AFTER.map(offset)) } else { (BEFORE, BEFORE.map(offset)) };
    let inside = stride + 1..costs.len() - stride - 1;
    let mut less = false;
    for i in 0..inside.len() {
        let at = if back { inside.end - 1 - i } else { inside.start + i };
        let mut best = costs[at];
        for (step, offset) in towards.into_iter().zip(offsets) {
            let near = costs[if back { at + offset } else { at - offset }];
            let step = steps[at][step];
            for lane in 0..LANES {
                let cost = near[lane] + step;
                best[lane] = if cost < best[lane] { cost } else { best[lane] };
            }
        }
        less |= best != costs[at];
        costs[at] = best;
    }
    less
}

/// Whether all cells of an area are open.
fn is_open(field: &Field, area: &Area) -> bool {
    let mut strips = field.strips(Axis::East, Axis::South, Cell::new(area.x, area.y)).take(area.height as usize);
    strips.all(|strip| !strip << (u64::BITS - area.width as u32) == 0)
}
