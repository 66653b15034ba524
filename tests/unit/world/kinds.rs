//! Tests of world/kinds.rs.

use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::world::KindRows;
use proptest::prelude::*;

proptest! {
    #[test]
    fn cells_come_back_as_they_went_in(width in 1_usize..500, height in 1_usize..4, kinds in 1_usize..40, seed in any::<u64>()) {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let cells: Vec<u8> = (0..width * height).map(|_| rand.index(kinds) as u8).collect();
        let mut rows = KindRows::new(width, kinds);
        cells.chunks(width).for_each(|row| rows.push(row));
        rows.fill(0, 1);
        prop_assert_eq!((rows.width, rows.height), (width, height + 1));
        for kind in 0..=u8::MAX {
            prop_assert_eq!(rows.holds(kind), kind == 0 || cells.contains(&kind));
        }
        let mut words = Vec::new();
        for (y, row) in cells.chunks(width).chain([&vec![0; width][..]]).enumerate() {
            rows.words(y, 0..width.div_ceil(64), |kind| kind % 3 == 0, &mut words);
            prop_assert_eq!(words.len(), width.div_ceil(64));
            for (x, kind) in row.iter().enumerate() {
                prop_assert_eq!(rows.get(x, y), *kind);
                prop_assert_eq!(words[x / 64] >> (x % 64) & 1 == 1, kind % 3 == 0);
            }
            prop_assert_eq!(words.iter().map(|w| w.count_ones()).sum::<u32>() as usize, row.iter().filter(|k| *k % 3 == 0).count());
        }
    }

    #[test]
    fn cells_that_change_are_what_they_became(width in 1_usize..400, kinds in 1_usize..40, seed in any::<u64>()) {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let mut cells: Vec<u8> = (0..width * 2).map(|_| rand.index(kinds) as u8).collect();
        let mut rows = KindRows::new(width, kinds);
        cells.chunks(width).for_each(|row| rows.push(row));
        for _ in 0..20 {
            let (at, kind) = (rand.index(cells.len()), rand.index(kinds) as u8);
            rows.set(at % width, at / width, kind);
            cells[at] = kind;
            prop_assert!(rows.holds(kind));
        }
        rows.recount();
        for kind in 0..=u8::MAX {
            prop_assert_eq!(rows.holds(kind), cells.contains(&kind));
        }
        let all = width.div_ceil(64);
        let (first, last) = (rand.index(all), rand.index(all));
        let (mut whole, mut part) = (Vec::new(), Vec::new());
        for (y, row) in cells.chunks(width).enumerate() {
            prop_assert!((0..width).all(|x| rows.get(x, y) == row[x]));
            rows.words(y, 0..all, |kind| kind % 2 == 0, &mut whole);
            rows.words(y, first.min(last)..first.max(last) + 1, |kind| kind % 2 == 0, &mut part);
            prop_assert_eq!(&part[..], &whole[first.min(last)..=first.max(last)]);
        }
    }
}
