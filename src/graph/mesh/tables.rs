//! What a mesh keeps beside its polygons and sides, so that a change need not look at all of them.

use crate::graph::buckets::Buckets;
use std::collections::BTreeMap;

/// The polygons of a storey by where they are.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) index: Buckets,
    pub(super) count: usize,
    /// With more polygons it is made again.
    pub(super) most: usize,
}

/// Which sides begin at a vertex: lists through flat arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    /// For each vertex one of its sides.
    pub(super) first: Vec<u32>,
    /// For each side another that begins at the same vertex.
    pub(super) next: Vec<u32>,
}

/// Places in the arrays that are out of use.
#[derive(Clone, Debug, Default)]
pub(super) struct Spare {
    pub(super) polygons: Vec<u32>,
    pub(super) vertices: Vec<u32>,
    /// Where so many sides in a row are free.
    pub(super) sides: BTreeMap<u32, Vec<u32>>,
}
