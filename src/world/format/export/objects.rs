//! What else is on a storey, as objects of Tiled: their class says what they are.

use super::context::Export;
use super::ground::costs;
use super::properties::{Properties, table};
use crate::geom::{Aabb, Obb, Storey, Vec2, heading_vec};
use crate::world::format::element::{Element, MOST_NODES};
use crate::world::{Crossing, Literal, Portal, SpawnArea, World};
use toml::Value;

/// Numbers to each side of an angle that are tried for the same direction.
const NEAR: usize = 8;

/// Writes objects, each with a number of its own.
pub(super) struct Placer<'e, 'w> {
    export: &'e Export<'w>,
    layers: u32,
    objects: u32,
    found: Vec<Element>,
    /// Elements that all objects so far consist of.
    elements: usize,
    /// The number of the first end of the first portal; two follow each other for each.
    portals: u32,
}

impl<'e, 'w> Placer<'e, 'w> {
    pub(super) fn new(export: &'e Export<'w>) -> Self {
        // The numbers of portals come first: ends on other storeys name them.
        let ends = 2 * export.world.portals().all().len() as u32;
        Self { export, layers: 0, objects: ends, found: Vec::new(), elements: 0, portals: 1 }
    }

    /// Whether it has more elements than can be opened again: in XML a stretch of text lies before each, in JSON each has two keys at least.
    pub(super) fn is_full(&self) -> bool {
        self.elements > MOST_NODES as usize / 2
    }

    pub(super) fn next_layer(&mut self) -> u32 {
        self.layers += 1;
        self.layers
    }

    pub(super) fn next_object(&mut self) -> u32 {
        self.objects += 1;
        self.objects
    }

    /// The layer of a storey's objects.
    pub(super) fn layer(&mut self, storey: Storey) -> Element {
        let (world, plane) = (self.export.world, self.export.world.on(storey));
        self.volumes(plane);
        self.doors(plane);
        for spawn in world.spawns.iter().filter(|spawn| spawn.storey == storey) {
            self.spawn(spawn);
        }
        self.areas(plane);
        for (name, at) in plane.areas.points() {
            self.point("place", name, at, Properties::default());
        }
        if storey == Storey::GROUND {
            for marker in &world.markers {
                let mut properties = Properties::default();
                let name = |i: &u32| world.markers[*i as usize].name.as_str();
                marker.to.iter().for_each(|to| properties.words("to", to.iter().map(name)));
                self.point("marker", &marker.name, marker.at, properties);
            }
        }
        if let Some(at) = world.player.filter(|_| world.player_storey == storey) {
            self.point("player", "", at, Properties::default());
        }
        for (i, portal) in (0..).zip(world.portals().all()) {
            self.portal(portal, self.portals + 2 * i, storey);
        }
        let layer = Element::new("objectgroup").with("id", self.next_layer()).with("name", "objects");
        layer.holding(std::mem::take(&mut self.found))
    }

    fn object(&mut self, class: &str, name: &str, id: u32, shape: impl Fn(Element) -> Element, properties: Properties) {
        // What cannot be opened again is not made.
        if self.is_full() {
            return;
        }
        let object = Element::new("object").with("id", id).with("name", name).with("type", class);
        let object = shape(object).holding(properties.element());
        self.elements += object.count();
        self.found.push(object);
    }

    fn point(&mut self, class: &str, name: &str, at: Vec2, properties: Properties) {
        let (id, scale) = (self.next_object(), self.export.scale);
        let shape = |object: Element| {
            let place = object.with("x", f64::from(at.x) * scale).with("y", f64::from(at.y) * scale);
            place.holding([Element::new("point")])
        };
        self.object(class, name, id, shape, properties);
    }

    fn area(&mut self, class: &str, name: &str, id: u32, area: Aabb, properties: Properties) {
        let scale = self.export.scale;
        let px = |metres: f32| f64::from(metres) * scale;
        let (x, y) = (px(area.min.x), px(area.min.y));
        let shape = |object: Element| {
            let place = object.with("x", x).with("y", y);
            place.with("width", px(area.max.x) - x).with("height", px(area.max.y) - y)
        };
        self.object(class, name, id, shape, properties);
    }

    /// A rectangle that is turned about its middle. Tiled turns it about its corner.
    fn turned(&mut self, class: &str, name: &str, id: u32, footprint: Obb, properties: Properties) {
        let scale = self.export.scale;
        let degrees = f64::from(degrees(footprint.axis));
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (f64::from(footprint.half.x), f64::from(footprint.half.y));
        let corner =
            (f64::from(footprint.centre.x) - x * cos + y * sin, f64::from(footprint.centre.y) - x * sin - y * cos);
        let shape = |object: Element| {
            let place = object.with("x", corner.0 * scale).with("y", corner.1 * scale);
            let sized = place.with("width", 2.0 * x * scale).with("height", 2.0 * y * scale);
            if degrees == 0.0 { sized } else { sized.with("rotation", degrees) }
        };
        self.object(class, name, id, shape, properties);
    }

    /// The objects that are no doors: a rectangle for each box, which names the first of its object.
    fn volumes(&mut self, plane: &World) {
        let doors: Vec<u32> = plane.doors.iter().map(|door| plane.volumes[door.volume as usize].object).collect();
        for (number, object) in (0..).zip(plane.objects.iter()) {
            if doors.contains(&number) {
                continue;
            }
            if object.volumes.is_empty() {
                self.export.warn(format!("object '{}' has no boxes: it is left out", object.name.escape_debug()));
            }
            let mut first = None;
            for volume in object.volumes.clone().map(|i| plane.volumes[i as usize]) {
                let (id, mut properties) = (self.next_object(), Properties::default());
                match first {
                    None => properties.text("kind", &object.kind),
                    Some(first) => properties.object("part_of", first),
                }
                if volume.base_m != 0.0 {
                    properties.float("base", volume.base_m);
                }
                properties.float("top", volume.top_m);
                self.turned("object", &object.name, id, volume.footprint, properties);
                first = first.or(Some(id));
            }
        }
    }

    fn doors(&mut self, plane: &World) {
        for door in &plane.doors {
            let mut properties = Properties::default();
            properties.float("top", door.top_m);
            if door.open {
                properties.flag("open", true);
            }
            if !door.opened_by.is_empty() {
                properties.words("opened_by", door.opened_by.iter().map(|name| &**name));
            }
            door.changes_s.iter().for_each(|seconds| properties.float("changes", *seconds));
            let id = self.next_object();
            self.turned("door", &door.name, id, plane.volumes[door.volume as usize].footprint, properties);
        }
    }

    fn spawn(&mut self, spawn: &SpawnArea) {
        let mut properties = Properties::default();
        properties.whole("count", spawn.count);
        spawn.ring.iter().for_each(|ring| properties.float("ring", *ring));
        spawn.respawn_s.iter().for_each(|seconds| properties.float("respawn", *seconds));
        if spawn.population {
            properties.flag("population", true);
        }
        let value = |value: &Literal| match value {
            Literal::Number(number) => Value::Float(*number),
            Literal::Boolean(is) => Value::Boolean(*is),
            Literal::String(text) => Value::String(text.clone()),
        };
        if !spawn.settings.is_empty() {
            let settings = spawn.settings.iter().map(|setting| (setting.name.as_str(), value(&setting.value)));
            properties.native("settings", &table(settings));
        }
        let id = self.next_object();
        self.area("spawn", &spawn.behaviour, id, spawn.area, properties);
    }

    /// Areas, each with the cost that lies on its rectangle.
    fn areas(&mut self, plane: &World) {
        let mut charged: Vec<_> = plane.ground.terrain().area_costs.iter().collect();
        for area in plane.areas.all() {
            for (i, part) in area.parts.iter().enumerate() {
                let mut properties = Properties::default();
                if i == 0 && !area.roles.is_empty() {
                    properties.words("roles", area.roles.iter().map(String::as_str));
                }
                if let Some(cost) = charged.iter().position(|cost| cost.part == *part) {
                    properties.native("cost", &table(costs(&charged.remove(cost).costs, None)));
                }
                let id = self.next_object();
                self.area("area", &area.name, id, *part, properties);
            }
        }
    }

    /// The ends of a portal that lie on a storey. The first names the other.
    fn portal(&mut self, portal: &Portal, id: u32, storey: Storey) {
        let [from, to] = portal.ends;
        if from.storey == storey {
            let mut properties = Properties::default();
            properties.object("to", id + 1);
            properties.text("kind", <&str>::from(portal.kind));
            match portal.crossing {
                Crossing::Seconds(seconds) => properties.float("seconds", seconds),
                Crossing::Metres { metres, paces: [pace, back] } => {
                    properties.float("metres", metres);
                    properties.float("pace", pace);
                    properties.float("pace_back", back);
                }
            }
            properties.flag("one_way", !portal.both);
            if portal.only.iter().map(String::as_str).ne(portal.kind.needs()) {
                properties.words("only", portal.only.iter().map(String::as_str));
            }
            self.area("portal", &portal.name, id, from.area, properties);
        }
        if to.storey == storey {
            self.area("portal", &portal.name, id + 1, to.area, Properties::default());
        }
    }
}

/// The angle of a direction in degrees: the roundest whose direction is the same to the last bit, where there is one.
fn degrees(axis: Vec2) -> f32 {
    let exact = f64::from(axis.y).atan2(f64::from(axis.x)).to_degrees();
    let rounded = [1.0, 10.0, 100.0, 1e3, 1e4].map(|parts| ((exact * parts).round() / parts) as f32);
    let (mut low, mut high) = (exact as f32, exact as f32);
    let beside = std::iter::from_fn(|| {
        let pair = [low, high];
        (low, high) = (low.next_down(), high.next_up());
        Some(pair)
    });
    let mut near = rounded.into_iter().chain(beside.take(NEAR).flatten());
    near.find(|degrees| heading_vec(degrees.to_radians()) == axis).unwrap_or(exact as f32)
}
