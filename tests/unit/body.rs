//! Tests of `body`.

use bestiary::testing::body::{AgentId, MAX_AGENTS};

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
