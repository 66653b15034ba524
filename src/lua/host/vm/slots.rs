//! Which VM serves which agent: it follows from the slot, so that the VM of an agent never changes.

/// The slots that one VM serves.
#[derive(Clone, Copy, Debug)]
pub struct VmSlots {
    index: usize,
    vms: usize,
}

impl VmSlots {
    /// The slots of VM `index`, counted from 0, of `vms`.
    pub fn new(index: usize, vms: usize) -> Self {
        Self { index, vms }
    }

    /// The index of the VM that serves `slot` when there are `vms`.
    pub fn vm_of(slot: usize, vms: usize) -> usize {
        slot % vms
    }

    /// Whether the VM serves this slot.
    pub fn contain(self, slot: usize) -> bool {
        Self::vm_of(slot, self.vms) == self.index
    }

    /// The place of a slot in the VM's own arrays.
    pub fn local(self, slot: usize) -> usize {
        slot / self.vms
    }

    /// The slot at a place in the VM's own arrays.
    pub fn slot(self, local: usize) -> usize {
        local * self.vms + self.index
    }
}
