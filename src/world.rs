//! What exists: the ground, the objects' bounding volumes with their spatial index, and where creatures begin.
//!
//! A world never changes once it is built. It knows nothing of agents; queries give the size of the body.

pub(crate) mod format;
mod ground;
pub(crate) mod index;
pub(crate) mod kinds;
mod planner;
mod query;
mod volume;

pub use ground::{Ground, GroundKind, Look};
pub use planner::Planner;
pub use volume::{Object, Volume};

use crate::geom::{Aabb, Vec2};

/// The height below which a volume's top is stepped over, in metres (Dahlberg & Viktorsson 2002, ch. 4.3.3).
pub(crate) const STEP_HEIGHT_M: f32 = 0.5;

/// A whole world: what a map file describes.
#[derive(Clone, Debug)]
pub struct World {
    /// The map's own name, for titles and reports.
    pub name: String,
    /// The file it was read from, as the user named it, for messages; empty for a world built in memory.
    pub file: String,
    /// What the cells are.
    pub ground: Ground,
    /// Things with a name; each has volumes.
    pub objects: Vec<Object>,
    /// What bodies collide with.
    pub volumes: Vec<Volume>,
    /// Where creatures come to life.
    pub spawns: Vec<SpawnArea>,
    /// Where the player's character starts; `None` leaves the choice to the simulation.
    pub player: Option<Vec2>,
    /// What the map's author wants of the planner, e.g. `window`; `None` leaves it to the configuration.
    pub planner: Option<Planner>,
    /// Where the map came from: shown once when it is loaded and in reports.
    pub attribution: Option<String>,
    index: index::VolumeIndex,
}

/// An area in which creatures of one behaviour begin, and begin again.
#[derive(Clone, Debug, PartialEq)]
pub struct SpawnArea {
    /// The behaviour's name, as in `npc/NAME.lua`.
    pub behaviour: String,
    /// Metres.
    pub area: Aabb,
    /// How many creatures.
    pub count: u32,
    /// Seconds from a death to the next life; `None` means dead for good.
    pub respawn_s: Option<f32>,
    /// Line of the map file, for messages; 0 when not known.
    pub line: u32,
}

impl World {
    /// Puts a world together and builds its spatial index.
    pub fn new(name: impl Into<String>, ground: Ground, objects: Vec<Object>, volumes: Vec<Volume>) -> Self {
        let index = index::VolumeIndex::build(&ground, &volumes);
        Self {
            name: name.into(),
            file: String::new(),
            ground,
            objects,
            volumes,
            spawns: Vec::new(),
            player: None,
            planner: None,
            attribution: None,
            index,
        }
    }

    /// Width and height in metres.
    pub fn size(&self) -> Vec2 {
        self.ground.size()
    }
}
