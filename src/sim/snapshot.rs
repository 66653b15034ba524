//! The world after a step: all that the dashboard sees of the simulation.

use super::{CodeInfo, ErrorGroup, Focus, LogLine, ShownCrowd, ShownFlow, ShownGraph, ShownSearch};
use crate::agent::{Catalogue, Symbol, Symbols};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::geom::{Storey, Vec2};
use crate::world::World;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The world after a step.
#[derive(Clone)]
pub struct Snapshot {
    /// What exists besides agents.
    pub world: Arc<World>,
    /// The names of the symbols.
    pub catalogue: Arc<Catalogue>,
    /// The names of the mods on top of the built-in one, in order; empty without any.
    pub mods: String,
    /// Of all random numbers.
    pub seed: u64,
    /// Steps since the world began.
    pub step: u64,
    /// The length of a step, milliseconds.
    pub step_ms: u32,
    /// Whether pathfinders plan; otherwise feelers alone steer.
    pub pathfinding_on: bool,
    /// All living agents, in order of slot.
    pub agents: Arc<Vec<AgentMark>>,
    /// The player's character, while it lives.
    pub player: Option<AgentId>,
    /// One row a behaviour, in order of name.
    pub roster: Vec<RosterRow>,
    /// The selected creature, while it lives.
    pub focus: Option<Focus>,
    /// Layers of influence; none unless they are shown.
    pub influence: Vec<ShownLayer>,
    /// The crowd on the ground; `None` unless it is shown.
    pub crowd: Option<ShownCrowd>,
    /// The flow field of the selected creature's goal; `None` where it has none, and unless it is shown.
    pub flow: Option<ShownFlow>,
    /// The graph that the selected creature plans over; `None` where it plans over cells, and unless it is shown.
    pub graph: Option<Arc<ShownGraph>>,
    /// The last search of the selected creature; `None` where it has no target, and unless it is shown.
    pub search: Option<Arc<ShownSearch>>,
    /// The potentials of gates, in tenths of a metre; `None` where the world has none, and unless they are shown.
    pub potentials: Option<ShownLayer>,
    /// Where creatures under way lost time lately, in tenths of a second; `None` unless it is shown.
    pub time_lost: Option<ShownLayer>,
    /// One row a script file, in order of path.
    pub scripts: Vec<ScriptRow>,
    /// Errors of scripts by place, the most frequent first.
    pub errors: Vec<ErrorGroup>,
    /// What the functions of scripts cost, the most expensive first.
    pub profile: Vec<ProfileRow>,
    /// Oldest first.
    pub log: Vec<LogLine>,
    /// How often the pathfinder returned each code so far.
    pub codes: Vec<(CodeInfo, u64)>,
    /// Mean over the last second, milliseconds a step.
    pub phases: PhaseTimes,
    /// Goals that were reached so far.
    pub arrivals: u64,
}

/// Amounts by place as they are shown: a layer of influence, the potentials of gates, or the time that creatures lose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownLayer {
    /// As scripts call it.
    pub name: String,
    /// Side of a cell, metres.
    pub cell_m: f32,
    /// The tiles that hold anything, in order of row and column.
    pub tiles: Vec<ShownTile>,
}

/// A tile of 16 × 16 cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownTile {
    /// Column and row of the tile.
    pub place: (u32, u32),
    /// The tenths of each cell, row by row.
    pub tenths: Box<[u8]>,
}

impl ShownLayer {
    /// Cells of the side of a tile.
    const SIDE: usize = 16;

    /// Of cells, each with its column, its row and its tenths, in order of row and column.
    pub(super) fn of_cells(name: &str, cell_m: f32, cells: impl Iterator<Item = (u32, u32, u8)>) -> Self {
        let side = Self::SIDE as u32;
        let mut tiles = BTreeMap::<(u32, u32), Box<[u8]>>::new();
        for (x, y, tenths) in cells {
            let tile = tiles.entry((y / side, x / side)).or_insert_with(|| vec![0; Self::SIDE * Self::SIDE].into());
            tile[(y % side * side + x % side) as usize] = tenths;
        }
        let tiles = tiles.into_iter().map(|((y, x), tenths)| ShownTile { place: (x, y), tenths }).collect();
        Self { name: name.to_owned(), cell_m, tiles }
    }

    /// The amount at a point in tenths, up to 255; an amount above 0 is never shown as 0.
    pub fn tenths(&self, at: Vec2) -> u8 {
        let (x, y) = ((at.x / self.cell_m).max(0.0) as usize, (at.y / self.cell_m).max(0.0) as usize);
        let place = ((y / Self::SIDE) as u32, (x / Self::SIDE) as u32);
        let found = self.tiles.binary_search_by_key(&place, |tile| (tile.place.1, tile.place.0)).ok();
        let cell = y % Self::SIDE * Self::SIDE + x % Self::SIDE;
        found.and_then(|i| self.tiles[i].tenths.get(cell).copied()).unwrap_or(0)
    }
}

/// One creature on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentMark {
    /// The creature.
    pub id: AgentId,
    /// Its centre, metres.
    pub position: Vec2,
    /// The storey that it is on.
    pub storey: Storey,
    /// Radians.
    pub heading: f32,
    /// Metres.
    pub radius: f32,
    /// The behaviour's name.
    pub behaviour: Symbol,
    /// The state's name.
    pub state: Symbol,
    /// Whether it sleeps: its script's tick is left out.
    pub asleep: bool,
    /// 0..=1.
    pub health: f32,
    /// What it is drawn as.
    pub glyph: char,
    /// Whether the keys move it.
    pub is_player: bool,
}

/// The creatures of one behaviour.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RosterRow {
    /// The behaviour's name.
    pub behaviour: String,
    /// How many live.
    pub alive: u32,
    /// How many were born so far.
    pub spawned: u32,
    /// How many died so far.
    pub died: u32,
    /// How many sleep.
    pub asleep: u32,
    /// (state, how many are in it), in order of name; empty states are left out.
    pub states: Vec<(String, u32)>,
}

/// One script file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ScriptRow {
    /// As shown: `npc/wolf.lua`.
    pub path: String,
    /// The mod it came from.
    pub mod_name: String,
    /// As messages name it: `scripts/npc/wolf.lua`.
    pub label: String,
    /// The version that is live; 1 when the world began.
    pub version: u32,
    /// Whether the file as saved runs.
    pub status: ScriptStatus,
    /// The step of the last change of status.
    pub since_step: u64,
    /// Behaviours that use it: 1 for a behaviour itself, the dependants for a module.
    pub users: u32,
    /// Errors raised while running since this version went live.
    pub errors: u64,
    /// What checks found in the version that is live, in order of line.
    pub remarks: Arc<[Diagnostic]>,
}

/// Whether the newest text of a file is what runs.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum ScriptStatus {
    /// The saved version runs.
    #[default]
    Live,
    /// Version `version` did not load; the row's own version lives on.
    Rejected {
        /// The version that does not run.
        version: u32,
        /// Why.
        message: String,
    },
    /// Version `version` failed while it ran; the row's own version lives again. Names the line to blame.
    RolledBack {
        /// The version that does not run.
        version: u32,
        /// Why.
        message: String,
    },
}

/// Where the time of a step went, milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PhaseTimes {
    /// The whole step.
    pub step: f32,
    /// Calls of scripts.
    pub script: f32,
    /// Path searches.
    pub search: f32,
    /// Building maps for searches.
    pub abstraction: f32,
    /// Steering, collision, combat.
    pub motion: f32,
    /// Fading and spreading of influence.
    pub influence: f32,
}

/// What one function of a behaviour cost since the behaviour was last loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileRow {
    /// The behaviour's name.
    pub behaviour: Symbol,
    /// `None` for a behaviour's `on_reload`.
    pub state: Option<Symbol>,
    /// `tick`, `enter`, …
    pub function: &'static str,
    /// How many calls there were.
    pub calls: u64,
    /// Instructions that all calls spent together.
    pub instructions: u64,
    /// The instructions of the last 40 to 80 steps.
    pub recent: u64,
    /// Instructions of the most expensive call, which creature made it, and in which step.
    pub worst: u64,
    /// The creature of the most expensive call.
    pub worst_by: Option<AgentId>,
    /// The step of the most expensive call.
    pub worst_step: u64,
}

impl ProfileRow {
    /// `wolf.attack.tick`; `wolf.on_reload` for a function of no state.
    pub(crate) fn name(&self, symbols: &Symbols) -> String {
        let place = [Some(self.behaviour), self.state].into_iter().flatten().map(|symbol| symbols.name(symbol));
        place.chain([self.function]).collect::<Vec<_>>().join(".")
    }
}
