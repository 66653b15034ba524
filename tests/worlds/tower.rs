//! The tower: four storeys joined by portals, and a bridge that is walked on and under.

use bestiary::testing::diag::NoClock;
use bestiary::{AgentId, Command, Config, Sim, Start, Storey, Vec2};

const YARD: Storey = Storey(0);
const HALL: Storey = Storey(1);
const ROOF: Storey = Storey(3);

fn tower(threads: usize) -> Sim {
    let mut config = Config::default();
    config.sim.threads = threads;
    let start = Start { map: "tower".into(), seed: 5, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// The slots of a behaviour.
fn all(sim: &Sim, behaviour: &str) -> Vec<usize> {
    let symbol = sim.catalogue().symbols.find(behaviour).expect("a behaviour");
    sim.agents().living_of(symbol).collect()
}

fn step(sim: &mut Sim) {
    sim.step(&[], &NoClock);
}

#[test]
fn porters_go_over_the_stairs_and_only_what_climbs_comes_to_the_roof() {
    let mut sim = tower(1);
    let wolf = sim.agents().bodies.id(all(&sim, "wolf")[0]);
    sim.step(&[Command::Kill { id: wolf }], &NoClock);
    let (porters, climber) = (all(&sim, "porter"), all(&sim, "steeplejack")[0]);
    let mut highest = vec![YARD; sim.agents().bodies.len()];
    for _ in 0..2_400 {
        step(&mut sim);
        let bodies = &sim.agents().bodies;
        bodies.living().for_each(|slot| highest[slot] = highest[slot].max(bodies.storey[slot]));
    }
    assert_eq!(sim.stats().script_errors, 0);
    let of = |slots: &[usize]| slots.iter().map(|slot| highest[*slot].0).collect::<Vec<_>>();
    assert_eq!(of(&porters), [2, 2, 2, 0, 0, 0, 0]);
    assert_eq!(highest[climber], ROOF);
    assert!(sim.stats().entered["rest"] >= 10, "{:?}", sim.stats().entered);
}

#[test]
fn towers_are_alike_on_any_number_of_threads() {
    let run = |threads| {
        let mut sim = tower(threads);
        let hashes: Vec<String> = (0..6)
            .map(|_| {
                (0..100).for_each(|_| step(&mut sim));
                sim.hash()
            })
            .collect();
        (hashes, sim.agents().bodies.storey.clone())
    };
    let one = run(1);
    assert!(one.1.iter().any(|storey| *storey != YARD), "{:?}", one.1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(8));
}

/// Where a creature is, and on which storey.
fn place(sim: &Sim, id: AgentId) -> (Vec2, Storey) {
    let bodies = &sim.agents().bodies;
    let slot = bodies.find(id).expect("lives");
    (bodies.position[slot], bodies.storey[slot])
}

/// The tower with its wolf, the player and one porter alone.
fn chase_scene(threads: usize) -> (Sim, AgentId, AgentId, AgentId) {
    let mut sim = tower(threads);
    let id = |slot: usize, sim: &Sim| sim.agents().bodies.id(slot);
    let (wolf, porter) = (id(all(&sim, "wolf")[0], &sim), id(all(&sim, "porter")[3], &sim));
    let player = sim.player().expect("a player");
    let others: Vec<_> = sim
        .agents()
        .bodies
        .living()
        .map(|slot| id(slot, &sim))
        .filter(|id| ![wolf, porter, player].contains(id))
        .collect();
    let kill: Vec<_> = others.into_iter().map(|id| Command::Kill { id }).collect();
    sim.step(&kill, &NoClock);
    (sim, wolf, player, porter)
}

/// The player walks through the tower and over the bridge, by these places.
const WALK: [(Vec2, Storey); 5] = [
    (Vec2::new(29.0, 10.5), YARD),
    (Vec2::new(29.0, 4.0), YARD),
    (Vec2::new(34.0, 10.5), HALL),
    (Vec2::new(24.0, 10.5), HALL),
    (Vec2::new(6.0, 10.5), HALL),
];

/// Walks the player one step along [`WALK`]; returns the index of the place that it goes to.
fn walk_on(sim: &mut Sim, player: AgentId, next: usize) -> usize {
    let (at, storey) = place(sim, player);
    let next = match WALK.get(next + 1) {
        Some((_, after))
            if WALK[next].1 == storey && (at.distance(WALK[next].0) < 0.6 || *after != storey && at.y < 7.0) =>
        {
            next + 1
        }
        _ => next,
    };
    let id = player;
    let walk = Command::MovePlayer { direction: WALK[next].0 - at };
    sim.step(&[walk, Command::SetBody { id, health: Some(1_000.0), heading: None }], &NoClock);
    next
}

fn chase(threads: usize) -> (Vec<String>, Option<u64>, Option<u64>, f32) {
    let (mut sim, wolf, player, porter) = chase_scene(threads);
    let put = |id, x, y| Command::Place { id, at: Vec2::new(x, y), storey: Some(YARD) };
    sim.step(&[put(player, 31.0, 10.5), put(wolf, 36.0, 12.5), put(porter, 17.5, 20.0)], &NoClock);
    sim.step(&[Command::Hurt { id: wolf, amount: 1.0, by: Some(player) }], &NoClock);
    let (mut next, mut hashes, mut on_stairs, mut on_bridge, mut nearest) = (0, Vec::new(), None, None, f32::INFINITY);
    for step in 0..400 {
        next = walk_on(&mut sim, player, next);
        let ((at, storey), (goal, goal_storey)) = (place(&sim, wolf), place(&sim, player));
        if storey == HALL {
            on_stairs = on_stairs.or(Some(step));
            on_bridge = on_bridge.or((at.x < 23.0).then_some(step));
        }
        if storey == goal_storey && goal_storey == HALL {
            nearest = nearest.min(at.distance(goal));
        }
        if step % 100 == 99 {
            hashes.push(sim.hash());
        }
    }
    (hashes, on_stairs, on_bridge, nearest)
}

#[test]
fn a_wolf_chases_the_player_over_stairs_and_bridge() {
    let one = chase(1);
    assert!(one.1.is_some() && one.2.is_some(), "{one:?}");
    assert!(one.3 < 2.0, "it comes up with the player: {one:?}");
    assert_eq!(one, chase(2));
    assert_eq!(one, chase(8));
}

/// A wolf on the bridge, right above a porter on the road: neither sees, hears, strikes or pushes the other. On the road it does.
#[test]
fn what_is_under_the_bridge_is_neither_seen_nor_struck_from_above() {
    for (storey, is_met) in [(HALL, false), (YARD, true)] {
        let (mut sim, wolf, _, porter) = chase_scene(1);
        let at = Vec2::new(17.5, 10.5);
        let put = |id, storey, at| Command::Place { id, at, storey: Some(storey) };
        let begin = [put(wolf, storey, at + Vec2::X * 1.5), put(porter, YARD, at)];
        sim.step(&begin, &NoClock);
        let full = sim.agents().health[sim.agents().bodies.find(porter).expect("lives").to_owned()];
        let mut same_place = false;
        for _ in 0..40 {
            let here = place(&sim, porter).0;
            let above = put(wolf, storey, Vec2::new(here.x, here.y.clamp(9.6, 11.4)));
            let commands = if is_met { vec![] } else { vec![above] };
            sim.step(&commands, &NoClock);
            same_place |=
                sim.agents().bodies.find(porter).is_some() && place(&sim, porter).0.distance(place(&sim, wolf).0) < 0.2;
        }
        let health = sim.agents().bodies.find(porter).map_or(0.0, |slot| sim.agents().health[slot]);
        assert_eq!(health < full, is_met, "{storey:?}");
        assert_eq!(same_place, !is_met, "bodies of one storey keep apart");
        let slot = sim.agents().bodies.find(wolf).expect("lives");
        let state = sim.catalogue().symbols.name(sim.agents().state[slot]).to_owned();
        assert_eq!(state == "rest", !is_met, "{state}");
    }
}

/// Two creatures walk on the bridge and under it, and are in the same place of the map at the same time.
#[test]
fn two_creatures_pass_at_the_same_place_on_different_storeys() {
    let (mut sim, wolf, player, porter) = chase_scene(1);
    let put = |id, storey, x, y| Command::Place { id, at: Vec2::new(x, y), storey: Some(storey) };
    sim.step(&[Command::Kill { id: wolf }, put(player, HALL, 21.0, 10.5), put(porter, YARD, 17.5, 6.0)], &NoClock);
    let mut nearest = f32::INFINITY;
    for _ in 0..200 {
        let (under, on) = (place(&sim, porter).0, place(&sim, player).0);
        // The player waits for the other on the bridge, and goes on when it is there.
        let to = if under.y < 9.8 { Vec2::new(18.5, 10.5) } else { Vec2::new(10.0, 10.5) };
        sim.step(
            &[Command::MovePlayer { direction: if to.distance(on) < 0.2 { Vec2::ZERO } else { to - on } }],
            &NoClock,
        );
        nearest = nearest.min(place(&sim, porter).0.distance(place(&sim, player).0));
    }
    assert!(nearest < 0.5, "{nearest}");
    assert!(place(&sim, player).0.x < 12.0 && place(&sim, porter).0.y > 13.0, "both went on");
    assert_eq!((place(&sim, player).1, place(&sim, porter).1), (HALL, YARD));
}
