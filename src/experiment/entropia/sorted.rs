//! The open list as a sorted linked list, the source's yardstick.

use crate::search::{Entry, OpenList};

/// The link of the last entry, and of none.
const END: u32 = u32::MAX;

/// A singly linked list, cheapest first; pushing walks from its head. It is here to be measured.
#[derive(Clone, Debug, Default)]
pub struct SortedList {
    links: Vec<(Entry, u32)>,
    head: Option<u32>,
    /// Places in `links` that are free again.
    free: Vec<u32>,
}

impl OpenList for SortedList {
    fn clear(&mut self) {
        self.links.clear();
        self.free.clear();
        self.head = None;
    }

    fn push(&mut self, entry: Entry) {
        let (mut before, mut at) = (END, self.head.unwrap_or(END));
        while at != END && self.links[at as usize].0 < entry {
            (before, at) = (at, self.links[at as usize].1);
        }
        let place = match self.free.pop() {
            Some(place) => {
                self.links[place as usize] = (entry, at);
                place
            }
            None => {
                self.links.push((entry, at));
                self.links.len() as u32 - 1
            }
        };
        if before == END {
            self.head = Some(place);
        } else {
            self.links[before as usize].1 = place;
        }
    }

    fn pop(&mut self) -> Option<Entry> {
        let place = self.head?;
        let (entry, next) = self.links[place as usize];
        self.head = (next != END).then_some(next);
        self.free.push(place);
        Some(entry)
    }

    fn len(&self) -> usize {
        self.links.len() - self.free.len()
    }
}
