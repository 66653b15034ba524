//! What tests of `world` use beyond its public face.

pub use crate::world::index::VolumeIndex;
pub use crate::world::kinds::KindRows;
pub use crate::world::{
    AreaCost, Change, FULL_PACE, Ground, GroundKind, Look, MoveClass, Movement, Object, PLAIN_COST, Passage, Terrain,
    Tiles, Traversability, Volume, World,
};

pub mod format {
    pub use crate::world::format::lines::Lines;
    pub use crate::world::format::{Query, embedded, load, load_scenario, parse, parse_scenario};
}

pub use crate::world::Abilities;
