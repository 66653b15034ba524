//! Disjoint sets over an array of parents.

/// The first element of a set, with path halving: an element that is its own parent.
pub(crate) fn root(parent: &mut [u32], mut i: u32) -> u32 {
    while parent[i as usize] != i {
        parent[i as usize] = parent[parent[i as usize] as usize];
        i = parent[i as usize];
    }
    i
}

/// Joins two sets. The earlier root stays the root, so that numbers given in order of roots are in reading order.
pub(crate) fn join(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b) as usize] = a.min(b);
}
