//! What happened to each creature lately: a short ring for everyone, so that a story is there when somebody looks.

use super::StoryLine;
use crate::agent::{Symbol, Symbols};
use crate::body::AgentId;
use crate::nav::{Code, Reason};
use std::collections::VecDeque;

/// How many things are remembered of each life.
const KEPT: usize = 24;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    Born,
    State {
        from: Symbol,
        to: Symbol,
        place: String,
    },
    /// An answer of the pathfinder, and what there is to say about it.
    Path {
        code: Code,
        nodes: u32,
        waypoints: usize,
        reason: Option<Reason>,
    },
    Hurt {
        by: Symbol,
        id: AgentId,
        amount: f32,
    },
    Killed {
        who: Symbol,
        id: AgentId,
    },
    Said(String),
    Fault(String),
    Died,
}

#[derive(Default)]
pub(super) struct Stories {
    rings: Vec<VecDeque<(u64, Deed)>>,
}

impl Stories {
    /// A life begins in this slot: what happened to the one before is told no more.
    pub fn begin(&mut self, slot: usize, step: u64) {
        if self.rings.len() <= slot {
            self.rings.resize_with(slot + 1, VecDeque::new);
        }
        self.rings[slot].clear();
        self.tell(slot, step, Deed::Born);
    }

    pub fn tell(&mut self, slot: usize, step: u64, deed: Deed) {
        let Some(ring) = self.rings.get_mut(slot) else { return };
        if ring.len() == KEPT {
            ring.pop_front();
        }
        ring.push_back((step, deed));
    }

    /// Oldest first, in words.
    pub fn lines(&self, slot: usize, symbols: &Symbols) -> Vec<StoryLine> {
        let Some(ring) = self.rings.get(slot) else { return Vec::new() };
        ring.iter().map(|(step, deed)| line(*step, deed, symbols)).collect()
    }
}

fn line(step: u64, deed: &Deed, symbols: &Symbols) -> StoryLine {
    let (what, why) = match deed {
        Deed::Born => ("was born".to_owned(), String::new()),
        Deed::State { from, to, place } => (format!("{} → {}", symbols.name(*from), symbols.name(*to)), place.clone()),
        Deed::Path { code, nodes, waypoints, reason } => {
            let found = || format!("{nodes} nodes, {waypoints} waypoint{}", if *waypoints == 1 { "" } else { "s" });
            (code.name().to_owned(), reason.map_or_else(found, |r| r.text().to_owned()))
        }
        Deed::Hurt { by, id, amount } => (format!("hurt {amount:.0}"), format!("by {} {id}", symbols.name(*by))),
        Deed::Killed { who, id } => (format!("killed {} {id}", symbols.name(*who)), String::new()),
        Deed::Said(text) => (format!("“{text}”"), String::new()),
        Deed::Fault(place) => ("script error".to_owned(), place.clone()),
        Deed::Died => ("died".to_owned(), String::new()),
    };
    StoryLine { step, what, why }
}
