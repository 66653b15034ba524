//! Maps of the editor Tiled (mapeditor.org): `.tmx` and its JSON form `.tmj`, with tilesets and templates beside them in either form.
//!
//! A map becomes a native one: `docs/tiled.md` says what of it means what.

mod assemble;
mod data;
mod diamonds;
mod grid;
mod layers;
mod objects;
mod outline;
mod planes;
mod properties;
mod reader;
mod tile_layer;
mod tileset;

use super::draft::{Draft, Origin};
use super::findings::Findings;
use crate::world::format::element::Element;
use reader::Reader;
use std::borrow::Cow;

/// The native map that a map becomes; `None` where it is none.
pub(super) fn draft(file: &str, bytes: Cow<[u8]>, findings: &Findings) -> Option<Draft> {
    let read = Element::read(&bytes, "map");
    // What was read of it is as large.
    drop(bytes);
    let map = match read {
        Ok(map) if map.name == "map" => map,
        Ok(other) => {
            let origin = Origin { line: other.line, what: String::new() };
            findings.error(&origin, format!("this is a Tiled <{}>, not a map", other.name.escape_debug()));
            return None;
        }
        Err(e) => {
            findings.error(&Origin::default(), e.to_string());
            return None;
        }
    };
    assemble::map(&Reader::new(file, &map, findings), &map)
}
