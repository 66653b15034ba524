//! The places of the entries of memories. Creatures of one behaviour have the same most of the time: they share them.

use super::mixed;
use std::collections::BTreeMap;

/// More than so many are not kept: the memories of scripts as people write them have fewer.
const MOST: usize = 4_096;

/// Lists of places, each of which has a number and is kept once.
#[derive(Default)]
pub(super) struct Layouts {
    all: Vec<Box<[u64]>>,
    /// By a hash of the list.
    numbers: BTreeMap<u64, u32>,
}

impl Layouts {
    /// The list with a number that [`Layouts::number`] returned since the last [`Layouts::clear`].
    pub(super) fn places(&self, number: u32) -> &[u64] {
        self.all.get(number as usize).map_or(&[], |places| places)
    }

    /// The number of a list, new or old.
    pub(super) fn number(&mut self, places: &[u64]) -> u32 {
        let mut hash = places.iter().fold(0, |hash, place| mixed(hash ^ place));
        while let Some(number) = self.numbers.get(&hash) {
            if self.places(*number) == places {
                return *number;
            }
            hash = hash.wrapping_add(1);
        }
        let number = self.all.len() as u32;
        self.all.push(places.into());
        self.numbers.insert(hash, number);
        number
    }

    /// Whether there are more than are kept.
    pub(super) fn are_too_many(&self) -> bool {
        self.all.len() > MOST
    }

    /// Forgets all lists, and their numbers.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
    }
}
