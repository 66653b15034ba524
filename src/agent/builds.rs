//! What of a body stays the same for as long as its file says so. Few bodies differ in it, so what refers to many bodies holds a number.

use crate::body::{Bodies, Body, MoveClass, column};

/// A body's size, its top speed and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Build {
    /// Metres.
    pub radius_m: f32,
    /// Metres.
    pub height_m: f32,
    /// Top speed, metres a second.
    pub speed_m_s: f32,
    pub moves: MoveClass,
}

impl Build {
    /// Of the body in a slot.
    fn of(bodies: &Bodies, slot: usize) -> Self {
        let Body { radius_m, height_m, speed_m_s, moves, .. } = bodies.body(slot);
        Self { radius_m, height_m, speed_m_s, moves }
    }
}

/// All builds that bodies have, or had: one that is gone may still be known to creatures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builds {
    all: Vec<Build>,
    /// By slot.
    numbers: Vec<u16>,
}

impl Builds {
    /// Brings up to date what the body in a slot has. To be called when it has changed.
    pub(super) fn note(&mut self, bodies: &Bodies, slot: usize) {
        let build = Build::of(bodies, slot);
        // The latest first: a population is made of few.
        let number = self.all.iter().rposition(|known| *known == build).unwrap_or_else(|| {
            // A world would have to be changed this often; creatures that see each other then mistake their sizes.
            if self.all.len() <= usize::from(u16::MAX) {
                self.all.push(build);
            }
            self.all.len() - 1
        });
        column::put(&mut self.numbers, slot, number as u16);
    }

    /// The number of the build of the body in a slot.
    pub(super) fn number(&self, slot: usize) -> u16 {
        self.numbers[slot]
    }

    pub(super) fn get(&self, number: u16) -> Build {
        self.all[usize::from(number)]
    }
}
