//! Arrays with an entry for each body, which grow with the population: slot by slot at the start of a large world.

/// Of what an array holds, a share like this is its spare space: a vector would take as much again.
const SPARE_SHARE: usize = 8;
/// Space for so many entries at least is made at a time.
const LEAST: usize = 4;

/// Makes space for an array's first `len` entries.
fn make_space<T>(column: &mut Vec<T>, len: usize) {
    if len > column.capacity() {
        column.reserve_exact(len + (len / SPARE_SHARE).max(LEAST) - column.len());
    }
}

/// Lets an array have at least `len` entries; new ones are what `entry` makes.
pub(crate) fn extend<T>(column: &mut Vec<T>, len: usize, entry: impl FnMut() -> T) {
    if column.len() < len {
        make_space(column, len);
        column.resize_with(len, entry);
    }
}

/// Sets an entry, or appends the first one of a new slot.
pub(crate) fn put<T>(column: &mut Vec<T>, slot: usize, value: T) {
    match column.get_mut(slot) {
        Some(entry) => *entry = value,
        None => {
            make_space(column, column.len() + 1);
            column.push(value);
        }
    }
}
