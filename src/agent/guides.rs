//! Where bodies steer in a step that are led along their paths.

use crate::nav::Guide;

/// The guides of all bodies. Slots go to the parts in turn, so that each part is written by one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guides {
    parts: Vec<Vec<Option<Guide>>>,
}

impl Guides {
    /// Exchanges the guides of a part: those of the slots `part`, `part + parts`, and so on; `parts` is the same in every call.
    pub(crate) fn exchange(&mut self, part: usize, parts: usize, guides: &mut Vec<Option<Guide>>) {
        self.parts.resize_with(parts, Vec::new);
        std::mem::swap(&mut self.parts[part], guides);
    }

    /// Where the body in a slot steers; `None` where it is not led.
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Option<&Guide> {
        let part = self.parts.get(slot.checked_rem(self.parts.len())?)?;
        part.get(slot / self.parts.len())?.as_ref()
    }
}
