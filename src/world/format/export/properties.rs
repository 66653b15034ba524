//! Custom properties of Tiled, as the reader of its maps takes them.

use crate::world::format::element::Element;
use crate::world::{LayerSource, LayerSpec, Terrain, Tiles, World};
use toml::Value;

/// The properties of an element, in the order in which they are written.
#[derive(Default)]
pub(super) struct Properties(Vec<Element>);

impl Properties {
    fn add(&mut self, name: &str, kind: &str, value: impl ToString) {
        let element = Element::new("property").with("name", name).with("type", kind).with("value", value.to_string());
        self.0.push(element);
    }

    pub(super) fn text(&mut self, name: &str, value: impl ToString) {
        self.add(name, "string", value);
    }

    pub(super) fn float(&mut self, name: &str, value: f32) {
        self.add(name, "float", value);
    }

    pub(super) fn whole(&mut self, name: &str, value: u32) {
        self.add(name, "int", value);
    }

    pub(super) fn flag(&mut self, name: &str, value: bool) {
        self.add(name, "bool", value);
    }

    /// A reference to another object, by its number.
    pub(super) fn object(&mut self, name: &str, number: u32) {
        self.add(name, "object", number);
    }

    /// A value of the native format, as it is written there.
    pub(super) fn native(&mut self, name: &str, value: &Value) {
        self.text(name, value);
    }

    /// A list of words.
    pub(super) fn words<'t>(&mut self, name: &str, words: impl IntoIterator<Item = &'t str>) {
        self.native(name, &Value::Array(words.into_iter().map(Value::from).collect()));
    }

    /// Heights, water and vegetation: numbers for tiles of the terrain, row by row.
    pub(super) fn terrain(&mut self, terrain: &Terrain) {
        let rows = |tiles: &Tiles| {
            let line = |row: Vec<f32>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            tiles.rows().map(line).collect::<Vec<_>>().join("\n") + "\n"
        };
        terrain.heights.iter().for_each(|tiles| self.text("heights", rows(tiles)));
        terrain.water_level_m.iter().for_each(|level| self.float("water_level", *level));
        terrain.vegetation.iter().for_each(|tiles| self.text("vegetation", rows(tiles)));
    }

    /// The element that holds them; none where there are none.
    pub(super) fn element(self) -> Option<Element> {
        (!self.0.is_empty()).then(|| Element::new("properties").holding(self.0))
    }
}

/// The shortest decimal number that is this one.
pub(super) fn number(number: f32) -> Value {
    Value::Float(number.to_string().parse().unwrap_or(f64::from(number)))
}

/// A table of the native format.
pub(super) fn table<'k>(keys: impl IntoIterator<Item = (&'k str, Value)>) -> Value {
    Value::Table(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// What a map says as a whole.
pub(super) fn of_map(world: &World) -> Properties {
    let mut all = Properties::default();
    all.text("name", &world.name);
    all.float("resolution", world.ground.resolution_m());
    // What no tile covers is void, on a map without any tile too.
    all.text("empty", "void");
    if *world.floor.name != *crate::world::Floor::default().name {
        all.text("storey", &world.floor.name);
    }
    world.planner.iter().for_each(|planner| all.text("planner", <&str>::from(planner)));
    world.attribution.iter().for_each(|from| all.text("attribution", from));
    world.graph.iter().for_each(|graph| all.native("nav", &table([("graph", graph.name().into())])));
    let gates = world.gates.map(|gates| ("gates", Value::from(<&str>::from(gates))));
    let crowd: Vec<_> =
        gates.into_iter().chain(world.gate_cost.map(|cost| ("gate_cost", <&str>::from(cost).into()))).collect();
    if !crowd.is_empty() {
        all.native("crowd", &table(crowd));
    }
    if let Some(factions) = &world.changed_by {
        let by = factions.iter().map(|name| Value::from(&**name)).collect::<Vec<_>>();
        let by = (!by.is_empty()).then_some(("by", Value::Array(by)));
        all.native("changes", &table(by));
    }
    if !world.layers.is_empty() {
        all.native("influence", &Value::Array(world.layers.iter().map(influence).collect()));
    }
    all.terrain(world.ground.terrain());
    all
}

fn influence(layer: &LayerSpec) -> Value {
    let mut layer = layer.clone();
    let source = match std::mem::take(&mut layer.source) {
        LayerSource::Scripts => None,
        LayerSource::Faction(name) => Some(("faction", Value::from(name))),
        LayerSource::Behaviour(name) => Some(("behaviour", name.into())),
        LayerSource::Creatures => Some(("creatures", true.into())),
    };
    let name = ("name", Value::from(layer.name.clone()));
    let numbers = layer.numbers().map(|(key, value, _)| (key, number(*value)));
    table([name].into_iter().chain(numbers).chain(source))
}
