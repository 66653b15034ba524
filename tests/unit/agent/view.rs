//! What a script finds around it.

use crate::drawn;
use bestiary::testing::agent::{Agents, Filter, NeighbourIndex, NewAgent, Species, StepView, Symbol, Symbols};
use bestiary::testing::crowd::{CrowdParams, GateMap};
use bestiary::{Storey, Vec2};
use proptest::prelude::*;
use std::sync::Arc;

pub(super) fn view_of(places: &[(u16, u16)]) -> StepView {
    // A wall with gaps down the middle, so that sight matters.
    let row = |y: usize| (0..100).map(|x| if x == 50 && !y.is_multiple_of(7) { '#' } else { '.' }).collect::<String>();
    let world = drawn::world(&(0..60).map(row).collect::<Vec<_>>(), 1.0, Vec::new());
    let mut symbols = Symbols::default();
    let species = Species::player(&mut symbols);
    let mut agents = Agents::default();
    for (x, y) in places {
        let at = Vec2::new(f32::from(*x % 1000) / 10.0, f32::from(*y % 600) / 10.0);
        agents.spawn(NewAgent { species: &species, at, storey: Storey::GROUND, heading: 0.0, step: 0, spawn: 0 });
    }
    let mut near = NeighbourIndex::default();
    near.rebuild(world.size(), &agents.bodies, None);
    StepView {
        abilities: Arc::default(),
        portals: Arc::default(),
        world: Arc::new(world),
        agents: Arc::new(agents),
        near: Arc::new(near),
        boards: Arc::default(),
        groups: Arc::default(),
        influence: Arc::default(),
        gates: Arc::new(GateMap::new(&CrowdParams::default(), 1.0)),
        avoided: Arc::default(),
        catalogue: Arc::default(),
        regions: Arc::default(),
        levels: Arc::default(),
        nav: Arc::default(),
        recorder: Arc::default(),
        step: 0,
        step_s: 0.05,
        player: None,
        pathfinding_on: true,
        spawned: 0,
        omniscient: false,
        sight: None,
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
        let sees = |slot| view.sees(0, slot);
        view.find(0, &filter, &mut all, sees, |_| true).expect("paid");
        prop_assert_eq!(view.nearest(0, &filter, &mut scratch, sees, |_| true), Ok(all.first().map(|(_, slot)| *slot)));
    }

    /// With labels, queries find the same creatures and go through as many, also where no creature has the faction.
    #[test]
    fn labels_change_no_query(
        places in proptest::collection::vec((any::<u16>(), any::<u16>()), 2..130),
        within in 1_u8..90,
        factions in 1_u16..5,
        wanted in proptest::option::of(0_u16..6),
    ) {
        let mut view = view_of(&places);
        let agents = Arc::make_mut(&mut view.agents);
        agents.faction.iter_mut().enumerate().for_each(|(slot, faction)| *faction = Symbol(slot as u16 % factions));
        let filter = Filter { within: f32::from(within), faction: wanted.map(Symbol), ..Filter::default() };
        let ask = |view: &StepView| {
            let (mut all, mut scratch, mut paid) = (Vec::new(), Vec::new(), (0, 0));
            view.find(0, &filter, &mut all, |_| (true, 0), |n| { paid.0 += n; true }).expect("paid");
            let nearest = view.nearest(0, &filter, &mut scratch, |_| (true, 0), |n| { paid.1 += n; true });
            (all, nearest, paid)
        };
        let before = ask(&view);
        let agents = Arc::clone(&view.agents);
        Arc::make_mut(&mut view.near).label(&agents.bodies, |slot| agents.faction[slot].0, None);
        prop_assert_eq!(ask(&view), before);
    }
}
