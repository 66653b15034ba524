//! Bodies that pass portals: each goes in a straight line from where it entered to where it comes out, in the portal's time, and
//! meets no walls meanwhile. Half of the time it is on the one storey, then on the other. What bodies keep to each other there is
//! measured along the portal and across it, and not on the map, where its line may be short.

mod admission;
mod following;

pub(crate) use admission::{Admission, Entrant};

use crate::crowd::Headway;
use crate::geom::{Storey, Vec2, bits};
use crate::world::{Crossing, Landing, Portal};
use following::Follower;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// Bodies that overlap across a portal by no more than this are beside each other, metres.
const SLACK_M: f32 = 1e-3;

/// A body that passes a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transit {
    /// The end at which it entered.
    pub at: Landing,
    /// Where that was, metres.
    pub from: Vec2,
    /// Where it comes out, metres.
    pub to: Vec2,
    /// The storeys of these.
    pub storeys: [Storey; 2],
    /// Where in the portal's width it passes, metres.
    pub across_m: f32,
    /// How far that is, metres.
    pub length_m: f32,
    /// How long it takes where no other body is ahead of it, seconds.
    pub time_s: f32,
    /// How much of it is done, as a share.
    pub share: f32,
    /// As fast as it would walk on plain ground, metres a second.
    pub speed_m_s: f32,
    /// What it keeps to the one ahead of it on plain ground.
    pub headway: Headway,
}

impl Transit {
    /// One that begins: a body `enters` at a place and comes out at another.
    pub fn new(
        (at, portal): (Landing, &Portal),
        [from, to]: [Vec2; 2],
        across_m: f32,
        speed_m_s: f32,
        headway: Headway,
    ) -> Self {
        let length_m = match portal.crossing {
            Crossing::Metres { metres, .. } => metres,
            Crossing::Seconds(_) => from.distance(to),
        };
        let storeys = [at, at.other()].map(|at| portal.ends[usize::from(at.end)].storey);
        let time_s = portal.time_s(at.end, speed_m_s);
        Self { at, from, to, storeys, across_m, length_m, time_s, share: 0.0, speed_m_s, headway }
    }

    /// The same body on the path back, at the same place.
    pub fn turned(self, portal: &Portal) -> Self {
        let Self { at, from, to, across_m, speed_m_s, headway, .. } = self;
        let back = Self::new((at.other(), portal), [to, from], across_m, speed_m_s, headway);
        Self { share: 1.0 - self.share, ..back }
    }

    /// How far it has come, metres.
    pub fn along_m(&self) -> f32 {
        self.share * self.length_m
    }

    /// Where the body is, and on which storey.
    pub fn place(&self) -> (Vec2, Storey) {
        (self.from.lerp(self.to, self.share), self.storeys[usize::from(self.share >= 0.5)])
    }
}

/// A body that waits to enter a portal.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub(crate) struct Waiting {
    /// Where it does.
    pub(crate) at: Landing,
    /// In which step it came there.
    pub(crate) since: u64,
    /// In which step it was there last: others may have pushed it away.
    pub(crate) seen: u64,
}

/// Whether two bodies whose radii add up to `size_m` pass beside each other, so far apart across a portal.
fn are_beside(apart_m: f32, size_m: f32) -> bool {
    apart_m.abs() >= size_m - SLACK_M
}

/// All bodies that pass portals, and those that wait for it, by slot.
#[derive(Clone, Debug, Default)]
pub struct Transits {
    all: BTreeMap<u32, Transit>,
    waiting: BTreeMap<u32, Waiting>,
    order: Vec<Follower>,
}

impl Transits {
    /// Whether no body passes a portal.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The transit of a body, if it is in one.
    pub fn get(&self, slot: usize) -> Option<&Transit> {
        self.all.get(&(slot as u32))
    }

    /// All of them, in order of slot.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Transit)> {
        self.all.iter().map(|(slot, transit)| (*slot as usize, transit))
    }

    /// Has a body pass a portal.
    pub(crate) fn begin(&mut self, slot: usize, transit: Transit) {
        self.waiting.remove(&(slot as u32));
        self.all.insert(slot as u32, transit);
    }

    /// The body is where it is, and no longer in a transit.
    pub(crate) fn end(&mut self, slot: usize) -> Option<Transit> {
        self.waiting.remove(&(slot as u32));
        self.all.remove(&(slot as u32))
    }

    /// Portals have other numbers; bodies in those that have none are where they are. Which these are.
    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> Option<u32>) -> Vec<usize> {
        let mut ended = Vec::new();
        self.waiting.clear();
        self.all.retain(|slot, transit| {
            let now = number(transit.at.portal);
            transit.at.portal = now.unwrap_or_default();
            ended.extend(Some(*slot as usize).filter(|_| now.is_none()));
            now.is_some()
        });
        ended
    }

    /// All bodies that pass a portal in one direction turn round; which they are.
    pub(crate) fn turn(&mut self, at: Landing, portal: &Portal) -> Vec<usize> {
        let all = self.all.iter_mut().filter(|(_, transit)| transit.at == at);
        all.map(|(slot, transit)| {
            *transit = transit.turned(portal);
            *slot as usize
        })
        .collect()
    }

    /// Whether a body waits at a portal.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Where and since when a body waits, if it does.
    pub(crate) fn waiting(&self, slot: usize) -> Option<Waiting> {
        self.waiting.get(&(slot as u32)).copied()
    }

    /// A body wants to enter in this step: the step since which it has waited at that end.
    pub(crate) fn wait(&mut self, slot: usize, at: Landing, step: u64) -> u64 {
        let waits = self.waiting.entry(slot as u32).or_insert(Waiting { at, since: step, seen: step });
        *waits = Waiting { at, since: if waits.at == at { waits.since } else { step }, seen: step };
        waits.since
    }

    /// Forgets all that wait, but those for which `stays` is true.
    pub(crate) fn keep_waiting(&mut self, mut stays: impl FnMut(usize, Landing) -> bool) {
        self.waiting.retain(|slot, waits| stays(*slot as usize, waits.at));
    }
}

/// For the world hash: nothing where no body passes a portal, or waits for it.
impl Hash for Transits {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (slot, transit) in &self.all {
            let Transit { at, from, to, storeys, across_m, length_m, time_s, share, speed_m_s, headway } = transit;
            (slot, at, bits(*from), bits(*to), storeys).hash(h);
            for f in [*across_m, *length_m, *time_s, *share, *speed_m_s, headway.time_s, headway.space_m] {
                f.to_bits().hash(h);
            }
        }
        for waiting in &self.waiting {
            waiting.hash(h);
        }
    }
}
