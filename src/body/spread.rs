//! Work on arrays with an entry for each body, on all threads there are.

use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// So many bodies are one thread's at a time.
pub(crate) const CHUNK: usize = 256;

/// As [`each_of_two`], with one array.
pub(crate) fn each<A: Send, F: Send + Copy>(
    pool: Option<&ThreadPool>,
    all: &mut [A],
    found: (&mut Vec<Vec<F>>, &mut Vec<F>),
    work: impl Fn(usize, &mut A, &mut Vec<F>) + Sync,
) {
    // A list of nothings takes no memory.
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
        both.zip(parts.par_iter_mut()).enumerate().for_each(|(chunk, ((a, b), part))| {
            part.clear();
            for (i, (a, b)) in a.iter_mut().zip(b).enumerate() {
                work(chunk * CHUNK + i, a, b, part);
            }
        });
    });
    parts[..chunks].iter().for_each(|part| found.extend_from_slice(part));
}
