//! What of a creature only its own script and its own searches touch.

use crate::agent::Event;
use crate::nav::Pathfinder;
use crate::rng::Rand;

/// The private part of one agent. Minds are kept by the VM they belong to, so that VMs can run side by side.
#[derive(Clone, Debug)]
pub struct Mind {
    /// `None` until `pathfinder.activate` or a first target, and after `pathfinder.delete`.
    pub pathfinder: Option<Box<Pathfinder>>,
    pub rand: Rand,
    /// What happened since the last tick, oldest first.
    pub inbox: Vec<Event>,
    /// True until the `enter` handler of the start state has been called.
    pub newborn: bool,
}
