//! Which parts of the world hang together, for bodies of one size: answers "can I get there" without a search.

use crate::geom::{Cell, Vec2};
use crate::world::World;
use std::sync::Arc;

/// Connected components of the cells whose centre a body of one size can stand on. Diagonal steps need both neighbours
/// free, so components are the same for 4 and for 8 directions.
#[derive(Clone, Debug)]
pub struct Regions {
    width: usize,
    height: usize,
    resolution_m: f32,
    /// 0: closed. Otherwise the component's number, from 1 in reading order of its first cell.
    label: Vec<u32>,
    /// Cells of each component; entry 0 counts the closed ones.
    sizes: Vec<u32>,
    largest: u32,
}

impl Regions {
    pub fn build(world: &World, radius_m: f32, height_m: f32) -> Self {
        let g = &world.ground;
        let (width, height, res) = (g.width(), g.height(), g.resolution_m());
        let open: Vec<bool> = (0..width * height)
            .map(|i| {
                let centre = Cell::new((i % width) as i32, (i / width) as i32).centre(res);
                world.is_free(centre, radius_m, height_m)
            })
            .collect();
        let mut label = vec![0; open.len()];
        let mut sizes = vec![0];
        let mut stack = Vec::new();
        for seed in 0..open.len() {
            if !open[seed] || label[seed] != 0 {
                continue;
            }
            let mine = sizes.len() as u32;
            let mut size = 0;
            label[seed] = mine;
            stack.push(seed);
            while let Some(i) = stack.pop() {
                size += 1;
                let (x, y) = (i % width, i / width);
                let mut visit = |j: usize| {
                    if open[j] && label[j] == 0 {
                        label[j] = mine;
                        stack.push(j);
                    }
                };
                if x > 0 {
                    visit(i - 1);
                }
                if x + 1 < width {
                    visit(i + 1);
                }
                if y > 0 {
                    visit(i - width);
                }
                if y + 1 < height {
                    visit(i + width);
                }
            }
            sizes.push(size);
        }
        sizes[0] = open.iter().filter(|o| !**o).count() as u32;
        let largest = (1..sizes.len()).max_by_key(|l| (sizes[*l], usize::MAX - l)).unwrap_or(0) as u32;
        Self { width, height, resolution_m: res, label, sizes, largest }
    }

    /// The component of a cell; `None` where the body does not fit or outside the world.
    pub fn of_cell(&self, c: Cell) -> Option<u32> {
        if c.x < 0 || c.y < 0 || c.x as usize >= self.width || c.y as usize >= self.height {
            return None;
        }
        Some(self.label[c.y as usize * self.width + c.x as usize]).filter(|l| *l != 0)
    }

    /// The component a point belongs to: its own cell's, else (close to a wall) that of the nearest neighbouring cell.
    pub fn of_point(&self, p: Vec2) -> Option<u32> {
        let c = Cell::of(p, self.resolution_m);
        self.of_cell(c).or_else(|| {
            let mut near: Vec<(f32, u32)> = Vec::new();
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let n = Cell::new(c.x + dx, c.y + dy);
                    if let Some(l) = self.of_cell(n) {
                        near.push((n.centre(self.resolution_m).distance(p), l));
                    }
                }
            }
            near.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, l)| l)
        })
    }

    /// Whether a way leads from one point to the other.
    pub fn joined(&self, a: Vec2, b: Vec2) -> bool {
        self.of_point(a).is_some_and(|l| self.of_point(b) == Some(l))
    }

    /// The component with the most cells; `None` when nothing is open.
    pub fn largest(&self) -> Option<u32> {
        (self.largest != 0).then_some(self.largest)
    }

    /// Cells in a component.
    pub fn size(&self, label: u32) -> u32 {
        self.sizes.get(label as usize).copied().unwrap_or(0)
    }
}

/// Regions for every size of body there is, largest first built when asked for.
#[derive(Clone, Debug, Default)]
pub struct RegionSet {
    /// Sorted by size class.
    sets: Vec<(SizeClass, Arc<Regions>)>,
}

/// Sizes are rounded up to steps of a tenth of a metre, so that near equal bodies share.
type SizeClass = (u32, u32);

fn size_class(radius_m: f32, height_m: f32) -> SizeClass {
    ((radius_m * 10.0).ceil() as u32, (height_m * 10.0).ceil() as u32)
}

impl RegionSet {
    /// Makes sure that a size of body is covered.
    pub fn prepare(&mut self, world: &World, radius_m: f32, height_m: f32) {
        let class = size_class(radius_m, height_m);
        if let Err(at) = self.sets.binary_search_by_key(&class, |(c, _)| *c) {
            self.sets.insert(at, (class, Arc::new(Regions::build(world, radius_m, height_m))));
        }
    }

    /// The regions for a size of body; `None` when nobody prepared them.
    pub fn get(&self, radius_m: f32, height_m: f32) -> Option<&Regions> {
        let class = size_class(radius_m, height_m);
        self.sets.binary_search_by_key(&class, |(c, _)| *c).ok().map(|at| &*self.sets[at].1)
    }
}
