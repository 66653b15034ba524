//! What a behaviour file says about its creatures, once loaded: body, states, handlers.

use super::{BodySpec, Mood, Setting};
use crate::body::MoveClass;
use crate::diag::Diagnostic;
use crate::world::{GraphKind, SpawnArea, World};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An interned name (a behaviour, a state, a faction, a tactical state): quick to copy and compare. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Symbol(pub u16);

/// The names of the symbols. Symbol 0 is the empty name.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<String>,
    by_name: BTreeMap<String, Symbol>,
    /// Names without a symbol of their own, because there were too many.
    left_out: usize,
}

/// Names at most that have symbols.
pub(crate) const MOST_NAMES: usize = 1 << 16;

impl Default for Symbols {
    fn default() -> Self {
        Self { names: vec![String::new()], by_name: BTreeMap::from([(String::new(), Symbol(0))]), left_out: 0 }
    }
}

impl Symbols {
    /// The symbol of `name`, new or old. When there are too many names, a new one gets the empty symbol, and [`Symbols::left_out`]
    /// says so.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(s) = self.by_name.get(name) {
            return *s;
        }
        let Ok(n) = u16::try_from(self.names.len()) else {
            self.left_out += 1;
            return Symbol(0);
        };
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), Symbol(n));
        Symbol(n)
    }

    /// How often a name got no symbol of its own.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The symbol of a name, where it has one.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    /// How many names there are, the empty one included.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether every symbol of `earlier` has the same name here.
    pub fn extend(&self, earlier: &Self) -> bool {
        self.names.starts_with(&earlier.names)
    }

    /// The name of a symbol; empty for one of another table.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.get(usize::from(symbol.0)).map_or("", String::as_str)
    }
}

/// What a script can handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, Serialize, Deserialize)]
#[strum(serialize_all = "snake_case")]
pub enum Handler {
    /// The state begins.
    Enter,
    /// The regular call.
    Tick,
    /// The state ends.
    Leave,
    /// The pathfinder returned a new code.
    OnPath,
    /// The creature lost health.
    Hurt,
    /// The creature died.
    Died,
    /// A shout nearby.
    Heard,
    /// A message to this creature.
    Message,
    /// A timer is due.
    Timer,
    /// It came into an area of the map.
    Entered,
    /// It came out of one.
    Left,
    /// The cost of a path that was asked for is known.
    OnCost,
    /// It is under way and gets nowhere.
    OnStuck,
}

impl Handler {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Enter,
        Self::Tick,
        Self::Leave,
        Self::OnPath,
        Self::Hurt,
        Self::Died,
        Self::Heard,
        Self::Message,
        Self::Timer,
        Self::Entered,
        Self::Left,
        Self::OnCost,
        Self::OnStuck,
    ];

    /// The handler of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|h| h.name() == name)
    }

    /// Whether what it returns counts: the name of the next state.
    pub(crate) fn changes_state(self) -> bool {
        !matches!(self, Self::Leave | Self::Died)
    }

    /// Its name in a state's table.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// One state of a behaviour.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpec {
    /// The state's name.
    pub name: String,
    /// The symbol of the state's name.
    pub symbol: Symbol,
    /// How it is drawn, where its table says so.
    pub mood: Option<Mood>,
}

/// A behaviour, as far as it is data.
#[derive(Clone, Debug, PartialEq)]
pub struct Species {
    /// The behaviour's name.
    pub name: String,
    /// The symbol of the behaviour's name.
    pub symbol: Symbol,
    /// What its creatures are like.
    pub body: BodySpec,
    /// How the body moves.
    pub moves: MoveClass,
    /// The symbol of the body's faction.
    pub faction: Symbol,
    /// The state a newcomer starts in.
    pub start: Symbol,
    /// In order of name.
    pub states: Vec<StateSpec>,
    /// What maps may set, in order of name.
    pub settings: Vec<Setting>,
    /// The file it came from, as shown to people (`scripts/npc/wolf.lua`).
    pub file: String,
}

/// The most creatures that one line of a console may spawn.
pub(crate) const MOST_SPAWNED: u32 = 10_000;

/// The name of the player's character, as behaviour and as faction. No script may take it.
pub(crate) const PLAYER: &str = "player";

impl Species {
    /// The player's character: a body like any other, but a person moves it.
    pub fn player(symbols: &mut Symbols) -> Self {
        let symbol = symbols.intern(PLAYER);
        let body = BodySpec {
            height: 1.8,
            speed: 6.0,
            turn_rate: 20.0,
            acceleration: 30.0,
            health: 100.0,
            regeneration: 1.0,
            faction: PLAYER.into(),
            reach: 1.2,
            damage: 10.0,
            cooldown: 0.5,
            glyph: '@',
            ..BodySpec::default()
        };
        let (name, start) = (PLAYER.to_owned(), Symbol::default());
        Self {
            name,
            symbol,
            body,
            moves: MoveClass::WALK,
            faction: symbol,
            start,
            states: Vec::new(),
            settings: Vec::new(),
            file: String::new(),
        }
    }

    /// Why its creatures would have no paths where an area of a map spawns them: they plan over markers, and the map sets none.
    pub fn graph_fault(&self, world: &World, area: &SpawnArea) -> Option<Diagnostic> {
        let lacks = self.body.graph == Some(GraphKind::Markers) && world.markers.is_empty();
        let message = || format!("a {} plans over the graph 'markers', and this map has no [[marker]]", self.name);
        lacks.then(|| Diagnostic::error(&world.file, message()).at(area.line, 0))
    }

    /// The state of a name.
    pub fn state(&self, symbol: Symbol) -> Option<&StateSpec> {
        self.states.iter().find(|s| s.symbol == symbol)
    }
}

/// All behaviours that are loaded, by name, and the symbols their names are kept under.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The names of all symbols.
    pub symbols: Symbols,
    /// In order of name.
    pub species: Vec<Species>,
    /// Behaviours that existed before and may be deleted: a query for one finds no agent.
    pub once_behaviours: BTreeSet<String>,
    /// Factions that earlier versions of behaviours had.
    pub once_factions: BTreeSet<String>,
}

/// What any of some creatures can do that portals ask for.
pub(crate) fn abilities(species: &[Species]) -> BTreeSet<&str> {
    species.iter().flat_map(|s| &s.body.abilities).map(String::as_str).collect()
}

impl Catalogue {
    /// The species of a behaviour.
    pub fn find(&self, behaviour: Symbol) -> Option<&Species> {
        self.species.iter().find(|s| s.symbol == behaviour)
    }

    /// The mood of a behaviour's state: as declared, else guessed from its name.
    pub fn mood(&self, behaviour: &str, state: &str) -> Mood {
        let declared = self.named(behaviour).and_then(|s| s.states.iter().find(|s| s.name == state)?.mood);
        declared.unwrap_or_else(|| Mood::guess(state))
    }

    /// The species of a behaviour by its name.
    pub fn named(&self, name: &str) -> Option<&Species> {
        self.species.iter().find(|s| s.name == name)
    }
}
