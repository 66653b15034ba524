//! Sets of slots.

/// A set of slots, or of places in other flat arrays: a bit for each, so that a pass over those in it touches nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotSet {
    words: Vec<u64>,
}

impl SlotSet {
    /// Puts a slot into the set, or takes it out of it.
    #[inline]
    pub fn set(&mut self, slot: usize, is_in: bool) {
        let (word, bit) = (slot / 64, 1 << (slot % 64));
        if self.words.len() <= word {
            if !is_in {
                return;
            }
            self.words.resize(word + 1, 0);
        }
        if is_in {
            self.words[word] |= bit;
        } else {
            self.words[word] &= !bit;
        }
    }

    /// Whether a slot is in the set.
    pub fn has(&self, slot: usize) -> bool {
        self.words.get(slot / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }

    /// Takes all out of it; keeps its memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Those in the set, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.words.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(i, word)| {
            let next = |bits: &u64| Some(bits & (bits - 1)).filter(|left| *left != 0);
            std::iter::successors(Some(*word), next).map(move |bits| i * 64 + bits.trailing_zeros() as usize)
        })
    }
}
