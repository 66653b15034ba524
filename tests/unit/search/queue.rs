//! Tests of search/hpa/queue.rs.

use bestiary::testing::search::{Queue, WIDTH_BITS};

#[test]
fn what_waits_comes_out_bucket_by_bucket_round_the_ring() {
    let mut queue = Queue::default();
    let cell = 1_u64 << WIDTH_BITS;
    for round in 0..2 {
        queue.clear();
        // The last one is too far ahead: it waits in the ring's last bucket.
        for (total, node) in [(9, 1), (7, 2), (4000, 3), (8, 4), (1, 5), (90_000, 6), (9, 7)] {
            queue.push(total * cell, node, round);
        }
        let mut out = Vec::new();
        while let Some((node, cluster)) = queue.pop() {
            assert_eq!(cluster, round);
            out.push(node);
            if node == 3 {
                // By now the ring has turned; and totals may fall again.
                queue.push(4200 * cell, 8, round);
                queue.push(3000 * cell, 9, round);
            }
        }
        assert_eq!(out, [5, 2, 4, 7, 1, 3, 9, 6, 8]);
    }
}
