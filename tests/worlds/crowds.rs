//! The scenes for crowds: all that are wanted begin where the map says, and none on top of another.

use bestiary::testing::sim::Crowding;
use bestiary::{Aabb, Population, Sim, Start, Vec2};

fn scene(map: &str, persons: u32) -> Sim {
    let population = vec![Population { behaviour: "person".into(), count: persons }];
    let start = Start { map: map.into(), population, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// Asserts that so many persons are in the scene, none of them overlapping another.
fn assert_apart(sim: &Sim, count: usize, map: &str) {
    let bodies = &sim.agents().bodies;
    assert_eq!(bodies.living().count(), count, "{map}");
    let mut before = Crowding::default();
    for slot in bodies.living() {
        let (at, radius) = (bodies.position[slot], bodies.radius[slot]);
        assert!(!before.is_taken(bodies.storey[slot], at, radius), "{map}: {at} is taken");
        before.add(bodies.storey[slot], at, radius);
    }
}

#[test]
fn ten_thousand_persons_begin_in_the_areas_of_their_map() {
    for (map, own) in [("circle", 50), ("crossing", 100), ("doorway", 40), ("street", 300), ("stadium", 2_000)] {
        let sim = scene(map, 10_000 - own);
        assert_apart(&sim, 10_000, map);
        let (spawns, agents) = (&sim.world().spawns, sim.agents());
        for slot in agents.bodies.living() {
            // The area whose settings it has.
            let area = spawns[agents.spawn[slot] as usize].area;
            assert!(area.contains(agents.bodies.position[slot]), "{map}");
        }
    }
}

#[test]
fn a_population_is_shared_out_by_the_counts_of_the_areas_that_take_it() {
    let sim = scene("stadium", 999);
    let by_area = |area: u32| sim.agents().bodies.living().filter(|s| sim.agents().spawn[*s] == area).count();
    let all: Vec<usize> = (0..4).map(by_area).collect();
    // 2 000 of the map's own, 600 and 600 and 400 and 400, and as much more.
    assert_eq!(all, [899, 900, 600, 600]);
    // The doorway has an area that takes none.
    let sim = scene("doorway", 999);
    let near_the_door = sim.agents().bodies.living().filter(|s| sim.agents().spawn[*s] == 0).count();
    assert_eq!((near_the_door, sim.agents().bodies.living().count()), (20, 1_039));
}

#[test]
fn few_begin_near_the_middle_of_a_ring_and_many_fill_it() {
    let farthest = |persons: u32| {
        let sim = scene("circle", persons);
        let (middle, bodies) = (sim.world().size() / 2.0, &sim.agents().bodies);
        let from_middle = bodies.living().map(|slot| bodies.position[slot].distance(middle));
        from_middle.fold((f32::MAX, 0.0_f32), |(least, most), d| (least.min(d), most.max(d)))
    };
    // A place lies in the middle of a cell: half a diagonal off at most.
    let (nearest_few, farthest_few) = farthest(0);
    assert!(nearest_few > 19.6 && farthest_few < 26.0, "{nearest_few} to {farthest_few}");
    let (nearest_many, farthest_many) = farthest(9_950);
    assert!(nearest_many > 19.6 && farthest_many > 50.0 && farthest_many < 64.4, "{nearest_many} to {farthest_many}");
}

#[test]
fn whatever_a_map_says_of_a_ring_newcomers_stay_in_the_world() {
    for ring in ["0", "0.5", "0.99"] {
        let text = format!(
            "format = 1\n[ground]\nsize = [9, 5]\n[[spawn]]\nbehaviour = \"person\"\narea = [0, 0, 9, 5]\ncount = 30\nring = {ring}\n"
        );
        let dir = tempfile::tempdir().expect("scratch folder");
        let path = dir.path().join("ring.toml");
        std::fs::write(&path, text).expect("writes");
        let sim = scene(&path.to_string_lossy(), 0);
        let world = Aabb::new(Vec2::ZERO, sim.world().size());
        assert!(sim.agents().bodies.living().all(|slot| world.contains(sim.agents().bodies.position[slot])));
        assert!(sim.agents().bodies.living().count() > 0, "{ring}");
    }
}
