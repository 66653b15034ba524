//! A map that is read: its properties, tilesets and templates, and what was found wrong.

use super::super::classes::Properties;
use super::super::draft::Origin;
use super::super::findings::Findings;
use super::super::shapes::Point;
use super::properties::properties;
use super::tileset::{Tileset, Tilesets};
use super::tree::Element;
use crate::world::format::files;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use toml::Value;

/// Tilesets, and files of templates, that a map may have.
const MOST_TILESETS: usize = 1_000;

/// Why another file of a map is of no use. Nothing of what it contains is shown: it may be any.
#[derive(Debug, thiserror::Error)]
enum BesideError {
    /// It cannot be opened and read.
    #[error("{}: {why}", path.display())]
    Open { path: PathBuf, why: files::OpenError },
    /// It is something else.
    #[error("{}: this is no Tiled {root} that can be read", path.display())]
    Content { path: PathBuf, root: &'static str },
    /// A template without an object.
    #[error("{}: it has no object", .0.display())]
    NoObject(PathBuf),
    /// A template whose object has a template itself, perhaps the same.
    #[error("{}: a template that is made from another is not supported", .0.display())]
    Nested(PathBuf),
}

/// A layer, with what the groups that it lies in say.
pub(super) struct Layer<'a> {
    pub(super) element: &'a Element,
    pub(super) name: String,
    pub(super) offset_px: Point,
    /// Its own before those of its groups.
    pub(super) properties: Properties,
    pub(super) origin: Origin,
}

/// What is being read, and what was found wrong.
pub(super) struct Reader<'a> {
    pub(super) file: &'a str,
    pub(super) properties: Properties,
    pub(super) tilesets: Tilesets,
    pub(super) templates: RefCell<BTreeMap<PathBuf, Option<Element>>>,
    pub(super) findings: &'a Findings<'a>,
}

impl<'a> Reader<'a> {
    /// Reads the tilesets of a map, and its properties.
    pub(super) fn new(file: &'a str, map: &Element, findings: &'a Findings<'a>) -> Self {
        let mut reader = Self {
            file,
            properties: properties(map),
            tilesets: Tilesets::default(),
            templates: RefCell::default(),
            findings,
        };
        reader.tilesets = reader.read_tilesets(map);
        reader
    }

    /// A property of the map that is a word.
    pub(super) fn map_word(&self, name: &str) -> Option<String> {
        self.properties.get(name).and_then(Value::as_str).map(Into::into)
    }

    /// Where a tile of the map comes from.
    pub(super) fn tile_origin(&self, number: u32, layer: &Origin) -> Origin {
        let tile = self.tilesets.find(number).map(|(set, id)| format!(", tile {id} of '{}'", set.name.escape_debug()));
        Origin { what: format!("{}{}", layer.what, tile.unwrap_or_default()), ..layer.clone() }
    }

    /// Reads another file of the map: a tileset, or a template.
    fn beside(&self, name: &str, root: &'static str) -> Result<Element, BesideError> {
        let path = self.path_of(name);
        let opened = files::open(&path).and_then(files::Source::bytes);
        let bytes = opened.map_err(|why| BesideError::Open { path: path.clone(), why })?;
        let read = Element::read(&bytes, root).ok().filter(|element| element.name == root);
        read.ok_or(BesideError::Content { path, root })
    }

    fn path_of(&self, name: &str) -> PathBuf {
        files::beside(self.file, name)
    }

    /// The object of a template.
    fn template(&self, name: &str) -> Result<Element, BesideError> {
        let template = self.beside(name, "template")?;
        let mut own = template.first("object").cloned().ok_or_else(|| BesideError::NoObject(self.path_of(name)))?;
        if own.get("template").is_some() {
            return Err(BesideError::Nested(self.path_of(name)));
        }
        // Its tile has a number of its own tilesets; only its place and size count.
        own.forget("gid");
        Ok(own)
    }

    fn read_tilesets(&self, map: &Element) -> Tilesets {
        let mut all = Vec::new();
        for element in map.all("tileset").take(MOST_TILESETS) {
            let source = element.get("source");
            let what = format!("tileset '{}'", source.or(element.get("name")).unwrap_or("").escape_debug());
            let origin = Origin { line: element.line, what };
            let Some(first) = element.get("firstgid").and_then(|gid| gid.parse().ok()).filter(|gid| *gid > 0) else {
                self.findings.error(&origin, "its 'firstgid' must be a whole number above 0");
                continue;
            };
            match source {
                None => all.push(Tileset::read(element, first)),
                Some(source) => match self.beside(source, "tileset") {
                    Ok(tileset) => all.push(Tileset::read(&tileset, first)),
                    Err(e) => self.findings.error(&origin, e.to_string()),
                },
            }
        }
        Tilesets::new(all)
    }

    /// An object with what its template says; `None` where that cannot be read.
    pub(super) fn with_template(&self, object: &Element, layer: &Origin) -> Option<Element> {
        let Some(name) = object.get("template") else { return Some(object.clone()) };
        let path = self.path_of(name);
        let mut templates = self.templates.borrow_mut();
        if templates.len() >= MOST_TILESETS && !templates.contains_key(&path) {
            self.findings.error(layer, format!("a map has at most {MOST_TILESETS} templates"));
            return None;
        }
        let template = templates.entry(path).or_insert_with(|| {
            let what = format!("{}, template '{}'", layer.what, name.escape_debug());
            let wrong = |e: BesideError| self.findings.error(&Origin { what, ..layer.clone() }, e.to_string());
            self.template(name).map_err(wrong).ok()
        });
        template.as_ref().map(|template| object.over(template))
    }
}
