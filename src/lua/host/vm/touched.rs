//! Instances that something may have changed: what is noted of instances elsewhere is renewed for these alone.

use super::Vm;
use crate::lua::api::instance::ScriptInstance;

impl Vm {
    /// Calls `note` with the local index of every creature whose instance may have changed since the last call, and the instance;
    /// `None` where the creature is gone.
    pub(crate) fn each_touched(&mut self, mut note: impl FnMut(usize, Option<&ScriptInstance>)) {
        for local in self.touched.iter() {
            note(local, self.instances.get(local).and_then(Option::as_ref));
        }
        self.touched.clear();
    }

    /// What is kept of the creature with a local index.
    pub(crate) fn local_instance(&self, local: usize) -> Option<&ScriptInstance> {
        self.instances.get(local)?.as_ref()
    }

    /// The same, to be changed in nothing that is noted of it elsewhere: it does not count as touched.
    pub(crate) fn local_instance_untouched(&mut self, local: usize) -> Option<&mut ScriptInstance> {
        self.instances.get_mut(local)?.as_mut()
    }
}
