//! Where bodies take space: newcomers look for a place that is free.

use crate::body::Bodies;
use crate::geom::{Aabb, Storey, Vec2};
use crate::grid::{Choice, Regions, SizeClass};
use std::collections::BTreeMap;

/// Side of a square, metres: a few bodies fit into one.
const SQUARE_M: f32 = 2.0;
/// So many lists of bodies there are at first; then at least as many as bodies.
const FIRST_LISTS: usize = 64;
/// The end of a list.
const NONE: u32 = u32::MAX;

/// All living bodies, by storey and square: while many newcomers look for a place, comparing with every body each time would be quadratic.
/// Valid until one of them moves.
#[derive(Default)]
pub struct Crowding {
    bodies: Vec<Placed>,
    /// The number of the body that was added last to each list; the list of a square follows from [`list_of`].
    last: Vec<u32>,
    widest: f32,
    /// Where in an area bodies of a size may begin, by storey, size, region and the area's corners.
    choices: BTreeMap<(Storey, SizeClass, u32, [u32; 4]), Choice>,
}

/// A body that takes space.
struct Placed {
    storey: Storey,
    at: Vec2,
    radius: f32,
    /// The number of the one that was added to its list before.
    before: u32,
}

impl Crowding {
    /// The living bodies.
    pub fn of(bodies: &Bodies) -> Self {
        let mut all = Self::default();
        bodies.living().for_each(|s| all.insert(bodies.storey[s], bodies.position[s], bodies.radius[s]));
        all
    }

    /// Where in an area bodies of a size may begin that are in a region.
    pub fn choice(&mut self, storey: Storey, size: SizeClass, label: u32, area: Aabb, regions: &Regions) -> &Choice {
        let corners = [area.min.x, area.min.y, area.max.x, area.max.y].map(f32::to_bits);
        let key = (storey, size, label, corners);
        self.choices.entry(key).or_insert_with(|| regions.choice_in(area, label))
    }

    /// What is open has changed.
    pub fn forget_choices(&mut self) {
        self.choices.clear();
    }

    /// Adds a newcomer, metres. Where there are more than places for them they begin on top of each other, at the same few places: those that
    /// take no more space than one that is there already are not listed, so that lists stay short.
    pub fn add(&mut self, storey: Storey, at: Vec2, radius: f32) {
        let is_covered = |p: &Placed| p.storey == storey && p.at == at && p.radius >= radius;
        let list = list_of(storey, square(at.x), square(at.y), self.last.len().max(1));
        if self.bodies.is_empty() || !self.list(list).any(is_covered) {
            self.insert(storey, at, radius);
        }
    }

    /// How many bodies are listed.
    pub fn listed(&self) -> usize {
        self.bodies.len()
    }

    fn insert(&mut self, storey: Storey, at: Vec2, radius: f32) {
        self.bodies.push(Placed { storey, at, radius, before: NONE });
        self.widest = self.widest.max(radius);
        if self.bodies.len() <= self.last.len() {
            return self.link(self.bodies.len() - 1);
        }
        let lists = (2 * self.last.len()).max(FIRST_LISTS);
        self.last.clear();
        self.last.resize(lists, NONE);
        (0..self.bodies.len()).for_each(|body| self.link(body));
    }

    /// Puts a body into the list of its square.
    fn link(&mut self, body: usize) {
        let Placed { storey, at, .. } = self.bodies[body];
        let list = list_of(storey, square(at.x), square(at.y), self.last.len());
        self.bodies[body].before = std::mem::replace(&mut self.last[list], body as u32);
    }

    /// Whether a body of this radius would overlap another there.
    pub fn is_taken(&self, storey: Storey, at: Vec2, radius: f32) -> bool {
        if self.bodies.is_empty() {
            return false;
        }
        // A little more than enough: the distance below is rounded.
        let reach = (self.widest + radius) * 1.01;
        let rows = square(at.y - reach)..=square(at.y + reach);
        let mut squares = (square(at.x - reach)..=square(at.x + reach)).flat_map(|x| rows.clone().map(move |y| (x, y)));
        // Other squares may share a list: of their bodies the distance says that they do not matter.
        let overlaps = |p: &Placed| p.storey == storey && p.at.distance(at) < p.radius + radius;
        squares.any(|(x, y)| self.list(list_of(storey, x, y, self.last.len())).any(overlaps))
    }

    /// The bodies of a list, the last first.
    fn list(&self, list: usize) -> impl Iterator<Item = &Placed> {
        let body = |number: u32| self.bodies.get(number as usize);
        std::iter::successors(body(self.last[list]), move |placed| body(placed.before))
    }
}

/// The list of a square, of so many: a power of two.
fn list_of(storey: Storey, x: i32, y: i32, lists: usize) -> usize {
    // Odd numbers without a pattern: squares that lie side by side, and those of other storeys, get lists far apart.
    let mixed = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    let mixed = u64::from(mixed ^ storey.0.wrapping_mul(0xc2b2_ae3d)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize & (lists - 1)
}

fn square(metres: f32) -> i32 {
    (metres / SQUARE_M).floor() as i32
}
