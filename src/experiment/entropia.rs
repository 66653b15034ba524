//! The window pathfinder's own measurements (Dahlberg & Viktorsson 2002): figures 15, 17, 20 and 21, theirs beside ours.

mod directions;
mod drawing;
mod life;
pub(crate) mod lists;
mod page;
mod theirs;
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
const PARTS: usize = 5;

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
    let mut lives = Vec::new();
    for (i, world) in worlds.iter().enumerate() {
        lives.push(life::run(world, plan, clock, watcher)?);
        step(4 + i, &world.name)?;
    }
    let text = page::page(plan, &classes, &lists, &directions, &drawing, &lives);
    let mut documents = vec![Document { name: "entropia.md".into(), text }];
    documents.extend(lists::documents(&classes, &lists)?);
    documents.push(directions::document(&classes, &directions)?);
    documents.extend([life::document(&lives)?, drawing::document(&drawing)?]);
    Ok(documents)
}
