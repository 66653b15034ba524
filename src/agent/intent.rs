//! What a script wants of its own body. Intents stay in force until the script changes them.

use crate::body::AgentId;
use crate::geom::Vec2;

/// How the body is to move.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Drive {
    /// Stand still.
    #[default]
    Stop,
    /// Go straight to a point at a share (0..=1) of top speed. With `feelers`, three probes steer round what is met.
    Steer {
        /// Metres.
        to: Vec2,
        /// Share of the full speed, 0 to 1.
        pace: f32,
        /// Whether feelers bend the course round obstacles.
        feelers: bool,
    },
    /// Walk in a direction at a share of top speed: the player's character.
    Walk {
        /// A unit vector.
        direction: Vec2,
        /// Share of the full speed, 0 to 1.
        pace: f32,
    },
    /// Stand still and turn towards a point.
    Face {
        /// Metres.
        to: Vec2,
    },
}

/// Everything a script has asked of its body.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Intent {
    pub drive: Drive,
    /// Strike at this one whenever it is within reach and the cooldown is over.
    pub attack: Option<AgentId>,
}
