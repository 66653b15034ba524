//! A map that is read: its properties, tilesets and templates, and what was found wrong.

use super::super::draft::Origin;
use super::super::findings::Findings;
use super::super::keys::{self, OF_MAP, Properties};
use super::super::shapes::Point;
use super::tileset::Tilesets;
use crate::world::format::element::Element;
use crate::world::format::files;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Tilesets, and files of templates, that a map may have.
const MOST_TILESETS: usize = 1_000;
/// How many templates a template may be made from, one from the next.
const MOST_TEMPLATES_DEEP: usize = 16;

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
    /// A template that is made from others, and from itself.
    #[error("{}: this template is made from itself", .0.display())]
    Cycle(PathBuf),
    /// A template that is made from many others.
    #[error("{}: templates are made from each other more than {MOST_TEMPLATES_DEEP} deep", .0.display())]
    Deep(PathBuf),
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
            properties: Properties::new(),
            tilesets: Tilesets::default(),
            templates: RefCell::default(),
            findings,
        };
        reader.properties = reader.properties(map, &Origin { line: map.line, what: String::new() });
        reader.tilesets = reader.read_tilesets(map);
        reader
    }

    /// A property of the map that is a word.
    pub(super) fn map_word(&self, name: &str) -> Option<String> {
        keys::value(&OF_MAP, name, &self.properties)?.as_str().map(Into::into)
    }

    /// Where a tile of the map comes from.
    pub(super) fn tile_origin(&self, number: u32, layer: &Origin) -> Origin {
        let tile = self.tilesets.find(number).map(|(set, id)| format!(", tile {id} of '{}'", set.name.escape_debug()));
        Origin { what: format!("{}{}", layer.what, tile.unwrap_or_default()), ..layer.clone() }
    }

    /// Reads another file of the map: a tileset, or a template.
    fn beside(path: PathBuf, root: &'static str) -> Result<Element, BesideError> {
        let opened = files::open(&path).and_then(files::Source::bytes);
        let bytes = opened.map_err(|why| BesideError::Open { path: path.clone(), why })?;
        let read = Element::read(&bytes, root).ok().filter(|element| element.name == root);
        read.ok_or(BesideError::Content { path, root })
    }

    fn path_of(&self, name: &str) -> PathBuf {
        files::beside(self.file, name)
    }

    /// The object of a template, with what the template that it is made from says. `over` are those that are made from it.
    fn template(path: PathBuf, over: &mut Vec<PathBuf>) -> Result<Element, BesideError> {
        if over.contains(&path) {
            return Err(BesideError::Cycle(path));
        }
        if over.len() > MOST_TEMPLATES_DEEP {
            return Err(BesideError::Deep(path));
        }
        let template = Self::beside(path.clone(), "template")?;
        let mut own = template.first("object").cloned().ok_or_else(|| BesideError::NoObject(path.clone()))?;
        if let Some(name) = own.get("template") {
            let below = files::beside(&path.to_string_lossy(), name);
            over.push(path);
            own = own.over(&Self::template(below, over)?);
            own.forget("template");
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
                None => all.push(self.tileset(element, first, &origin)),
                Some(source) => match Self::beside(self.path_of(source), "tileset") {
                    Ok(tileset) => all.push(self.tileset(&tileset, first, &origin)),
                    Err(e) => self.findings.error(&origin, e.to_string()),
                },
            }
        }
        Tilesets::new(all)
    }

    /// An object with what its template says; `None` where that cannot be read, which is reported of the first that has it.
    pub(super) fn with_template<'e>(&self, object: &'e Element, origin: &Origin) -> Option<Cow<'e, Element>> {
        let Some(name) = object.get("template") else { return Some(Cow::Borrowed(object)) };
        let path = self.path_of(name);
        let mut templates = self.templates.borrow_mut();
        if templates.len() >= MOST_TILESETS && !templates.contains_key(&path) {
            self.findings.error(origin, format!("a map has at most {MOST_TILESETS} templates"));
            return None;
        }
        let template = templates.entry(path).or_insert_with(|| {
            let what = format!("{}, template '{}'", origin.what, name.escape_debug());
            let wrong = |e: BesideError| self.findings.error(&Origin { what, ..origin.clone() }, e.to_string());
            Self::template(self.path_of(name), &mut Vec::new()).map_err(wrong).ok()
        });
        template.as_ref().map(|template| Cow::Owned(object.over(template)))
    }
}
