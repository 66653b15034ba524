//! The layers of each storey: groups dissolved, with what they say of the layers in them.

use super::super::draft::Origin;
use super::super::keys::{self, OF_GROUND, OF_STOREY, Properties, STOREY_CLASS};
use super::outline;
use super::reader::{Layer, Reader};
use crate::world::format::element::{Element, UNKNOWN_LAYER};
use toml::Value;

/// The layers of one storey.
#[derive(Default)]
pub(super) struct Plane<'a> {
    /// The ground has none, unless the map says it.
    pub(super) name: Option<String>,
    /// What its group says.
    pub(super) properties: Properties,
    pub(super) layers: Vec<Layer<'a>>,
    pub(super) origin: Origin,
}

impl Reader<'_> {
    /// The layers of all planes, from the lowest to the topmost: those of the ground first.
    pub(super) fn planes<'e>(&self, map: &'e Element) -> Vec<Plane<'e>> {
        let properties = self.properties.clone();
        let ground = Plane { name: self.map_word("storey"), properties, ..Plane::default() };
        let mut planes = vec![ground];
        let top = Layer {
            element: map,
            name: String::new(),
            offset_px: (0.0, 0.0),
            properties: Properties::new(),
            origin: Origin::default(),
        };
        self.flatten(&top, 0, &mut planes);
        planes
    }

    fn flatten<'e>(&self, group: &Layer<'e>, plane: usize, planes: &mut Vec<Plane<'e>>) {
        for element in &group.element.children {
            let kinds = ["layer", "objectgroup", "group", "imagelayer", UNKNOWN_LAYER];
            if !kinds.contains(&element.name.as_str()) {
                continue;
            }
            let name = element.get("name").unwrap_or("").to_owned();
            let what = if element.name == "group" { "group" } else { "layer" };
            let origin = Origin { line: element.line, what: format!("{what} '{}'", name.escape_debug()) };
            let offset = outline::number(element, "offsetx", 0.0)
                .and_then(|x| Ok((x, outline::number(element, "offsety", 0.0)?)));
            let offset_px = match offset {
                Ok((x, y)) => (group.offset_px.0 + x, group.offset_px.1 + y),
                Err(e) => {
                    self.findings.error(&origin, e.to_string());
                    continue;
                }
            };
            let mut all = group.properties.clone();
            all.extend(self.properties(element, &origin));
            if keys::value(&OF_GROUND, "ignore", &all) == Some(Value::Boolean(true)) {
                continue;
            }
            let mut layer = Layer { element, name, offset_px, properties: all, origin };
            match element.name.as_str() {
                "imagelayer" => self.findings.warning(&layer.origin, "a picture is only for the eye: it is left out"),
                "group" if element.get("class") == Some(STOREY_CLASS) => {
                    let (name, origin) = (Some(layer.name.clone()), layer.origin.clone());
                    // What it says of the storey is not said of its tiles: vegetation is a number there.
                    let is_own = |key: &String| OF_STOREY.iter().any(|of| of.name == key);
                    let (properties, rest) =
                        std::mem::take(&mut layer.properties).into_iter().partition(|(key, _)| is_own(key));
                    layer.properties = rest;
                    planes.push(Plane { name, properties, layers: Vec::new(), origin });
                    let storey = planes.len() - 1;
                    self.flatten(&layer, storey, planes);
                }
                "group" => self.flatten(&layer, plane, planes),
                "layer" | "objectgroup" => planes[plane].layers.push(layer),
                other => self.findings.error(&layer.origin, format!("this is a {other}")),
            }
        }
    }
}
