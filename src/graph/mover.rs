//! A body that graphs are made for: where it fits, where it goes straight, and what that costs it.

use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use crate::grid::{CellRect, CostLayer, Reach, Shape};
use crate::world::{MoveClass, World};

/// The size of a body and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySize {
    /// Metres, at least 0.
    pub radius_m: f32,
    /// Metres.
    pub height_m: f32,
    /// How it moves.
    pub moves: MoveClass,
}

/// A body on one plane of a world.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    shape: Shape<'a>,
    /// What the ground costs it; `None`: the same everywhere.
    pub costs: Option<&'a CostLayer>,
}

impl<'a> Mover<'a> {
    /// A body on a plane; `costs` are those of its movement class there, `None` where all ground costs the same.
    pub fn new(world: &'a World, size: BodySize, costs: Option<&'a CostLayer>) -> Self {
        let BodySize { radius_m, height_m, moves } = size;
        Self { shape: Shape { world, radius_m, height_m, moves }, costs }
    }

    /// A body that is so much wider to each side.
    pub(crate) fn wider(&self, by_m: f32) -> Self {
        Self { shape: Shape { radius_m: self.shape.radius_m + by_m, ..self.shape }, ..*self }
    }

    /// The plane that it is on.
    pub fn world(&self) -> &'a World {
        self.shape.world
    }

    /// Its size.
    pub fn size(&self) -> BodySize {
        let Shape { radius_m, height_m, moves, .. } = self.shape;
        BodySize { radius_m, height_m, moves }
    }

    /// Metres a cell.
    pub fn resolution_m(&self) -> f32 {
        self.world().ground.resolution_m()
    }

    /// All of the plane, metres.
    pub fn bounds(&self) -> Aabb {
        CellRect::of_world(&self.world().ground).bounds(self.resolution_m())
    }

    /// Whether it fits at a place: inside the world, and clear of closed ground and volumes. `false` for places that are no numbers.
    pub fn fits(&self, at: Vec2) -> bool {
        at.is_finite() && self.bounds().contains(at) && self.shape.goes(at, at)
    }

    /// Whether it goes straight from one place where it fits to another without touching closed ground or a volume.
    pub fn goes(&self, from: Vec2, to: Vec2) -> bool {
        self.fits(to) && self.shape.goes(from, to)
    }

    /// What a straight line costs, in metres of plain ground.
    pub fn cost(&self, from: Vec2, to: Vec2) -> f32 {
        self.costs.map_or_else(|| from.distance(to), |costs| costs.along(from, to))
    }

    /// Calls `each` with those of some nodes that it goes to in a straight line from a place, and with what that costs. Whether there
    /// is one.
    pub(super) fn join(
        &self,
        from: Vec2,
        nodes: impl IntoIterator<Item = (u32, Vec2)>,
        each: &mut dyn FnMut(u32, f32),
    ) -> bool {
        let mut any = false;
        for (node, to) in nodes {
            if self.goes(from, to) {
                any = true;
                each(node, self.cost(from, to));
            }
        }
        any
    }

    /// What a metre of the cheapest ground costs: what estimates are multiplied with.
    pub fn least_cost(&self) -> f32 {
        self.costs.map_or(1.0, CostLayer::least)
    }

    /// What in an area, metres, it must not come nearer to than so far: closed ground, the border and volumes.
    pub(super) fn obstacles(&self, area: Aabb, out: &mut Vec<Obb>) -> f32 {
        let reach = Reach::of(self.shape.radius_m);
        self.shape.obstacles(area.grown(reach.radius_m), out);
        out.iter_mut().for_each(|o| *o = reach.of_box(o));
        reach.radius_m
    }

    /// How far, metres, a straight line is from the nearest closed cell, border or volume that the body must not touch; what is farther
    /// than `most_m` is not looked for.
    pub fn clearance_m(&self, from: Vec2, to: Vec2, most_m: f32) -> f32 {
        let mut obstacles = Vec::new();
        self.shape.obstacles(Aabb::new(from, to).grown(most_m), &mut obstacles);
        let apart = |o: &Obb| segment_to_box(o.to_local(from), o.to_local(to), Aabb { min: -o.half, max: o.half });
        obstacles.iter().map(apart).fold(most_m, f32::min)
    }

    /// Whether nothing at all is so near to a place that the body could touch it within so many metres.
    pub(super) fn is_alone(&self, at: Vec2, within_m: f32) -> bool {
        let (world, Shape { height_m, moves, radius_m, .. }) = (self.world(), self.shape);
        let area = Aabb::around(at, radius_m + within_m);
        let res = self.resolution_m();
        let mut cells = CellRect::spanning(Cell::of(area.min, res), Cell::of(area.max, res)).each();
        cells.all(|cell| world.ground.open(moves, cell))
            && !world.any_volume_in(area, |v| v.matters_to(height_m, moves))
    }
}
