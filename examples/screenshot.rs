//! Draws the screenshot of the README, a hunt in the dashboard: as text, or as an SVG that moves:
//! `cargo run --release --example screenshot -- svg > docs/dashboard.svg`.
//!
//! It runs the glade twice: first to find the kill that most wolves took part in, in the open, then to draw the seconds before
//! it, with the killer selected. The screenshot shows the times of steps on this machine.

use bestiary::testing::runtime::WallClock;
use bestiary::testing::sim::StepTimes;
use bestiary::testing::ui::{Dashboard, plain, svg};
use bestiary::{Aabb, AgentId, AgentMark, Frame, Pacing, Sim, Snapshot, Start, Vec2};
use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use std::collections::VecDeque;
use std::sync::Arc;

const SIZE: (u16, u16) = (132, 40);
const SEED: u64 = 8;
/// How long the glade is watched, steps.
const WATCHED: u64 = 4_000;
/// Steps from a screenshot to the next, how many there are, and how many come after the kill.
const STEPS: u64 = 8;
const SCREENSHOTS: u64 = 18;
const AFTER: u64 = 4;
/// Steps before the first screenshot, for the strip of moods.
const BEFORE: u64 = 1_200;
/// Screenshots of the past from which a hunt is judged: its killer rested in the first of them.
const HUNT: usize = 32;
/// How near to the victim a wolf takes part, metres.
const NEAR_M: f32 = 16.0;
/// What is drawn over the ground, from this height on, metres.
const OVERHEAD_M: f32 = 2.0;

fn glade() -> Result<Sim, Box<dyn std::error::Error>> {
    let (setup, _) = Start { map: "glade".into(), seed: SEED, ..Start::default() }.load()?;
    Ok(Sim::new(setup).map_err(bestiary::StartError)?)
}

/// A kill: the step, and the wolf that did it.
#[derive(Clone, Copy)]
struct Kill {
    step: u64,
    by: AgentId,
}

/// The kill with most wolves near the victim over the time of the screenshots.
fn best_kill() -> Result<Option<Kill>, Box<dyn std::error::Error>> {
    let mut sim = glade()?;
    let clock = WallClock::default();
    let (mut past, mut best, mut next) = (VecDeque::<Snapshot>::new(), None, 0);
    for _ in 0..WATCHED {
        let phases = sim.step(&[], &clock).mean_ms(1);
        let now = sim.snapshot(None, phases);
        if now.step.is_multiple_of(STEPS) {
            past.push_back(now.clone());
            past.drain(..past.len().saturating_sub(HUNT));
        }
        let seen = std::mem::replace(&mut next, now.log.last().map_or(0, |l| l.seq + 1));
        for line in now.log.iter().filter(|l| l.seq >= seen) {
            let Some((killer, victim)) = line.text.strip_prefix("killed by wolf ").zip(line.speaker.as_ref()) else {
                continue;
            };
            let Some(by) = now.agents.iter().find(|a| a.id.to_string() == killer).map(|a| a.id) else { continue };
            let score =
                past.iter().map(|then| hunters(then, victim.0)).sum::<usize>() * 100 / (20 + canopies(&now, by));
            let rested = past.front().is_some_and(|then| !hunts(then, by));
            if rested && now.step > BEFORE && best.is_none_or(|(most, _)| score > most) {
                best = Some((score, Kill { step: now.step, by }));
            }
        }
    }
    Ok(best.map(|(_, kill)| kill))
}

/// Whether a creature attacks.
fn hunts(s: &Snapshot, id: AgentId) -> bool {
    let attack = s.catalogue.symbols.find("attack");
    s.agents.iter().any(|a| a.id == id && Some(a.state) == attack)
}

fn position(s: &Snapshot, id: AgentId) -> Option<Vec2> {
    s.agents.iter().find(|a| a.id == id).map(|a| a.position)
}

/// How many wolves hunt near a creature.
fn hunters(s: &Snapshot, victim: AgentId) -> usize {
    let wolf = s.catalogue.symbols.find("wolf");
    let Some(at) = position(s, victim) else { return 0 };
    let near = |a: &&AgentMark| Some(a.behaviour) == wolf && a.position.distance(at) < NEAR_M && hunts(s, a.id);
    s.agents.iter().filter(near).count()
}

/// How many things hang over the ground near a creature.
fn canopies(s: &Snapshot, id: AgentId) -> usize {
    let Some(at) = position(s, id) else { return 0 };
    let mut found = 0;
    let around = Aabb::new(at - Vec2::splat(NEAR_M), at + Vec2::splat(NEAR_M));
    s.world.volumes_in(around, |volume| found += usize::from(volume.base_m >= OVERHEAD_M));
    found
}

/// The screenshots of a kill.
fn screenshots(kill: Kill) -> Result<Vec<Buffer>, Box<dyn std::error::Error>> {
    let mut sim = glade()?;
    let clock = WallClock::default();
    let end = kill.step + AFTER * STEPS;
    let first = end - (SCREENSHOTS - 1) * STEPS;
    let mut sum = StepTimes::default();
    let mut frames = Vec::new();
    for step in 1..=end {
        sum += sim.step(&[], &clock);
        let drawn = step >= first && (step - first).is_multiple_of(STEPS);
        if drawn || (step + BEFORE > first && step.is_multiple_of(20)) {
            let snapshot = Arc::new(sim.snapshot(Some(kill.by), sum.mean_ms(step)));
            let pacing = Pacing { paused: false, speed: 1.0, steps_per_s: 20.0 };
            frames.push((drawn, Frame { snapshot, pacing, replies: Arc::default() }));
        }
    }
    let path: Vec<Vec2> = frames
        .iter()
        .filter(|(drawn, _)| *drawn)
        .filter_map(|(_, f)| Some(f.snapshot.focus.as_ref()?.position))
        .collect();
    let mut d = Dashboard::for_screenshots();
    d.select(Some(kill.by));
    let mut screenshots = Vec::new();
    for (drawn, frame) in frames {
        d.take(frame);
        if drawn {
            if screenshots.is_empty() {
                d.screenshot(SIZE.0, SIZE.1);
                d.key(KeyCode::Char('+').into());
                if let Some(camera) = &mut d.camera {
                    camera.centre = path.iter().copied().sum::<Vec2>() / path.len().max(1) as f32;
                }
            }
            screenshots.push(d.screenshot(SIZE.0, SIZE.1));
        }
    }
    Ok(screenshots)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kill = best_kill()?.ok_or("no wolf killed anything")?;
    let screenshots = screenshots(kill)?;
    let still = screenshots.len() * 2 / 5;
    if std::env::args().any(|a| a == "svg") {
        print!("{}", svg(&screenshots, STEPS as f32 * 0.05, still));
    } else {
        print!("{}", plain(&screenshots[still]));
    }
    Ok(())
}
