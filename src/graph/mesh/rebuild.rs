//! A change of the world in the mesh: only the polygons near it are cut again; the others keep their numbers.

use super::assemble::Part;
use super::convex::{convex_parts, turn};
use super::{Blocks, MeshError, NONE, NavMesh, Side, Span};
use crate::geom::Aabb;
use crate::graph::outlines::{each_piece, growth_m, inside};
use crate::grid::shape::Shape;
use crate::world::{MoveClass, World};
use glam::DVec2;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

/// Sides and vertices that may be out of use before the arrays are packed again, for each that is in use.
const WASTE: usize = 2;
/// Below so many nothing is packed.
const FEW: usize = 4_096;

type Rings = Vec<Vec<IntPoint>>;

/// What is cut again.
struct Borders {
    rings: Rings,
    /// The points that polygons which stay have in common with it.
    shared: Vec<IntPoint>,
    /// The points of the polygons that go, sorted, with their vertices.
    known: Vec<(IntPoint, u32)>,
}

impl NavMesh {
    /// Brings a storey up to date after something changed in an area of it, metres: `plane` is the storey as it is now, the body
    /// the one that the mesh was made for. Returns how many polygons were made.
    ///
    /// # Errors
    /// [`MeshError::Cut`] when the surroundings could not be cut into polygons; the mesh is as it was.
    pub fn rebuild(
        &mut self,
        plane: &World,
        (radius_m, height_m, moves): (f32, f32, MoveClass),
        storey: u32,
        area: Aabb,
    ) -> Result<u32, MeshError> {
        let shape = Shape { world: plane, radius_m, height_m, moves };
        let Some(window) = self.window(&shape, area) else { return Ok(0) };
        let gone = self.near(storey, window);
        let Borders { rings, shared, known } = self.borders(&shape, window, &gone);
        let cut = convex_parts(&rings, &shared);
        let parts = cut.map_err(|reason| MeshError::Cut { storey, reason: reason.to_string() })?;
        let made = parts.len() as u32;
        let parts: Vec<Part> = parts.into_iter().map(|corners| Part { corners, storey }).collect();
        let mut open = self.remove(&gone);
        open.extend(self.add(&parts, &known));
        self.pair(open);
        self.pack();
        self.mark_corners();
        self.blocks = Blocks::of(&self.polygons, &self.sides);
        self.index_places(self.listed.len() as u32);
        Ok(made)
    }

    /// The part of a storey that may have become another: the area grown like the volumes in it; `None` outside the world.
    fn window(&self, shape: &Shape, area: Aabb) -> Option<[IntPoint; 2]> {
        let (low, high) = inside(shape.world.size(), shape.radius_m);
        let by = DVec2::splat(growth_m(shape.radius_m) * std::f64::consts::SQRT_2 + 0.01);
        if !area.min.is_finite() || !area.max.is_finite() || low.cmpge(high).any() {
            return None;
        }
        let ends = [(area.min.as_dvec2() - by).clamp(low, high), (area.max.as_dvec2() + by).clamp(low, high)];
        let [low, high] = ends.map(|end| self.units.dot(end));
        (low.x < high.x && low.y < high.y).then_some([low, high])
    }

    /// The polygons of a storey that a window touches.
    fn near(&self, storey: u32, [low, high]: [IntPoint; 2]) -> Vec<u32> {
        let (Some(index), Some(listed)) = (self.places.get(storey as usize), self.listed.get(storey as usize)) else {
            return Vec::new();
        };
        let ends = [IntPoint::new(low.x - 2, low.y - 2), IntPoint::new(high.x + 2, high.y + 2)];
        let mut found = Vec::new();
        index.each_while(self.units.metres(ends[0]), self.units.metres(ends[1]), |place| {
            let polygon = listed[place as usize];
            if self.meets(polygon, ends) {
                found.push(polygon);
            }
            true
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    fn corners(&self, polygon: u32) -> Vec<IntPoint> {
        self.sides_of(polygon).iter().map(|side| self.units.dot(side.at)).collect()
    }

    /// Whether a polygon has a point in common with a rectangle: no side of either parts them.
    fn meets(&self, polygon: u32, [low, high]: [IntPoint; 2]) -> bool {
        let corners = self.corners(polygon);
        let beyond = [
            corners.iter().all(|p| p.x < low.x),
            corners.iter().all(|p| p.y < low.y),
            corners.iter().all(|p| p.x > high.x),
            corners.iter().all(|p| p.y > high.y),
        ];
        let rectangle = [low, IntPoint::new(high.x, low.y), high, IntPoint::new(low.x, high.y)];
        let parts = |i: usize| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            rectangle.iter().all(|p| turn(a, b, *p) < 0)
        };
        !beyond.contains(&true) && !(0..corners.len()).any(parts)
    }

    /// The border of what is open in the window and in the polygons that go.
    fn borders(&self, shape: &Shape, [low, high]: [IntPoint; 2], gone: &[u32]) -> Borders {
        let frame = vec![vec![low, IntPoint::new(high.x, low.y), high, IntPoint::new(low.x, high.y)]];
        let (mut pieces, units) = (Vec::new(), self.units);
        let area = Aabb::new(units.metres(low).as_vec2(), units.metres(high).as_vec2());
        each_piece(shape, area, |piece| pieces.push(piece.iter().map(|p| units.dot(*p)).collect::<Vec<_>>()));
        let before: Rings = gone.iter().map(|polygon| self.corners(*polygon)).collect();
        let overlay = |a: &Rings, b: &Rings, rule| -> Rings {
            Overlay::with_contours(a, b).overlay(rule, FillRule::NonZero).into_iter().flatten().collect()
        };
        let around = overlay(&before, &frame, OverlayRule::Difference);
        let within = overlay(&frame, &pieces, OverlayRule::Difference);
        let rings = overlay(&around, &within, OverlayRule::Union);
        let (mut known, mut shared) = (Vec::new(), Vec::new());
        for polygon in gone {
            let first = self.polygons[*polygon as usize].first;
            for (number, side) in (first..).zip(self.sides_of(*polygon)) {
                known.push((units.dot(side.at), side.vertex()));
                if side.polygon != NONE && gone.binary_search(&side.polygon).is_err() {
                    shared.extend([side, &self.sides[self.after(number) as usize]].map(|side| units.dot(side.at)));
                }
            }
        }
        known.sort_unstable();
        known.dedup_by_key(|known| known.0);
        Borders { rings, shared, known }
    }

    /// Takes polygons out. Returns the sides of others that they were beyond.
    fn remove(&mut self, gone: &[u32]) -> Vec<u32> {
        let mut open = Vec::new();
        for polygon in gone {
            let Span { first, count } = std::mem::take(&mut self.polygons[*polygon as usize]);
            for number in first..first + count {
                let Side { twin, polygon: beyond, .. } = self.sides[number as usize];
                let side = &mut self.sides[number as usize];
                (side.own, side.twin, side.polygon) = (NONE, NONE, NONE);
                if beyond != NONE && gone.binary_search(&beyond).is_err() {
                    let side = &mut self.sides[twin as usize];
                    (side.twin, side.polygon) = (NONE, NONE);
                    open.push(twin);
                }
            }
        }
        self.unused.extend(gone);
        open
    }

    /// Puts polygons in, with vertices that other polygons have. Returns their sides.
    fn add(&mut self, parts: &[Part], known: &[(IntPoint, u32)]) -> Vec<u32> {
        let mut fresh: Vec<IntPoint> = parts.iter().flat_map(|part| part.corners.iter().copied()).collect();
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|point| known.binary_search_by_key(point, |known| known.0).is_err());
        let first_vertex = self.beside.len() as u32;
        self.beside.resize(self.beside.len() + fresh.len(), [DVec2::NAN; 2]);
        let first_side = self.sides.len() as u32;
        for part in parts {
            let span = Span { first: self.sides.len() as u32, count: part.corners.len() as u32 };
            let own = self.unused.pop().unwrap_or(self.polygons.len() as u32);
            if own == self.polygons.len() as u32 {
                self.polygons.push(span);
                self.storeys.push(part.storey);
            }
            (self.polygons[own as usize], self.storeys[own as usize]) = (span, part.storey);
            for point in &part.corners {
                let vertex = match known.binary_search_by_key(point, |known| known.0) {
                    Ok(at) => known[at].1,
                    Err(_) => first_vertex + fresh.binary_search(point).unwrap_or_default() as u32,
                };
                let at = self.units.metres(*point);
                self.sides.push(Side { at, marked: vertex, twin: NONE, polygon: NONE, own });
            }
        }
        (first_side..self.sides.len() as u32).collect()
    }

    /// Packs sides and vertices when too many are out of use; polygons keep their numbers.
    fn pack(&mut self) {
        let live: usize = self.polygons.iter().map(|span| span.count as usize).sum();
        if self.sides.len().max(self.beside.len()) <= FEW + WASTE * live {
            return;
        }
        let (mut moved, mut vertices, mut count) = (vec![NONE; self.sides.len()], vec![NONE; self.beside.len()], 0);
        let mut sides: Vec<Side> = Vec::with_capacity(live);
        for span in self.polygons.iter_mut().filter(|span| span.count > 0) {
            let first = sides.len() as u32;
            for number in span.first..span.first + span.count {
                let mut side = self.sides[number as usize];
                let vertex = &mut vertices[side.vertex() as usize];
                if *vertex == NONE {
                    *vertex = count;
                    count += 1;
                }
                side.marked = *vertex;
                moved[number as usize] = sides.len() as u32;
                sides.push(side);
            }
            span.first = first;
        }
        for side in sides.iter_mut().filter(|side| side.twin != NONE) {
            side.twin = moved[side.twin as usize];
        }
        self.sides = sides;
        self.beside = vec![[DVec2::NAN; 2]; count as usize];
    }
}
