//! Named places and areas: the parts of a map that scripts know by name.

use crate::geom::{Aabb, Vec2};
use std::collections::{BTreeMap, BTreeSet};

/// The role of areas that divide the world into zones.
pub(crate) const ZONE: &str = "zone";

/// A point with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// As scripts call it.
    pub name: String,
    /// Metres.
    pub at: Vec2,
}

/// A part of the world with a name: one or more rectangles, which may overlap those of other areas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// As scripts call it.
    pub name: String,
    /// Metres.
    pub parts: Vec<Aabb>,
    /// What it is to creatures, in the map's own words: `shelter`, `water`.
    pub roles: Vec<String>,
}

impl Area {
    /// Whether a point lies in it.
    pub fn contains(&self, at: Vec2) -> bool {
        self.parts.iter().any(|part| part.contains(at))
    }
}

/// The places and areas of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Areas {
    /// In order of name.
    all: Vec<Area>,
    /// By the names of areas, and by their roles.
    called: BTreeMap<String, Vec<u16>>,
    /// The points of places, and of areas without a place of their name.
    places: BTreeMap<String, Vec2>,
    /// The names of places alone.
    points: BTreeSet<String>,
}

impl Areas {
    /// Areas of one name are one area. An area's name is a place too, unless a place has it: the middle of its first part.
    pub fn new(areas: impl IntoIterator<Item = Area>, places: impl IntoIterator<Item = Place>) -> Self {
        let mut joined: BTreeMap<String, Area> = BTreeMap::new();
        for area in areas {
            let one = joined.entry(area.name.clone()).or_insert_with(|| Area { name: area.name, ..Area::default() });
            one.parts.extend(area.parts);
            one.roles.extend(area.roles);
        }
        let all: Vec<Area> = joined.into_values().collect();
        let (mut called, mut named) = (BTreeMap::<String, Vec<u16>>::new(), BTreeMap::new());
        for (i, area) in (0..).zip(&all) {
            for word in area.roles.iter().chain([&area.name]) {
                let same = called.entry(word.clone()).or_default();
                if same.last() != Some(&i) {
                    same.push(i);
                }
            }
            named.extend(area.parts.first().map(|part| (area.name.clone(), part.min + part.size() / 2.0)));
        }
        let places: Vec<Place> = places.into_iter().collect();
        let points = places.iter().map(|p| p.name.clone()).collect();
        named.extend(places.into_iter().map(|p| (p.name, p.at)));
        Self { all, called, places: named, points }
    }

    /// All areas, in order of name.
    pub fn all(&self) -> &[Area] {
        &self.all
    }

    /// All places, in order of name.
    pub fn points(&self) -> impl Iterator<Item = (&str, Vec2)> {
        self.places.iter().filter(|(name, _)| self.points.contains(*name)).map(|(name, at)| (name.as_str(), *at))
    }

    /// The names of places and areas, in order.
    pub fn place_names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// The names and roles of areas, in order.
    pub fn area_words(&self) -> impl Iterator<Item = &str> {
        self.called.keys().map(String::as_str)
    }

    /// The point of a place's or an area's name.
    pub fn place(&self, name: &str) -> Option<Vec2> {
        self.places.get(name).copied()
    }

    /// The areas of a name or a role.
    pub fn called(&self, word: &str) -> impl Iterator<Item = &Area> {
        self.called.get(word).into_iter().flatten().map(|i| &self.all[usize::from(*i)])
    }

    /// Whether the world is divided into zones.
    pub(crate) fn has_zones(&self) -> bool {
        self.called.contains_key(ZONE)
    }

    /// The index of the zone that a point belongs to: the first by name of those that contain it. `None`: what lies in no zone
    /// is one together.
    pub(crate) fn zone(&self, at: Vec2) -> Option<u16> {
        self.called.get(ZONE)?.iter().copied().find(|i| self.all[usize::from(*i)].contains(at))
    }

    /// The indices of the areas that contain a point, in order.
    pub fn around(&self, at: Vec2) -> impl Iterator<Item = u16> {
        (0..).zip(&self.all).filter(move |(_, area)| area.contains(at)).map(|(i, _)| i)
    }
}
