//! Changes of the world are passed on to every creature in time, however many there are of either.

use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::sim::{ROUND_STEPS, Reviews};
use bestiary::testing::world::Change;
use bestiary::{Aabb, Storey, Vec2};
use proptest::prelude::*;

fn change(rand: &mut Rand) -> Change {
    let at = Vec2::new(rand.index(500) as f32, rand.index(500) as f32);
    let storey = Storey(rand.index(8) as u32 / 7);
    Change { area: Aabb::around(at, 1.0), storey, opened: rand.index(2) == 0, closed: rand.index(2) == 0, costs: false }
}

/// Whether one change says what another does.
fn covers(all: Change, one: Change) -> bool {
    let holds = all.area.contains(one.area.min) && all.area.contains(one.area.max);
    holds && all.storey == one.storey && all.opened >= one.opened && all.closed >= one.closed && all.costs >= one.costs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_creature_is_looked_at_for_every_change_within_a_round(
        slots in prop_oneof![Just(1_usize), Just(64), Just(4_097), Just(10_000)],
        most in prop_oneof![Just(1_usize), Just(64), Just(200)], seed in any::<u64>(),
    ) {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let (mut reviews, watched) = (Reviews::default(), rand.index(slots));
        let mut open: Vec<(u64, Change)> = Vec::new();
        for step in 0..60_u64 {
            for _ in 0..rand.index(most + 1) {
                let change = change(&mut rand);
                reviews.add(change, slots);
                open.push((step, change));
            }
            let (turn, by_storey) = reviews.take_turn(slots);
            prop_assert!(turn.len() <= slots.min(4_096));
            if turn.contains(&watched) {
                let shown = |one: Change| by_storey.iter().any(|(on, all)| *on == one.storey && all.iter().any(|c| covers(*c, one)));
                open.retain(|(_, one)| !shown(*one));
            }
            prop_assert!(open.iter().all(|(since, _)| step - since < ROUND_STEPS as u64), "{step}: {open:?}");
        }
    }
}

#[test]
fn few_creatures_are_all_looked_at_in_the_step_of_the_change() {
    let (mut reviews, mut rand) = (Reviews::default(), Rand::new(1, Purpose::Spawning, 0));
    (0..64).for_each(|_| reviews.add(change(&mut rand), 500));
    assert_eq!(reviews.take_turn(500).0, (0..500).collect::<Vec<_>>());
    assert!(reviews.take_turn(500).1.is_empty());
}
