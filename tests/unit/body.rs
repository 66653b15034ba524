//! Tests of `body`.

use bestiary::testing::body::{AgentId, MAX_AGENTS, SlotSet};
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
