//! Representations of a world under Dijkstra's algorithm and A* (Stanojević 2017): nodes searched, length, time and memory; theirs beside
//! ours.

mod dynamic;
mod measure;
mod page;
mod ranks;
mod row;
mod scene;

// What the files below have in common.
use super::failure::WrongResult;
use super::{Clock, Document, Failure, Plan, Table, Watcher, best_of, percent, picture, say, short};
use row::{Algorithm, DENSITIES, Figures, Row, SceneKind};

/// The side of the world of the pictures, metres, and its obstacles.
const PICTURE: (u32, usize) = (30, 9);

/// Measures and writes the documents `graphs.md` and `graphs.csv`, and a picture of each graph. All figures but times follow from the
/// plan.
///
/// # Errors
/// [`Failure`]: an interruption, or a wrong result.
pub fn graphs(plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    let sides = plan.share.sides;
    let parts = sides.len() * (DENSITIES.len() + 1) + sides.len().min(1);
    let (mut rows, mut done) = (Vec::new(), 0);
    let mut next = |what: &str| {
        done += 1;
        watcher.progress(done, parts, what);
    };
    for side in sides.iter().copied() {
        for obstacles in DENSITIES {
            for layout in 0..plan.share.layouts as u64 {
                let scene = scene::obstacles(side, obstacles, plan.seed + layout);
                let place = row::Place { scene: SceneKind::Obstacles, side, obstacles, layout };
                rows.extend(measure::scene(&scene, place, clock, watcher)?);
            }
            next(&format!("{side} x {side}, {obstacles} obstacles"));
        }
        rows.extend(dynamic::doors(side, plan, clock, watcher)?);
        next(&format!("{side} x {side}, doors"));
    }
    for side in sides.iter().copied().take(1) {
        for layout in 0..plan.share.layouts as u64 {
            let scene = scene::rooms(side, plan.seed + layout);
            let place = row::Place { scene: SceneKind::Rooms, side, obstacles: 0, layout };
            rows.extend(measure::scene(&scene, place, clock, watcher)?);
        }
        next(&format!("{side} x {side}, rooms"));
    }
    row::compare(&mut rows);
    let text = page::page(plan, &rows);
    let mut documents = vec![Document { name: "graphs.md".into(), text }, row::document(&rows)?];
    documents.extend(measure::pictures(&scene::obstacles(PICTURE.0, PICTURE.1, plan.seed))?);
    Ok(documents)
}
