//! All layers of a world, by name and by number.

use super::fade::ONE;
use super::layer::Layer;
use crate::geom::{Storey, Vec2};
use crate::world::{LayerSpec, PLAIN_COST};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::hash::{Hash, Hasher};

/// Ground never costs more by influence, in eighths of plain ground a metre.
const MOST_COST: u64 = 63 * PLAIN_COST as u64;

/// The number of a layer in its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerId(pub u8);

/// A layer that a creature avoids, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avoided {
    /// Which.
    pub layer: LayerId,
    /// What a metre costs more where there is an amount of 1, in eighths of a metre of plain ground.
    pub weight: u32,
}

/// The layers of a world; each storey has its own, under the same numbers.
#[derive(Clone, Debug, Default)]
pub struct Influence {
    layers: Vec<Layer>,
    /// Those of the storeys above the ground.
    above: Vec<Influence>,
}

impl Influence {
    /// Empty layers over a world of `size` metres, in steps of so many seconds.
    pub fn new(specs: impl IntoIterator<Item = LayerSpec>, size: Vec2, step_s: f32) -> Self {
        let layers = specs.into_iter().map(|spec| Layer::new(spec, size, step_s));
        Self { layers: layers.collect(), above: Vec::new() }
    }

    /// Whether the layers are declared as others are, wherever that is written.
    pub fn is_declared_as(&self, other: &Self) -> bool {
        let specs = |all: &Self| all.layers.iter().map(|layer| unlined(&layer.spec)).collect::<Vec<_>>();
        specs(self) == specs(other) && self.above.len() == other.above.len()
    }

    /// Takes what is in layers of another influence that are declared as layers here.
    pub fn keep_layers(&mut self, old: &Self) {
        for layer in &mut self.layers {
            let same = old.layers.iter().find(|old| unlined(&old.spec) == unlined(&layer.spec));
            same.into_iter().for_each(|old| layer.clone_from(old));
        }
        self.above.iter_mut().zip(&old.above).for_each(|(storey, old)| storey.keep_layers(old));
    }

    /// Adds a storey on top of those there are.
    pub fn add_storey(&mut self, layers: Self) {
        self.above.push(layers);
    }

    /// The layers of a storey. The ground's where there is no such storey.
    pub fn on(&self, storey: Storey) -> &Self {
        storey.above_ground().and_then(|above| self.above.get(above)).unwrap_or(self)
    }

    /// The same, to change them.
    pub fn on_mut(&mut self, storey: Storey) -> &mut Self {
        match storey.above_ground() {
            Some(above) if above < self.above.len() => &mut self.above[above],
            _ => self,
        }
    }

    /// Whether the world has none.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The layer with this name.
    pub fn find(&self, name: &str) -> Option<LayerId> {
        (0..).zip(&self.layers).find(|(_, layer)| layer.spec.name == name).map(|(id, _)| LayerId(id))
    }

    /// All layers, by number.
    pub fn layers(&self) -> impl Iterator<Item = (LayerId, &Layer)> {
        (0..).map(LayerId).zip(&self.layers)
    }

    /// One layer.
    pub fn get(&self, id: LayerId) -> Option<&Layer> {
        self.layers.get(usize::from(id.0))
    }

    /// One layer, to be changed.
    pub fn get_mut(&mut self, id: LayerId) -> Option<&mut Layer> {
        self.layers.get_mut(usize::from(id.0))
    }

    /// Does `work` with every layer of the ground, at the same time where there are several threads.
    pub fn each_of_ground(&mut self, pool: Option<&ThreadPool>, work: impl Fn(LayerId, &mut Layer) + Sync) {
        match pool {
            None => (0..).zip(&mut self.layers).for_each(|(id, layer)| work(LayerId(id), layer)),
            Some(pool) => pool.install(|| {
                let all = self.layers.par_iter_mut().enumerate().with_max_len(1);
                all.for_each(|(id, layer)| work(LayerId(id as u8), layer));
            }),
        }
    }

    /// Goes on to a step in all layers.
    pub fn advance(&mut self, step: u64) {
        self.layers.iter_mut().for_each(|layer| layer.advance(step));
        self.advance_above(step);
    }

    /// Goes on to a step in all layers of the storeys above the ground.
    pub fn advance_above(&mut self, step: u64) {
        self.above.iter_mut().flat_map(|storey| &mut storey.layers).for_each(|layer| layer.advance(step));
    }

    /// Whether there are storeys above the ground.
    pub fn has_storeys(&self) -> bool {
        !self.above.is_empty()
    }

    /// What a metre at a point costs a creature more because of what it avoids, in eighths of a metre of plain ground.
    pub fn cost(&self, avoided: &[Avoided], at: Vec2) -> u32 {
        let of = |a: &Avoided| {
            let layer = self.get(a.layer)?;
            Some((u64::from(layer.amount(layer.cell(at))) * u64::from(a.weight)) >> ONE.ilog2())
        };
        avoided.iter().filter_map(of).sum::<u64>().min(MOST_COST) as u32
    }
}

/// A declaration without what messages need alone.
fn unlined(spec: &LayerSpec) -> LayerSpec {
    LayerSpec { line: 0, ..spec.clone() }
}

impl Hash for Influence {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.layers.iter().for_each(|layer| layer.hash(h));
        self.above.iter().for_each(|storey| storey.hash(h));
    }
}
