//! Worlds as maps of the editor Tiled. Opened again they are the same worlds; what Tiled cannot say is reported.

mod context;
mod ground;
mod objects;
mod project;
mod properties;

pub(crate) use context::{COLUMNS, TILE_PX};
pub(crate) use project::tiled_project;

use super::element::{Element, TreeError};
use super::import::TooManyCells;
use crate::diag::Diagnostic;
use crate::geom::Storey;
use crate::world::{GroundKind, World};
use context::Export;
use ground::Painted;
use objects::Placer;
use properties::Properties;
use std::cell::RefCell;

/// The version of Tiled's format that is written.
const VERSION: &str = "1.10";
/// The class of groups that are storeys.
const STOREY: &str = "storey";

/// Tiled's two forms of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TiledForm {
    /// `.tmx`.
    Xml,
    /// `.tmj`.
    Json,
}

/// A world as a map of Tiled.
pub(crate) struct TiledMap {
    /// The file.
    pub(crate) text: String,
    /// The kinds of ground that its tiles are, in their order: the picture of the tiles shows them, [`COLUMNS`] in a row.
    pub(crate) kinds: Vec<GroundKind>,
    /// What of the world it does not say.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Why a world is not written as a map of Tiled: it could not be opened again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TiledError {
    /// The ground has more cells than are read.
    #[error(transparent)]
    Cells(#[from] TooManyCells),
    /// The objects have more elements than are read.
    #[error("{}", TreeError::Many)]
    Elements,
}

/// Writes a world as a map of Tiled; `picture` is the file that its tiles are drawn in.
///
/// # Errors
/// The map would be so large that it could not be opened again.
pub(crate) fn tiled(world: &World, form: TiledForm, picture: &str) -> Result<TiledMap, TiledError> {
    let planes = || world.storeys().map(|storey| world.on(storey));
    let size =
        planes().fold((0, 0), |size, plane| (size.0.max(plane.ground.width()), size.1.max(plane.ground.height())));
    TooManyCells::precheck(size.0 as u64, size.1 as u64, world.storeys().count())?;
    let scale = f64::from(TILE_PX) / f64::from(world.ground.resolution_m());
    let export = Export { world, scale, size, warnings: RefCell::default() };
    let painted = Painted::of(world);
    let mut placer = Placer::new(&export);
    let mut layers = Vec::new();
    for storey in world.storeys() {
        let plane = world.on(storey);
        let own = [painted.layer(&export, plane, placer.next_layer()), placer.layer(storey)];
        if storey == Storey::GROUND {
            layers.extend(own);
            continue;
        }
        let group =
            Element::new("group").with("id", placer.next_layer()).with("name", &plane.floor.name).with("class", STOREY);
        let mut properties = Properties::default();
        properties.float("floor", plane.floor.height_m);
        properties.terrain(plane.ground.terrain());
        layers.push(group.holding(properties.element()).holding(own));
    }
    if placer.is_full() {
        return Err(TiledError::Elements);
    }
    let map = Element::new("map")
        .with("type", "map")
        .with("version", VERSION)
        .with("orientation", "orthogonal")
        .with("renderorder", "right-down")
        .with("width", size.0)
        .with("height", size.1)
        .with("tilewidth", TILE_PX)
        .with("tileheight", TILE_PX)
        .with("infinite", 0)
        .with("nextlayerid", placer.next_layer())
        .with("nextobjectid", placer.next_object())
        .holding(properties::of_map(world).element())
        .holding([painted.tileset(picture)])
        .holding(layers);
    let text = match form {
        TiledForm::Xml => map.to_xml(),
        TiledForm::Json => map.to_json(),
    };
    Ok(TiledMap { text, kinds: painted.into_kinds(), warnings: export.warnings.into_inner() })
}
