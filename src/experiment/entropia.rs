//! The window pathfinder's own measurements (Dahlberg & Viktorsson 2002): figures 15, 17, 20 and 21, and what its text
//! says of weights, reused maps, feelers and ticks; theirs beside ours.

mod directions;
mod drawing;
mod life;
pub(crate) mod lists;
mod living;
mod page;
mod theirs;
mod weights;
mod windows;

// What the files below have in common.
use super::{Clock, Diagnostic, Document, Failure, Field, Plan, Table, Tally, Watcher};
use super::{best_of, percent, say, short};
use crate::nav::NavParams;
use crate::world::{World, format};
use std::path::Path;
use windows::{Case, Class};

/// The worlds it runs in, both inside the program: woods and a village, and a labyrinth of containers, as the source's two
/// test environments.
const WORLDS: [&str; 2] = ["glade", "depot"];
/// Parts of the whole, for progress.
const PARTS: usize = 8;

/// Measures and writes the documents `entropia.md`, a table a figure and the plot of figure 15. All figures but times follow from the plan.
///
/// # Errors
/// [`Failure`]: an interruption, or worlds and scripts of the working directory that do not load.
pub fn entropia(plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    let step = |done: usize, what: &str| {
        watcher.progress(done, PARTS, what);
        watcher.check()
    };
    let worlds = WORLDS.map(|name| format::load(Path::new(name)).map(|loaded| loaded.world).map_err(Failure::Input));
    let worlds: Vec<World> = worlds.into_iter().collect::<Result<_, _>>()?;
    let classes = windows::classes(&worlds, plan.seed, plan.share.windows);
    let lists = lists::measure(&classes, clock, watcher)?;
    step(1, "open lists")?;
    let directions = directions::measure(&classes, clock, watcher)?;
    step(2, "directions")?;
    let drawing = drawing::measure(&classes, clock, watcher)?;
    step(3, "drawing")?;
    let weighted = weights::measure(&classes, clock, watcher)?;
    step(4, "weights")?;
    let (mut lives, mut feelers) = (Vec::new(), Vec::new());
    for (i, world) in worlds.iter().enumerate() {
        lives.push(life::run(world, plan, false, clock, watcher)?);
        step(5 + 2 * i, &world.name)?;
        feelers.push(life::run(world, plan, true, clock, watcher)?);
        step(6 + 2 * i, &world.name)?;
    }
    let figures = page::page(plan, &classes, &lists, &directions, &drawing, &lives);
    let text = figures + &living::weights(&classes, &weighted) + &living::lives(&lives, &feelers);
    let mut documents = vec![Document { name: "entropia.md".into(), text }];
    documents.extend(lists::documents(&classes, &lists)?);
    documents.push(directions::document(&classes, &directions)?);
    documents.push(weights::document(&classes, &weighted)?);
    documents.push(life::feelers_document(&lives, &feelers)?);
    documents.extend([life::document(&lives)?, drawing::document(&drawing)?]);
    Ok(documents)
}
