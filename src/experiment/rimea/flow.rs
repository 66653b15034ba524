//! Test 4: the fundamental diagram. Speed at given densities in a ring, which has no ends that would change the density, and in a
//! straight corridor, in whose middle the density holds for a while.

use super::stage::{Crowd, STEP_S, Stage};
use super::{Failure, Plan, Row, Watcher};
use crate::geom::Vec2;
use crate::rng::{Purpose, Rand};
use std::f32::consts::{PI, TAU};

/// Persons a square metre.
pub(crate) const DENSITIES: [f32; 5] = [0.5, 1.0, 2.0, 3.0, 4.0];
/// Those at which the speed is compared with Weidmann's.
pub(crate) const COMPARED: [f32; 3] = [0.5, 1.0, 2.0];
/// The one at which the person's headway was calibrated.
pub(super) const CALIBRATED: f32 = 1.0;
/// How far from Weidmann's speed ours may be, metres a second.
pub(crate) const TOLERANCE_M_S: f32 = 0.1;
/// The ring's inner and outer radius, metres.
const RING_M: [f32; 2] = [10.0, 14.0];
/// Pieces of each of its walls.
const PIECES: usize = 48;
/// Seconds until the persons of a ring have settled, and seconds that are measured.
const RING_S: [f64; 2] = [20.0, 20.0];
/// Length and width of the corridor that is filled, metres, and the ground before it.
const CORRIDOR_M: [f32; 3] = [80.0, 4.0, 40.0];
/// The part of it that is measured, from where to where, metres, and when, seconds.
const MIDDLE_M: [f32; 2] = [45.0, 55.0];
const CORRIDOR_S: [f64; 2] = [10.0, 10.0];
/// Space that persons keep to walls when they begin, metres.
const MARGIN_M: f32 = 0.25;
/// A person that walks round the middle of its world.
const WALKER: &str = r"
return extend { states = { walk = { tick = function(npc)
  -- Along the circle where it will be in the middle of the time to its next tick: so it drifts neither in nor out.
  local x, y = npc.x - world.width / 2, npc.y - world.height / 2
  local angle = math.atan2(y, x) + 0.15 * npc.speed / math.sqrt(x * x + y * y)
  npc:steer(npc.x - 5 * math.sin(angle), npc.y + 5 * math.cos(angle), npc.memory.pace)
end } } }
";

/// Mean speed at a density, metres a second, of persons that walk one direction on level ground (Weidmann 1993).
pub fn weidmann(density: f32) -> f32 {
    1.34 * (1.0 - (-1.913 * (1.0 / density - 1.0 / 5.4)).exp())
}

/// Speeds at densities: in the ring, and in the corridor where it was measured too.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// (persons a square metre, metres a second).
    pub ring: Vec<(f32, f32)>,
    /// The same.
    pub corridor: Vec<(f32, f32)>,
}

/// Measures a ring at each of these densities, and a corridor at those that are compared.
///
/// # Errors
/// As of any experiment: faults in what it loads, and a stop by the user.
pub fn diagram(plan: &Plan, densities: &[f32], watcher: &dyn Watcher) -> Result<Diagram, Failure> {
    let mut diagram = Diagram::default();
    for density in densities {
        diagram.ring.push((*density, ring(plan, *density, watcher)?));
        if COMPARED.contains(density) {
            diagram.corridor.push((*density, corridor(plan, *density, watcher)?));
        }
    }
    Ok(diagram)
}

impl Diagram {
    /// The largest difference from Weidmann's speeds where they are compared, metres a second.
    pub fn worst(&self) -> f32 {
        let compared = self.ring.iter().chain(&self.corridor).filter(|(density, _)| COMPARED.contains(density));
        compared.map(|(density, v)| (v - weidmann(*density)).abs()).fold(0.0, f32::max)
    }

    /// Whether the speed falls from each density to the next.
    pub fn falls(&self) -> bool {
        self.ring.is_sorted_by(|a, b| a.1 > b.1)
    }

    pub(super) fn row(&self) -> Row {
        let list = |of: &[(f32, f32)]| of.iter().map(|(d, v)| format!("{v:.2} at {d}")).collect::<Vec<_>>().join(", ");
        let ours =
            format!("ring {}; corridor {}; at most {:.3} off", list(&self.ring), list(&self.corridor), self.worst());
        let criterion = format!("within {TOLERANCE_M_S} m/s of Weidmann at 0.5, 1 and 2 persons/m²; falls beyond");
        let passed = self.worst() <= TOLERANCE_M_S && self.falls();
        Row::new("4", "fundamental diagram, discs of radius 0.23 m", criterion, ours, passed)
    }
}

/// Mean speed along a ring, metres a second.
fn ring(plan: &Plan, density: f32, watcher: &dyn Watcher) -> Result<f32, Failure> {
    let [inner, outer] = RING_M;
    let middle = Vec2::splat(outer + 1.0);
    let mut stage = Stage::new(2.0 * middle.x, 2.0 * middle.y).person(WALKER);
    for piece in 0..PIECES {
        let turn = TAU * piece as f32 / PIECES as f32;
        for radius in [inner - 0.25, outer + 0.25] {
            let length = 2.0 * (radius + 0.25) * (PI / PIECES as f32).tan();
            stage = stage.turned(middle + Vec2::from_angle(turn) * radius, Vec2::new(0.5, length), turn.to_degrees());
        }
    }
    let places = on_ring(density, middle, plan.seed);
    let everywhere = [1.0, 1.0, 2.0 * middle.x - 1.0, 2.0 * middle.y - 1.0];
    let mut crowd = stage.persons(everywhere, places.len(), "speed_spread = 0").start(plan)?;
    crowd.put(&places);
    crowd.run(RING_S[0], watcher, |_| false)?;
    let angles = |c: &Crowd| -> Vec<Vec2> { c.bodies().living().map(|s| c.bodies().position[s] - middle).collect() };
    let (mut before, mut metres, mut counted) = (angles(&crowd), 0.0, 0_u64);
    crowd.run(RING_S[1], watcher, |c| {
        let now = angles(c);
        for (a, b) in before.iter().zip(&now) {
            metres += f64::from(a.angle_to(*b) * b.length());
            counted += 1;
        }
        before = now;
        false
    })?;
    Ok((metres / (counted.max(1) as f64 * STEP_S)) as f32)
}

/// Places on rows round a middle.
fn on_ring(density: f32, middle: Vec2, seed: u64) -> Vec<Vec2> {
    let [inner, outer] = RING_M;
    let persons = (density * PI * (outer * outer - inner * inner)).round();
    let rows = row_offsets(outer - inner, density);
    let mut rand = Rand::new(seed, Purpose::Experiment, 1);
    let radii: Vec<f32> = rows.iter().map(|r| inner + r).collect();
    let whole: f32 = radii.iter().sum();
    let mut places = Vec::new();
    let mut wanted = 0.0;
    for radius in radii {
        wanted += persons * radius / whole;
        let count = (wanted.round() as usize).saturating_sub(places.len());
        let phase = rand.unit() as f32 * TAU;
        places.extend((0..count).map(|i| middle + Vec2::from_angle(phase + TAU * i as f32 / count as f32) * radius));
    }
    places
}

/// Offsets of rows across a width, about as far apart as persons in them are.
fn row_offsets(width: f32, density: f32) -> Vec<f32> {
    let rows = ((width * density.sqrt()).round() as usize).max(1);
    let apart = (width - 2.0 * MARGIN_M) / (rows - 1).max(1) as f32;
    (0..rows).map(|row| MARGIN_M + apart * row as f32).collect()
}

/// Mean speed in the middle of a corridor that is filled, metres a second.
fn corridor(plan: &Plan, density: f32, watcher: &dyn Watcher) -> Result<f32, Failure> {
    let [length, width, ahead] = CORRIDOR_M;
    let rows = row_offsets(width, density);
    let in_a_row = density * length * width / rows.len() as f32;
    let mut rand = Rand::new(plan.seed, Purpose::Experiment, 2);
    let mut places = Vec::new();
    for y in &rows {
        let phase = rand.unit() as f32;
        places.extend(
            (0..in_a_row as usize).map(|i| Vec2::new(MARGIN_M + (i as f32 + phase) * (length - 1.0) / in_a_row, *y)),
        );
    }
    let stage = Stage::new(length + ahead, width);
    let persons = stage.persons([0.0, 0.0, length, width], places.len(), "speed_spread = 0").person(STRAIGHT);
    let mut crowd = persons.start(plan)?;
    crowd.put(&places);
    crowd.run(CORRIDOR_S[0], watcher, |_| false)?;
    let (mut metres, mut counted) = (0.0, 0_u64);
    let mut before = crowd.bodies().position.clone();
    crowd.run(CORRIDOR_S[1], watcher, |c| {
        for slot in c.within([MIDDLE_M[0], 0.0, MIDDLE_M[1], width]) {
            metres += f64::from(c.bodies().position[slot].x - before[slot].x);
            counted += 1;
        }
        before.clone_from(&c.bodies().position);
        false
    })?;
    Ok((metres / (counted.max(1) as f64 * STEP_S)) as f32)
}

/// A person that walks straight on.
const STRAIGHT: &str = r"
return extend { states = { walk = { tick = function(npc)
  npc:steer(npc.x + 5, npc.y, npc.memory.pace)
end } } }
";
