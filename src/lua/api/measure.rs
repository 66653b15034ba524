//! What numbers of the API measure, and between which bounds they lie.

use crate::lua::api::declare::Type;
use std::f64::consts::PI;
use std::fmt::{Display, Formatter};

/// A unit with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// In a script writer's words.
    pub unit: &'static str,
    pub low: f64,
    pub high: f64,
    /// Its values lie above `low`.
    pub above: bool,
    /// Between these it is almost certainly another unit that is meant.
    pub foreign: Option<(f64, f64)>,
    /// What helps against a number that is outside.
    pub hint: &'static str,
}

const ANY: Measure =
    Measure { unit: "", low: f64::NEG_INFINITY, high: f64::INFINITY, above: false, foreign: None, hint: "" };

const fn measure(m: &'static Measure) -> Type {
    Type::Measure(m)
}

/// A share of top speed.
pub(crate) const PACE: Type = measure(&Measure {
    unit: "a share of top speed",
    low: 0.0,
    high: 1.0,
    hint: "1 is full speed, 0.5 half of it",
    ..ANY
});
/// Chance.
pub(crate) const SHARE: Type = measure(&Measure {
    unit: "a share",
    low: 0.0,
    high: 1.0,
    hint: "30 of 100 are 0.3; whole numbers come from npc:random(1, 100)",
    ..ANY
});
/// How far something reaches.
pub(crate) const REACH: Type =
    measure(&Measure { unit: "a distance in metres", low: 0.0, above: true, hint: "for example 25", ..ANY });
/// A distance that may be nothing.
pub(crate) const METRES: Type =
    measure(&Measure { unit: "a distance in metres", low: 0.0, hint: "a distance is never negative", ..ANY });
/// How many of something are wanted.
pub(crate) const COUNT: Type =
    measure(&Measure { unit: "a count", low: 1.0, hint: "for all of them leave it out", ..ANY });
/// A direction.
pub(crate) const RADIANS: Type = measure(&Measure {
    unit: "an angle in radians",
    low: -PI,
    high: PI,
    hint: "math.rad(…) turns degrees into radians",
    ..ANY
});
/// How long a state lasts, or a timer.
pub(crate) const STATE_SECONDS: Type = measure(&Measure {
    unit: "a time in seconds",
    low: 0.0,
    foreign: Some((999.0, f64::INFINITY)),
    hint: "seconds are counted from 0; 3000 milliseconds are 3 seconds",
    ..ANY
});
/// How long something lasts.
pub(crate) const SECONDS: Type =
    measure(&Measure { unit: "a time in seconds", low: 0.0, hint: "a time is never negative", ..ANY });
/// Health.
pub(crate) const HEALTH: Type = measure(&Measure {
    unit: "in points, from 0 to npc.max_health",
    low: 0.0,
    foreign: Some((0.0, 1.0)),
    hint: "for a share of it write … * npc.max_health",
    ..ANY
});
/// How fast something moves.
pub(crate) const SPEED: Type =
    measure(&Measure { unit: "a speed in metres a second", low: 0.0, hint: "a speed is never negative", ..ANY });

impl Measure {
    /// Whether a number lies outside of the bounds.
    pub(crate) fn refuses(&self, n: f64) -> bool {
        n < self.low || n > self.high || self.above && n <= self.low
    }

    /// Whether a number is inside and almost certainly in another unit.
    pub(crate) fn is_foreign(&self, n: f64) -> bool {
        self.foreign.is_some_and(|(from, to)| from < n && n < to)
    }

    /// `0 to 1`; empty where all that is not negative is fine.
    pub(crate) fn bounds(&self) -> String {
        let shown =
            |n: f64| if n.abs() == PI { if n < 0.0 { "-π".into() } else { "π".into() } } else { n.to_string() };
        match self {
            Self { high, .. } if high.is_finite() => format!("{} to {}", shown(self.low), shown(*high)),
            Self { above: true, .. } => format!("above {}", shown(self.low)),
            Self { low, .. } if *low > 0.0 => format!("at least {}", shown(*low)),
            _ => String::new(),
        }
    }
}

/// `a share of top speed, 0 to 1`.
impl Display for Measure {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let bounds = self.bounds();
        f.write_str(self.unit)?;
        if bounds.is_empty() { Ok(()) } else { write!(f, ", {bounds}") }
    }
}
