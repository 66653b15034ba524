//! Draws a frame of the dashboard as text, or as SVG:
//! `cargo run --release --example screenshot -- svg > docs/dashboard.svg`.

use bestiary::Sim;
use bestiary::Start;
use bestiary::testing::runtime::WallClock;
use bestiary::testing::sim::StepTimes;
use bestiary::testing::ui::{ScreenshotFormat, screenshot};
use bestiary::{Frame, Pacing};
use std::sync::Arc;

const STEPS: u64 = 900;
const SIZE: (u16, u16) = (148, 42);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let format = if std::env::args().any(|a| a == "svg") { ScreenshotFormat::Svg } else { ScreenshotFormat::Plain };
    let (setup, _) = Start { map: "glade".into(), seed: 7, ..Start::default() }.load()?;
    let mut sim = Sim::new(setup).map_err(bestiary::StartError)?;
    let clock = WallClock::default();
    let mut sum = StepTimes::default();
    for _ in 0..STEPS {
        sum += sim.step(&[], &clock);
    }
    let phases = sum.mean_ms(STEPS);
    // A wolf that attacks shows most; without one, any creature.
    let snapshot = sim.snapshot(None, phases);
    let attack = snapshot.catalogue.symbols.find("attack");
    let selected =
        snapshot.agents.iter().find(|a| a.glyph == 'w' && Some(a.state) == attack).or(snapshot.agents.first());
    let snapshot = Arc::new(sim.snapshot(selected.map(|a| a.id), phases));
    let pacing = Pacing { paused: false, speed: 1.0, steps_per_s: 20.0 };
    let frame = Frame { snapshot, pacing, replies: std::sync::Arc::default() };
    print!("{}", screenshot(&frame, SIZE.0, SIZE.1, format));
    Ok(())
}
