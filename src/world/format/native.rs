//! The native format: handwritten TOML.

use super::boxes::LONGEST_NAME;
use super::lines::BYTE_ORDER_MARK;
use super::shared::Shared;
use super::{Doc, Table, crowd, influence, markers, nav, permits, portals, spawns, storeys};
use crate::diag::{Diagnostic, toml_text_fault};
use crate::geom::{Aabb, Vec2};
use crate::world::World;
use toml::Spanned;
use toml::de::DeTable;

/// The one version of the format there is so far.
const VERSION: u32 = 1;
const LONGEST_ATTRIBUTION: usize = 1_000;

const KEYS: [&str; 22] = [
    "format",
    "name",
    "resolution",
    "planner",
    "nav",
    "crowd",
    "attribution",
    "ground",
    "legend",
    "prefab",
    "object",
    "scatter",
    "door",
    "changes",
    "spawn",
    "player",
    "place",
    "area",
    "marker",
    "influence",
    "storey",
    "portal",
];

pub(super) fn read(file: &str, bytes: &[u8]) -> (Option<World>, Vec<Diagnostic>) {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => {
            let before = String::from_utf8_lossy(&bytes[..e.valid_up_to()]);
            let problem = Diagnostic::error(file, "this file is not UTF-8").at_offset(&before, before.len());
            return (None, vec![problem.hint("save the map as UTF-8")]);
        }
    };
    let root = match DeTable::parse(text) {
        Ok(root) => root,
        Err(e) => {
            let message = e.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
            let at = e.span().map_or(0, |s| s.start);
            let problem = match toml_text_fault(text, at, &message) {
                Some(cause) => Diagnostic::error(file, cause.message).at_offset(text, cause.at).hint(cause.hint),
                None => Diagnostic::error(file, format!("this is not TOML: {message}")).at_offset(text, at),
            };
            return (None, vec![problem]);
        }
    };
    let doc = Doc::new(file, text);
    let world = assemble(&doc, &root);
    (world, doc.into_problems())
}

fn assemble<'a>(doc: &'a Doc<'a>, root: &'a Spanned<DeTable<'a>>) -> Option<World> {
    let top = Table { doc, table: root.get_ref(), span: 0..0, what: "a map" };
    if top.get("format").is_none() {
        top.allow(&KEYS);
    }
    // Another version may mean anything by its other keys: only this is said about it.
    version(&top)?;
    top.allow(&KEYS);
    let shared = Shared::read(&top)?;
    let stem = std::path::Path::new(doc.file).file_stem().map_or("map".into(), |s| s.to_string_lossy());
    let name = top.text("name", LONGEST_NAME).unwrap_or(&stem);
    let mut world = shared.plane(&top, name)?;
    world.planner = top.word("planner");
    world.attribution = top.text("attribution", LONGEST_ATTRIBUTION).map(Into::into);
    crowd::read(&top, &mut world);
    world.changed_by = permits::read(&top);
    let bounds = Aabb::new(Vec2::ZERO, world.size());
    world.markers = markers::read(&top, bounds);
    nav::read(&top, &mut world);
    world.layers = influence::read(&top);
    storeys::read(&top, &shared, &mut world);
    spawns::player(&top, &mut world);
    portals::read(&top, &mut world);
    (!doc.failed()).then_some(world)
}

fn version(top: &Table) -> Option<()> {
    top.need("format", &VERSION.to_string());
    let version = top.whole("format", 0..=u32::MAX)?;
    if version == VERSION {
        return Some(());
    }
    let hint = format!("this program reads format {VERSION}");
    top.fail("format", format!("map format {version} is not known"), Some(hint))
}
