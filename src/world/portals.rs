//! Portals: connections between storeys, and marked links within one, which bodies take in time.

use crate::geom::{Aabb, Storey};
use strum::{EnumString, VariantNames};

mod width;

/// What connects two places. The kind says what holds where the map says nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum PortalKind {
    /// Half the speed.
    Stairs,
    /// Most of the speed.
    Ramp,
    /// A quarter of the speed.
    Ladder,
    /// Full speed.
    Bridge,
    /// It takes the time that the map says.
    Lift,
    /// It takes no time.
    Teleporter,
    /// Down, one direction only; for bodies with the ability `jump`.
    Jump,
    /// For bodies with the ability `climb`.
    Climb,
    /// For bodies that move as, or have the ability, `swim`.
    Swim,
}

impl PortalKind {
    /// The share of its speed that a body has there.
    pub fn pace(self) -> f32 {
        match self {
            Self::Stairs | Self::Swim => 0.5,
            Self::Ramp => 0.8,
            Self::Ladder | Self::Climb => 0.25,
            Self::Bridge | Self::Lift | Self::Teleporter | Self::Jump => 1.0,
        }
    }

    /// The ability that a body needs, where the map names none.
    pub fn needs(self) -> Option<&'static str> {
        matches!(self, Self::Jump | Self::Climb | Self::Swim).then(|| self.into())
    }
}

/// One end of a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalEnd {
    /// The storey that it is on.
    pub storey: Storey,
    /// Where bodies enter and leave, metres.
    pub area: Aabb,
}

/// How long it takes to pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// So many metres, with a share of the body's speed.
    Metres {
        /// Above 0, or 0: at once.
        metres: f32,
        /// By the end at which it enters: above 0, up to 1.
        paces: [f32; 2],
    },
    /// So many seconds, whatever the body's speed.
    Seconds(f32),
}

/// A connection of one place with another, on another storey or on the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Portal {
    /// What messages and the dashboard call it.
    pub name: String,
    /// What it is.
    pub kind: PortalKind,
    /// Where it begins, and where it ends.
    pub ends: [PortalEnd; 2],
    /// How long it takes.
    pub crossing: Crossing,
    /// Whether it leads back, too.
    pub both: bool,
    /// Movement classes, or abilities that behaviours declare: a body needs one of them. None: every body may.
    pub only: Vec<String>,
    /// Line and column of the map file where these are named, for messages; `None` where they follow from the kind.
    pub named_at: Option<(u32, u32)>,
}

impl Portal {
    /// Seconds that a body takes which enters at an end and moves `speed_m_s` metres a second; infinite for one that does not move.
    pub fn time_s(&self, end: u8, speed_m_s: f32) -> f32 {
        match self.crossing {
            Crossing::Metres { metres, .. } if metres <= 0.0 => 0.0,
            Crossing::Metres { metres, paces } => metres / (speed_m_s * paces[usize::from(end)]),
            Crossing::Seconds(seconds) => seconds,
        }
    }

    /// What it costs that body: metres of plain ground that it would walk in that time.
    pub fn cost_m(&self, end: u8, speed_m_s: f32) -> f32 {
        match self.crossing {
            Crossing::Metres { metres, paces } => metres / paces[usize::from(end)],
            Crossing::Seconds(seconds) => seconds * speed_m_s,
        }
    }
}

/// An end of a portal, by numbers: the index of the portal, and which of its two ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Landing {
    /// Index into [`Portals::all`].
    pub portal: u32,
    /// 0: where it begins; 1: where it ends.
    pub end: u8,
}

impl Landing {
    /// The other end of the portal.
    pub fn other(self) -> Self {
        Self { end: 1 - self.end, ..self }
    }
}

/// The abilities of a body, by bit: the places of words in [`Portals::words`].
pub type Abilities = u32;

/// The portals of a world, and where they are.
#[derive(Clone, Debug, Default)]
pub struct Portals {
    all: Vec<Portal>,
    /// By portal: the bits of which a body needs one; 0: none.
    needed: Vec<Abilities>,
    /// The words that portals ask for.
    words: Vec<String>,
    /// By storey, in order.
    on: Vec<Vec<Landing>>,
    /// By portal: the places of its ends in those lists.
    places: Vec<[u32; 2]>,
}

impl Portals {
    /// The most different words that the portals of a world ask for.
    pub const MOST_WORDS: usize = Abilities::BITS as usize;

    /// Puts portals into order. Words beyond [`Portals::MOST_WORDS`] let no body through.
    pub fn new(all: Vec<Portal>) -> Self {
        let mut words: Vec<String> = all.iter().flat_map(|p| p.only.iter().cloned()).collect();
        words.sort_unstable();
        words.dedup();
        let storeys = all.iter().flat_map(|p| p.ends).map(|end| end.storey.0 as usize + 1).max().unwrap_or(0);
        let mut on = vec![Vec::new(); storeys];
        let mut places = vec![[0; 2]; all.len()];
        for (portal, (p, places)) in (0..).zip(all.iter().zip(&mut places)) {
            for (end, at) in (0..).zip(p.ends) {
                let list = &mut on[at.storey.0 as usize];
                places[usize::from(end)] = list.len() as u32;
                list.push(Landing { portal, end });
            }
        }
        let mut portals = Self { needed: Vec::new(), words, on, places, all };
        portals.needed =
            portals.all.iter().map(|p| portals.abilities(|word| p.only.iter().any(|o| o == word))).collect();
        portals
    }

    /// How many different words they ask for.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All of them, in the order of the map.
    pub fn all(&self) -> &[Portal] {
        &self.all
    }

    /// The portal of an end.
    pub fn of(&self, landing: Landing) -> &Portal {
        &self.all[landing.portal as usize]
    }

    /// Where an end is.
    pub fn end(&self, landing: Landing) -> PortalEnd {
        self.of(landing).ends[usize::from(landing.end)]
    }

    /// The ends on a storey, in order.
    pub fn on(&self, storey: Storey) -> &[Landing] {
        self.on.get(storey.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The place of an end among those on its storey.
    pub fn place(&self, landing: Landing) -> usize {
        self.places[landing.portal as usize][usize::from(landing.end)] as usize
    }

    /// The bits of the words that a body `has`.
    pub fn abilities(&self, has: impl Fn(&str) -> bool) -> Abilities {
        (0..Self::MOST_WORDS).zip(&self.words).filter(|(_, word)| has(word)).map(|(bit, _)| 1 << bit).sum()
    }

    /// Whether a body with these abilities may enter a portal at an end.
    pub fn lets_in(&self, at: Landing, abilities: Abilities) -> bool {
        let portal = self.of(at);
        let needed = self.needed[at.portal as usize];
        let open = portal.only.is_empty() || needed & abilities != 0;
        open && (portal.both || at.end == 0)
    }
}
