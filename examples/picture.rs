//! Draws a real frame of the dashboard as text, or as SVG: `cargo run --release --example picture -- svg > docs/dashboard.svg`.

use bestiary::runtime::{Frame, Pacing};
use bestiary::sim::{Sim, StepTimes};
use bestiary::ui::{Picture, picture};
use bestiary::{Runtime, runtime::WallClock};
use std::sync::Arc;

const STEPS: u64 = 900;
const SIZE: (u16, u16) = (148, 42);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let form = if std::env::args().any(|a| a == "svg") { Picture::Svg } else { Picture::Plain };
    let (setup, _) = Runtime::builder().map("glade").seed(7).load()?;
    let mut sim = Sim::new(setup).map_err(bestiary::runtime::StartError)?;
    let clock = WallClock::default();
    let mut sum = StepTimes::default();
    for _ in 0..STEPS {
        sum += sim.step(&[], &clock);
    }
    let phases = sum.mean_ms(STEPS);
    // A hunter in the middle of a chase makes the best picture; anybody will do.
    let snapshot = sim.snapshot(None, phases);
    let hunting = snapshot.catalogue.symbols.find("attack");
    let chosen =
        snapshot.agents.iter().find(|a| a.glyph == 'w' && Some(a.state) == hunting).or(snapshot.agents.first());
    let snapshot = Arc::new(sim.snapshot(chosen.map(|a| a.id), phases));
    let pacing = Pacing { paused: false, speed: 1.0, steps_per_s: 20.0 };
    let frame = Frame { snapshot, pacing, replies: std::sync::Arc::default() };
    print!("{}", picture(&frame, SIZE.0, SIZE.1, form));
    Ok(())
}
