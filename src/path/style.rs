//! What the paths of a body look like.

use super::CurveParams;

/// How a found path is drawn for a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PathStyle {
    /// From cell to cell, as it was searched.
    Grid,
    /// Pulled straight.
    #[default]
    Straight,
    /// Pulled straight, with arcs at its turns.
    Round,
}

/// What the paths of one body look like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathForm {
    /// How they are drawn.
    pub style: PathStyle,
    /// How far they keep from what they turn round where there is space for it, beyond the body's radius, metres.
    pub comfort_m: f32,
    /// The radius of an arc that the body walks without braking, metres: where there is space arcs are no tighter.
    pub easy_m: f32,
    /// The tightest arc that the body can walk, metres; 0: it turns on the spot.
    pub turn_radius_m: f32,
}

/// A path may become longer by this share of its length to keep its distance.
const LONGER_SHARE: f32 = 0.1;
/// A straight path has one point at each turn of at most so many radians.
const CORNER_RAD: f32 = 1.6;

impl PathForm {
    /// What is done to a pulled path; `None`: it is walked as it is.
    pub fn curve(&self) -> Option<CurveParams> {
        let usual = CurveParams { comfort_m: self.comfort_m, longer_share: LONGER_SHARE, ..CurveParams::default() };
        match self.style {
            PathStyle::Round => Some(CurveParams { turn_radius_m: self.turn_radius_m.max(self.easy_m), ..usual }),
            PathStyle::Straight if self.comfort_m > 0.0 => {
                Some(CurveParams { fillet_m: 0.0, step_rad: CORNER_RAD, ..usual })
            }
            PathStyle::Straight | PathStyle::Grid => None,
        }
    }
}
