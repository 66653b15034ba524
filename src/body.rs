//! Identities and flat arrays of where everything is and how fast: the read-only view that `crowd` and `nav` get.

pub(crate) mod column;
mod neighbours;
mod planning;
mod slot_set;
pub(crate) mod spread;

pub use neighbours::NeighbourIndex;
pub use planning::{GateCost, GateGround};
pub use slot_set::SlotSet;

use crate::geom::{Storey, Vec2};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How many bits of an identity's number are the slot; the generation lies above.
const SLOT_BITS: u32 = 20;
/// The most creatures that can be alive at one time.
pub const MAX_AGENTS: usize = 1 << SLOT_BITS;

/// An agent's identity: a slot in the flat arrays and the generation of its occupant, so that an old identity never names
/// a newcomer in the same slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AgentId {
    slot: u32,
    generation: u32,
}

impl AgentId {
    /// The id of the agent that was the `generation`th in a slot.
    pub fn new(slot: usize, generation: u32) -> Self {
        Self { slot: slot as u32, generation }
    }

    /// The index into arrays of agents.
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// How many agents had the slot before.
    pub fn generation(self) -> u32 {
        self.generation
    }

    /// The number scripts and people see: small for the first creature of each slot, exact in a Lua number.
    pub fn number(self) -> u64 {
        (u64::from(self.generation) << SLOT_BITS) | u64::from(self.slot)
    }

    /// The identity that a number encodes, if it can be one at all (it may name an agent long dead).
    pub fn from_number(n: f64) -> Option<Self> {
        if n < 0.0 || n.fract() != 0.0 {
            return None;
        }
        let bits = n as u64;
        let generation = u32::try_from(bits >> SLOT_BITS).ok()?;
        Some(Self { slot: (bits & (MAX_AGENTS as u64 - 1)) as u32, generation })
    }

    /// The identity that a number in a script's memory seems to mean, where `slots` were ever used. Only later occupants
    /// are recognised: the number of a first one looks like any other.
    pub fn recognised(n: f64, slots: usize) -> Option<Self> {
        Self::from_number(n).filter(|id| id.generation > 0 && id.slot() < slots)
    }
}

/// As people read it: the slot, and from its second occupant on letters, as columns of a table have them: `14`, `14b`, `14z`,
/// `14aa`.
impl fmt::Display for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut left = if self.generation == 0 { 0 } else { u64::from(self.generation) + 1 };
        while left > 0 {
            left -= 1;
            letters.push(char::from(b'a' + (left % 26) as u8));
            left /= 26;
        }
        write!(f, "{}{}", self.slot, letters.iter().rev().collect::<String>())
    }
}

/// Reads what [`Display`](fmt::Display) writes, and the number that scripts see.
impl std::str::FromStr for AgentId {
    type Err = NotAnId;

    fn from_str(s: &str) -> Result<Self, NotAnId> {
        let (digits, letters) = s.split_at(s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len()));
        let number = digits.parse::<u64>().map_err(|_| NotAnId)?;
        if letters.is_empty() {
            return Self::from_number(number as f64).ok_or(NotAnId);
        }
        let add = |sum: u64, b: u8| {
            let digit = b.is_ascii_lowercase().then(|| u64::from(b - b'a') + 1)?;
            sum.checked_mul(26)?.checked_add(digit)
        };
        let count = letters.bytes().try_fold(0, add).ok_or(NotAnId)?;
        let generation = u32::try_from(count - 1).map_err(|_| NotAnId)?;
        let slot = u32::try_from(number).ok().filter(|n| (*n as usize) < MAX_AGENTS).ok_or(NotAnId)?;
        Ok(Self { slot, generation })
    }
}

/// A string that names no creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a creature's number")]
pub struct NotAnId;

/// A movement class, by its number among those that a world has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveClass(pub u8);

impl MoveClass {
    /// On feet: what bodies do whose behaviour does not say.
    pub const WALK: Self = Self(0);
    /// On feet, and through water of any depth.
    pub const SWIM: Self = Self(1);
    /// In the air, over all ground.
    pub const FLY: Self = Self(2);

    /// Its place in lists of classes.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How high above the ground bodies fly, metres: volumes that end lower are beneath them.
pub(crate) const FLIGHT_M: f32 = 3.0;

/// One body, as a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Metres.
    pub position: Vec2,
    /// On which storey that is.
    pub storey: Storey,
    /// Metres a second.
    pub velocity: Vec2,
    /// Metres.
    pub radius_m: f32,
    /// Metres.
    pub height_m: f32,
    /// Top speed, metres a second.
    pub speed_m_s: f32,
    /// How it moves.
    pub moves: MoveClass,
}

/// What was seen of a moving target: all that a pathfinder gets of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// The target's body, as it was seen.
    pub body: Body,
    /// The step in which it was last seen.
    pub step: u64,
    /// Whether it is still in sight.
    pub in_sight: bool,
}

/// Where every body is and how it moves, one entry a slot.
#[derive(Clone, Debug, Default)]
pub struct Bodies {
    /// Centres, metres.
    pub position: Vec<Vec2>,
    /// The storeys that these are on.
    pub storey: Vec<Storey>,
    /// Metres a second.
    pub velocity: Vec<Vec2>,
    /// Radians, clockwise from +x.
    pub heading: Vec<f32>,
    /// Metres.
    pub radius: Vec<f32>,
    /// Metres.
    pub height: Vec<f32>,
    /// Top speed, metres a second.
    pub speed: Vec<f32>,
    /// How it moves.
    pub moves: Vec<MoveClass>,
    /// Whether the agent lives.
    pub alive: Vec<bool>,
    /// How many agents had the slot before.
    pub generation: Vec<u32>,
}

impl Bodies {
    /// Slots in use or once used; dead ones included.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// The slot of a living agent; `None` when it is gone.
    pub fn find(&self, id: AgentId) -> Option<usize> {
        let slot = id.slot();
        (slot < self.len() && self.alive[slot] && self.generation[slot] == id.generation()).then_some(slot)
    }

    /// The body in a slot.
    pub fn body(&self, slot: usize) -> Body {
        Body {
            position: self.position[slot],
            storey: self.storey[slot],
            velocity: self.velocity[slot],
            radius_m: self.radius[slot],
            height_m: self.height[slot],
            speed_m_s: self.speed[slot],
            moves: self.moves[slot],
        }
    }

    /// A moving target in sight, as it is in this step; `None` when it is gone.
    pub fn sighting(&self, id: AgentId, step: u64) -> Option<Sighting> {
        self.find(id).map(|slot| Sighting { body: self.body(slot), step, in_sight: true })
    }

    /// The id of the agent in a slot.
    pub fn id(&self, slot: usize) -> AgentId {
        AgentId::new(slot, self.generation[slot])
    }

    /// Whether two bodies are anywhere at one height: what flies passes over what walks.
    pub(crate) fn meet_in_height(&self, slot: usize, other: usize) -> bool {
        let ((flies, tall), (other_flies, other_tall)) = (self.flight(slot), self.flight(other));
        flies == other_flies || if flies { other_tall } else { tall }
    }

    /// Whether two bodies are on one storey and anywhere at one height.
    pub(crate) fn meet(&self, slot: usize, other: usize) -> bool {
        self.storey[slot] == self.storey[other] && self.meet_in_height(slot, other)
    }

    /// Whether a body flies, and whether it is tall enough for what flies to meet it.
    pub(crate) fn flight(&self, slot: usize) -> (bool, bool) {
        (self.moves[slot] == MoveClass::FLY, self.height[slot] > FLIGHT_M)
    }

    /// Slots of all living agents, in order.
    pub fn living(&self) -> impl Iterator<Item = usize> + '_ {
        self.alive.iter().enumerate().filter_map(|(slot, alive)| alive.then_some(slot))
    }
}
