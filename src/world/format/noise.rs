//! Seeded noise over the tiles of a world.

use crate::rng::{Purpose, Rand};
use crate::world::TILE_M;

/// How often finer noise is added, each with half the distance and half the height of the one before.
const OCTAVES: u32 = 4;

/// Shares from 0 to 1: value noise (random numbers on a lattice, smoothly joined), several times over each other, stretched
/// so that the least is 0 and the greatest 1. `hills_m` lie between the greatest hills.
pub(super) fn shares(hills_m: f32, seed: u64, columns: usize, rows: usize) -> Vec<f32> {
    let mut sums = vec![0.0_f32; columns * rows];
    for octave in 0..OCTAVES {
        let tiles = (hills_m / TILE_M / (1 << octave) as f32).max(1.0);
        let (width, height) = ((columns as f32 / tiles) as usize + 2, (rows as f32 / tiles) as usize + 2);
        let mut rand = Rand::new(seed, Purpose::Terrain, octave.into());
        let lattice: Vec<f32> = (0..width * height).map(|_| rand.unit() as f32).collect();
        // Perlin 2002: the slope is 0 in the lattice's points.
        let split = |i: usize| {
            let at = i as f32 / tiles;
            let t = at.fract();
            (at as usize, t * t * t * (t * (t * 6.0 - 15.0) + 10.0))
        };
        for (i, sum) in sums.iter_mut().enumerate() {
            let ((x, right), (y, down)) = (split(i % columns), split(i / columns));
            let along = |y: usize| {
                let (a, b) = (lattice[y * width + x], lattice[y * width + x + 1]);
                a + (b - a) * right
            };
            *sum += (along(y) + (along(y + 1) - along(y)) * down) / (1 << octave) as f32;
        }
    }
    let least = sums.iter().copied().fold(f32::INFINITY, f32::min);
    let range = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max) - least;
    sums.into_iter().map(|sum| if range > 0.0 { (sum - least) / range } else { 0.0 }).collect()
}
