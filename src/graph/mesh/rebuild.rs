//! A change of the world in the mesh: only the polygons near it are cut again; the others keep their numbers.

use super::convex::{convex_parts, turn};
use super::{MeshError, NONE, NavMesh, Side};
use crate::geom::{Aabb, Vec2};
use crate::graph::Mover;
use crate::graph::outlines::{each_piece, window};
use crate::graph::rings::{OverlayRule, Rings, combine};
use crate::grid::shape::Shape;
use crate::world::{MoveClass, World};
use i_overlay::i_float::int::point::IntPoint;

/// Where the areas of a change cover so much of the world, as a share, the whole mesh is made again: that takes no longer.
const MOST_SHARE: f32 = 0.25;

/// Whether a mesh of a world of this size is to be cut again in areas, metres, only.
pub(in crate::graph) fn is_local(mover: &Mover, size_m: Vec2, areas: &[Aabb]) -> bool {
    let covered: f32 = areas.iter().map(|area| area.size().element_product()).sum();
    mover.world().size() == size_m && covered < MOST_SHARE * size_m.element_product()
}

/// What a change of the mesh made of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Recut {
    /// Of each side that went and led to another polygon, the lower of its number and that of its twin.
    pub(super) gone: Vec<u32>,
    /// The polygons that were made.
    pub(super) added: Vec<u32>,
}

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
        Ok(self.recut(&shape, storey, area, |rings| rings)?.added.len() as u32)
    }

    /// The same with the borders of what is open divided further by `divide`.
    pub(super) fn recut(
        &mut self,
        shape: &Shape,
        storey: u32,
        area: Aabb,
        divide: impl FnOnce(Rings) -> Rings,
    ) -> Result<Recut, MeshError> {
        let Some(window) = self.window(shape, area) else { return Ok(Recut::default()) };
        let gone = self.near(storey, window);
        let Borders { rings, shared, known } = self.borders(shape, window, &gone);
        let cut = convex_parts(&divide(rings), &shared);
        let parts = cut.map_err(|reason| MeshError::Cut { storey, reason: reason.to_string() })?;
        let gone_sides = self.pairs_of(&gone);
        let scope = self.blocks.touch(&gone, &self.polygons, &self.sides);
        let (mut open, mut seeds) = (Vec::new(), Vec::new());
        for polygon in &gone {
            self.forget_place(*polygon);
            self.take(*polygon, |side| open.push(side));
        }
        // Of sides between two that went, none is left.
        open.retain(|side| gone.binary_search(&self.sides[*side as usize].own).is_err());
        seeds.extend(open.iter().map(|side| self.sides[*side as usize].own));
        let added = self.add(&parts, &known, storey);
        open.extend(added.iter().flat_map(|polygon| self.polygons[*polygon as usize].numbers()));
        self.pair(open);
        self.mark_corners(&added, &known);
        self.blocks.admit(&added, &self.polygons, &self.sides);
        seeds.extend(&added);
        self.blocks.repair(&scope, &seeds, &self.polygons, &self.sides);
        self.add_places(&added, storey);
        Ok(Recut { gone: gone_sides, added })
    }

    /// Of each side of some polygons that leads to another, the lower of its number and that of its twin; some twice.
    fn pairs_of(&self, polygons: &[u32]) -> Vec<u32> {
        let numbers = polygons.iter().flat_map(|polygon| self.polygons[*polygon as usize].numbers());
        let twin = |side: u32| self.sides[side as usize].twin;
        numbers.filter(|side| twin(*side) != NONE).map(|side| side.min(twin(side))).collect()
    }

    /// The part of a storey that may have become another; `None`: none.
    fn window(&self, shape: &Shape, area: Aabb) -> Option<[IntPoint; 2]> {
        let (low, high) = window(shape.world.size(), shape.radius_m, area)?;
        let [low, high] = [low, high].map(|end| self.units.dot(end));
        (low.x < high.x && low.y < high.y).then_some([low, high])
    }

    /// The polygons of a storey that a window touches.
    fn near(&self, storey: u32, [low, high]: [IntPoint; 2]) -> Vec<u32> {
        let Some(places) = self.places.get(storey as usize) else { return Vec::new() };
        let ends = [IntPoint::new(low.x - 2, low.y - 2), IntPoint::new(high.x + 2, high.y + 2)];
        let mut found = Vec::new();
        places.index.each_while(self.units.metres(ends[0]), self.units.metres(ends[1]), |polygon| {
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

    /// The border of all of some polygons together. It has none of the sides between them: cut at a window and rounded, such a side
    /// could leave a crack.
    fn rim(&self, gone: &[u32]) -> Rings {
        let numbers = gone.iter().flat_map(|polygon| self.polygons[*polygon as usize].numbers());
        let is_border = |side: &u32| gone.binary_search(&self.sides[*side as usize].polygon).is_err();
        let ends = |side: u32| [side, self.after(side)].map(|side| self.units.dot(self.sides[side as usize].at));
        let mut sides: Vec<([IntPoint; 2], bool)> = numbers.filter(is_border).map(|side| (ends(side), false)).collect();
        sides.sort_unstable();
        let mut rings = Rings::new();
        for first in 0..sides.len() {
            let (mut ring, mut next) = (Vec::new(), Some(first).filter(|first| !sides[*first].1));
            while let Some(([from, to], used)) = next.map(|next| &mut sides[next]) {
                *used = true;
                ring.push(*from);
                let to = *to;
                let at = sides.partition_point(|side| side.0[0] < to);
                next = (at..sides.len()).take_while(|at| sides[*at].0[0] == to).find(|at| !sides[*at].1);
            }
            if !ring.is_empty() {
                rings.push(ring);
            }
        }
        rings
    }

    /// The border of what is open in the window and in the polygons that go.
    fn borders(&self, shape: &Shape, [low, high]: [IntPoint; 2], gone: &[u32]) -> Borders {
        let frame = vec![vec![low, IntPoint::new(high.x, low.y), high, IntPoint::new(low.x, high.y)]];
        let (mut pieces, units) = (Vec::new(), self.units);
        let area = Aabb::new(units.metres(low).as_vec2(), units.metres(high).as_vec2());
        each_piece(shape, area, |piece| pieces.push(piece.iter().map(|p| units.dot(*p)).collect::<Vec<_>>()));
        let before = self.rim(gone);
        let all = combine(&before, &frame, OverlayRule::Union);
        let closed = combine(&frame, &pieces, OverlayRule::Intersect);
        let rings = combine(&all, &closed, OverlayRule::Difference);
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

    /// Puts polygons in, with vertices that other polygons have. Returns their numbers.
    fn add(&mut self, parts: &[Vec<IntPoint>], known: &[(IntPoint, u32)], storey: u32) -> Vec<u32> {
        let mut fresh: Vec<(IntPoint, u32)> = parts.iter().flatten().map(|point| (*point, NONE)).collect();
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|(point, _)| known.binary_search_by_key(point, |known| known.0).is_err());
        fresh.iter_mut().for_each(|fresh| fresh.1 = self.new_vertex());
        let vertex = |point: &IntPoint| {
            let found =
                [known, &fresh].map(|list| list.binary_search_by_key(point, |known| known.0).map(|at| list[at].1));
            (*point, found[0].or(found[1]).unwrap_or(NONE))
        };
        let corners: Vec<Vec<_>> = parts.iter().map(|part| part.iter().map(vertex).collect()).collect();
        corners.iter().map(|corners| self.put(corners, storey)).collect()
    }

    /// Marks the corners of polygons that were put in, and those that the polygons had which went.
    fn mark_corners(&mut self, added: &[u32], known: &[(IntPoint, u32)]) {
        let mut vertices: Vec<u32> =
            added.iter().flat_map(|polygon| self.sides_of(*polygon)).map(Side::vertex).collect();
        vertices.extend(known.iter().map(|known| known.1));
        vertices.sort_unstable();
        vertices.dedup();
        for vertex in vertices {
            if self.keep_vertex(vertex) {
                self.mark_corner(vertex);
            }
        }
    }
}
