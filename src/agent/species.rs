//! What a behaviour file says about its creatures, once loaded: body, states, handlers.

use super::{Mood, Setting};
use crate::body::MoveClass;
use crate::diag::Diagnostic;
use crate::world::{GraphKind, SpawnArea, World};
use std::collections::{BTreeMap, BTreeSet};

/// An interned name (a behaviour, a state, a faction, a tactical state): quick to copy and compare. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Symbol(pub u16);

/// The names of the symbols. Symbol 0 is the empty name.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<String>,
    by_name: BTreeMap<String, Symbol>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self { names: vec![String::new()], by_name: BTreeMap::from([(String::new(), Symbol(0))]) }
    }
}

impl Symbols {
    /// The symbol of `name`, new or old. Names beyond 65 535 share the empty symbol.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(s) = self.by_name.get(name) {
            return *s;
        }
        let Ok(n) = u16::try_from(self.names.len()) else { return Symbol(0) };
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), Symbol(n));
        Symbol(n)
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

/// A number in a behaviour's `body`.
pub(crate) struct BodyNumber {
    pub name: &'static str,
    pub doc: &'static str,
    /// The range, ends included.
    pub low: f32,
    pub high: f32,
    /// Where it is kept.
    pub of: fn(&mut BodySpec) -> &mut f32,
}

/// Declares a body: each of its numbers is written once, with its default, its range and what it means.
macro_rules! body {
    ($($key:ident: $default:literal, $low:literal..=$high:literal, $doc:literal;)*) => {
        /// The body that a behaviour declares. Every field has a default, and a name in the file; every number a range.
        #[derive(Clone, Debug, PartialEq)]
        pub struct BodySpec {
            $(#[doc = $doc] pub $key: f32,)*
            /// The faction's name.
            pub faction: String,
            /// The layers of influence that its paths avoid: what a metre costs more where there is an amount of 1.
            pub avoids: BTreeMap<String, f32>,
            /// What it can do that portals of a map ask for.
            pub abilities: BTreeSet<String>,
            /// The graph that its paths lead over; `None` leaves it to the map.
            pub graph: Option<GraphKind>,
            /// The letter on the map; the name's first letter by default.
            pub glyph: char,
        }

        impl Default for BodySpec {
            fn default() -> Self {
                let (avoids, abilities) = Default::default();
                Self { $($key: $default,)* faction: NEUTRAL.into(), avoids, abilities, graph: None, glyph: '?' }
            }
        }

        /// The numbers of a body.
        pub(crate) const BODY_NUMBERS: &[BodyNumber] = &[
            $(BodyNumber { name: stringify!($key), doc: $doc, low: $low, high: $high, of: |body| &mut body.$key },)*
        ];
    };
}

body! {
    radius: 0.5, 0.1..=5.0, "metres";
    height: 1.0, 0.1..=20.0, "metres";
    speed: 3.0, 0.0..=30.0, "top speed, metres a second";
    turn_rate: 6.0, 0.1..=50.0, "radians a second";
    acceleration: 12.0, 0.1..=200.0, "metres a second squared";
    health: 20.0, 1.0..=1e6, "full health";
    regeneration: 0.0, 0.0..=1e6, "health regained a second";
    reach: 0.6, 0.0..=20.0, "how far beyond touching a strike lands, metres";
    damage: 0.0, 0.0..=1e6, "health that a strike takes (with 0 it cannot strike)";
    cooldown: 1.0, 0.05..=3600.0, "seconds between strikes";
    view_deg: 360.0, 1.0..=360.0, "how wide its field of view is, degrees, half of it to each side of its heading";
    headway_s: 0.0, 0.0..=10.0, "seconds that it keeps to a body that it follows, so that it is slow in a crowd; 0: it keeps none";
    personal_space_m: 0.0, 0.0..=5.0, "metres that it keeps besides, where it keeps a headway";
    hearing: 200.0, 0.0..=200.0, "how far it hears a shout or another noise at most, metres";
}

/// What a script can handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
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

/// The faction of creatures whose behaviour names none.
pub(crate) const NEUTRAL: &str = "neutral";

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
