//! Work on arrays with an entry for each body, on all threads there are.

use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// So many bodies are one thread's at a time.
pub(crate) const CHUNK: usize = 256;
/// So many chunks at most are one piece of work: a thread that has none left takes a piece of another one's, and that must not be long.
pub(crate) const MOST_CHUNKS: usize = 8;

/// So many entries at least are one thread's at a time where little is done for each …
pub(crate) const LEAST: usize = 1024;
/// … and so many at most.
pub(crate) const MOST: usize = 4096;

/// Does something for each entry of an array: `work` gets its place and the entry.
pub fn every<A: Send>(pool: Option<&ThreadPool>, all: &mut [A], work: impl Fn(usize, &mut A) + Sync) {
    match pool {
        None => all.iter_mut().enumerate().for_each(|(at, one)| work(at, one)),
        Some(pool) => pool.install(|| {
            let all = all.par_iter_mut().enumerate().with_min_len(LEAST).with_max_len(MOST);
            all.for_each(|(at, one)| work(at, one));
        }),
    }
}

/// Fills a list with what `value` says of some slots, in their order.
pub fn gather<T: Send>(pool: Option<&ThreadPool>, slots: &[u32], into: &mut Vec<T>, value: impl Fn(usize) -> T + Sync) {
    let value = |slot: &u32| value(*slot as usize);
    match pool {
        None => {
            into.clear();
            into.extend(slots.iter().map(value));
        }
        Some(pool) => pool.install(|| {
            let slots = slots.par_iter().with_min_len(LEAST).with_max_len(MOST);
            slots.map(value).collect_into_vec(into);
        }),
    }
}

/// Writes `value` of the place of each slot in a list to the slot's entry. A slot is there once at most.
pub fn scatter<T: Send>(pool: Option<&ThreadPool>, slots: &[u32], into: &mut [T], value: impl Fn(usize) -> T + Sync) {
    let Some(pool) = pool else {
        return slots.iter().enumerate().for_each(|(at, slot)| into[*slot as usize] = value(at));
    };
    let part = into.len().div_ceil(pool.current_num_threads()).max(1);
    pool.install(|| {
        into.par_chunks_mut(part).enumerate().with_max_len(1).for_each(|(number, into)| {
            // Each thread has a part of the entries, and looks at all slots.
            for (at, slot) in slots.iter().enumerate() {
                if let Some(entry) = into.get_mut((*slot as usize).wrapping_sub(number * part)) {
                    *entry = value(at);
                }
            }
        });
    });
}

/// Collects what is found at the places below `count`, as [`each_of_two`] does.
pub fn find<F: Send + Copy>(
    pool: Option<&ThreadPool>,
    count: usize,
    found: (&mut Vec<Vec<F>>, &mut Vec<F>),
    look: impl Fn(usize) -> Option<F> + Sync,
) {
    // A list of nothings takes no memory.
    each(pool, &mut vec![(); count], found, |at, (), found| found.extend(look(at)));
}

/// Does something for each chunk of an array: `work` gets the place of its first entry, the entries, and a list that is this chunk's from
/// step to step.
pub fn in_chunks<A: Send, L: Send>(
    pool: Option<&ThreadPool>,
    all: &mut [A],
    lists: &mut Vec<Vec<L>>,
    work: impl Fn(usize, &mut [A], &mut Vec<L>) + Sync,
) {
    lists.resize_with(all.len().div_ceil(CHUNK).max(lists.len()), Vec::new);
    let work = |(chunk, (all, list)): (usize, (&mut [A], &mut Vec<L>))| work(chunk * CHUNK, all, list);
    match pool {
        None => all.chunks_mut(CHUNK).zip(lists).enumerate().for_each(work),
        Some(pool) => pool.install(|| {
            let chunks = all.par_chunks_mut(CHUNK).zip(lists.par_iter_mut());
            chunks.enumerate().with_max_len(MOST_CHUNKS).for_each(work);
        }),
    }
}

/// As [`each_of_two`], with one array.
pub(crate) fn each<A: Send, F: Send + Copy>(
    pool: Option<&ThreadPool>,
    all: &mut [A],
    found: (&mut Vec<Vec<F>>, &mut Vec<F>),
    work: impl Fn(usize, &mut A, &mut Vec<F>) + Sync,
) {
    let mut none = vec![(); all.len()];
    each_of_two(pool, (all, &mut none), found, |at, one, (), found| work(at, one, found));
}

/// Does something for each body: `work` gets its place in two arrays of the same length and its entries there, and adds to a list
/// what it finds. All that was found is then in `found`, in the order of places, on any number of threads. `parts` is memory to
/// reuse.
pub(crate) fn each_of_two<A: Send, B: Send, F: Send + Copy>(
    pool: Option<&ThreadPool>,
    (a, b): (&mut [A], &mut [B]),
    (parts, found): (&mut Vec<Vec<F>>, &mut Vec<F>),
    work: impl Fn(usize, &mut A, &mut B, &mut Vec<F>) + Sync,
) {
    found.clear();
    let Some(pool) = pool else {
        a.iter_mut().zip(b).enumerate().for_each(|(at, (a, b))| work(at, a, b, found));
        return;
    };
    let chunks = a.len().div_ceil(CHUNK);
    parts.resize_with(chunks.max(parts.len()), Vec::new);
    pool.install(|| {
        let both = a.par_chunks_mut(CHUNK).zip(b.par_chunks_mut(CHUNK));
        both.zip(parts.par_iter_mut()).enumerate().with_max_len(MOST_CHUNKS).for_each(|(chunk, ((a, b), part))| {
            part.clear();
            for (i, (a, b)) in a.iter_mut().zip(b).enumerate() {
                work(chunk * CHUNK + i, a, b, part);
            }
        });
    });
    parts[..chunks].iter().for_each(|part| found.extend_from_slice(part));
}
