//! The page `crowd.md` and its table.

use super::sums::{Case, Spread};
use super::variant::{PLAIN, VARIANTS};
use super::{Document, Failure, LARGE, Plan, SCENES, Scene, Table, percent, say, short, theirs};

const INTRODUCTION: &str = include_str!("introduction.md");

/// The whole page.
pub(super) fn page(plan: &Plan, scenes: &[Scene]) -> String {
    let counts: Vec<String> = plan.share.crowd_counts().iter().map(ToString::to_string).collect();
    let what =
        say("crowd", &[&plan.seed, &counts.join(", "), &plan.share.runs, &plan.share.large_runs, &plan.share.steps]);
    let parts: String = scenes.iter().map(part).collect();
    INTRODUCTION.to_owned() + &what + &memory(scenes) + &parts
}

fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1e3
}

/// Memory of grid and graph, theirs beside ours.
fn memory(scenes: &[Scene]) -> String {
    let mut table =
        Table::new(2, "scene|persons|theirs: grid, kB|graph, kB|share|ours: grid, kB|graph, kB|share".split('|'));
    for (scene, of) in scenes.iter().zip([theirs::CIRCLE_KB, theirs::CROSSING_KB]) {
        for (count, cases) in &scene.cases {
            let bytes = |name: &str| {
                let at = VARIANTS.iter().position(|variant| variant.name == name);
                at.and_then(|at| cases.get(at)).map_or(0.0, |case| kilobytes(case.bytes()))
            };
            let ours = [bytes("grid, cost 1"), bytes("graph, cost 1")];
            let shares = [of, ours].map(|[grid, graph]| percent(graph / grid.max(1e-9)));
            let [there, here] = &shares;
            table.line(
                &[&scene.name, count],
                [&short(of[0]), &short(of[1]), there, &short(ours[0]), &short(ours[1]), here],
            );
        }
    }
    say("crowd_memory", &[&table.markdown()])
}

fn part(scene: &Scene) -> String {
    let mut text = say("crowd_scene", &[&scene.name]);
    for (count, cases) in &scene.cases {
        let head = "plans|s median|least|most|deviation|mean|to A\\*, avoidance|m median|least|most|deviation|collisions|s stuck|m/s|lost|ms searching a step";
        let mut table = Table::new(1, head.split('|'));
        let plain = cases.get(PLAIN).map_or(0.0, |case| case.seconds().mean);
        for (variant, case) in VARIANTS.iter().zip(cases).filter(|(_, case)| !case.runs.is_empty()) {
            let (time, length) = (case.seconds(), case.metres());
            let row = |s: Spread| [s.median, s.least, s.most, s.deviation].map(short);
            let [t0, t1, t2, t3] = row(time);
            let [l0, l1, l2, l3] = row(length);
            let change = format!("{:+.1} %", 100.0 * (time.mean / plain.max(1e-9) - 1.0));
            let rest = [case.collisions(), case.stuck_s(), case.speed()].map(short);
            let [collisions, stuck, speed] = rest;
            let (lost, ms) = (case.lost().to_string(), short(case.search_ms()));
            let fields = [t0, t1, t2, t3, short(time.mean), change, l0, l1, l2, l3, collisions, stuck, speed, lost, ms];
            table.line(&[&variant.name], fields);
        }
        let apart = if *count > LARGE { String::new() } else { apart(scene, cases) };
        text += &say("crowd_count", &[count, &table.markdown(), &apart]);
    }
    text
}

/// How far apart the medians of grid and graph are.
fn apart(scene: &Scene, cases: &[Case]) -> String {
    let median = |name: &str| {
        let at = VARIANTS.iter().position(|variant| variant.name == name);
        at.and_then(|at| cases.get(at)).map_or(0.0, |case| case.seconds().median)
    };
    let costs = ["cost 1", "cost 2 as meant"];
    let ours = costs.map(|cost| (median(&format!("grid, {cost}")) - median(&format!("graph, {cost}"))).abs());
    let scene = SCENES.iter().position(|name| *name == scene.name).unwrap_or_default();
    let there = theirs::MEDIANS_APART_S[1 - scene.min(1)];
    say("crowd_apart", &[&short(ours[0]), &short(ours[1]), &short(there)])
}

/// `crowd.csv`: one row a case.
pub(super) fn document(scenes: &[Scene]) -> Result<Document, Failure> {
    let head = "scene persons plans runs time_median_s time_min_s time_max_s time_deviation_s time_mean_s length_median_m \
                length_min_m length_max_m length_deviation_m collisions stuck_s speed_m_s lost bytes";
    let mut table = Table::new(3, head.split(' ').filter(|name| !name.is_empty()));
    for scene in scenes {
        for (count, cases) in &scene.cases {
            for (variant, case) in VARIANTS.iter().zip(cases).filter(|(_, case)| !case.runs.is_empty()) {
                let (t, l) = (case.seconds(), case.metres());
                let figures = [
                    case.runs.len() as f64,
                    t.median,
                    t.least,
                    t.most,
                    t.deviation,
                    t.mean,
                    l.median,
                    l.least,
                    l.most,
                    l.deviation,
                    case.collisions(),
                    case.stuck_s(),
                    case.speed(),
                    case.lost() as f64,
                    case.bytes() as f64,
                ];
                table.line(&[&scene.name, count, &variant.name], figures);
            }
        }
    }
    table.csv("crowd.csv")
}
