//! What depends on boxes that came or went, brought up to date: cells, places in them, and what is connected.
//!
//! Only cells near the changes are looked at again, all changes of a step together. What is connected is found out again by the regions, as far from there as
//! it takes to see that nothing was parted; the grids that are searched keep labels that may say too often that there is a path.

use super::open::{closed_part, reach_cells};
use super::part::{Part, differing};
use super::region_set::{Made, largest};
use super::shape::Shape;
use super::{CellRect, CostLayer, Field, RegionSet, SizeClass};
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

impl RegionSet {
    /// Brings up to date what depends on areas, metres, in which boxes of the world came or went. Returns what changed on each
    /// grid that is searched.
    pub fn repair(&mut self, world: &World, areas: &[Aabb]) -> Vec<Repaired> {
        let mut changes: Vec<(SizeClass, Vec<Cell>)> = Vec::new();
        let mut known: Vec<(SizeClass, Vec<Part>)> = Vec::new();
        for class in self.classes() {
            let parts: Vec<Part> = areas
                .iter()
                .enumerate()
                .map(|(i, area)| {
                    let like = known.iter().find(|(other, _)| are_alike(world, class, *other, *area));
                    like.map_or_else(|| part_again(world, class, *area), |(_, parts)| parts[i].clone())
                })
                .collect();
            self.settle_again(world, class, &parts);
            changes.extend(self.fields.get(&class).map(|made| (class, differing(&parts, &made.what))));
            known.push((class, parts));
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

    /// Brings up to date what ground costs, in areas, metres, in which ground changed. Returns the movement classes that it costs
    /// something else.
    pub fn repair_costs(&mut self, world: &World, areas: &[Aabb]) -> Vec<MoveClass> {
        let ground = &world.ground;
        let parts: Vec<CellRect> = areas.iter().map(|area| CellRect::of_area(*area, ground)).collect();
        let mut changed = Vec::new();
        for (moves, layer) in &mut self.costs {
            let cost = |cell| Some(ground.passage(*moves, cell).cost).filter(|cost| *cost > 0);
            match layer {
                Some(layer) => {
                    let layer = Arc::make_mut(layer);
                    parts.iter().for_each(|part| layer.repair(ground, *moves, *part));
                }
                None => {
                    // All other open ground costs the same.
                    let is_other = |cell: &Cell| !parts.iter().any(|part| part.contains(*cell));
                    let usual = CellRect::of_world(ground).each().filter(is_other).find_map(cost);
                    let mut here = parts.iter().flat_map(|part| part.each()).filter_map(cost);
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

    /// All classes for which something is prepared, in order.
    pub(super) fn classes(&self) -> Vec<SizeClass> {
        let mut classes: Vec<SizeClass> = self.sets.keys().chain(self.fields.keys()).copied().collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Brings the regions and places of a size of body up to date where parts of the world were found out again.
    fn settle_again(&mut self, world: &World, class: SizeClass, parts: &[Part]) {
        let shape = shape_of(world, class);
        let mut regions = self.sets.get_mut(&class).map(|made| {
            made.alike = class;
            Arc::make_mut(&mut made.what)
        });
        // The last copy is changed in place.
        let mut anchors = self.anchors.remove(&class).unwrap_or_default();
        regions.iter_mut().for_each(|regions| regions.let_anchors_go());
        parts.iter().for_each(|part| Arc::make_mut(&mut anchors).repair(&shape, part.area, &part.places));
        if let Some(regions) = regions {
            regions.repair(parts, Arc::clone(&anchors));
        }
        self.anchors.insert(class, anchors);
    }
}

fn shape_of(world: &World, class: SizeClass) -> Shape<'_> {
    let (radius_m, height_m) = largest(class);
    Shape { world, radius_m, height_m, moves: class.2 }
}

/// The cells near an area that may have changed for a size of body.
fn cells_near(shape: &Shape, area: Aabb) -> CellRect {
    let res = shape.resolution_m();
    let area = CellRect::spanning(Cell::of(area.min, res), Cell::of(area.max, res));
    area.grown(reach_cells(shape)).clipped(&shape.world.ground)
}

/// Finds out again which cells near an area are open for a size of body, and where it is in them.
fn part_again(world: &World, class: SizeClass, area: Aabb) -> Part {
    let shape = shape_of(world, class);
    let area = cells_near(&shape, area);
    let (closed, origin, places) = closed_part(&shape, area);
    Part { area, closed, origin, places }
}

/// Whether two sizes of body differ in height alone, and no volume near an area matters to one of them only.
fn are_alike(world: &World, class: SizeClass, other: SizeClass, area: Aabb) -> bool {
    let (one, two) = (shape_of(world, class), shape_of(world, other));
    if (class.0, class.2) != (other.0, other.2) {
        return false;
    }
    // As far as anything is looked at.
    let near = cells_near(&one, area).grown(2 * reach_cells(&one)).bounds(one.resolution_m());
    !world.any_volume_in(near, |v| v.matters_to(one.height_m, one.moves) != v.matters_to(two.height_m, two.moves))
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
