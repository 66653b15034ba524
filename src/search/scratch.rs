//! What a search remembers of the nodes it met.

use super::NO_NODE;

/// One record a node, reused from search to search: a record counts only when it has the present search's stamp, so
/// nothing is cleared between searches, however large the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    records: Vec<Record>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    cost: f32,
    parent: u32,
    /// Twice the generation, plus 1 once the node is closed.
    stamp: u32,
}

impl Scratch {
    /// Forgets everything and makes room for nodes below `nodes`.
    pub(crate) fn begin(&mut self, nodes: usize) {
        if self.records.len() < nodes {
            self.records.resize(nodes, Record::default());
        }
        self.generation += 1;
        if self.generation >= u32::MAX / 2 {
            self.records.fill(Record::default());
            self.generation = 1;
        }
    }

    /// The least cost known for a node; infinite when it was not met.
    pub(crate) fn cost(&self, node: u32) -> f32 {
        self.met(node).map_or(f32::INFINITY, |r| r.cost)
    }

    /// The node it was reached from; [`NO_NODE`] for the start and for nodes not met.
    pub(crate) fn parent(&self, node: u32) -> u32 {
        self.met(node).map_or(NO_NODE, |r| r.parent)
    }

    pub(crate) fn is_closed(&self, node: u32) -> bool {
        self.met(node).is_some_and(|r| r.stamp & 1 == 1)
    }

    /// Notes a path to a node, which thereby counts as open.
    pub(crate) fn reach(&mut self, node: u32, cost: f32, parent: u32) {
        let stamp = self.generation * 2;
        if let Some(r) = self.records.get_mut(node as usize) {
            *r = Record { cost, parent, stamp };
        }
    }

    pub(crate) fn close(&mut self, node: u32) {
        if let Some(r) = self.records.get_mut(node as usize) {
            r.stamp |= 1;
        }
    }

    fn met(&self, node: u32) -> Option<&Record> {
        self.records.get(node as usize).filter(|r| r.stamp / 2 == self.generation)
    }

    /// The nodes from the start to `node`, both included, into `out`.
    pub(crate) fn trace(&self, node: u32, out: &mut Vec<u32>) {
        out.clear();
        let mut at = node;
        while at != NO_NODE {
            out.push(at);
            at = self.parent(at);
        }
        out.reverse();
    }
}
