//! What a round path is like.

/// The arcs of tight paths turn so much at each of their points at most, radians.
const STEP_RAD: f32 = 0.2;

/// What a round path is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveParams {
    /// How far it keeps from what it turns round where there is space for it, beyond the body's radius, metres.
    pub comfort_m: f32,
    /// It may become so much longer for that, as a share of its length.
    pub longer_share: f32,
    /// Where there is space its arcs have at least this radius, metres.
    pub turn_radius_m: f32,
    /// The radius of arcs at turns of the path round which no corner was found, metres.
    pub fillet_m: f32,
    /// How much it turns at each of its points at most, radians.
    pub step_rad: f32,
}

impl Default for CurveParams {
    fn default() -> Self {
        Self { comfort_m: 0.0, longer_share: 0.02, turn_radius_m: 0.0, fillet_m: 1.0, step_rad: STEP_RAD }
    }
}
