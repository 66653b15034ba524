//! What a script finds around it.

use bestiary::Vec2;
use bestiary::testing::agent::{Agents, Filter, NewAgent, PerceptionIndex, Species, StepView, Symbols};
use bestiary::{Ground, GroundKind, Look, World};
use proptest::prelude::*;
use std::sync::Arc;

fn view_of(places: &[(u16, u16)]) -> StepView {
    let kind = |name: &str, letter, walkable, look| GroundKind {
        name: name.into(),
        letter,
        walkable,
        opaque: !walkable,
        look,
    };
    let kinds = vec![kind("grass", '.', true, Look::Grass), kind("wall", '#', false, Look::Wall)];
    // A wall with gaps down the middle, so that sight matters.
    let cells = (0..100 * 60).map(|i| u8::from(i % 100 == 50 && i / 100 % 7 != 0)).collect();
    let world = World::new("drawn", Ground::new(100, 60, 1.0, kinds, cells), Vec::new(), Vec::new());
    let mut symbols = Symbols::default();
    let species = Species::player(&mut symbols);
    let mut agents = Agents::default();
    for (x, y) in places {
        let at = Vec2::new(f32::from(*x % 1000) / 10.0, f32::from(*y % 600) / 10.0);
        agents.spawn(NewAgent { species: &species, at, heading: 0.0, step: 0, spawn: 0 });
    }
    let mut near = PerceptionIndex::default();
    near.rebuild(world.size(), &agents);
    StepView {
        world: Arc::new(world),
        agents: Arc::new(agents),
        near: Arc::new(near),
        catalogue: Arc::default(),
        regions: Arc::default(),
        nav: Arc::default(),
        recorder: Arc::default(),
        step: 0,
        step_s: 0.05,
        player: None,
        pathfinding_on: true,
    }
}

proptest! {
    #[test]
    fn the_nearest_is_the_first_of_all(
        places in proptest::collection::vec((any::<u16>(), any::<u16>()), 2..60),
        within in 1_u8..90,
        visible in any::<bool>(),
    ) {
        let view = view_of(&places);
        let filter = Filter { within: f32::from(within), visible, ..Filter::default() };
        let (mut all, mut scratch) = (Vec::new(), Vec::new());
        view.find(0, &filter, &mut all);
        prop_assert_eq!(view.nearest(0, &filter, &mut scratch), all.first().map(|(_, slot)| *slot));
    }
}
