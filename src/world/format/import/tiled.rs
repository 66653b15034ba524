//! Maps of the editor Tiled (mapeditor.org): `.tmx` and its JSON form `.tmj`, with tilesets and templates beside them in either form.
//!
//! A map becomes a native one: `docs/tiled.md` says what of it means what.

mod assemble;
mod data;
mod grid;
mod layers;
mod objects;
mod outline;
mod planes;
mod properties;
mod reader;
mod tileset;
mod tree;

use super::draft::Draft;
use crate::diag::Diagnostic;
use reader::Reader;
use tree::Element;

/// The native map that a map becomes, and what is wrong with it.
pub(super) fn draft(file: &str, bytes: &[u8]) -> (Option<Draft>, Vec<Diagnostic>) {
    let map = match Element::read(bytes, "map") {
        Ok(map) if map.name == "map" => map,
        Ok(other) => {
            let message = format!("this is a Tiled <{}>, not a map", other.name.escape_debug());
            return (None, vec![Diagnostic::error(file, message).at(other.line, 0)]);
        }
        Err(e) => return (None, vec![Diagnostic::error(file, e.to_string())]),
    };
    let reader = Reader::new(file, &map);
    let draft = assemble::map(&reader, &map);
    (draft.filter(|_| !reader.findings.failed()), reader.findings.into_all())
}
