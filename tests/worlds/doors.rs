//! The map of doors: what couriers do when doors close before them and open beside them.

use bestiary::MoveClass;
use bestiary::testing::diag::NoClock;
use bestiary::testing::grid::Field;
use bestiary::{Cell, Command, PhaseTimes, Sim, Start, Vec2};

fn doors(threads: usize) -> Sim {
    let mut config = bestiary::Config::default();
    config.sim.threads = threads;
    let start = Start { map: "doors".into(), seed: 3, config, ..Start::default() };
    Sim::new(start.load().expect("loads").0).expect("starts")
}

/// Metres of the shortest path over the cells that are open now, by Dijkstra's algorithm written plainly: straight and
/// diagonal steps, corners not cut. `None` where there is none.
fn fresh_m(field: &Field, from: Cell, to: Cell) -> Option<f32> {
    let (width, height) = (field.width() as i32, field.height() as i32);
    let mut best = vec![f32::INFINITY; (width * height) as usize];
    let mut open = std::collections::BTreeSet::from([(0_u64, from.x, from.y)]);
    best[(from.y * width + from.x) as usize] = 0.0;
    while let Some((_, x, y)) = open.pop_first() {
        let cost = best[(y * width + x) as usize];
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let free = |x: i32, y: i32| field.open(Cell::new(x, y));
            if !free(x + dx, y + dy) || dx != 0 && dy != 0 && !(free(x + dx, y) && free(x, y + dy)) {
                continue;
            }
            let at = ((y + dy) * width + x + dx) as usize;
            let next = cost + if dx != 0 && dy != 0 { std::f32::consts::SQRT_2 } else { 1.0 };
            if next + 1e-4 < best[at] {
                best[at] = next;
                open.insert(((f64::from(next) * 1024.0) as u64, x + dx, y + dy));
            }
        }
    }
    Some(best[(to.y * width + to.x) as usize]).filter(|m| m.is_finite())
}

/// Each courier's place, and the waypoints that it has yet to go to.
fn plans(sim: &mut Sim) -> Vec<(Vec2, Vec<Vec2>)> {
    let bodies = &sim.agents().bodies;
    let all: Vec<_> = bodies.living().map(|slot| (bodies.id(slot), bodies.position[slot])).collect();
    let mut of = |id| {
        let path = sim.snapshot(Some(id), PhaseTimes::default()).focus?.path;
        let last = path.waypoint.is_some_and(|w| w.name == "LAST_WAYPOINT");
        let next = if last { path.next } else { path.next.saturating_sub(1) };
        Some(path.waypoints.get(next..)?.to_vec())
    };
    all.into_iter().filter_map(|(id, here)| Some((here, of(id)?))).collect()
}

/// After each change, plans are soon as short as fresh ones, and none leads through a closed door.
#[test]
fn paths_follow_doors() {
    let mut sim = doors(1);
    let (mut changed, mut compared) = (0, 0);
    for step in 0..1_200 {
        let before = sim.world_counts().edits;
        sim.step(&[], &NoClock);
        if sim.world_counts().edits > before {
            changed = step;
        }
        // Two seconds after the last change.
        if step != changed + 40 {
            continue;
        }
        let field = Field::of_world(sim.world(), 0.4, 1.7, MoveClass::WALK).expect("small");
        for (here, rest) in plans(&mut sim) {
            let Some(end) = rest.last() else { continue };
            let legs = std::iter::once(&here).chain(&rest).zip(&rest);
            let planned: f32 = legs.clone().map(|(from, to)| from.distance(*to)).sum();
            for (from, to) in legs {
                let closed = sim.world().probe(*from, *to, 1.7, MoveClass::WALK);
                assert!(closed.is_none() || from == to, "step {step}: {from} to {to} is closed: {closed:?}");
            }
            let fresh = fresh_m(&field, Cell::of(here, 1.0), Cell::of(*end, 1.0));
            let fresh = fresh.unwrap_or_else(|| panic!("step {step}: a plan from {here} to {end} where none is"));
            assert!(planned <= fresh * 1.05 + 5.0, "step {step}: {planned} m instead of {fresh} m: {here} {rest:?}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} plans were compared");
}

#[test]
fn a_world_with_doors_repeats_on_any_number_of_threads() {
    let run = |threads: usize| {
        let mut sim = doors(threads);
        for step in 0..400 {
            let command = Command::SetDoor { door: "second middle".into(), open: step % 100 < 50 };
            sim.step(if step % 50 == 0 { std::slice::from_ref(&command) } else { &[] }, &NoClock);
        }
        (sim.hash(), sim.world_counts())
    };
    let first = run(1);
    assert!(first.1.edits > 15 && first.1.plans_redone > 20, "{first:?}");
    assert_eq!(run(2), first);
    assert_eq!(run(8), first);
}
