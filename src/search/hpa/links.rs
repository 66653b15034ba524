//! Where the paths out of each cluster lead, kept ready so that a search follows them without arithmetic.

use super::{Cluster, FAR, SIDES, View};
use crate::geom::Cell;
use crate::search::Landscape;

/// Room for exits that no cluster uses any more, before all are moved together.
const MOST_WASTE: usize = 4096;

/// A step from a transit point of one cluster to a transit point of the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exit {
    /// The place of the transit point among those of its cluster.
    pub from: u8,
    /// The place of the one beyond among those of the next cluster.
    pub to: u8,
    /// The side of the cluster on which it lies (see [`SIDES`]).
    pub side: u8,
}

/// Where a cluster's exits lie.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    begin: u32,
    /// Where the exits of each side end (see [`SIDES`]), counted from `begin`.
    ends: [u8; 4],
    /// Exits for which there is room.
    room: u8,
    /// A bit for each side through which a path that entered there has no reason to leave again.
    vain: u8,
    /// A bit for each exit beyond which only the path back continues.
    blind: u64,
}

/// What a search asks of a transit point: side by side, since a search that reaches one soon continues from it.
#[derive(Clone, Copy, Debug, Default)]
struct Transit {
    column: u16,
    row: u16,
    /// A bit for each exit of its cluster to which a path leads.
    reachable: u64,
}

impl Slot {
    /// Bits of the exits on a side.
    #[inline(always)]
    fn on_side(&self, side: usize) -> u64 {
        // A cluster has at most 64 exits: 16 entrances a side of 32 cells.
        let below = |end: u8| (1_u64.checked_shl(end.into()).unwrap_or(0)).wrapping_sub(1);
        below(self.ends[side]) & !if side == 0 { 0 } else { below(self.ends[side - 1]) }
    }
}

/// The exits of all clusters, and the cells of all transit points.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    slots: Vec<Slot>,
    exits: Vec<Exit>,
    /// Transit points by their numbers.
    transits: Vec<Transit>,
    /// Places in `exits` that no cluster uses.
    waste: usize,
}

impl Links {
    /// Forgets everything and makes room for clusters below `clusters`.
    pub(super) fn clear(&mut self, clusters: usize) {
        *self = Self { slots: vec![Slot::default(); clusters], ..Self::default() };
    }

    /// Notes a cluster's exits; `around` are its neighbours side by side, where there are any.
    pub(super) fn link(&mut self, on: Landscape, own: &Cluster, around: [Option<View>; 4]) {
        let need: u32 = own.view.points.iter().map(|p| p.sides.count_ones()).sum();
        self.make_room(own.number, need as usize);
        let mut slot = self.slots[own.number];
        let begin = slot.begin as usize;
        (slot.vain, slot.blind) = (0, 0);
        let mut count = 0;
        for (side, beyond) in around.iter().enumerate() {
            let before = count;
            for (from, point) in own.view.points.iter().enumerate().filter(|(_, p)| p.sides >> side & 1 == 1) {
                let cell = point.cell();
                let over = Cell::new(cell.x + SIDES[side].0, cell.y + SIDES[side].1);
                let Some(beyond) = beyond else { continue };
                let Some(to) = beyond.find(over) else { continue };
                self.exits[begin + count] = Exit { from: from as u8, to: to as u8, side: side as u8 };
                slot.blind |= u64::from(beyond.is_blind(to)) << count;
                count += 1;
            }
            slot.ends[side] = count as u8;
            let exits = &self.exits[begin + before..begin + count];
            if beyond.as_ref().is_none_or(|beyond| is_vain(on, &own.view, beyond, exits)) {
                slot.vain |= 1 << side;
            }
        }
        self.slots[own.number] = slot;
        self.note_transits(own);
    }

    /// Notes the cells of a cluster's transit points, and the exits that can be reached from them.
    fn note_transits(&mut self, own: &Cluster) {
        let (first, points) = (own.first as usize, own.view.points);
        self.transits.resize(self.transits.len().max(first + points.len()), Transit::default());
        for (i, point) in points.iter().enumerate() {
            let reached = |exit: &Exit| own.view.cost(i, exit.from.into()) != FAR;
            let exits = self.exits(own.number).iter().enumerate();
            let reachable = exits.filter(|(_, e)| reached(e)).fold(0, |bits, (n, _)| bits | 1 << n);
            self.transits[first + i] = Transit { column: point.x, row: point.y, reachable };
        }
    }

    fn make_room(&mut self, cluster: usize, need: usize) {
        let slot = &mut self.slots[cluster];
        if need > usize::from(slot.room) {
            self.waste += usize::from(slot.room);
            (slot.begin, slot.room) = (self.exits.len() as u32, need as u8);
            self.exits.resize(self.exits.len() + need, Exit::default());
        }
    }

    /// The exits worth taking for a path that entered a cluster on a side at a transit point, as bits by their place in
    /// [`Links::exits`]. Blind ones are among them only on sides for which `leads_to_goal`.
    #[inline(always)]
    pub(super) fn reachable(
        &self,
        cluster: usize,
        transit: u32,
        entered: usize,
        leads_to_goal: impl Fn(usize) -> bool,
    ) -> u64 {
        let slot = &self.slots[cluster];
        let mut reachable = self.transits[transit as usize].reachable;
        if slot.vain >> entered & 1 == 1 {
            reachable &= !slot.on_side(entered);
        }
        if reachable & slot.blind != 0 {
            let to_goal = (0..SIDES.len()).filter(|side| leads_to_goal(*side)).map(|side| slot.on_side(side));
            reachable &= !slot.blind | to_goal.fold(0, |all, side| all | side);
        }
        reachable
    }

    /// Whether so much room is wasted that all should be linked again.
    pub(super) fn is_wasteful(&self) -> bool {
        self.waste > MOST_WASTE + self.exits.len() / 2
    }

    /// The exits of a cluster, side by side.
    #[inline(always)]
    pub(super) fn exits(&self, cluster: usize) -> &[Exit] {
        let slot = &self.slots[cluster];
        let begin = slot.begin as usize;
        &self.exits[begin..begin + usize::from(slot.ends[3])]
    }

    /// Whether both say the same of a cluster's exits.
    pub(super) fn same(&self, other: &Self, cluster: usize) -> bool {
        let (a, b) = (&self.slots[cluster], &other.slots[cluster]);
        let flags = (a.ends, a.vain, a.blind) == (b.ends, b.vain, b.blind);
        flags && self.exits(cluster) == other.exits(cluster)
    }

    /// The cell of a transit point.
    #[inline(always)]
    pub(super) fn place(&self, number: u32) -> Cell {
        let Transit { column, row, .. } = self.transits[number as usize];
        Cell::new(i32::from(column), i32::from(row))
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.exits.shrink_to_fit();
        self.transits.shrink_to_fit();
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.slots[..]) + size_of_val(&self.exits[..]) + size_of_val(&self.transits[..])
    }
}

/// Whether nothing is gained by passing from the cluster beyond through `own` back into the cluster beyond: between any two
/// of the exits the path beyond is as short.
fn is_vain(on: Landscape, own: &View, beyond: &View, exits: &[Exit]) -> bool {
    let over = |exit: &Exit| on.straight(own.points[exit.from as usize].cell(), beyond.points[exit.to as usize].cell());
    exits.iter().enumerate().all(|(i, a)| {
        exits[..i].iter().all(|b| {
            let through = own.cost(a.from.into(), b.from.into());
            let aside = beyond.cost(a.to.into(), b.to.into());
            through == FAR || u64::from(aside) <= u64::from(through) + over(a) + over(b)
        })
    })
}
