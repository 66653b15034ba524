//! What a search remembers of the nodes it met, and what waits on its open list.

use super::{Arrival, Cost, NO_NODE};
use crate::geom::Cell;
use crate::grid::Field;

/// A cell that waits to be expanded. Ordered by estimated total cost, then the one that has come farther first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenEntry {
    /// Total cost above, how far from the start below.
    pub(super) key: u64,
    pub(super) x: u16,
    pub(super) y: u16,
}

/// Bits of the key that break ties. Total costs stay below 2⁴⁷ times the weight: what is above 2⁴⁸ is cut.
const TIE_BITS: u32 = 16;
const MAX_TOTAL: u64 = u64::MAX >> TIE_BITS;
/// Ties are broken in whole cells.
const TIE_UNIT_BITS: u32 = 19;

impl OpenEntry {
    #[inline(always)]
    pub(super) fn new(total: Cost, cost: Cost, cell: Cell) -> Self {
        let far = (cost >> TIE_UNIT_BITS).min((1 << TIE_BITS) - 1);
        let key = total.min(MAX_TOTAL) << TIE_BITS | (((1 << TIE_BITS) - 1) - far);
        Self { key, x: cell.x as u16, y: cell.y as u16 }
    }

    #[inline(always)]
    pub(super) fn cell(self) -> Cell {
        Cell::new(i32::from(self.x), i32::from(self.y))
    }

    /// The estimated total cost.
    #[inline(always)]
    pub(super) fn total(self) -> Cost {
        self.key >> TIE_BITS
    }
}

/// One record a node, valid only with the present search's stamp: nothing is cleared between searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record<C> {
    pub(super) cost: C,
    pub(super) parent: u32,
    /// Generation, then a bit for closed, then how it was reached.
    tag: u32,
}

const ARRIVAL_BITS: u32 = 4;
const CLOSED: u32 = 1 << ARRIVAL_BITS;
const GENERATION: u32 = CLOSED << 1;

impl<C> Record<C> {
    #[inline(always)]
    pub(super) fn is_closed(&self) -> bool {
        self.tag & CLOSED != 0
    }

    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.tag |= CLOSED;
    }

    #[inline(always)]
    pub(super) fn arrival(&self) -> u8 {
        (self.tag & (CLOSED - 1)) as u8
    }
}

/// Records of so many nodes with consecutive numbers lie side by side, as a power of two.
const PAGE_BITS: u32 = 6;
const PAGE: usize = 1 << PAGE_BITS;

/// Where the records of some nodes are, for the search with this stamp.
#[derive(Clone, Copy, Debug, Default)]
struct Page {
    stamp: u32,
    first: u32,
}

/// The records of the nodes that a search has met, and of their neighbours, reused from search to search: a search that stays near its
/// start takes little memory on any map, and always the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Records<C = Cost> {
    /// By the numbers of nodes, without their lowest bits.
    pages: Vec<Page>,
    all: Vec<Record<C>>,
    /// Of these the present search has given away so many.
    used: usize,
    stamp: u32,
    /// Of the field, where nodes are cells: `y × width + x`.
    width: u32,
}

impl<C: Copy + Default + PartialOrd> Records<C> {
    /// Forgets everything and makes room for nodes below `nodes`.
    pub(super) fn begin(&mut self, nodes: usize) {
        let pages = nodes.div_ceil(PAGE);
        if self.pages.len() < pages {
            self.pages.resize(pages, Page::default());
        }
        self.used = 0;
        self.stamp = self.stamp.wrapping_add(GENERATION);
        if self.stamp == 0 {
            self.pages.fill(Page::default());
            self.all.fill(Record::default());
            self.stamp = GENERATION;
        }
    }

    /// Where the record of a node is; `None` where this search has no records round there.
    #[inline(always)]
    fn place(&self, node: u32) -> Option<usize> {
        let page = self.pages.get((node >> PAGE_BITS) as usize).filter(|page| page.stamp == self.stamp)?;
        Some(page.first as usize + node as usize % PAGE)
    }

    /// The record of a node, whether or not this search has met it; `None` where there is no such node.
    #[inline(always)]
    fn record_mut(&mut self, node: u32) -> Option<&mut Record<C>> {
        let place = match self.place(node) {
            Some(place) => place,
            None => self.add_page(node)?,
        };
        self.all.get_mut(place)
    }

    /// Gives a page to nodes that have none, and returns where the record of one of them is.
    #[cold]
    fn add_page(&mut self, node: u32) -> Option<usize> {
        let page = self.pages.get_mut((node >> PAGE_BITS) as usize)?;
        *page = Page { stamp: self.stamp, first: self.used as u32 };
        self.used += PAGE;
        if self.all.len() < self.used {
            self.all.resize(self.used, Record::default());
        }
        Some(page.first as usize + node as usize % PAGE)
    }

    /// The record of a node that this search has met.
    #[inline(always)]
    pub(super) fn met(&self, node: u32) -> Option<&Record<C>> {
        self.all.get(self.place(node)?).filter(|r| r.tag & !(GENERATION - 1) == self.stamp)
    }

    #[inline(always)]
    pub(super) fn met_mut(&mut self, node: u32) -> Option<&mut Record<C>> {
        let place = self.place(node)?;
        self.all.get_mut(place).filter(|r| r.tag & !(GENERATION - 1) == self.stamp)
    }

    /// Calls `visit` with the cells that this search has closed, where nodes are cells.
    pub(super) fn each_closed(&self, visit: &mut dyn FnMut(Cell)) {
        let width = self.width.max(1);
        for (page, _) in self.pages.iter().enumerate().filter(|(_, page)| page.stamp == self.stamp) {
            let nodes = (page * PAGE) as u32..((page + 1) * PAGE) as u32;
            for node in nodes.filter(|node| self.met(*node).is_some_and(Record::is_closed)) {
                visit(Cell::new((node % width) as i32, (node / width) as i32));
            }
        }
    }

    /// Notes a path to a node if it is the cheapest so far to one that is not closed; whether it was.
    #[inline(always)]
    pub(super) fn improve(&mut self, node: u32, cost: C, parent: u32, arrival: u8) -> bool {
        let stamp = self.stamp;
        let Some(record) = self.record_mut(node) else { return false };
        let met = record.tag & !(GENERATION - 1) == stamp;
        if met && (record.is_closed() || cost >= record.cost) {
            return false;
        }
        *record = Record { cost, parent, tag: stamp | u32::from(arrival) };
        true
    }

    /// As [`Records::improve`], but closed nodes count too: they are opened again.
    #[inline(always)]
    pub(super) fn reopen(&mut self, node: u32, cost: C, parent: u32, arrival: u8) -> bool {
        if self.met(node).is_some_and(|r| cost >= r.cost) {
            return false;
        }
        let tag = self.stamp | u32::from(arrival);
        if let Some(record) = self.record_mut(node) {
            *record = Record { cost, parent, tag };
        }
        true
    }

    /// As [`Records::reopen`], for moves that prune by arrival: of paths that cost the same those that arrive straight count, and
    /// where several of a kind arrive, every direction has to be looked at again.
    #[inline(always)]
    pub(super) fn join(&mut self, node: u32, cost: C, parent: u32, arrival: u8) -> bool {
        let mut arrival = arrival;
        if let Some(record) = self.met(node).filter(|r| cost >= r.cost) {
            let (known, straight) = (record.arrival(), |arrival| arrival <= Arrival::North as u8);
            if cost > record.cost || known == arrival || straight(known) && (known == 0 || !straight(arrival)) {
                return false;
            }
            if straight(known) == straight(arrival) {
                arrival = Arrival::Any as u8;
            }
        }
        let tag = self.stamp | u32::from(arrival);
        if let Some(record) = self.record_mut(node) {
            *record = Record { cost, parent, tag };
        }
        true
    }

    /// Forgets a node, as if this search had not met it.
    pub(super) fn forget(&mut self, node: u32) {
        if let Some(record) = self.met_mut(node) {
            record.tag = 0;
        }
    }

    /// A node and those over which it was reached, back to the start.
    pub(super) fn back_from(&self, node: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(node), |at| self.met(*at).map(|r| r.parent).filter(|parent| *parent != NO_NODE))
    }

    /// Bytes that records of so many nodes take.
    pub(super) fn most_bytes(nodes: usize) -> usize {
        nodes * size_of::<Record<C>>()
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Record<C>>() + self.pages.len() * size_of::<Page>()
    }
}

impl Records {
    /// [`Records::begin`] for the cells of a field.
    pub(super) fn begin_field(&mut self, field: &Field) {
        self.begin(field.nodes());
        self.width = field.width();
    }

    /// The node of a cell.
    #[inline(always)]
    pub(super) fn node(&self, cell: Cell) -> u32 {
        cell.y as u32 * self.width + cell.x as u32
    }

    /// The cell of a node.
    pub(super) fn cell(&self, node: u32) -> Cell {
        Cell::new((node % self.width) as i32, (node / self.width) as i32)
    }

    /// The cells from the start to `node` where moves end or turn (diagonally first, straight after), added to `out`.
    pub(super) fn trace(&self, node: u32, out: &mut Vec<Cell>) {
        let begin = out.len();
        let mut cell = self.cell(node);
        out.push(cell);
        for from in self.back_from(node).skip(1).map(|node| self.cell(node)) {
            let (dx, dy) = (cell.x - from.x, cell.y - from.y);
            let slant = dx.abs().min(dy.abs());
            let turn = Cell::new(from.x + slant * dx.signum(), from.y + slant * dy.signum());
            if turn != from && turn != cell {
                out.push(turn);
            }
            out.push(from);
            cell = from;
        }
        out[begin..].reverse();
    }
}
