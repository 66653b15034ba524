//! What depends on a box that came or went, brought up to date: cells, places in them, and what is connected.
//!
//! Only cells near the change are looked at again. What is connected is found out again by the regions, as far from there as
//! it takes to see that nothing was parted; the grids that are searched keep labels that may say too often that there is a path.

use super::open::{closed_part, reach_cells};
use super::region_set::{Made, largest};
use super::shape::Shape;
use super::{BitGrid, CellRect, CostLayer, Field, RegionSet, SizeClass};
use crate::geom::{Aabb, Cell};
use crate::world::{MoveClass, World};
use std::sync::Arc;

/// What changed on a grid that bodies search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The class that represents those that share the grid now …
    pub class: SizeClass,
    /// … and the one that did before: grids that were equal may differ now.
    pub before: SizeClass,
    /// Cells that opened or closed.
    pub cells: Vec<Cell>,
}

/// The cells of a part of the world as they are now.
struct Part {
    area: CellRect,
    /// Of at least that area, from the world's cell `origin` on.
    closed: BitGrid,
    origin: Cell,
}

impl Part {
    fn is_open(&self, cell: Cell) -> bool {
        self.closed.open(cell.x - self.origin.x, cell.y - self.origin.y)
    }

    /// Its cells that are not on a grid what they are here.
    fn differing(&self, field: &Field) -> Vec<Cell> {
        self.area.each().filter(|cell| field.open(*cell) != self.is_open(*cell)).collect()
    }
}

impl RegionSet {
    /// Brings up to date what depends on an area, metres, in which a box of the world came or went. Returns what changed on
    /// each grid that is searched.
    pub fn repair(&mut self, world: &World, area: Aabb) -> Vec<Repaired> {
        let mut changes: Vec<(SizeClass, Vec<Cell>)> = Vec::new();
        let mut classes: Vec<SizeClass> = self.sets.keys().chain(self.fields.keys()).copied().collect();
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            let part = self.settle_again(world, class, area);
            changes.extend(self.fields.get(&class).map(|made| (class, part.differing(&made.what))));
        }
        let mut repaired = Vec::new();
        while let Some((class, cells)) = changes.first().cloned() {
            let before = self.fields[&class].alike;
            let shares = |fields: &super::region_set::Sets<Field>, other: SizeClass| {
                fields.get(&other).is_some_and(|made| Arc::ptr_eq(&made.what, &fields[&class].what))
            };
            let same = |other: &(SizeClass, Vec<Cell>)| shares(&self.fields, other.0) && other.1 == cells;
            let (equal, rest): (Vec<_>, Vec<_>) = changes.drain(..).partition(same);
            changes = rest;
            let mut made = Made { alike: class, what: Arc::clone(&self.fields[&class].what) };
            // The last copy is changed in place.
            equal.iter().for_each(|(class, _)| drop(self.fields.remove(class)));
            set_cells(Arc::make_mut(&mut made.what), &cells, self.sets.contains_key(&class));
            self.fields.extend(equal.iter().map(|(class, _)| (*class, made.clone())));
            repaired.push(Repaired { class, before, cells });
        }
        repaired
    }

    /// Brings up to date what ground costs, in an area, metres, in which ground changed. Returns the movement classes that it
    /// costs something else.
    pub fn repair_costs(&mut self, world: &World, area: Aabb) -> Vec<MoveClass> {
        let (ground, res) = (&world.ground, world.ground.resolution_m());
        let part = CellRect::spanning(Cell::of(area.min, res), Cell::of(area.max, res)).clipped(ground);
        let mut changed = Vec::new();
        for (moves, layer) in &mut self.costs {
            let cost = |cell| Some(ground.passage(*moves, cell).cost).filter(|cost| *cost > 0);
            match layer {
                Some(layer) => Arc::make_mut(layer).repair(ground, *moves, part),
                None => {
                    // All other open ground costs the same.
                    let usual = CellRect::of_world(ground).each().filter(|cell| !part.contains(*cell)).find_map(cost);
                    let mut here = part.each().filter_map(cost);
                    if let Some(usual) = usual.or_else(|| here.next())
                        && here.any(|cost| cost != usual)
                    {
                        *layer = CostLayer::of_world(world, *moves).map(Arc::new);
                    } else {
                        continue;
                    }
                }
            }
            changed.push(*moves);
        }
        changed
    }

    /// Finds out again which cells near an area are open for a size of body, and brings its regions and places up to date.
    fn settle_again(&mut self, world: &World, class: SizeClass, area: Aabb) -> Part {
        let ((radius_m, height_m), res) = (largest(class), world.ground.resolution_m());
        let shape = Shape { world, radius_m, height_m, moves: class.2 };
        let rect = CellRect::spanning(Cell::of(area.min, res), Cell::of(area.max, res));
        let rect = rect.grown(reach_cells(&shape)).clipped(&world.ground);
        let (closed, origin, places) = closed_part(&shape, rect);
        let part = Part { area: rect, closed, origin };
        let mut regions = self.sets.get_mut(&class).map(|made| {
            made.alike = class;
            Arc::make_mut(&mut made.what)
        });
        // The last copy is changed in place.
        let mut anchors = self.anchors.remove(&class).unwrap_or_default();
        regions.iter_mut().for_each(|regions| regions.let_anchors_go());
        Arc::make_mut(&mut anchors).repair(&shape, rect, &places);
        if let Some(regions) = regions {
            regions.repair(rect, |cell| part.is_open(cell), Arc::clone(&anchors));
        }
        self.anchors.insert(class, anchors);
        part
    }
}

/// Turns cells over. Where regions say what is connected, the field need not.
fn set_cells(field: &mut Field, cells: &[Cell], has_regions: bool) {
    for cell in cells {
        field.set(*cell, !field.open(*cell));
    }
    if field.is_stale() && !has_regions || field.is_wasteful() {
        field.relabel();
    }
}
