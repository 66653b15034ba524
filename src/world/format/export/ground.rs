//! Ground as layers of tiles: a tile is a kind of ground.

use super::context::{COLUMNS, Export, TILE_PX};
use super::properties::{Properties, number, table};
use crate::world::format::element::Element;
use crate::world::format::legend;
use crate::world::{FULL_PACE, GroundKind, PLAIN_COST, World};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use toml::Value;

/// Layers of more cells than this are packed; others are text that other programs edit easily.
const MOST_PLAIN_CELLS: usize = 1 << 20;
/// The kind that no tile is written for.
const EMPTY: &str = "void";

/// The tiles of a map.
pub(super) struct Painted {
    kinds: Vec<GroundKind>,
    native: Vec<GroundKind>,
}

impl Painted {
    /// All kinds that storeys of the world have, and those of the native legend, to draw on with.
    pub(super) fn of(world: &World) -> Self {
        let native = legend::native();
        let mut kinds: Vec<GroundKind> = Vec::new();
        let planes = world.storeys().map(|storey| &world.on(storey).ground);
        for kind in planes.flat_map(|ground| ground.kinds()).chain(&native) {
            if !kinds.iter().any(|known| is_same(known, kind)) {
                kinds.push(kind.clone());
            }
        }
        Self { kinds, native }
    }

    pub(super) fn into_kinds(self) -> Vec<GroundKind> {
        self.kinds
    }

    /// The layer of a storey's ground; 0 is no tile.
    pub(super) fn layer(&self, export: &Export, plane: &World, id: u32) -> Element {
        let ground = &plane.ground;
        let (width, height) = export.size;
        if (ground.width(), ground.height()) != export.size {
            export.warn(format!(
                "storey '{}' has {} x {} cells, the map {width} x {height}: the rest of it is {EMPTY}",
                plane.floor.name.escape_debug(),
                ground.width(),
                ground.height()
            ));
        }
        let tile = |kind: &GroundKind| match self.kinds.iter().position(|known| is_same(known, kind)) {
            Some(i) if !(kind.name == EMPTY && self.is_native(kind)) => i as u32 + 1,
            _ => 0,
        };
        let tiles: Vec<u32> = ground.kinds().iter().map(tile).collect();
        let mut cells = ground.cells().map(|kind| tiles[usize::from(kind)]);
        let rows = (0..height).map(|y| {
            let row = (0..width).map(|x| if x < ground.width() && y < ground.height() { cells.next() } else { None });
            row.map(Option::unwrap_or_default).collect::<Vec<u32>>()
        });
        let data = if width * height > MOST_PLAIN_CELLS { packed(rows) } else { plain(rows) };
        let layer = Element::new("layer").with("id", id).with("name", "ground");
        layer.with("width", width).with("height", height).holding([data])
    }

    fn is_native(&self, kind: &GroundKind) -> bool {
        self.native.iter().any(|known| is_same(known, kind))
    }

    /// The tileset, whose tiles say what they are.
    pub(super) fn tileset(&self, picture: &str) -> Element {
        let columns = self.kinds.len().min(COLUMNS);
        let rows = self.kinds.len().div_ceil(COLUMNS);
        let side = |tiles: usize| tiles as u32 * TILE_PX;
        let image = Element::new("image").with("source", picture);
        let tiles = self.kinds.iter().enumerate().map(|(i, kind)| {
            let tile = Element::new("tile").with("id", i).with("type", "ground");
            tile.holding(self.says(kind).element())
        });
        Element::new("tileset")
            .with("firstgid", 1)
            .with("name", "ground")
            .with("tilewidth", TILE_PX)
            .with("tileheight", TILE_PX)
            .with("tilecount", self.kinds.len())
            .with("columns", columns)
            .with("margin", 0)
            .with("spacing", 0)
            .holding([image.with("width", side(columns)).with("height", side(rows))])
            .holding(tiles)
    }

    /// What a tile says of its ground: its name alone where the native legend has it so.
    fn says(&self, kind: &GroundKind) -> Properties {
        let mut all = Properties::default();
        all.text("ground", &kind.name);
        if self.is_native(kind) {
            return all;
        }
        all.flag("walkable", kind.walkable);
        all.flag("opaque", kind.opaque);
        all.text("look", <&str>::from(kind.look));
        let traversability = &kind.traversability;
        if traversability.pace != FULL_PACE {
            all.float("pace", f32::from(traversability.pace) / f32::from(FULL_PACE));
        }
        if traversability.vegetation > 0.0 {
            all.float("vegetation", traversability.vegetation);
        }
        let metres = |eighths: u8| f32::from(eighths) / f32::from(PLAIN_COST);
        let costs = costs(&traversability.costs, kind.walkable.then_some(kind.cost));
        match costs.len() {
            0 => {}
            _ if traversability.costs.is_empty() => all.float("cost", metres(kind.cost)),
            _ => all.native("cost", &table(costs)),
        }
        all
    }
}

/// What is said of costs, in metres of plain ground by movement class.
pub(super) fn costs(costs: &std::collections::BTreeMap<String, Option<u8>>, walk: Option<u8>) -> Vec<(&str, Value)> {
    let metres = |eighths: Option<u8>| number(eighths.map_or(f32::INFINITY, |n| f32::from(n) / f32::from(PLAIN_COST)));
    let walk = walk.map(|cost| ("walk", metres(Some(cost))));
    walk.into_iter().chain(costs.iter().map(|(class, cost)| (class.as_str(), metres(*cost)))).collect()
}

/// Whether two kinds are the same to bodies and eyes, whatever their letters.
fn is_same(a: &GroundKind, b: &GroundKind) -> bool {
    let costs = |kind: &GroundKind| {
        let own = &kind.traversability;
        (own.pace, own.vegetation, own.costs.clone())
    };
    let said = |kind: &GroundKind| (kind.walkable, kind.opaque, kind.cost, kind.look);
    a.name == b.name && said(a) == said(b) && costs(a) == costs(b)
}

/// Cells as numbers with commas between them, a row a line.
fn plain(rows: impl Iterator<Item = Vec<u32>>) -> Element {
    let line = |row: Vec<u32>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let text = rows.map(line).collect::<Vec<_>>().join(",\n");
    Element::new("data").with("encoding", "csv").with_text(text)
}

/// Cells as packed bytes.
fn packed(rows: impl Iterator<Item = Vec<u32>>) -> Element {
    let mut out = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in rows {
        let bytes: Vec<u8> = row.iter().flat_map(|tile| tile.to_le_bytes()).collect();
        // A list of bytes takes all there is.
        let _ = out.write_all(&bytes);
    }
    let text = STANDARD.encode(out.finish().unwrap_or_default());
    Element::new("data").with("encoding", "base64").with("compression", "zlib").with_text(text)
}
