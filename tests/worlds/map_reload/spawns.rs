//! Areas of creatures in a saved map: future lives, numbers and settings.

use super::*;

fn kill_all(sim: &mut Sim, behaviour: &str) {
    let agents = sim.agents();
    let is_one = |slot: &usize| sim.catalogue().symbols.name(agents.behaviour[*slot]) == behaviour;
    let kills: Vec<Command> =
        agents.bodies.living().filter(is_one).map(|slot| Command::Kill { id: agents.bodies.id(slot) }).collect();
    sim.step(&kills, &NoClock);
}

#[test]
fn a_changed_spawn_affects_future_lives_and_a_removed_one_has_none() {
    let (newts, toads) = (spawn("newt", 2, 3, "respawn = 1"), spawn("toad", 12, 2, "respawn = 1"));
    // A new one has its lives at once, those of before stay.
    let mut sim = after(&newts, &format!("{toads}{newts}"));
    assert_eq!((count(&sim, "newt"), count(&sim, "toad")), (3, 2));
    // The numbers of areas changed: the dead come again where they belong.
    kill_all(&mut sim, "newt");
    steps(&mut sim, 30);
    assert_eq!((count(&sim, "newt"), count(&sim, "toad")), (3, 2));
    // Elsewhere: only for those that come to life later.
    let place =
        |sim: &Sim| sim.agents().bodies.living().map(|slot| sim.agents().bodies.position[slot].x).fold(0.0, f32::max);
    let moved = toads.replace("area = [12, 2, 19, 9]", "area = [30, 2, 37, 9]");
    reload(&mut sim, &format!("{TOP}{moved}{newts}"));
    assert!(place(&sim) < 20.0 && count(&sim, "toad") == 2);
    kill_all(&mut sim, "toad");
    steps(&mut sim, 30);
    assert!(place(&sim) > 29.0 && count(&sim, "toad") == 2);
    // Removed: those that live go on, none comes after them.
    reload(&mut sim, &format!("{TOP}{newts}"));
    assert_eq!(count(&sim, "toad"), 2);
    kill_all(&mut sim, "toad");
    kill_all(&mut sim, "newt");
    steps(&mut sim, 30);
    assert_eq!((count(&sim, "newt"), count(&sim, "toad")), (3, 0));
    assert_eq!(errors(&mut sim), [""; 0]);
}

#[test]
fn more_of_a_spawn_come_at_once_and_fewer_are_left_as_they_die() {
    let of = |count| format!("{TOP}{}", spawn("newt", 2, count, "respawn = 1"));
    let mut sim = living(&of(3));
    reload(&mut sim, &of(5));
    assert_eq!(count(&sim, "newt"), 5);
    reload(&mut sim, &of(2));
    assert_eq!(count(&sim, "newt"), 5);
    kill_all(&mut sim, "newt");
    steps(&mut sim, 30);
    assert_eq!(count(&sim, "newt"), 2);
    // What was not replaced yet counts.
    reload(&mut sim, &of(1));
    reload(&mut sim, &of(3));
    assert_eq!(count(&sim, "newt"), 3);
}

#[test]
fn changed_settings_reach_the_creatures_of_that_spawn() {
    let of = |settings: &str| {
        format!("{}{}", spawn("newt", 2, 2, settings), spawn("newt", 12, 1, "settings = { sight = 7 }"))
    };
    let mut sim = after(&of("settings = { sight = 30 }"), &of("settings = { sight = 40, calm = false }"));
    steps(&mut sim, 20);
    let seen = |sim: &Sim| {
        let bodies = &sim.agents().bodies;
        let one = |slot: usize| {
            let memory = sim.memory(bodies.id(slot)).expect("it lives");
            format!("{:?} {:?}", memory.get("sight"), memory.get("calm"))
        };
        let mut all: Vec<String> = bodies.living().map(one).collect();
        all.sort();
        all
    };
    let [new, old] = ["Some(Number(40.0)) Some(Bool(false))", "Some(Number(7.0)) Some(Bool(true))"];
    assert_eq!(seen(&sim), [new, new, old]);
    // One that the behaviour does not declare keeps all of the map out.
    reload(&mut sim, &format!("{TOP}{}", of("settings = { height = 3 }")));
    let said = errors(&mut sim);
    assert!(
        said[0].contains("stage.toml v3 rejected, v2 live: stage.toml:8: error") && said[0].contains("height"),
        "{said:?}"
    );
    steps(&mut sim, 20);
    assert_eq!(seen(&sim), [new, new, old]);
}
