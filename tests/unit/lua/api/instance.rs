//! What there is once for every creature stays small, for there may be a hundred thousand.

use bestiary::testing::agent::Event;
use bestiary::testing::lua::ScriptInstance;
use bestiary::testing::nav::Pathfinder;

#[test]
fn a_creature_stays_small() {
    let sizes = [size_of::<ScriptInstance>(), size_of::<Pathfinder>(), size_of::<Event>()];
    assert!(sizes[0] <= 224 && sizes[1] <= 536 && sizes[2] <= 32, "{sizes:?} bytes");
}
