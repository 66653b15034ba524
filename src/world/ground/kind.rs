//! A kind of ground: what it is to bodies, and how it is drawn.

use crate::world::passage::FULL_PACE;
use std::collections::BTreeMap;

/// How a kind of ground is drawn. The simulation never looks at this.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Default,
    serde::Deserialize,
    strum::EnumString,
    strum::VariantNames,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Look {
    /// Grass.
    #[default]
    Grass,
    /// Trees.
    Tree,
    /// Open water.
    Water,
    /// Bare ground.
    Sand,
    /// Wet ground.
    Swamp,
    /// Bare rock.
    Rock,
    /// A trodden path.
    Road,
    /// The inside of a building.
    Floor,
    /// A wall.
    Wall,
    /// Outside the map.
    Void,
}

/// The cost of plain ground ([`GroundKind::cost`]).
pub const PLAIN_COST: u8 = 8;

/// What a kind of ground is to bodies, besides what it costs those that walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Traversability {
    /// The share of their speed that bodies have on it, in parts of [`FULL_PACE`]; at least 1.
    pub pace: u8,
    /// How dense its vegetation is, from 0 to 1.
    pub vegetation: f32,
    /// What it costs other movement classes, in eighths by their names; `None`: it is closed to them.
    pub costs: BTreeMap<String, Option<u8>>,
    /// Where the map file names these: line and column, for messages.
    pub named_at: BTreeMap<String, (u32, u32)>,
}

impl Default for Traversability {
    fn default() -> Self {
        Self { pace: FULL_PACE, vegetation: 0.0, costs: BTreeMap::new(), named_at: BTreeMap::new() }
    }
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundKind {
    /// What maps call it.
    pub name: String,
    /// The letter that means it in a map file's rows.
    pub letter: char,
    /// Whether bodies that walk may be on it.
    pub walkable: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// What a metre of it costs a path of theirs, in eighths of a metre of plain ground, at least 1: [`PLAIN_COST`] is plain.
    pub cost: u8,
    /// What else it is to bodies.
    pub traversability: Traversability,
    /// How it is drawn.
    pub look: Look,
}
