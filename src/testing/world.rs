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

    /// A world as a map of Tiled, `.tmx` or `.tmj` as `file` says, and what that does not say.
    pub fn as_tiled(world: &crate::World, file: &str) -> (String, Vec<crate::Diagnostic>) {
        use crate::world::format::{TiledForm, tiled};
        let form = if file.ends_with(".tmj") { TiledForm::Json } else { TiledForm::Xml };
        let map = tiled(world, form, "tiles.png").expect("small enough");
        (map.text, map.warnings)
    }

    /// The project of Tiled.
    pub fn tiled_project() -> String {
        crate::world::format::tiled_project()
    }
}

pub use crate::world::Abilities;
