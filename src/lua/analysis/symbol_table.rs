//! What scripts may name: globals, members of libraries, what the API takes and returns, and the behaviours of the mods.

use crate::agent::PLAYER;
use crate::diag::nearest;
use crate::lua::analysis::types::{Type, TypeUnion, union};
use crate::lua::api::declare::{ShapeName, Signature, Type as Declared};
use crate::lua::api::domain::Domain;
use crate::lua::api::natives;
use crate::lua::api::shapes::Form;
use crate::world::{LayerSpec, World};
use std::collections::{BTreeMap, BTreeSet};

/// Members of the tables of a fresh machine by the table's name; the globals themselves under the empty name.
pub(crate) type MachineNames = BTreeMap<String, BTreeSet<String>>;

/// Names in use, gathered from the sandbox and from all files.
#[derive(Debug, Default)]
pub(crate) struct SymbolTable {
    /// Members by name of the table; the globals themselves under the empty name.
    pub members: MachineNames,
    /// Behaviours and the names of their states.
    pub behaviours: BTreeMap<String, BTreeSet<String>>,
    pub factions: BTreeSet<String>,
    /// What the maps that are known have.
    pub maps: MapNames,
    /// Some file could not be read: there may be more behaviours, states and factions than these.
    pub incomplete: bool,
}

impl SymbolTable {
    /// The names of a fresh machine and of the API.
    pub(crate) fn new(machine: MachineNames) -> Self {
        let mut table = Self { members: machine, ..Self::default() };
        let shapes = [("npc", ShapeName::Npc), ("world", ShapeName::World), ("mod", ShapeName::Mod)];
        let of_shapes = shapes.into_iter().flat_map(|(area, shape)| shape.names().into_iter().map(move |n| (area, n)));
        for (area, name) in of_shapes.chain([("", "mod")]).chain(natives::all().map(|f| (f.area, f.name))) {
            table.members.entry(area.to_owned()).or_default().insert(name.to_owned());
        }
        table.factions.insert(PLAYER.into());
        table.behaviours.insert(PLAYER.into(), BTreeSet::new());
        table
    }

    pub(crate) fn has(&self, table: &str, name: &str) -> bool {
        self.members.get(table).is_some_and(|m| m.contains(name))
    }

    /// Members of a table, in order.
    pub(crate) fn names(&self, table: &str) -> impl Iterator<Item = &str> {
        self.members.get(table).into_iter().flatten().map(String::as_str)
    }

    /// The words of a domain; `None` when not all are known.
    pub(crate) fn words(&self, domain: Domain) -> Option<Vec<&str>> {
        if let Some(words) = domain.words() {
            return Some(words.into_owned());
        }
        match domain {
            Domain::Layer => Some(self.maps.layers.iter().map(String::as_str).collect()),
            _ if self.incomplete => None,
            Domain::Faction => Some(self.factions.iter().map(String::as_str).collect()),
            Domain::Behaviour => Some(self.behaviours.keys().map(String::as_str).collect()),
            Domain::State => {
                let states: BTreeSet<&str> = self.behaviours.values().flatten().map(String::as_str).collect();
                Some(states.into_iter().collect())
            }
            _ => None,
        }
    }
}

/// The places, areas, doors and layers of maps.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapNames {
    places: BTreeSet<String>,
    /// Areas, by name or role.
    areas: BTreeSet<String>,
    doors: BTreeSet<String>,
    /// Layers of influence, those of mods too.
    layers: BTreeSet<String>,
}

impl MapNames {
    pub(crate) fn add(&mut self, map: &World) {
        self.places.extend(map.areas.place_names().map(str::to_owned));
        self.areas.extend(map.areas.area_words().map(str::to_owned));
        self.doors.extend(map.doors.iter().map(|door| door.name.to_string()));
        self.add_layers(&map.layers);
    }

    pub(crate) fn add_layers<'a>(&mut self, layers: impl IntoIterator<Item = &'a LayerSpec>) {
        self.layers.extend(layers.into_iter().map(|layer| layer.name.clone()));
    }

    /// The name that was probably meant by one that no map has. Where none is near, it may be of a map that is not known: a
    /// mod lives on others too.
    pub(crate) fn meant(&self, domain: Domain, word: &str) -> Option<&str> {
        let known = match domain {
            Domain::Place => &self.places,
            Domain::Area => &self.areas,
            Domain::Door => &self.doors,
            _ => return None,
        };
        nearest(word, known.iter().map(String::as_str)).filter(|_| !known.contains(word))
    }
}

/// What a value of a declared type may be.
pub(crate) fn union_of(ty: Declared) -> TypeUnion {
    match ty {
        Declared::Number | Declared::Integer | Declared::Measure(_) | Declared::Id => vec![Type::Number],
        Declared::String => vec![Type::String],
        Declared::Boolean => vec![Type::Bool],
        Declared::Word(domain) => vec![Type::Of(domain)],
        Declared::Shape(ShapeName::Npc) => vec![Type::Npc],
        Declared::Shape(ShapeName::Creature) => vec![Type::Creature],
        Declared::Shape(shape) if shape.shape().form == Form::Handle => vec![Type::Record(shape)],
        Declared::List(Declared::Id) => vec![Type::Ids],
        Declared::Optional(inner) => union_of(*inner).into_iter().chain([Type::Nil]).collect(),
        _ => vec![Type::Any],
    }
}

/// What a value that a function with this signature returns may be; `None`: it returns fewer.
pub(crate) fn returned_by(signature: &Signature, n: usize) -> Option<TypeUnion> {
    let set = union_of(*signature.returns.get(n)?);
    Some(if signature.nil_with_first(n) { union([set, vec![Type::Nil]]) } else { set })
}

/// Names of other engines and languages: by the table that is meant, with the advice to show.
const FAMILIAR: &str = include_str!("familiar.txt");

/// The advice for a name of another engine or language, in a table of [`FAMILIAR`].
pub(crate) fn familiar(table: &str, word: &str) -> Option<&'static str> {
    let rows = FAMILIAR.lines().filter_map(|line| line.strip_prefix(table)?.strip_prefix(": ")?.split_once(" => "));
    let mut fit = rows.filter(|(words, _)| words.split(' ').any(|w| w == word));
    fit.next().map(|(_, helps)| helps)
}

/// A name in small letters and without underscores: how tables of [`FAMILIAR`] have it.
pub(crate) fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}
