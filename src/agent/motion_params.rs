//! What can be set of motion and feelers.

/// Table `[motion]` of a configuration file.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MotionParams {
    /// Length of the middle feeler beyond the body at rest, metres …
    pub feeler_m: f32,
    /// … and what it gains for each metre a second, seconds.
    pub feeler_s: f32,
    /// Length of the side feelers against the middle one.
    pub side_feeler: f32,
    /// Angle between the middle feeler and each side feeler, radians.
    pub feeler_spread: f32,
    /// How far a body turns away when only a side feeler touches, radians.
    pub lean: f32,
    /// How far it turns when something is ahead, radians.
    pub swerve: f32,
    /// A body this near to the place it steers to has reached it, metres.
    pub reached_m: f32,
    /// No body is wider than this radius: bounds the search for neighbours, metres.
    pub widest_m: f32,
}

impl Default for MotionParams {
    fn default() -> Self {
        Self {
            feeler_m: 0.6,
            feeler_s: 0.25,
            side_feeler: 0.75,
            feeler_spread: 0.6,
            lean: 0.5,
            swerve: 1.6,
            reached_m: 0.3,
            widest_m: 5.0,
        }
    }
}
