//! Bodies side by side in the order of the neighbour index, with what the others need to know of each: what is near in the
//! world is near in memory.

use super::nearest::{Looks, Near, Nearest};
use super::{Cone, Decision, Scene, Wanted};
use crate::body::{Body, MoveClass, NeighbourIndex, spread};
use crate::geom::{Storey, Vec2};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::ops::Range;

/// One body, as the others see it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// Metres.
    pub position: Vec2,
    /// Metres a second.
    pub velocity: Vec2,
    /// Metres.
    pub radius: f32,
    /// [`Wanted::top_m_s`](super::Wanted::top_m_s).
    pub top_m_s: f32,
    /// [`Wanted::yields`](super::Wanted::yields).
    pub yields: f32,
    /// [`Wanted::rank`](super::Wanted::rank).
    pub rank: u32,
    pub slot: u32,
    /// Storey, the height at which it moves, and whether it keeps its place, or what it decided: a word, because entries are read more
    /// than anything else.
    layer: u32,
}

impl Entry {
    /// [`Wanted::avoids`](super::Wanted::avoids).
    pub(super) fn avoids(&self) -> bool {
        self.yields > 0.0
    }

    /// It keeps its place in this step whatever comes.
    pub(super) fn stays(&self) -> bool {
        self.layer & STAYS != 0
    }

    /// It keeps to what it decided in an earlier step.
    pub(super) fn is_kept(&self) -> bool {
        self.layer & KEPT != 0
    }
}

/// What only the body itself needs to know of it, besides its entry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Own {
    /// Metres.
    height_m: f32,
    /// The most it can go at, metres a second.
    speed_m_s: f32,
    moves: MoveClass,
    /// [`Wanted::decision`](super::Wanted::decision).
    pub decision: Decision,
    /// [`Wanted::velocity`](super::Wanted::velocity), metres a second.
    pub wanted: Vec2,
    /// [`Wanted::to`](super::Wanted::to), metres.
    pub to: Vec2,
    /// [`Wanted::cone`](super::Wanted::cone).
    pub cone: Option<Cone>,
    /// How far away the farthest of the bodies to avoid was in the last step, metres.
    pub farthest_m: f32,
}

impl Own {
    /// The whole body, which has this entry.
    pub(super) fn body(&self, entry: &Entry) -> Body {
        let Entry { position, velocity, radius: radius_m, layer, .. } = *entry;
        let Self { height_m, speed_m_s, moves, .. } = *self;
        Body { position, storey: Storey(layer >> STOREY_AT), velocity, radius_m, height_m, speed_m_s, moves }
    }
}

/// All bodies of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    entries: Vec<Entry>,
    /// Of the same bodies, but for those that keep to what they decided: read by slot, each piece would be somewhere else in memory when it
    /// is needed.
    own: Vec<Own>,
    /// Their positions once more, for the search.
    x: Vec<f32>,
    y: Vec<f32>,
    /// Some of them pass over others.
    any_flies: bool,
}

/// So many bodies are compared before the next decision.
const BLOCK: usize = 64;

impl Packed {
    /// Puts all bodies of a scene side by side; `farthest_m` is by slot.
    pub(super) fn fill<W: Sync>(&mut self, scene: &Scene<W>, farthest_m: &[f32], pool: Option<&ThreadPool>) {
        let Self { entries, own, x, y, any_flies } = self;
        let slots = scene.near.slots();
        entries.resize(slots.len(), Entry::default());
        own.resize(slots.len(), Own::default());
        x.resize(slots.len(), 0.0);
        y.resize(slots.len(), 0.0);
        let put = |(slot, entry, own, x, y): (&u32, &mut Entry, &mut Own, &mut f32, &mut f32)| {
            put(scene, farthest_m, *slot, (entry, own));
            (*x, *y) = entry.position.into();
        };
        match pool {
            None => {
                let all = slots.iter().zip(entries.iter_mut()).zip(own).zip(x.iter_mut().zip(y));
                all.for_each(|(((slot, entry), own), (x, y))| put((slot, entry, own, x, y)));
            }
            Some(pool) => pool.install(|| {
                (slots, entries, own, x, y)
                    .into_par_iter()
                    .with_min_len(spread::LEAST)
                    .with_max_len(spread::MOST)
                    .for_each(put);
            }),
        }
        *any_flies = scene.bodies.moves.contains(&MoveClass::FLY);
    }

    /// The bodies at some places of the list do not keep their places in this step.
    pub(super) fn let_go(&mut self, is_pushed: impl Fn(usize) -> bool + Sync, pool: Option<&ThreadPool>) {
        spread::every(pool, &mut self.entries, |at, entry| {
            if is_pushed(at) {
                entry.layer &= !STAYS;
            }
        });
    }

    /// One entry for each body that was indexed.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The body at a place of the list, as it knows itself; nothing of one that keeps to what it decided.
    pub(super) fn own(&self, at: usize) -> &Own {
        &self.own[at]
    }

    /// Collects the bodies near the one at a place of the list. Where `enough_m` is far enough to find as many as it looks
    /// for, it looks no farther; the result is the same.
    pub(super) fn look(&self, index: &NeighbourIndex, at: usize, looks: Looks, enough_m: f32, near: &mut Nearest) {
        self.look_about(index, at, Looks { reach_m: looks.reach_m.min(enough_m), ..looks }, near);
        if near.nearest().len() < looks.most && enough_m < looks.reach_m {
            self.look_about(index, at, looks, near);
        }
        near.drop_farthest();
    }

    /// Row by row of the index, from the body's own outwards: the farther rows only as far as is still worth it.
    fn look_about(&self, index: &NeighbourIndex, at: usize, looks: Looks, near: &mut Nearest) {
        near.begin(looks);
        let me = &self.entries[at];
        let (here, rims) = (me.position, me.radius + index.widest_m());
        let row = |row: usize, limit: f32, near: &mut Nearest| {
            self.compare(at, index.run(row, here.x - limit, here.x + limit), limit, near);
        };
        let (own, rows) = index.row(here.y);
        row(own, rims + near.reach_m(), near);
        let (mut above, mut below) = (own, own + 1);
        loop {
            let limit = rims + near.reach_m();
            let is_above = above > 0 && here.y - index.top_of_row_m(above) < limit;
            let is_below = below < rows && index.top_of_row_m(below) - here.y < limit;
            if is_below {
                row(below, limit, near);
                below += 1;
            }
            if is_above {
                above -= 1;
                row(above, limit, near);
            }
            if !is_above && !is_below {
                break;
            }
        }
    }

    /// Compares a body to those in a part of the list that are nearer than `limit` metres.
    #[inline]
    fn compare(&self, at: usize, run: Range<usize>, limit: f32, near: &mut Nearest) {
        let me = &self.entries[at];
        let (here, limit) = (me.position, limit * limit);
        let mut first = run.start;
        for (xs, ys) in self.x[run.clone()].chunks(BLOCK).zip(self.y[run].chunks(BLOCK)) {
            let (mut hits, mut count) = ([0u8; BLOCK], 0);
            for (i, (x, y)) in xs.iter().zip(ys).enumerate() {
                let (dx, dy) = (x - here.x, y - here.y);
                // Each is written, and stays where it is near enough: a branch would be guessed wrong half the time.
                hits[count % BLOCK] = i as u8;
                count += usize::from(dx * dx + dy * dy < limit);
            }
            for hit in &hits[..count] {
                let place = first + usize::from(*hit);
                let other = &self.entries[place];
                if place != at && self.meet(me, other) {
                    let gap_m = here.distance(other.position) - me.radius - other.radius;
                    near.offer(Near { place: place as u32, gap_m });
                }
            }
            first += BLOCK;
        }
    }

    /// Whether two bodies are on one storey and at one height: what flies passes over what walks, unless that is tall.
    fn meet(&self, a: &Entry, b: &Entry) -> bool {
        if !self.any_flies {
            return a.layer >> STOREY_AT == b.layer >> STOREY_AT;
        }
        let (flies, tall) = (|e: &Entry| e.layer & FLIES != 0, |e: &Entry| e.layer & TALL != 0);
        let height = flies(a) == flies(b) || if flies(a) { tall(b) } else { tall(a) };
        a.layer >> STOREY_AT == b.layer >> STOREY_AT && height
    }
}

/// The bits of a layer: the storey's number begins at the last of them.
const TALL: u32 = 1;
const FLIES: u32 = 2;
const STAYS: u32 = 4;
const KEPT: u32 = 8;
const STOREY_AT: u32 = 4;

/// Writes one body of a scene, as the others see it and as it knows itself.
fn put<W>(scene: &Scene<W>, farthest_m: &[f32], slot: u32, (entry, own): (&mut Entry, &mut Own)) {
    let (bodies, at) = (scene.bodies, slot as usize);
    let (body, wanted) = (bodies.body(at), &scene.wanted[at]);
    let (flies, tall) = bodies.flight(at);
    *entry = Entry {
        // What has died since bodies were indexed is nowhere.
        position: if bodies.alive[at] { body.position } else { Vec2::INFINITY },
        velocity: body.velocity,
        radius: body.radius_m,
        top_m_s: wanted.top_m_s,
        yields: wanted.yields,
        rank: wanted.rank,
        slot,
        layer: layer(body.storey, wanted, flies, tall),
    };
    if !wanted.decision.is_kept {
        let Body { height_m, speed_m_s, moves, .. } = body;
        let Wanted { velocity, to, cone, decision, .. } = *wanted;
        *own = Own { height_m, speed_m_s, moves, decision, wanted: velocity, to, cone, farthest_m: farthest_m[at] };
    }
}

fn layer(storey: Storey, wanted: &Wanted, flies: bool, tall: bool) -> u32 {
    let flag = |is: bool, bit: u32| if is { bit } else { 0 };
    let keeps = flag(wanted.stays(), STAYS) | flag(wanted.decision.is_kept, KEPT);
    storey.0 << STOREY_AT | keeps | flag(flies, FLIES) | flag(tall, TALL)
}
