//! Lanes in a street that is walked in both directions: the order parameter of Rex & Löwen (2007).

use super::stage::Crowd;
use super::{Failure, Plan, Watcher};
use crate::config::Config;
use crate::geom::Vec2;
use crate::lua::source::mods::ModSet;
use crate::rng::{Purpose, Rand};
use crate::sim::{Population, Sim};
use crate::world::format;
use std::path::Path;

/// Persons besides the map's own, and seconds until lanes are measured.
pub(crate) const PERSONS: u32 = 100;
pub(crate) const SECONDS: f64 = 240.0;
/// Seconds between measurements, and how many there are.
const EVERY_S: f64 = 5.0;
const TIMES: usize = 12;
/// Persons no farther aside than this are in the lane of a person, metres.
const LANE_M: f32 = 0.4;
/// Shuffles of the directions.
const SHUFFLES: usize = 20;

/// The order of a street.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes {
    /// The order parameter, 0 (mixed) to 1 (lanes of one direction each).
    pub order: f64,
    /// The same with directions shuffled among the persons.
    pub shuffled: f64,
    /// Persons in the street at a time.
    pub persons: f64,
}

/// Runs `maps/street.toml` with so many more persons for so long, then measures.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn measure(plan: &Plan, more: u32, seconds: f64, watcher: &dyn Watcher) -> Result<Lanes, Failure> {
    let world = format::load(Path::new("street")).map_err(Failure::Input)?.world;
    let street = world.areas.called("street").flat_map(|area| area.parts.iter().copied()).next();
    let mods = ModSet::load(&[]).map_err(Failure::Input)?;
    let mut config = Config::default();
    config.sim.threads = plan.threads;
    let mut setup = config.setup(world, mods, plan.seed);
    setup.population = vec![Population { behaviour: "person".into(), count: more }];
    let mut crowd = Crowd::of(Sim::new(setup).map_err(Failure::Input)?);
    crowd.run(seconds, watcher, |_| false)?;
    let mut rand = Rand::new(plan.seed, Purpose::Experiment, 3);
    let mut sum = Lanes::default();
    for _ in 0..TIMES {
        crowd.run(EVERY_S, watcher, |_| false)?;
        let (agents, bodies) = (crowd.sim.agents(), crowd.bodies());
        let middle = crowd.sim.world().size().x / 2.0;
        let in_street = bodies.living().filter(|s| street.is_some_and(|street| street.contains(bodies.position[*s])));
        // Those that began in the west walk east.
        let mut persons: Vec<(Vec2, bool)> =
            in_street.map(|s| (bodies.position[s], agents.home[s].x < middle)).collect();
        sum.persons += persons.len() as f64 / TIMES as f64;
        sum.order += order(&persons) / TIMES as f64;
        for _ in 0..SHUFFLES {
            for i in (1..persons.len()).rev() {
                let j = rand.index(i + 1);
                let (a, b) = (persons[i].1, persons[j].1);
                (persons[i].1, persons[j].1) = (b, a);
            }
            sum.shuffled += order(&persons) / (TIMES * SHUFFLES) as f64;
        }
    }
    Ok(sum)
}

/// The mean, over persons that have others in their lane, of ((same − opposite) / (same + opposite))².
pub fn order(persons: &[(Vec2, bool)]) -> f64 {
    let one = |(i, (at, east)): (usize, &(Vec2, bool))| {
        let in_lane = persons.iter().enumerate().filter(|(j, (other, _))| *j != i && (other.y - at.y).abs() < LANE_M);
        let (mut same, mut opposite) = (0.0_f64, 0.0_f64);
        in_lane.for_each(|(_, (_, its))| *(if its == east { &mut same } else { &mut opposite }) += 1.0);
        (same + opposite > 0.0).then(|| ((same - opposite) / (same + opposite)).powi(2))
    };
    let all: Vec<f64> = persons.iter().enumerate().filter_map(one).collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}
