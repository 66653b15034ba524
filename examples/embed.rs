//! Runs a world from another program: two seconds of the glade at sixteen times the pace of life, then a look round.

use bestiary::{Command, Control, Population, Start};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let population = vec![Population { behaviour: "wolf".into(), count: 5 }];
    let world = Start { map: "glade".into(), seed: 7, population, ..Start::default() }.start()?;
    world.send(Control::Speed(16.0));
    std::thread::sleep(Duration::from_secs(1));
    world.send(Control::Command(Command::Spawn { behaviour: "deer".into(), count: 10, at: None }));
    std::thread::sleep(Duration::from_secs(1));
    if let Some(frame) = world.latest() {
        println!("step {} of {}", frame.snapshot.step, frame.snapshot.world.name);
        for row in &frame.snapshot.roster {
            println!("{:10} {:3} alive, {:2} died  {:?}", row.behaviour, row.alive, row.died, row.states);
        }
    }
    let mut world = world.stop()?;
    println!("world hash {}", world.hash());
    Ok(())
}
