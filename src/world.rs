//! What exists: the ground, the objects' bounding volumes with their spatial index, and where creatures begin.
//!
//! What changes once it is built is its doors, boxes that are placed, and its ground (`edit`). It knows nothing of agents; queries give the size of the body.

mod areas;
mod doors;
mod edit;
mod floor;
pub(crate) mod format;
mod graphs;
mod ground;
pub(crate) mod index;
pub(crate) mod kinds;
mod layers;
mod markers;
mod movement;
mod passage;
mod placed;
mod portals;
mod query;
mod reload;
mod shared;
mod sight;
mod storeys;
mod terrain;

pub(crate) use crate::body::FLIGHT_M;
pub use crate::body::{GateCost, GateGround, MoveClass};
pub use areas::{Area, Areas, Place};
pub use doors::{Change, Door};
pub use edit::{Edit, EditError, PlannedEdit};
pub use floor::Floor;
pub(crate) use format::{MOST_AREAS, MOST_ROLES};
pub use graphs::GraphKind;
pub use ground::{Ground, GroundKind, Look, PLAIN_COST, Traversability};
pub use layers::{LayerSource, LayerSpec};
pub(crate) use layers::{MOST_LAYERS, joined as joined_layers};
pub use markers::Marker;
pub(crate) use movement::MOST_MOVEMENTS;
pub use movement::Movement;
pub use passage::{FULL_PACE, Passage};
pub use portals::{Abilities, Crossing, Landing, Portal, PortalEnd, PortalKind, Portals};
pub use reload::MapRefusal;
pub use shared::SharedList;
pub(crate) use terrain::TILE_M;
pub use terrain::{AreaCost, Terrain, Tiles};

use crate::geom::{Aabb, Obb, Storey, Vec2};
use clap::ValueEnum;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// The height below which a volume's top is stepped over, in metres (Dahlberg & Viktorsson 2002, ch. 4.3.3).
pub(crate) const STEP_HEIGHT_M: f32 = 0.5;

/// A whole world: what a map file describes.
#[derive(Clone, Debug)]
pub struct World {
    /// The map's own name, for titles and reports.
    pub name: String,
    /// The file it was read from, as the user named it, for messages; empty for a world built in memory.
    pub file: String,
    /// All files that it was read from, those included that it refers to; none for a world built in memory.
    pub files: Vec<PathBuf>,
    /// What the cells are. Copies of a world share it.
    pub ground: Arc<Ground>,
    /// Things with a name; each has volumes.
    pub objects: SharedList<Object>,
    /// What bodies collide with.
    pub volumes: SharedList<Volume>,
    /// Those of them that can be opened.
    pub doors: Vec<Door>,
    /// The factions whose creatures may place, move and take away boxes and change ground, none for all of them; `None`: no
    /// creature may.
    pub changed_by: Option<Vec<Box<str>>>,
    /// Where creatures come to life.
    pub spawns: Vec<SpawnArea>,
    /// Places and areas with names.
    pub areas: Areas,
    /// The nodes of the graph `markers`.
    pub markers: Vec<Marker>,
    /// The layers of influence that it declares.
    pub layers: Vec<LayerSpec>,
    /// Where the player's character starts; `None` leaves the choice to the simulation.
    pub player: Option<Vec2>,
    /// On which storey that is.
    pub player_storey: Storey,
    /// What the map's author wants of the planner, e.g. `window`; `None` leaves it to the configuration.
    pub planner: Option<Planner>,
    /// Over which graph paths are planned instead of cells; `None` leaves it to the configuration.
    pub graph: Option<GraphKind>,
    /// Over what gates are kept; `None` leaves it to the configuration.
    pub gates: Option<GateGround>,
    /// What gates add to the cost of a step; `None` leaves it to the configuration.
    pub gate_cost: Option<GateCost>,
    /// Where the map came from: shown once when it is loaded and in reports.
    pub attribution: Option<String>,
    /// What this plane is called as a storey, and how high it lies.
    pub floor: Floor,
    /// Connections between storeys, and links within them.
    portals: Arc<Portals>,
    /// The storeys above the ground, from below. Each has a ground, objects, volumes, doors and areas of its own; of the rest
    /// only the ground's counts.
    above: Vec<Arc<World>>,
    /// Their names.
    storey_names: Arc<BTreeMap<Box<str>, Storey>>,
    index: Arc<index::VolumeIndex>,
    /// Boxes that came or moved; `None` before the first.
    placed: Option<Arc<index::Placed>>,
    /// Its map was saved again while it ran.
    is_reloaded: bool,
}

/// An area in which creatures of one behaviour begin, and begin again.
#[derive(Clone, Debug, PartialEq)]
pub struct SpawnArea {
    /// The behaviour's name, as in `npc/NAME.lua`.
    pub behaviour: String,
    /// Metres.
    pub area: Aabb,
    /// Creatures begin in the ellipse that fits into the area, outside its middle, which is so many times as wide; the fewer they
    /// are, the nearer to the middle. `None`: anywhere in the area.
    pub ring: Option<f32>,
    /// The storey that it is on.
    pub storey: Storey,
    /// How many creatures.
    pub count: u32,
    /// Whether creatures that are added to the map's own begin here too.
    pub population: bool,
    /// Seconds from a death to the next life; `None` means dead for good.
    pub respawn_s: Option<f32>,
    /// What its creatures get of the settings that their behaviour declares.
    pub settings: Vec<GivenSetting>,
    /// Line of the map file, for messages; 0 when not known.
    pub line: u32,
}

/// A setting that a map gives to the creatures of a spawn area.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenSetting {
    /// As the behaviour declares it.
    pub name: String,
    /// What the creatures get.
    pub value: Literal,
    /// Line of the map file, for messages; 0 when not known.
    pub line: u32,
}

/// A value that a map writes out.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A finite number.
    Number(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A string.
    String(String),
}

impl World {
    /// Puts a world together and builds its spatial index.
    pub fn new(name: impl Into<String>, ground: Ground, objects: Vec<Object>, volumes: Vec<Volume>) -> Self {
        let index = Arc::new(index::VolumeIndex::build(&ground, volumes.iter()));
        Self {
            name: name.into(),
            file: String::new(),
            files: Vec::new(),
            ground: Arc::new(ground),
            objects: objects.into(),
            volumes: volumes.into(),
            doors: Vec::new(),
            changed_by: None,
            spawns: Vec::new(),
            areas: Areas::default(),
            markers: Vec::new(),
            layers: Vec::new(),
            player: None,
            player_storey: Storey::GROUND,
            planner: None,
            graph: None,
            gates: None,
            gate_cost: None,
            attribution: None,
            floor: Floor::default(),
            portals: Arc::default(),
            above: Vec::new(),
            storey_names: Arc::default(),
            index,
            placed: None,
            is_reloaded: false,
        }
    }

    /// Builds the spatial index again, after volumes were added.
    fn index_again(&mut self) {
        self.index = Arc::new(index::VolumeIndex::build(&self.ground, self.volumes.iter()));
    }

    /// How many parts of its ground, objects and volumes this plane has in common with another, and how many it has: a world
    /// that something still shows is changed in copies of single parts.
    pub fn in_common(&self, other: &Self) -> (usize, usize) {
        let ground = self.ground.in_common(&other.ground);
        let (objects, volumes) = (self.objects.in_common(&other.objects), self.volumes.in_common(&other.volumes));
        (ground.0 + objects.0 + volumes.0, ground.1 + objects.1 + volumes.1)
    }

    /// Whether something of it may open or close while it runs, as far as the map says, or has changed already.
    pub fn may_change(&self) -> bool {
        !self.doors.is_empty() || self.changed_by.is_some() || self.placed.is_some() || self.is_reloaded
    }

    /// Width and height in metres.
    pub fn size(&self) -> Vec2 {
        self.ground.size()
    }
}

/// How agents plan their paths.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, EnumString, IntoStaticStr, VariantNames, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Planner {
    /// Each agent searches a window around itself
    Window,
    /// All agents of a size share one grid of the whole world, searched exactly; a world of more than 2^24 cells
    /// (`most_shared_cells` in `[nav]`) uses hierarchical search, and agents refine their paths as they walk
    #[default]
    Static,
}

/// Something placed in the world: a house, a tree, a fence. Its volumes are what bodies meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// What maps call it.
    pub name: String,
    /// How it is drawn, e.g. `tree`, `rock`, `wall`, `fence`, `house`, `container`, `stall`.
    pub kind: String,
    /// Its volumes: a range of `World::volumes`.
    pub volumes: std::ops::Range<u32>,
}

/// A box, turned about the z axis only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Seen from above, metres.
    pub footprint: Obb,
    /// Height of its underside above the ground, metres.
    pub base_m: f32,
    /// Height of its top above the ground, metres.
    pub top_m: f32,
    /// Index into `World::objects`.
    pub object: u32,
}

impl Volume {
    /// Whether it is there: a door that is open is not.
    pub fn is_there(&self) -> bool {
        self.top_m > self.base_m
    }

    /// Whether it blocks a body `height_m` tall: not stepped over, not walked under
    /// (Dahlberg & Viktorsson 2002, ch. 4.3.3), and not flown over or under.
    pub fn matters_to(&self, height_m: f32, moves: MoveClass) -> bool {
        if moves == MoveClass::FLY {
            return self.top_m > FLIGHT_M && self.base_m < FLIGHT_M + height_m;
        }
        self.top_m >= STEP_HEIGHT_M && self.base_m < height_m
    }

    /// Whether a disc of `radius_m` round `at` reaches into its shadow on the ground. Touching is not reaching.
    pub fn meets(&self, at: Vec2, radius_m: f32) -> bool {
        // The bounds are asked too, so that the result is the index's to the last bit.
        self.footprint.distance(at) < radius_m.max(f32::EPSILON)
            && self.footprint.bounds().overlaps(Aabb::around(at, radius_m))
    }

    /// Its shadow on the ground, grown (or, below 0, shrunk; never past its centre line) by `by` metres to all sides.
    pub fn grown(&self, by: f32) -> Obb {
        Obb { half: (self.footprint.half + Vec2::splat(by)).max(Vec2::ZERO), ..self.footprint }
    }
}
