//! The same scene for `dodgy_2d`.

use crate::scene::{Crowd, RADIUS_M, SPEED_M_S, STEP_S, groups};
use bestiary::{Aabb, Storey, Vec2};
use dodgy_2d::{Agent, AvoidanceOptions};
use std::borrow::Cow;

/// Bodies as it wants them, and the nearest of each.
#[derive(Default)]
pub(crate) struct Yardstick {
    agents: Vec<Agent>,
    /// Those of one body after the other.
    nearest: Vec<u32>,
    starts: Vec<usize>,
    pub found: Vec<Vec2>,
}

fn theirs(v: Vec2) -> dodgy_2d::Vec2 {
    dodgy_2d::Vec2::new(v.x, v.y)
}

impl Yardstick {
    /// Takes over the bodies, and lists the nearest of each.
    pub(crate) fn look(&mut self, crowd: &Crowd) {
        let b = &crowd.bodies;
        self.agents.clear();
        self.agents.extend((0..b.len()).map(|slot| Agent {
            position: theirs(b.position[slot]),
            velocity: theirs(b.velocity[slot]),
            radius: RADIUS_M,
            avoidance_responsibility: crowd.wanted[slot].yields,
        }));
        self.nearest.clear();
        self.starts.clear();
        let mut list: Vec<(f32, u32)> = Vec::new();
        for (slot, here) in b.position.iter().enumerate() {
            list.clear();
            let reach = crowd.params.neighbour_m + 2.0 * RADIUS_M;
            crowd.near.each(Storey::GROUND, Aabb::around(*here, reach), |other| {
                let distance = b.position[other].distance_squared(*here);
                let goal = b.position[other].distance(crowd.wanted[slot].to) <= RADIUS_M;
                if other != slot && distance < reach * reach && !goal {
                    list.push((distance, other as u32));
                }
            });
            if list.len() > crowd.params.neighbours {
                list.select_nth_unstable_by(crowd.params.neighbours, |a, b| a.0.total_cmp(&b.0));
                list.truncate(crowd.params.neighbours);
            }
            self.starts.push(self.nearest.len());
            self.nearest.extend(list.iter().map(|(_, slot)| *slot));
        }
        self.starts.push(self.nearest.len());
    }

    /// Finds all velocities.
    pub(crate) fn solve(&mut self, crowd: &Crowd) {
        self.found.clear();
        let mut neighbours = Vec::new();
        for slot in 0..self.agents.len() {
            if crowd.wanted[slot].yields == 0.0 {
                self.found.push(crowd.wanted[slot].velocity);
                continue;
            }
            neighbours.clear();
            let list = &self.nearest[self.starts[slot]..self.starts[slot + 1]];
            neighbours.extend(list.iter().map(|other| Cow::Borrowed(&self.agents[*other as usize])));
            let options = AvoidanceOptions {
                obstacle_margin: RADIUS_M,
                time_horizon: crowd.params.horizon_s,
                obstacle_time_horizon: crowd.params.wall_horizon_s,
            };
            let wanted = theirs(crowd.wanted[slot].velocity);
            let agent = &self.agents[slot];
            let v = agent.compute_avoiding_velocity(&neighbours, &[], wanted, SPEED_M_S, STEP_S, &options);
            self.found.push(Vec2::new(v.x, v.y));
        }
    }
}

/// Both find the same where they solve the same. `dodgy_2d` takes a body's whole share of the change where the present
/// velocities are safe, and not half of it as the method's authors do; so the comparison is of bodies of which one alone has
/// to yield, and there both take all of it.
pub(crate) fn agree() {
    let (crowd, walkers) = groups(2_000);
    let mut yardstick = Yardstick::default();
    yardstick.look(&crowd);
    yardstick.solve(&crowd);
    let (mut worst, mut changed) = (0.0_f32, 0);
    for slot in &walkers {
        let (ours, theirs) = (crowd.found()[*slot], yardstick.found[*slot]);
        worst = worst.max(ours.distance(theirs));
        changed += usize::from(ours.distance(crowd.wanted[*slot].velocity) > 1e-3);
    }
    assert!(changed > walkers.len() / 4, "most have to avoid something: {changed}");
    assert!(worst < 2e-3, "velocities differ by {worst} m/s");
    println!(
        "{} bodies among ten others: {changed} do not get what they want, and both find the same (within {worst:.0e} m/s)",
        walkers.len()
    );
}
