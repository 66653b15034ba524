//! What a step asks of every script instance, side by side. Instances are large and far apart: a pass touches only those that have
//! something to do in it.

use crate::body::{SlotSet, column};
use crate::geom::Vec2;
use crate::lua::api::instance::ScriptInstance;
use crate::lua::host::vm::Vm;
use crate::nav::Goal;

/// By local index of the shard's machine.
#[derive(Debug, Default)]
pub(super) struct Noted {
    /// Those that search, or wait for a search.
    pub searching: SlotSet,
    /// Those of them that wait for a search near them and nothing else, …
    pub near: SlotSet,
    /// … and the steps since which they do.
    pub near_since: Vec<u64>,
    /// Those whose bodies may be led along a line.
    pub led: SlotSet,
    /// Those that have yet to come to their goals, …
    pub awaited: SlotSet,
    /// … and where the goals are that do not move, metres.
    pub goals: Vec<Option<Vec2>>,
}

impl Noted {
    /// Brings what is noted of a machine's instances up to date. To be called before each pass that goes by it.
    pub(super) fn renew(&mut self, vm: &mut Vm) {
        vm.each_touched(|local, instance| self.note(local, instance));
    }

    fn note(&mut self, local: usize, instance: Option<&ScriptInstance>) {
        let finder = instance.and_then(|instance| instance.pathfinder.as_deref());
        let asks = instance.is_some_and(|instance| !instance.questions.is_empty());
        self.searching.set(local, asks || finder.is_some_and(|finder| finder.wants_slice()));
        let near = finder.and_then(|finder| finder.waits_near()).filter(|_| !asks);
        self.near.set(local, near.is_some());
        self.led.set(local, finder.is_some_and(|finder| finder.has_course()));
        let awaited = finder.filter(|finder| finder.is_awaited());
        self.awaited.set(local, awaited.is_some());
        column::extend(&mut self.goals, local + 1, || None);
        column::extend(&mut self.near_since, local + 1, || 0);
        self.near_since[local] = near.unwrap_or(0);
        self.goals[local] = match awaited.map(|finder| finder.goal) {
            Some(Goal::Point(at, _)) => Some(at),
            _ => None,
        };
    }
}
