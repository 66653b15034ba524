//! Objects of other programs' maps as tables of the native format: their class says which.

use super::draft::{Draft, Origin};
use super::findings::Findings;
use super::index::Index;
use super::keys::{self, BASE_M, COUNT, Choice, Key, LINE_M, OF_OBJECTS, Properties, TOP_M, Values};
use super::shapes::{Point, Shape, rounded};
use crate::world::format::{areas, doors, markers, objects, portals, spawns};
use std::collections::{BTreeMap, BTreeSet};
use toml::Value;

/// How wide the area is that a point is in place of, tiles to each side.
const POINT_TILES: f64 = 0.5;
/// What is said of boxes beside the keys of their table.
const OF_BOXES: [&str; 4] = ["base", "top", "width", PART_OF];
/// The property that names the object that another one is a box of.
const PART_OF: &str = "part_of";
/// Keys that follow from where an object is, and what only the native format has.
const OF_SHAPE: [&str; 9] = ["at", "area", "size", "turn", "from", "storey", "boxes", "prefab", "places"];

/// What a class of objects becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A table with its place in `at`.
    At,
    /// A table with its bounds in `area`.
    Area,
    /// A box that opens.
    Door,
    /// One end of a portal.
    Portal,
    /// Boxes.
    Volume,
    /// The corners of a line are joined.
    Marker,
}

/// A class of objects.
pub(in crate::world::format) struct Class {
    pub(in crate::world::format) name: &'static str,
    /// The table that it becomes.
    table: &'static str,
    kind: Kind,
    /// The keys of that table.
    pub keys: &'static [&'static str],
}

/// The classes of objects that become something.
pub(in crate::world::format) const CLASSES: [Class; 11] = [
    Class { name: "spawn", table: "spawn", kind: Kind::Area, keys: &spawns::KEYS },
    Class { name: "player", table: "player", kind: Kind::At, keys: &spawns::PLAYER_KEYS },
    Class { name: "place", table: "place", kind: Kind::At, keys: &areas::PLACE_KEYS },
    Class { name: "area", table: "area", kind: Kind::Area, keys: &areas::KEYS },
    Class { name: "region", table: "area", kind: Kind::Area, keys: &areas::KEYS },
    Class { name: "zone", table: "area", kind: Kind::Area, keys: &areas::KEYS },
    Class { name: "door", table: "door", kind: Kind::Door, keys: &doors::KEYS },
    Class { name: "marker", table: "marker", kind: Kind::Marker, keys: &markers::KEYS },
    Class { name: "portal", table: "portal", kind: Kind::Portal, keys: &portals::KEYS },
    Class { name: "object", table: "object", kind: Kind::Volume, keys: &objects::KEYS },
    Class { name: "wall", table: "object", kind: Kind::Volume, keys: &objects::KEYS },
];

/// An object with a class, where it is.
#[derive(Clone)]
pub(super) struct Found {
    pub id: String,
    pub name: String,
    pub class: &'static Class,
    /// Metres.
    pub shape: Shape,
    pub properties: Properties,
    pub origin: Origin,
}

impl Class {
    /// What a property of this class may be; `None` where it has no such property.
    fn values(&self, name: &str) -> Option<Values> {
        let is_own = self.keys.contains(&name) || self.kind == Kind::Volume && OF_BOXES.contains(&name);
        match (self.kind, name) {
            _ if !is_own => None,
            (Kind::Portal, "kind") => Some(Values::Word(Choice::PortalKind)),
            (Kind::Marker, "to") => Some(Values::Words),
            _ => OF_OBJECTS.iter().find(|key| key.name == name).map(|key| key.values),
        }
    }

    /// Whether a property of a tile goes for objects of this class that show it.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// The properties that an editor offers.
    pub(in crate::world::format) fn offered(&self) -> impl Iterator<Item = Key> {
        let boxes = if self.kind == Kind::Volume { &OF_BOXES[..] } else { &[] };
        let names = self.keys.iter().filter(|name| !OF_SHAPE.contains(name)).chain(boxes);
        names.filter_map(|name| Some(Key { name, values: self.values(name)? }))
    }

    /// The class of a name, in upper or lower case.
    pub(super) fn of_name(name: &str) -> Option<&'static Self> {
        CLASSES.iter().find(|class| class.name.eq_ignore_ascii_case(name))
    }

    /// What is said of a class that is none of them.
    pub(super) fn unknown(name: &str) -> String {
        let known: Vec<&str> = CLASSES.iter().map(|class| class.name).collect();
        format!("the class '{}' means nothing here and is left out: {}", name.escape_debug(), known.join(", "))
    }
}

impl Found {
    /// The name that its table gets where no property says it.
    fn called(&self) -> String {
        if self.name.is_empty() { format!("{} {}", self.class.name, self.id) } else { self.name.clone() }
    }
}

/// Writes the tables of a plane's objects.
pub(super) struct Writer<'a> {
    pub findings: &'a Findings<'a>,
    pub index: &'a Index<'a>,
    /// Metres a cell.
    pub cell_m: f64,
    /// Width and depth of the world, metres.
    pub size: Point,
}

impl Writer<'_> {
    /// All tables of a plane; `storey` is its name above the ground, where some tables cannot be.
    pub(super) fn write(&self, draft: &mut Draft, found: &[Found], (prefix, storey): (&str, Option<&str>)) {
        let parts = self.parts(found);
        for object in found {
            if object.class.kind == Kind::Volume && object.properties.contains_key(PART_OF) {
                continue;
            }
            draft.from(object.origin.clone());
            match object.class.kind {
                Kind::At => {
                    let (open, close, before) =
                        if object.class.table == "player" { ("[", "]", "") } else { ("[[", "]]", prefix) };
                    let own = [("at", pair(object.shape.middle()))];
                    let storey = storey.filter(|_| before.is_empty() && !prefix.is_empty());
                    let storey = storey.map(|name| ("storey", Value::String(name.into())));
                    self.table(
                        draft,
                        &format!("{open}{before}{}{close}", object.class.table),
                        object,
                        own.into_iter().chain(storey),
                    );
                }
                Kind::Area => {
                    let own = [("area", self.area(&object.shape))];
                    self.table(draft, &format!("[[{prefix}{}]]", object.class.table), object, own);
                }
                Kind::Door => {
                    let (least, most) = object.shape.bounds();
                    let (at, size, turn) = object.shape.rectangle().unwrap_or((
                        object.shape.middle(),
                        (most.0 - least.0, most.1 - least.1),
                        0.0,
                    ));
                    let own = [("at", pair(at)), ("size", pair(size)), ("turn", rounded(turn))];
                    self.table(draft, &format!("[[{prefix}door]]"), object, own);
                }
                Kind::Volume => self.volume(draft, object, parts.get(object.id.as_str()), prefix),
                Kind::Marker if prefix.is_empty() => self.marker(draft, object),
                Kind::Marker => self.findings.warning(&object.origin, "markers lie on the ground only: it is left out"),
                Kind::Portal => self.portal(draft, object, storey),
            }
        }
    }

    /// A table with the object's name, its own keys, and its properties.
    fn table<'k>(
        &self,
        draft: &mut Draft,
        header: &str,
        object: &Found,
        own: impl IntoIterator<Item = (&'k str, Value)>,
    ) {
        draft.table(header);
        let keys = object.class.keys;
        if keys.contains(&"name") && !object.properties.contains_key("name") {
            draft.key("name", &object.called().into());
        }
        if keys.contains(&"behaviour") && !object.properties.contains_key("behaviour") && !object.name.is_empty() {
            draft.key("behaviour", &object.name.as_str().into());
        }
        if keys.contains(&"count") && !object.properties.contains_key("count") {
            draft.key("count", &COUNT.into());
        }
        let own: Vec<(&str, Value)> =
            own.into_iter().filter(|(key, _)| !object.properties.contains_key(*key)).collect();
        draft.keys(own);
        for (key, value) in &object.properties {
            if keys.contains(&key.as_str()) {
                let values = object.class.values(key).unwrap_or(Values::Native);
                values.read(value).iter().for_each(|value| draft.key(key, value));
            } else if !OF_BOXES.contains(&key.as_str()) {
                let message =
                    format!("the property '{}' means nothing to the class '{}'", key.escape_debug(), object.class.name);
                self.findings.warning(&object.origin, message);
            }
        }
    }

    /// The part of the world that a shape covers, metres; a point covers about a tile.
    fn area(&self, shape: &Shape) -> Value {
        let (mut least, mut most) = shape.bounds();
        if let Shape::Point(_) = shape {
            let half = POINT_TILES * self.cell_m;
            (least, most) = ((least.0 - half, least.1 - half), (most.0 + half, most.1 + half));
        }
        // What reaches over the border a little ends there; what is beyond it is reported.
        let (x, y) = (|x: f64| x.clamp(0.0, self.size.0), |y: f64| y.clamp(0.0, self.size.1));
        let inside = least.0 < self.size.0 && least.1 < self.size.1 && most.0 > 0.0 && most.1 > 0.0;
        let corners =
            if inside { [x(least.0), y(least.1), x(most.0), y(most.1)] } else { [least.0, least.1, most.0, most.1] };
        Value::Array(corners.into_iter().map(rounded).collect())
    }

    /// The objects that are boxes of another one, by its number.
    fn parts<'f>(&self, found: &'f [Found]) -> BTreeMap<&'f str, Vec<&'f Found>> {
        let mut parts = BTreeMap::<&str, Vec<&Found>>::new();
        let ids: BTreeSet<&'f str> = found.iter().map(|one| one.id.as_str()).collect();
        for object in found.iter().filter(|object| object.class.kind == Kind::Volume) {
            let Some(whole) = object.properties.get(PART_OF) else { continue };
            let is_whole = |other: &Found| other.class.kind == Kind::Volume && !other.properties.contains_key(PART_OF);
            let owner = self.index.find(whole).filter(|(other, _)| is_whole(other));
            // A storey has its own boxes.
            let at = owner.and_then(|(other, _)| ids.get(other.id.as_str()));
            match at {
                Some(owner) => parts.entry(*owner).or_default().push(object),
                None => self
                    .findings
                    .error(&object.origin, format!("there is no object {whole} here that this is a part of")),
            }
        }
        parts
    }

    fn volume(&self, draft: &mut Draft, object: &Found, parts: Option<&Vec<&Found>>, prefix: &str) {
        let boxes = |one: &Found| {
            let width =
                keys::value(&OF_OBJECTS, "width", &one.properties).as_ref().and_then(as_number).unwrap_or(LINE_M);
            one.shape.boxes(heights(&one.properties, &Properties::new()), width)
        };
        let all: Vec<Value> =
            std::iter::once(object).chain(parts.into_iter().flatten().copied()).flat_map(boxes).collect();
        if all.is_empty() {
            self.findings.warning(&object.origin, "a point closes nothing: it is left out");
            return;
        }
        self.table(draft, &format!("[[{prefix}object]]"), object, [("boxes", Value::Array(all))]);
    }

    /// A marker, or those at the corners of a line, each joined to the next.
    fn marker(&self, draft: &mut Draft, object: &Found) {
        if let Shape::Point(_) = object.shape {
            let mut own = vec![("at", pair(object.shape.middle()))];
            if let Some((to, _)) = object.properties.get("to").and_then(|to| self.index.find(to)) {
                own.push(("to", Value::Array(vec![to.called().into()])));
                let one = Found { properties: Properties::new(), ..object.clone() };
                return self.table(draft, "[[marker]]", &one, own);
            }
            if let Some(to @ Value::Integer(_)) = object.properties.get("to") {
                self.findings.error(&object.origin, format!("there is no object {to} that this marker leads to"));
                return;
            }
            return self.table(draft, "[[marker]]", object, own);
        }
        let points = object.shape.points();
        let name = |i: usize| {
            format!("{} {}.{}", if object.name.is_empty() { "marker" } else { &object.name }, object.id, i + 1)
        };
        let closed = matches!(object.shape, Shape::Polygon(_));
        for (i, at) in points.iter().enumerate() {
            draft.table("[[marker]]");
            draft.keys([("name", name(i).into()), ("at", pair(*at))]);
            let next = (i + 1 < points.len()).then_some(i + 1).or(closed.then_some(0));
            draft.key("to", &Value::Array(next.map(|i| name(i).into()).into_iter().collect()));
        }
    }

    /// A portal: the end that names the other one is written.
    fn portal(&self, draft: &mut Draft, object: &Found, storey: Option<&str>) {
        let Some(to) = object.properties.get("to") else {
            if !self.index.is_led_to(object) {
                let message = "this portal leads nowhere and is left out: 'to' names its other end";
                self.findings.warning(&object.origin, message);
            }
            return;
        };
        let Some((other, other_storey)) = self.index.find(to) else {
            self.findings.error(&object.origin, format!("there is no object {to} that this portal leads to"));
            return;
        };
        // What is wrong may be wrong with either end.
        let what = format!("{}, which leads to {}", object.origin.what, other.origin.what);
        draft.from(Origin { what, ..object.origin.clone() });
        let end = |shape: &Shape, storey: Option<&str>| {
            let storey = storey.map(|name| ("storey".to_owned(), Value::String(name.into())));
            Value::Table([("area".to_owned(), self.area(shape))].into_iter().chain(storey).collect())
        };
        let own = [("from", end(&object.shape, storey)), ("to", end(&other.shape, *other_storey))];
        let mut properties = object.properties.clone();
        properties.remove("to");
        let one = Found { properties, ..object.clone() };
        self.table(draft, "[[portal]]", &one, own);
    }
}

fn pair((x, y): Point) -> Value {
    Value::Array(vec![rounded(x), rounded(y)])
}

/// A number as the native format has it.
pub(super) fn as_number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64)).filter(|n| n.is_finite())
}

/// From where to where boxes reach: properties `base` and `top`, first its own.
pub(super) fn heights(own: &Properties, other: &Properties) -> (f64, f64) {
    let of = |key: &str, all: &Properties| keys::value(&OF_OBJECTS, key, all).as_ref().and_then(as_number);
    let get = |key: &str, usual: f64| of(key, own).or_else(|| of(key, other)).unwrap_or(usual);
    (get("base", BASE_M), get("top", TOP_M))
}
