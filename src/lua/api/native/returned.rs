//! What a native function returns.

use crate::agent::{Flock, Known, Value};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::nav::{Code, PathCost};
use std::sync::Arc;

/// What a call returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    Nil,
    Boolean(bool),
    Number(f64),
    Word(&'static str),
    /// What is known of a creature.
    Creature(Known),
    /// A list.
    Numbers(Vec<f64>),
    Strings(Vec<String>),
    /// A copy of plain data.
    Data(Arc<Value>),
    /// Where a creature was last seen or heard.
    Whereabouts(Known),
    /// Two numbers, or two nils.
    Place(Option<Vec2>),
    /// A place, and the name of the storey that it is on.
    PlaceOn(Vec2, Box<str>),
    /// A code and two numbers.
    Waypoint(Code, Vec2),
    /// Whether a door is open, and where it is.
    Door {
        open: bool,
        at: Vec2,
    },
    /// Several creatures taken together.
    Flock(Flock),
    /// Where a creature is, its heading in radians, and how fast it is.
    Moving {
        at: Vec2,
        heading: f32,
        speed_m_s: f32,
    },
    /// A place with an amount of influence.
    Spot {
        at: Vec2,
        amount: f32,
    },
    /// What the ground is like somewhere.
    Ground(GroundThere),
    /// What a path costs.
    Cost(PathCost),
    /// The nearest of several creatures, what a path there costs, and whether that is exact.
    Nearest(Option<(AgentId, f32, bool)>),
}

/// What the ground is like at a place, for one creature.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundThere {
    /// As the map calls it; `None` outside the world.
    pub kind: Option<String>,
    /// Metres.
    pub elevation_m: f32,
    /// Of the water, metres.
    pub depth_m: f32,
    /// In metres of plain ground a metre; `None`: closed.
    pub cost: Option<f32>,
}

impl From<bool> for Returned {
    fn from(b: bool) -> Self {
        Self::Boolean(b)
    }
}

impl From<f32> for Returned {
    fn from(n: f32) -> Self {
        Self::Number(n.into())
    }
}

impl From<Arc<Value>> for Returned {
    fn from(data: Arc<Value>) -> Self {
        Self::Data(data)
    }
}

impl From<AgentId> for Returned {
    fn from(id: AgentId) -> Self {
        Self::Number(id.number() as f64)
    }
}

impl<T: Into<Returned>> From<Option<T>> for Returned {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nil, Into::into)
    }
}
