//! Draws a real frame of the dashboard as text, or as SVG: `cargo run --release --example picture -- svg > docs/dashboard.svg`.

use bestiary::runtime::{Frame, Pacing};
use bestiary::sim::{PhaseTimes, Sim, StepTimes};
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
        let t = sim.step(&[], &clock);
        sum.step_ns += t.step_ns;
        sum.script_ns += t.script_ns;
        sum.search_ns += t.search_ns;
        sum.abstraction_ns += t.abstraction_ns;
        sum.motion_ns += t.motion_ns;
    }
    let ms = |ns: u64| ns as f32 / 1e6 / STEPS as f32;
    let phases = PhaseTimes {
        step: ms(sum.step_ns),
        script: ms(sum.script_ns),
        search: ms(sum.search_ns),
        abstraction: ms(sum.abstraction_ns),
        motion: ms(sum.motion_ns),
    };
    // A hunter in the middle of a chase makes the best picture; anybody will do.
    let snapshot = sim.snapshot(None, phases);
    let hunting = snapshot.catalogue.symbols.find("attack");
    let chosen =
        snapshot.agents.iter().find(|a| a.glyph == 'w' && Some(a.state) == hunting).or(snapshot.agents.first());
    let snapshot = Arc::new(sim.snapshot(chosen.map(|a| a.id), phases));
    let frame = Frame { snapshot, pacing: Pacing { paused: false, speed: 1.0, steps_per_s: 20.0 } };
    print!("{}", picture(&frame, SIZE.0, SIZE.1, form));
    Ok(())
}
