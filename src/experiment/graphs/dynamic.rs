//! The scene of the doors: they change at random, graphs are brought up to date, and the body finds its path again from where it is.

use super::measure::{BODY, make_all, search, wrong};
use super::row::Place;
use super::scene::{self, Scene, WALLS};
use super::{Clock, Failure, Plan, Row, SceneKind, Watcher, WrongResult, best_of};
use crate::geom::{Aabb, Vec2};
use crate::graph::{GraphKind, Mover};
use crate::rng::{Purpose, Rand};

/// How often the doors change.
const CHANGES: u64 = 12;

/// One door of each wall is open; after each change of the doors the body walks on, a share of the map's side.
pub(super) fn doors(side: u32, plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Row>, Failure> {
    let mut rand = Rand::new(plan.seed, Purpose::Doors, u64::from(side));
    let mut scene = scene::doors(side);
    open_one_each(&mut scene, &mut rand);
    let mut graphs = make_all(&scene, clock, watcher)?;
    let mut rows = Vec::new();
    for change in 0..CHANGES {
        let areas = open_one_each(&mut scene, &mut rand);
        let place = Place { scene: SceneKind::Doors, side, obstacles: 0, layout: change };
        let (mut shortest, mut walked) = (f64::INFINITY, Vec::new());
        for made in &mut graphs {
            watcher.check()?;
            let mover = Mover::new(&scene.world, BODY, None);
            // One that is made for a start and a goal is made again for each.
            let (changed, ns) = best_of(1, clock, || match made.kind {
                GraphKind::Turned => made.kind.make(&mover, scene.ends()).map(|graph| made.graph = graph),
                _ => made.graph.change(&mover, &areas).map(|_| ()),
            });
            changed.map_err(|e| wrong(WrongResult::Graph(e), &scene, made.kind))?;
            let (found, path) = search(&scene, made, place, (ns as f64 / 1e6, 1), clock)?;
            let length = found.last().map_or(f64::INFINITY, |row| row.figures.length_m);
            rows.extend(found);
            if length < shortest {
                (shortest, walked) = (length, path);
            }
        }
        scene.from = along(&walked, side as f32 / CHANGES as f32);
    }
    Ok(rows)
}

/// Opens one door of each wall and closes the others, except on the body; returns where something changed.
fn open_one_each(scene: &mut Scene, rand: &mut Rand) -> Vec<Aabb> {
    let mut areas = Vec::new();
    for wall in 0..WALLS {
        let open = rand.index(WALLS);
        for door in 0..WALLS {
            let number = wall * WALLS + door;
            let Some(leaf) = scene.world.leaf(number) else { continue };
            if door == open || leaf.distance(scene.from) > BODY.radius_m {
                areas.extend(scene.world.set_door(number, door == open).map(|change| change.area));
            }
        }
    }
    areas
}

/// The place on a path after so many metres, or its end.
fn along(path: &[Vec2], metres: f32) -> Vec2 {
    let mut left = metres;
    for pair in path.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left < length {
            return pair[0].lerp(pair[1], left / length);
        }
        left -= length;
    }
    path.last().copied().unwrap_or_default()
}
