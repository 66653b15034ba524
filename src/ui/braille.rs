//! Dots finer than characters: braille patterns, two across and four down in each character.

use super::{Vec2, View};

/// Bits of a braille pattern by column and row of the dot (Unicode chart U+2800).
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
/// Dots of a line at most: what is farther away is off the screen.
const LONGEST: f32 = 4_096.0;

/// One pattern for each character.
#[derive(Clone, Debug)]
pub struct Braille {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Braille {
    /// Of a size in characters, without dots.
    pub fn new(width: u16, height: u16) -> Self {
        let (width, height) = (usize::from(width), usize::from(height));
        Self { width, height, cells: vec![0; width * height] }
    }

    /// Sets the dot at a position in characters from the upper left corner and returns the character's index; a position
    /// outside is ignored.
    pub fn set(&mut self, at: Vec2) -> Option<usize> {
        if !(at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32) {
            return None;
        }
        let cell = at.y as usize * self.width + at.x as usize;
        self.cells[cell] |= BITS[(at.x.fract() * 2.0) as usize & 1][(at.y.fract() * 4.0) as usize & 3];
        Some(cell)
    }

    /// A straight line between two points of the world, dot by dot.
    pub fn line(&mut self, view: &View, from: Vec2, to: Vec2) {
        let (a, b) = (view.to_area(from), view.to_area(to));
        let d = b - a;
        if !d.is_finite() {
            return;
        }
        let dots = (d.x.abs() * 2.0).max(d.y.abs() * 4.0).min(LONGEST).ceil().max(1.0);
        for i in 0..=dots as u32 {
            self.set(a + d * (i as f32 / dots));
        }
    }

    /// Every character that has dots: column, row and pattern.
    pub fn each(&self, mut found: impl FnMut(u16, u16, char)) {
        for (i, bits) in self.cells.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            found((i % self.width) as u16, (i / self.width) as u16, braille(*bits));
        }
    }

    /// The pattern of the character with this index.
    pub fn pattern(&self, cell: usize) -> char {
        braille(self.cells[cell])
    }
}

fn braille(bits: u8) -> char {
    char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ')
}
