//! Tests of `body`.

use bestiary::testing::agent::NeighbourIndex;
use bestiary::testing::body::{AgentId, Bodies, MAX_AGENTS, SlotSet, spread};
use bestiary::{Aabb, Storey, Vec2};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn identities_survive_the_trip_through_a_lua_number() {
    for id in [AgentId::new(17, 0), AgentId::new(17, 3), AgentId::new(MAX_AGENTS - 1, u32::MAX)] {
        assert_eq!(AgentId::from_number(id.number() as f64), Some(id));
    }
    assert_eq!(AgentId::new(17, 0).number(), 17);
    for bad in [-1.0, 0.5, f64::NAN, f64::INFINITY, 1e18] {
        assert_eq!(AgentId::from_number(bad), None);
    }
}

#[test]
fn identities_are_read_as_they_are_written() {
    let written = |slot, generation| AgentId::new(slot, generation).to_string();
    assert_eq!([written(14, 0), written(14, 1), written(14, 25), written(14, 26)], ["14", "14b", "14z", "14aa"]);
    for generation in (0..2_000).chain([u32::MAX]) {
        let id = AgentId::new(MAX_AGENTS - 1, generation);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.number().to_string().parse(), Ok(id), "the number that scripts see");
    }
    for bad in ["", "b", "14B", "14-", "b14", "1048576b", "14zzzzzzzzzzzzzz", "99999999999999999999"] {
        assert!(bad.parse::<AgentId>().is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn a_set_of_slots_has_those_that_were_put_into_it(changes in prop::collection::vec((0_usize..300, any::<bool>()), 0..200)) {
        let (mut set, mut expected) = (SlotSet::default(), BTreeSet::new());
        for (slot, is_in) in changes {
            set.set(slot, is_in);
            if is_in { expected.insert(slot); } else { expected.remove(&slot); }
            prop_assert_eq!(set.has(slot), is_in);
        }
        prop_assert!(set.iter().eq(expected));
        set.clear();
        prop_assert_eq!(set.iter().count(), 0);
    }
}

/// Numbers that look random, each the same in every run.
fn mixed(n: usize) -> usize {
    ((n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

/// Around the sizes at which work is cut into parts.
const SIZES: [usize; 9] = [0, 1, 63, 64, 255, 257, 2_049, 4_097, 20_000];

/// One thread, and several.
fn pools() -> [Option<rayon::ThreadPool>; 3] {
    let pool = |n: usize| Some(rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    [None, pool(2), pool(3)]
}

#[test]
fn work_that_threads_share_is_done_once_for_each_and_found_in_order() {
    for (pool, count) in pools().iter().flat_map(|pool| SIZES.map(|count| (pool.as_ref(), count))) {
        // Each slot once, in another order.
        let mut slots: Vec<u32> = (0..count as u32).collect();
        slots.sort_by_key(|slot| mixed(*slot as usize));

        let mut all = vec![1; count];
        spread::every(pool, &mut all, |at, one| *one += at);
        assert!(all.iter().enumerate().all(|(at, one)| *one == at + 1), "{count}");

        let mut gathered = vec![7];
        spread::gather(pool, &slots, &mut gathered, |slot| slot * 2);
        assert!(gathered.iter().eq(slots.iter().map(|slot| *slot as usize * 2).collect::<Vec<_>>().iter()), "{count}");

        let mut scattered = vec![usize::MAX; count + 1];
        spread::scatter(pool, &slots, &mut scattered, |at| at);
        assert!(slots.iter().enumerate().all(|(at, slot)| scattered[*slot as usize] == at), "{count}");
        assert_eq!(scattered[count], usize::MAX, "no slot of the list");

        let (mut parts, mut found) = (Vec::new(), vec![9]);
        spread::find(pool, count, (&mut parts, &mut found), |at| mixed(at).is_multiple_of(3).then_some(at));
        assert!(found.into_iter().eq((0..count).filter(|at| mixed(*at).is_multiple_of(3))), "{count}");

        let mut lists = Vec::new();
        for round in 0..2 {
            spread::in_chunks(pool, &mut all, &mut lists, |first, all, list| {
                list.clear();
                list.extend((0..all.len()).filter(|at| all[*at] != first + at + 1));
            });
            assert!(lists.iter().all(Vec::is_empty), "{count}, round {round}");
        }
    }
}

/// Bodies in a world of 500 × 300 metres and a little outside, some dead, some on a storey above.
fn bodies(count: usize) -> Bodies {
    let all = || 0..count;
    let at =
        |slot| Vec2::new((mixed(slot) % 5_100) as f32 / 10.0 - 5.0, (mixed(slot + count) % 3_100) as f32 / 10.0 - 5.0);
    Bodies {
        position: all().map(at).collect(),
        alive: all().map(|slot| !mixed(slot).is_multiple_of(7)).collect(),
        storey: all().map(|slot| Storey(u32::from(mixed(slot).is_multiple_of(5)))).collect(),
        radius: all().map(|slot| (mixed(slot) % 10) as f32 / 10.0).collect(),
        ..Bodies::default()
    }
}

#[test]
fn the_index_finds_the_living_near_a_place_whatever_threads_built_it() {
    let size = Vec2::new(500.0, 300.0);
    for count in SIZES {
        let bodies = bodies(count);
        let mut alone = NeighbourIndex::default();
        alone.rebuild(size, &bodies, None);
        for pool in pools() {
            let mut near = NeighbourIndex::default();
            // What the index was built of before leaves nothing.
            near.rebuild(Vec2::splat(90.0), &self::bodies(300), pool.as_ref());
            near.rebuild(size, &bodies, pool.as_ref());
            assert_eq!(near.slots(), alone.slots(), "{count}");
            assert_eq!((near.widest_m(), near.row(70.0)), (alone.widest_m(), alone.row(70.0)), "{count}");
            for n in 0..40 {
                let corner = Vec2::new((mixed(n) % 500) as f32, (mixed(n + 99) % 300) as f32);
                let area = Aabb { min: corner, max: corner + Vec2::splat(30.0) };
                let is_in = |p: Vec2| p.cmpge(area.min).all() && p.cmple(area.max).all();
                let mut found = Vec::new();
                near.each(Storey(1), area, |slot| found.push(slot));
                found.retain(|slot| is_in(bodies.position[*slot]));
                found.sort_unstable();
                let expected = (0..count).filter(|slot| {
                    bodies.alive[*slot] && bodies.storey[*slot] == Storey(1) && is_in(bodies.position[*slot])
                });
                assert!(found.into_iter().eq(expected), "{count} bodies, area {n}");
            }
        }
    }
}
