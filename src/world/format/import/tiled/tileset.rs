//! Tilesets: what each of their tiles says of the ground, and the shapes that close a part of it.

use super::super::draft::Origin;
use super::super::keys::Properties;
use super::outline;
use super::reader::Reader;
use crate::world::format::element::Element;
use std::collections::BTreeMap;

/// Tiles that a tileset may have.
const MOST_TILES: u32 = 1 << 20;

/// A tile of which a tileset says something.
#[derive(Debug, Default)]
pub(super) struct Tile {
    pub properties: Properties,
    pub class: String,
    /// The shapes that the tile editor's collision editor drew, as objects; pixels from the upper left corner of the tile.
    pub shapes: Vec<Element>,
}

/// A tileset as a map uses it.
#[derive(Debug)]
pub(super) struct Tileset {
    pub name: String,
    /// The number of its first tile in the map.
    first: u32,
    /// One more than the number of its last tile, in the tileset.
    count: u32,
    pub size_px: (f64, f64),
    /// What point of an object that shows a tile is the object's place: shares of its width and height.
    pub anchor: (f64, f64),
    tiles: BTreeMap<u32, Tile>,
}

impl Reader<'_> {
    /// Reads a `<tileset>`: its first tile has the number `first` in the map.
    pub(super) fn tileset(&self, element: &Element, first: u32, origin: &Origin) -> Tileset {
        let number = |name: &'static str| {
            let read = outline::number(element, name, 0.0);
            read.map_err(|e| self.findings.error(origin, e.to_string())).unwrap_or(0.0).max(0.0)
        };
        let (mut tiles, mut last) = (BTreeMap::new(), 0);
        for tile in element.all("tile") {
            let id = tile.get("id").unwrap_or("");
            let Some(number) = id.parse().ok().filter(|id: &u32| *id < MOST_TILES) else {
                let id: String = id.chars().take(20).collect();
                self.findings.error(origin, format!("'{}' is no number of a tile", id.escape_debug()));
                continue;
            };
            let origin = Origin { what: format!("{}, tile {number}", origin.what), ..origin.clone() };
            let class = tile.get("type").or_else(|| tile.get("class")).unwrap_or("").to_owned();
            let shapes = tile.all("objectgroup").flat_map(|group| group.all("object")).cloned().collect();
            tiles.insert(number, Tile { properties: self.properties(tile, &origin), class, shapes });
            last = last.max(number + 1);
        }
        // Collections of pictures may have tiles with numbers beyond their count.
        let count = (number("tilecount") as u32).max(last).min(MOST_TILES);
        let anchor = match element.get("objectalignment").unwrap_or("unspecified") {
            "topleft" => (0.0, 0.0),
            "top" => (0.5, 0.0),
            "topright" => (1.0, 0.0),
            "left" => (0.0, 0.5),
            "center" => (0.5, 0.5),
            "right" => (1.0, 0.5),
            "bottom" => (0.5, 1.0),
            "bottomright" => (1.0, 1.0),
            _ => (0.0, 1.0),
        };
        let name = element.get("name").unwrap_or("").to_owned();
        Tileset { name, first, count, size_px: (number("tilewidth"), number("tileheight")), anchor, tiles }
    }
}

impl Tileset {
    /// The place of a tile of the map in this tileset, if it is one of its own.
    fn place(&self, number: u32) -> Option<u32> {
        number.checked_sub(self.first).filter(|id| *id < self.count)
    }
}

/// The tilesets of a map.
#[derive(Debug, Default)]
pub(super) struct Tilesets {
    all: Vec<Tileset>,
}

impl Tilesets {
    pub(super) fn new(mut all: Vec<Tileset>) -> Self {
        all.sort_by_key(|tileset| tileset.first);
        Self { all }
    }

    /// The tileset of a tile of the map, and the tile's number there.
    pub(super) fn find(&self, number: u32) -> Option<(&Tileset, u32)> {
        let after = self.all.partition_point(|tileset| tileset.first <= number);
        let tileset = self.all.get(after.checked_sub(1)?)?;
        Some((tileset, tileset.place(number)?))
    }

    /// All tiles of which something is said, with the names of their tilesets and their numbers there.
    pub(super) fn each(&self) -> impl Iterator<Item = (&str, u32, &Tile)> {
        self.all.iter().flat_map(|set| set.tiles.iter().map(|(id, tile)| (set.name.as_str(), *id, tile)))
    }

    /// What is said of a tile of the map.
    pub(super) fn tile(&self, number: u32) -> Option<&Tile> {
        let (tileset, id) = self.find(number)?;
        tileset.tiles.get(&id)
    }
}
