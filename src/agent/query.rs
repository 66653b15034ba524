//! Queries for other creatures: which are near, which is the nearest.

use super::{StepView, Symbol};
use crate::geom::{Aabb, Vec2};
use std::hash::{Hash, Hasher};

/// Which agents to look for. Empty fields do not restrict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// Only those of this faction.
    pub faction: Option<Symbol>,
    /// Only those of this behaviour.
    pub behaviour: Option<Symbol>,
    /// Only those in this state.
    pub state: Option<Symbol>,
    /// Only those not in full health.
    pub hurt: bool,
    /// Only those in line of sight.
    pub visible: bool,
    /// Metres.
    pub within: f32,
}

/// For the world hash.
impl Hash for Filter {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let Self { faction, behaviour, state, hurt, visible, within } = self;
        let names = [faction, behaviour, state].map(|name| name.map(|symbol| symbol.0));
        (names, hurt, visible, within.to_bits()).hash(h);
    }
}

/// A creature may name so many kinds of creatures that end its sleep.
const MOST_WAKERS: usize = 2;

/// The creatures that end a sleep when they come near.
pub(crate) type Wakers = [Option<Filter>; MOST_WAKERS];

/// The rest of a query was not paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the budget is spent")]
pub struct Unpaid;

/// Looking at a creature takes as long as looking at so many cells …
const VISITED: u32 = 2;
/// … and sorting and returning one that fits as long as so many.
const FOUND: u32 = 8;

/// The order of what is found: by distance, then by slot.
fn nearer(a: &(f32, usize), b: &(f32, usize)) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

/// How far a search for the nearest looks at first, metres.
const FIRST_RING_M: f32 = 8.0;

impl StepView {
    /// Every living agent but `me` that passes the filter, as (distance in metres, slot), nearest first; equal distances by
    /// slot. `sees` says which are in sight and how many cells and volumes that took to look at; `pay` gets what was looked at,
    /// in cells: creatures, and what each line of sight passes.
    ///
    /// # Errors
    /// [`Unpaid`] when `pay` says so.
    pub fn find(
        &self,
        me: usize,
        filter: &Filter,
        out: &mut Vec<(f32, usize)>,
        mut sees: impl FnMut(usize) -> (bool, u32),
        mut pay: impl FnMut(u32) -> bool,
    ) -> Result<(), Unpaid> {
        let visited = self.around(me, filter, out);
        if !pay(VISITED * visited + FOUND * out.len() as u32) {
            return Err(Unpaid);
        }
        out.sort_by(nearer);
        let mut paid = Ok(());
        if filter.visible {
            out.retain(|(_, slot)| {
                paid.is_ok() && {
                    let (seen, looked_at) = sees(*slot);
                    if !pay(looked_at) {
                        paid = Err(Unpaid);
                    }
                    seen
                }
            });
        }
        paid
    }

    /// Every living agent but `me` that passes the filter, whether it is in sight or not, in no order. Returns how many were
    /// visited.
    fn around(&self, me: usize, filter: &Filter, out: &mut Vec<(f32, usize)>) -> u32 {
        out.clear();
        let bodies = &self.agents.bodies;
        let here = bodies.position[me];
        let mut take = |slot: usize, place: Vec2| {
            let distance = place.distance(here);
            if distance <= filter.within && slot != me && bodies.alive[slot] && self.passes(slot, filter) {
                out.push((distance, slot));
            }
        };
        let area = Aabb::around(here, filter.within);
        self.near.labelled(area, filter.faction.map(|f| f.0), &mut take).unwrap_or_else(|| {
            let mut visited = 0;
            self.near.each(bodies.storey[me], area, |slot| {
                visited += 1;
                take(slot, bodies.position[slot]);
            });
            visited
        })
    }

    /// The nearest agent that passes the filter. Looks close by first: rings of doubling radius, each from its near end until
    /// one (in sight, if the filter says so) is found.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn nearest(
        &self,
        me: usize,
        filter: &Filter,
        scratch: &mut Vec<(f32, usize)>,
        mut sees: impl FnMut(usize) -> (bool, u32),
        mut pay: impl FnMut(u32) -> bool,
    ) -> Result<Option<usize>, Unpaid> {
        let mut looked = -1.0;
        let mut reach = FIRST_RING_M.min(filter.within);
        loop {
            let visited = self.around(me, &Filter { within: reach, ..*filter }, scratch);
            if !pay(VISITED * visited + FOUND * scratch.len() as u32) {
                return Err(Unpaid);
            }
            // Mostly the first of them is in sight: they are not sorted.
            scratch.retain(|(distance, _)| *distance > looked);
            while let Some(at) = (0..scratch.len()).min_by(|a, b| nearer(&scratch[*a], &scratch[*b])) {
                let (_, slot) = scratch.swap_remove(at);
                if filter.visible {
                    let (seen, looked_at) = sees(slot);
                    if !pay(looked_at) {
                        return Err(Unpaid);
                    }
                    if !seen {
                        continue;
                    }
                }
                return Ok(Some(slot));
            }
            if reach >= filter.within {
                return Ok(None);
            }
            (looked, reach) = (reach, (reach * 2.0).min(filter.within));
        }
    }

    fn passes(&self, slot: usize, f: &Filter) -> bool {
        let a = &self.agents;
        f.faction.is_none_or(|x| a.faction[slot] == x)
            && f.behaviour.is_none_or(|x| a.behaviour[slot] == x)
            && f.state.is_none_or(|x| a.state[slot] == x)
            && (!f.hurt || a.health[slot] < a.max_health[slot])
    }
}
