//! How potentials fade: by a tenth each step.

/// What is left of a potential after a step.
const LEFT: f32 = 0.9;
/// After so many steps nothing is left: less than two millionths would be.
pub(super) const FORGOTTEN_STEPS: u32 = 128;

/// What is left after 0, 1, 2, … steps.
const POWERS: [f32; FORGOTTEN_STEPS as usize] = {
    let mut powers = [1.0; FORGOTTEN_STEPS as usize];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = powers[i - 1] * LEFT;
        i += 1;
    }
    powers
};

/// The share that is left after so many steps.
#[inline]
pub(super) fn left(steps: u32) -> f32 {
    POWERS.get(steps as usize).copied().unwrap_or(0.0)
}
