//! What a saved map leaves as it is, and where creatures are that were where a wall is now.

use super::*;

#[test]
fn creatures_keep_their_lives_and_their_memory() {
    let mut sim = living(&format!("{TOP}{NEWTS}"));
    let ids: Vec<_> = sim.agents().bodies.living().map(|slot| sim.agents().bodies.id(slot)).collect();
    let turns = |sim: &Sim, id| match sim.memory(id).expect("it lives").get("turns") {
        Some(Value::Number(n)) => *n,
        _ => 0.0,
    };
    let before: Vec<f64> = ids.iter().map(|id| turns(&sim, *id)).collect();

    reload(
        &mut sim,
        &format!("{TOP}{NEWTS}[[object]]\nkind = \"wall\"\nat = [20, 15]\nboxes = [{{ size = [2, 8], top = 2 }}]\n"),
    );
    steps(&mut sim, 20);

    assert!(!is_free(&sim, 20.0, 15.0));
    assert_eq!(count(&sim, "newt"), 3);
    for (id, before) in ids.iter().zip(before) {
        assert!(turns(&sim, *id) > before);
    }
}

const GATE: &str = "[[door]]\nname = \"gate\"\nat = [20, 10]\nsize = [3, 0.3]\n[[object]]\nname = \"cart\"\nkind = \"box\"\nat = [30, 20]\nboxes = [{ size = [2, 2], top = 2 }]\n[[object]]\nname = \"tub\"\nkind = \"box\"\nat = [30, 25]\nboxes = [{ size = [2, 2], top = 2 }]\n";

/// A world in which the gate was opened, the cart moved, the tub taken away, a crate placed and a pond dug.
fn lived_in() -> Sim {
    let mut sim = living(&format!("{TOP}{GATE}"));
    let crate_ = Obb::new(Vec2::new(10.0, 20.0), Vec2::ONE, 0.0);
    let pond = Edit::Ground { corners: [Cell::new(3, 20), Cell::new(5, 22)], kind: "water".into() };
    sim.step(
        &[
            Command::SetDoor { door: "gate".into(), open: true },
            Command::Edit(Edit::Move { name: "cart".into(), to: Vec2::new(35.0, 20.0) }),
            Command::Edit(Edit::Remove { name: "tub".into() }),
            Command::Edit(Edit::Place { name: "crate".into(), footprint: crate_, base_m: 0.0, top_m: 2.0 }),
            Command::Edit(pond),
        ],
        &NoClock,
    );
    steps(&mut sim, 5);
    assert!(is_lived_in(&sim));
    sim
}

fn is_lived_in(sim: &Sim) -> bool {
    let free = [(20.0, 10.0), (30.0, 20.0), (30.0, 25.0)].map(|(x, y)| is_free(sim, x, y));
    let closed = [(35.0, 20.0), (10.0, 20.0), (4.0, 21.0)].map(|(x, y)| is_free(sim, x, y));
    free == [true; 3] && closed == [false; 3]
}

#[test]
fn what_became_of_the_world_stays_where_the_map_says_what_it_said() {
    let mut sim = lived_in();
    for more in [
        "[[place]]\nname = \"well\"\nat = [5, 5]\n",
        "[[object]]\nkind = \"wall\"\nat = [20, 25]\nboxes = [{ size = [2, 2], top = 2 }]\n",
        "",
    ] {
        // Entries come before the old ones, too: they are found by what they say, not by where.
        reload(&mut sim, &format!("{TOP}{more}{GATE}"));
        assert_eq!(errors(&mut sim), [""; 0]);
        assert!(is_lived_in(&sim), "{more}");
        steps(&mut sim, 5);
    }
    // What was placed can be moved and taken away as before.
    sim.step(&[Command::Edit(Edit::Remove { name: "crate".into() })], &NoClock);
    sim.step(&[Command::Edit(Edit::Move { name: "cart".into(), to: Vec2::new(30.0, 20.0) })], &NoClock);
    assert!(is_free(&sim, 10.0, 20.0) && is_free(&sim, 35.0, 20.0) && !is_free(&sim, 30.0, 20.0));
}

#[test]
fn an_entry_that_changed_is_as_the_map_says() {
    let mut sim = lived_in();
    let text = GATE
        .replace("at = [20, 10]", "at = [20, 11]")
        .replace("at = [30, 20]", "at = [31, 20]")
        .replace("at = [30, 25]", "at = [30, 26]");
    reload(&mut sim, &format!("{}{text}", TOP.replace("size = [40, 30]", "size = [40, 30]\nfill = \"sand\"")));
    assert_eq!(errors(&mut sim), [""; 0]);
    // The gate is closed where it is now, cart and tub are where they are now, and the pond is sand; the crate is nothing of the map's.
    let closed = [(20.0, 11.0), (31.0, 20.0), (30.0, 26.0), (10.0, 20.0)].map(|(x, y)| is_free(&sim, x, y));
    let free = [(20.0, 9.5), (35.0, 20.0), (4.0, 21.0)].map(|(x, y)| is_free(&sim, x, y));
    assert_eq!((closed, free), ([false; 4], [true; 3]));
}

#[test]
fn a_creature_where_a_wall_is_now_is_at_the_nearest_free_place() {
    let mut sim = living(&format!("{TOP}{NEWTS}"));
    let before: Vec<Vec2> = sim.agents().bodies.living().map(|slot| sim.agents().bodies.position[slot]).collect();
    reload(
        &mut sim,
        &format!(
            "{TOP}{NEWTS}[[object]]\nkind = \"rock\"\nat = [5.5, 5.5]\nboxes = [{{ size = [11, 11], top = 2 }}]\n"
        ),
    );
    let bodies = &sim.agents().bodies;
    for (slot, before) in bodies.living().zip(before) {
        let at = bodies.position[slot];
        assert!(sim.world().is_free(at, 0.4, 1.8, MoveClass::WALK), "{at}");
        // The rock ends at 11: nothing nearer than that and a cell is free.
        let out = (11.0 - before.x).min(11.0 - before.y);
        assert!(at.distance(before) < out + 2.0, "from {before} to {at}");
    }
    assert_eq!(lines(&mut sim, Level::Info).iter().filter(|line| line.contains("a wall is now")).count(), 3);
}

#[test]
fn where_nothing_is_free_creatures_stay_and_that_is_said() {
    let mut sim = living(&format!("{TOP}{NEWTS}"));
    reload(&mut sim, &format!("{}{NEWTS}", TOP.replace("size = [40, 30]", "size = [40, 30]\nfill = \"wall\"")));
    assert_eq!(count(&sim, "newt"), 3);
    assert!(lines(&mut sim, Level::Warn).iter().any(|line| line.contains("3 creatures are inside a wall")));
    reload(&mut sim, &format!("{TOP}{NEWTS}"));
    steps(&mut sim, 20);
    assert_eq!(count(&sim, "newt"), 3);
}

#[test]
fn creatures_in_portals_that_go_are_let_out_and_plan_again() {
    let tower = include_str!("../../../maps/tower.toml");
    let parts: Vec<&str> = tower.split("[[portal]]").collect();
    assert!(parts.len() > 3);
    // The first portal goes, then it is the only one, then all are as before.
    let without = format!("{}[[portal]]{}", parts[0], parts[2..].join("[[portal]]"));
    let alone = format!("{}[[portal]]{}", parts[0], parts[1]);
    let run = |threads| {
        let mut config = Config::default();
        config.sim.threads = threads;
        let start = Start { map: "tower".into(), seed: 5, config, ..Start::default() };
        let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
        let (mut let_out, mut hashes) = (0, Vec::new());
        for text in [&without, &alone, tower, &alone, tower] {
            let passing = |sim: &Sim| sim.agents().transits.iter().count();
            for _ in 0..400 {
                sim.step(&[], &NoClock);
                if passing(&sim) > 1 {
                    break;
                }
            }
            let before = passing(&sim);
            let world = format::parse("maps/tower.toml", text.as_bytes()).expect("a map").world;
            sim.step(&[Command::ReloadMap(MapVersion::new(world))], &NoClock);
            assert_eq!(errors(&mut sim), [""; 0]);
            let_out += before.saturating_sub(passing(&sim));
            let bodies = &sim.agents().bodies;
            for slot in bodies.living().filter(|slot| sim.agents().transits.get(*slot).is_none()) {
                let (at, plane) = (bodies.position[slot], sim.world().on(bodies.storey[slot]));
                let inner_m = bodies.radius[slot] - 0.05;
                assert!(plane.is_free(at, inner_m, bodies.height[slot], bodies.moves[slot]), "{at}");
            }
            steps(&mut sim, 60);
            hashes.push(sim.hash());
        }
        (hashes, let_out)
    };
    let one = run(1);
    assert!(one.1 > 0, "{one:?}");
    assert_eq!(run(4), one);
}
