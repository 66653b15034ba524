//! Seeded random generators: the only source of chance in a simulation.
//!
//! Every agent and every purpose has a stream of its own, so that one creature's draws never shift another's.

use crate::geom::Vec2;
use rand::{Rng, RngExt};
use rand_pcg::Pcg32;
use std::hash::{Hash, Hasher};

/// What a generator is for. Distinct purposes never share a stream.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// Placing creatures when a world starts and when one respawns.
    Spawning = 1,
    /// The draws an agent's script makes.
    Script = 2,
    /// Which of two equal directions an agent's body turns.
    Motion = 3,
    /// The queries of experiments.
    Experiment = 4,
    /// When doors open and close by themselves.
    Doors = 5,
    /// The heights and the vegetation of a map.
    Terrain = 6,
    /// The objects that a map scatters.
    Scattering = 7,
}

/// A seeded generator that counts its draws, so that its state can be part of the world hash.
#[derive(Clone, Debug)]
pub struct Rand {
    seed: u64,
    stream: u64,
    draws: u64,
    inner: Pcg32,
}

impl Rand {
    /// The generator of `purpose` number `id` (an agent's identity, or 0) in a world seeded with `seed`.
    pub fn new(seed: u64, purpose: Purpose, id: u64) -> Self {
        let stream = (id << 8) | purpose as u64;
        Self { seed, stream, draws: 0, inner: Pcg32::new(seed ^ 0x9E37_79B9_7F4A_7C15, stream) }
    }

    /// A number in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        self.draws += 1;
        self.inner.random::<f64>()
    }

    /// An integer in `low..=high`; `low` when the range is empty.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.draws += 1;
        if high <= low { low } else { self.inner.random_range(low..=high) }
    }

    /// An index in `0..len`; 0 when `len` is 0.
    pub fn index(&mut self, len: usize) -> usize {
        self.between(0, len as i64 - 1) as usize
    }

    /// A point evenly spread over the disc of `radius` metres round `centre`.
    pub fn in_disc(&mut self, centre: Vec2, radius: f32) -> Vec2 {
        let angle = self.unit() as f32 * std::f32::consts::TAU;
        let r = (self.unit() as f32).sqrt() * radius;
        centre + Vec2::from_angle(angle) * r
    }

    /// Raw bits, for shuffles and hashing.
    pub fn bits(&mut self) -> u32 {
        self.draws += 1;
        self.inner.next_u32()
    }
}

/// What distinguishes this generator's future from another's, for the world hash.
impl Hash for Rand {
    fn hash<H: Hasher>(&self, h: &mut H) {
        (self.seed, self.stream, self.draws).hash(h);
    }
}
