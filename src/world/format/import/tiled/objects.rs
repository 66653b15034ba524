//! The objects of object layers.

use super::super::classes::{Class, Found};
use super::super::draft::Origin;
use super::super::keys::{GROUND_CLASS, Properties};
use super::super::kinds::sounds_closed;
use super::super::shapes::Point;
use super::data::Gid;
use super::grid::Tiling;
use super::outline;
use super::reader::{Layer, Reader};
use std::collections::BTreeMap;
use toml::Value;

/// The objects of a layer; reports what is wrong with them.
pub(super) fn of_layer(reader: &Reader, layer: &Layer, tiling: &Tiling) -> Vec<Found> {
    let mut found = Vec::new();
    let mut unknown = BTreeMap::new();
    let own = layer.element.get("class").or_else(|| layer.properties.get("class").and_then(Value::as_str));
    let usual = own.map_or_else(
        || sounds_closed(&layer.name).then_some("wall").map(Into::into),
        |class| Some(class.to_lowercase()),
    );
    for object in layer.element.all("object") {
        let number = object.get("id").unwrap_or("").to_owned();
        let origin = Origin { what: format!("{}, object {number}", layer.origin.what), ..layer.origin.clone() };
        let Some(object) = reader.with_template(object, &origin) else { continue };
        let (id, name) = (object.get("id").unwrap_or("").to_owned(), object.get("name").unwrap_or(""));
        let called = if name.is_empty() { String::new() } else { format!(" '{}'", name.escape_debug()) };
        let what = format!("{}, object {id}{called}", layer.origin.what);
        let origin = Origin { line: if object.line > 0 { object.line } else { layer.origin.line }, what };
        let gid = object.get("gid").map(|gid| gid.trim().parse::<u32>().map_err(|_| gid));
        if let Some(Err(gid)) = gid {
            let gid: String = gid.chars().take(20).collect();
            reader.findings.error(&origin, format!("'{}' is no number of a tile", gid.escape_debug()));
            continue;
        }
        let tile = gid.and_then(Result::ok).map(Gid::from);
        let in_set = tile.and_then(|gid| reader.tilesets.find(gid.number));
        if let Some(gid) = tile.filter(|_| in_set.is_none()) {
            reader.findings.error(&origin, format!("no tileset has a tile {}", gid.number));
            continue;
        }
        let (anchor, size) = in_set.map_or(((0.0, 0.0), (0.0, 0.0)), |(set, _)| (set.anchor, set.size_px));
        let of_tile = tile.and_then(|gid| reader.tilesets.tile(gid.number));
        let class = [object.get("type"), object.get("class"), of_tile.map(|tile| tile.class.as_str())];
        let class = class
            .into_iter()
            .flatten()
            .find(|class| !class.is_empty() && *class != GROUND_CLASS)
            .map(str::to_lowercase)
            .or(usual.clone());
        let Some(class) = class else { continue };
        let Some(class) = Class::of_name(&class) else {
            unknown.entry(class).or_insert(origin);
            continue;
        };
        let of_tile = of_tile.iter().flat_map(|tile| &tile.properties).filter(|(key, _)| class.has(key));
        let mut all: Properties = of_tile.map(|(key, value)| (key.clone(), value.clone())).collect();
        all.extend(reader.properties(&object, &origin));
        let shape = outline::of_object(&object, anchor, size);
        let shifted = |(x, y): Point| tiling.metres((x + layer.offset_px.0, y + layer.offset_px.1));
        match shape {
            Ok(shape) => {
                let shape = shape.map(shifted);
                found.push(Found { id, name: name.to_owned(), class, shape, properties: all, origin });
            }
            Err(e) => reader.findings.error(&origin, e.to_string()),
        }
    }
    for (class, origin) in unknown {
        reader.findings.warning(&origin, Class::unknown(&class));
    }
    found
}
