//! Gates over a grid and over a navigation graph (Hedström 2016, after Ozcan & Haciomeroglu 2015): memory, time and length;
//! theirs beside ours.

mod page;
mod run;
mod sums;
mod theirs;
mod variant;

// What the files below have in common.
use super::plot::{Line, Plot};
use super::{Clock, Document, Failure, Plan, Table, Watcher, percent, say, short};
use crate::diag::Diagnostic;
use crate::world::{World, format};
use std::path::Path;
use sums::Case;
use variant::VARIANTS;

/// The scenes, both inside the program.
const SCENES: [&str; 2] = ["circle", "crossing"];
/// Crowds of more persons than this are large: there are fewer runs with them.
const LARGE: u32 = 100;

/// What was measured in a scene: for each number of persons, each variant in order.
struct Scene {
    name: &'static str,
    cases: Vec<(u32, Vec<Case>)>,
}

/// Measures and writes the documents `crowd.md`, `crowd.csv` and `crowd-time.svg`. All figures but times of searches follow from the
/// plan.
///
/// # Errors
/// [`Failure`]: an interruption, or scenes and scripts of the working directory that do not load.
pub fn crowd(plan: &Plan, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Document>, Failure> {
    let counts = plan.share.crowd_counts();
    let parts = SCENES.len() * counts.len() * VARIANTS.len();
    let (mut scenes, mut done) = (Vec::new(), 0);
    for name in SCENES {
        let world = format::load(Path::new(name)).map_err(Failure::Input)?.world;
        if world.spawns.is_empty() {
            let message = "a scene needs a [[spawn]] in which its persons begin";
            return Err(Failure::Input(vec![Diagnostic::error(&world.file, message)]));
        }
        let mut scene = Scene { name, cases: Vec::new() };
        for count in &counts {
            let mut cases = Vec::new();
            for variant in &VARIANTS {
                let mut case = Case::default();
                let runs = match *count > LARGE {
                    true if variant.large => plan.share.large_runs,
                    true => 0,
                    false => plan.share.runs,
                };
                for i in 0..runs {
                    let world = run::with_persons(&world, *count);
                    case.runs.push(run::run(world, variant, plan, plan.seed + i as u64, clock, watcher)?);
                }
                done += 1;
                watcher.progress(done, parts, &format!("{name}, {count} persons, {}", variant.name));
                cases.push(case);
            }
            scene.cases.push((*count, cases));
        }
        scenes.push(scene);
    }
    let text = page::page(plan, &scenes);
    Ok(vec![Document { name: "crowd.md".into(), text }, page::document(&scenes)?, plot(&scenes)?])
}

/// Mean times in the crossing by number of persons.
fn plot(scenes: &[Scene]) -> Result<Document, Failure> {
    let crossing = scenes.iter().filter(|scene| scene.name == SCENES[1]);
    let cases: Vec<&(u32, Vec<Case>)> = crossing.flat_map(|scene| &scene.cases).collect();
    let shown = ["A*, avoidance", "grid, cost 1", "grid, cost 2 as meant", "graph, cost 2 as meant"];
    let lines: Vec<Line> = (0..)
        .zip(&VARIANTS)
        .filter(|(_, variant)| shown.contains(&variant.name))
        .map(|(at, variant): (usize, _)| {
            let measured = cases.iter().filter(|(_, cases)| !cases[at].runs.is_empty());
            let mean = |(count, cases): &(u32, Vec<Case>)| (f64::from(*count), cases[at].seconds().mean);
            Line { name: variant.name.into(), points: measured.map(|case| mean(case)).collect(), loose: false }
        })
        .collect();
    let title = "Mean time to the goal in the crossing";
    let plot = Plot { file: "crowd-time.svg", title, x: "persons", y: "seconds", log_x: true, from_y: 0.0 };
    plot.draw(&lines)
}
