//! Crowds in which bodies keep their velocities for a few steps, as where there are many.

use super::crowds::{Crowd, walker, walkers};
use bestiary::Vec2;
use bestiary::testing::crowd::{Avoidance, CrowdParams, Decision};
use proptest::prelude::*;

impl Crowd {
    /// As `advance`, into a step in which those keep to what they decided whose turn it is not: each decides in one of `kept_steps`.
    fn advance_to(&mut self, step: usize, kept_steps: usize, velocities: &[Vec2]) {
        let before = self.wanted.clone();
        self.advance(velocities);
        for (slot, (wanted, before)) in self.wanted.iter_mut().zip(before).enumerate() {
            let over = (step + slot) % kept_steps;
            let is_kept = over > 0;
            *wanted = if is_kept { before } else { *wanted };
            wanted.decision = Decision { is_kept, more: (kept_steps - 1 - over) as u8 };
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Those that keep to what they decided for a few steps never overlap: in each they see those that they could touch.
    #[test]
    fn bodies_that_keep_their_velocities_never_overlap(
        walkers in prop_oneof![walkers(2..40), walkers(62..67)],
        kept_steps in 2..=4_usize,
    ) {
        let mut crowd = Crowd::new(walkers, CrowdParams::default());
        let mut avoidance = Avoidance::default();
        for step in 1..150 {
            let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
            for (slot, v) in velocities.iter().enumerate() {
                prop_assert!(v.length() <= crowd.walkers[slot].speed + 1e-3, "faster than it can: {v}");
            }
            crowd.advance_to(step, kept_steps, &velocities);
            prop_assert!(crowd.overlap() <= 0.01, "{} of a radius", crowd.overlap());
        }
    }
}

/// Four streams that cross in the middle lose little time where bodies keep their velocities for a few steps.
#[test]
fn streams_cross_as_well_where_velocities_are_kept() {
    let late = |kept_steps: usize| {
        let stream = |i: usize| {
            let (along, aside) = (2.0 + (i / 4) as f32 % 6.0, 9.0 + (i / 24) as f32 * 1.5);
            match i % 4 {
                0 => walker((along, aside), (22.0 - along, aside)),
                1 => walker((24.0 - along, aside), (2.0 + along, aside)),
                2 => walker((aside, along), (aside, 22.0 - along)),
                _ => walker((aside, 24.0 - along), (aside, 2.0 + along)),
            }
        };
        let mut crowd = Crowd::new((0..96).map(stream).collect(), CrowdParams::default());
        let mut avoidance = Avoidance::default();
        let (mut late, mut overlap) = (0, 0.0_f32);
        for step in 1..1_000 {
            let velocities = avoidance.velocities(&crowd.scene(), None).to_vec();
            crowd.advance_to(step, kept_steps, &velocities);
            let there = crowd.bodies.position.iter().zip(&crowd.walkers).filter(|(at, w)| at.distance(w.to) < 0.5);
            late += crowd.walkers.len() - there.count();
            overlap = overlap.max(crowd.overlap());
        }
        assert!(overlap <= 0.01, "{overlap} of a radius");
        late
    };
    let all = [1, 2, 3, 4].map(late);
    assert!(all[1..].iter().all(|late| *late * 4 < all[0] * 5), "steps that bodies are under way: {all:?}");
}
