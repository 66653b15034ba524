//! The surroundings of a creature, as a drawing from which a spec builds a world.

use super::{ExportError, lua};
use crate::agent::{PLAYER, Value};
use crate::body::AgentId;
use crate::geom::{Cell, Vec2};
use crate::lua::host::spec_host::plan::CELL_M;
use crate::lua::host::spec_host::{Begin, WorldPlan};
use crate::lua::source::mods::{ModSet, behaviour_path};
use crate::nav::Goal;
use crate::sim::Sim;
use crate::spec::plan;
use crate::world::{GroundKind, MoveClass, format};
use std::collections::{BTreeMap, BTreeSet};

/// How far the drawing reaches to each side, cells.
const REACH: i32 = 20;
const WALL: char = '#';
const WATER: char = '~';
const OPEN: char = '.';
/// A volume that leaves less than this share of a cell around its centre closes it.
const COVERED: f32 = 0.45;
/// Height up to which volumes count as walls, metres.
const TALL_M: f32 = 1.0;

/// One creature of the drawing.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub id: AgentId,
    pub behaviour: String,
    pub letter: char,
    /// Its number among those of its letter, line by line, from 1.
    pub nth: usize,
    /// No other creature has its letter.
    alone: bool,
    /// Its cell in the drawing.
    at: Cell,
    /// As it is now; `None` for the player's character.
    pub begin: Option<Begin>,
}

impl Figure {
    /// The call that returns it in the spec.
    pub(super) fn call(&self) -> String {
        let (letter, nth) = (self.letter, self.nth);
        if self.alone { format!("w:creature(\"{letter}\")") } else { format!("w:creature(\"{letter}\", {nth})") }
    }
}

/// A part of the world, in letters.
pub(super) struct Drawing {
    rows: Vec<Vec<char>>,
    pub cell_m: f32,
    /// Metres from the world's corner to the drawing's.
    pub origin: Vec2,
    /// Line by line.
    pub figures: Vec<Figure>,
    /// Creatures that are there but could not be drawn: no free cell or letter, or not of these mods.
    pub left_out: usize,
    /// Targets and prey of the creatures in the drawing.
    pub pursued: BTreeSet<AgentId>,
    /// Seconds of the world at this moment.
    pub now_s: f64,
    pub seed: u64,
}

impl Drawing {
    pub(super) fn around(sim: &Sim, id: AgentId, mods: &ModSet) -> Result<Self, ExportError> {
        let ground = &sim.world().ground;
        let cell_m = ground.resolution_m();
        if !CELL_M.contains(&cell_m) {
            return Err(ExportError::CellSize(cell_m));
        }
        let centre = Cell::of(sim.agents().bodies.position[id.slot()], cell_m);
        let (w, h) = (ground.width() as i32, ground.height() as i32);
        let (left, top) = ((centre.x - REACH).max(0), (centre.y - REACH).max(0));
        let (right, bottom) = ((centre.x + REACH + 1).min(w), (centre.y + REACH + 1).min(h));
        let row = |y: i32| (left..right).map(|x| letter(sim, Cell::new(x, y))).collect();
        let mut drawing = Self {
            rows: (top..bottom).map(row).collect(),
            cell_m,
            origin: Vec2::new(left as f32, top as f32) * cell_m,
            figures: Vec::new(),
            left_out: 0,
            pursued: BTreeSet::new(),
            now_s: sim.step_count() as f64 * f64::from(sim.step_ms()) / 1_000.0,
            seed: sim.seed(),
        };
        drawing.add_creatures(sim, id, mods)?;
        Ok(drawing)
    }

    /// Adds all creatures near, the selected one first.
    fn add_creatures(&mut self, sim: &Sim, selected: AgentId, mods: &ModSet) -> Result<(), ExportError> {
        let bodies = &sim.agents().bodies;
        let empty = plan::read(&self.plan())?;
        let size = empty.world.size();
        let near = |slot: &usize| {
            let p = bodies.position[*slot] - self.origin;
            p.x >= 0.0 && p.y >= 0.0 && p.x < size.x && p.y < size.y
        };
        let mut slots: Vec<usize> = bodies.living().filter(near).collect();
        slots.sort_by_key(|s| (*s != selected.slot(), *s));
        let (mut letters, mut taken) = (BTreeMap::new(), BTreeMap::new());
        for slot in slots {
            let id = bodies.id(slot);
            let behaviour = sim.catalogue().symbols.name(sim.agents().behaviour[slot]).to_owned();
            let is_player = behaviour == PLAYER;
            let known = is_player || mods.file(&behaviour_path(&behaviour)).is_some();
            let fits = |c: &Cell| {
                let at = c.centre(self.cell_m);
                !taken.contains_key(&(c.y, c.x))
                    && empty.world.is_free(at, bodies.radius[slot], bodies.height[slot], bodies.moves[slot])
            };
            let here = Cell::of(bodies.position[slot] - self.origin, self.cell_m);
            let place = around(here).find(fits);
            let letter = self.letter_for(sim, slot, &behaviour, &mut letters);
            match (place, letter) {
                (Some(at), Some(letter)) if known => {
                    let begin = (!is_player).then(|| begin(sim, id));
                    taken.insert((at.y, at.x), Figure { id, behaviour, letter, nth: 0, alone: true, at, begin });
                }
                _ => self.left_out += 1,
            }
        }
        let mut counts = BTreeMap::new();
        for (_, mut figure) in taken {
            let n: &mut usize = counts.entry(figure.letter).or_default();
            *n += 1;
            figure.nth = *n;
            self.rows[figure.at.y as usize][figure.at.x as usize] = figure.letter;
            self.pursued.extend(sim.agents().intent[figure.id.slot()].attack);
            if let Goal::Agent(id) = sim.goal(figure.id) {
                self.pursued.insert(id);
            }
            self.figures.push(figure);
        }
        for figure in &mut self.figures {
            figure.alone = counts.get(&figure.letter) == Some(&1);
        }
        Ok(())
    }

    /// The letter of a behaviour: its glyph unless that is ground, else the first free one.
    fn letter_for(&self, sim: &Sim, slot: usize, behaviour: &str, used: &mut BTreeMap<String, char>) -> Option<char> {
        if let Some(letter) = used.get(behaviour) {
            return Some(*letter);
        }
        let own = sim.catalogue().find(sim.agents().behaviour[slot]).map(|s| s.body.glyph);
        let ground = format::native_legend();
        let free = |c: &char| {
            c.is_ascii_alphabetic() && !ground.iter().any(|k| k.letter == *c) && !used.values().any(|u| u == c)
        };
        let letter = own.into_iter().chain('a'..='z').chain('A'..='Z').find(free)?;
        used.insert(behaviour.to_owned(), letter);
        Some(letter)
    }

    /// The plan that a spec's `world` reads from it.
    pub(super) fn plan(&self) -> WorldPlan {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        WorldPlan {
            drawing: rows.join("\n"),
            cell_m: self.cell_m,
            seed: self.seed,
            creatures: self.figures.iter().map(|f| (f.letter, f.behaviour.clone())).collect(),
            ..WorldPlan::default()
        }
    }

    /// `local w = world { … }`.
    pub(super) fn world_call(&self, errors: bool) -> String {
        let mut out = "    local w = world { [[\n".to_owned();
        for row in &self.rows {
            out.extend("      ".chars().chain(row.iter().copied()).chain(['\n']));
        }
        out.push_str("    ]], ");
        for (letter, behaviour) in self.plan().creatures {
            out.push_str(&format!("{letter} = \"{behaviour}\", "));
        }
        if self.cell_m != 1.0 {
            out.push_str(&format!("cell = {}, ", self.cell_m));
        }
        if errors {
            out.push_str("errors_allowed = true, ");
        }
        out.push_str(&format!("seed = {} }}\n", self.seed));
        out
    }
}

fn begin(sim: &Sim, id: AgentId) -> Begin {
    let (a, slot) = (sim.agents(), id.slot());
    let state = sim.catalogue().symbols.name(a.state[slot]).to_owned();
    let memory = sim.memory(id).filter(|m| *m != Value::Table(Vec::new()));
    let rounded = |n: f32| lua::rounded(n.into()) as f32;
    // Rounding may not kill it, nor give it more than it can have.
    let health = rounded(a.health[slot]).min(a.max_health[slot]);
    let health = if health > 0.0 { health } else { a.health[slot] };
    Begin { state: Some(state), memory, health: Some(health), heading: Some(rounded(a.bodies.heading[slot])) }
}

/// A cell of the world as a letter of the native legend: volumes are walls.
fn letter(sim: &Sim, cell: Cell) -> char {
    let world = sim.world();
    let res = world.ground.resolution_m();
    if world.ground.walkable(cell) && !world.volumes_free(cell.centre(res), COVERED * res, TALL_M, MoveClass::WALK) {
        return WALL;
    }
    world.ground.kind(cell).map_or(WALL, ground_letter)
}

fn ground_letter(kind: &GroundKind) -> char {
    let native = format::native_legend();
    let same = |k: &&GroundKind| (k.walkable, k.opaque) == (kind.walkable, kind.opaque);
    match native.iter().filter(same).find(|k| k.letter == kind.letter || k.look == kind.look) {
        Some(k) => k.letter,
        None if kind.walkable => OPEN,
        None if kind.opaque => WALL,
        None => WATER,
    }
}

/// A cell and those around it, nearest first.
fn around(c: Cell) -> impl Iterator<Item = Cell> {
    let mut steps: Vec<(i32, i32)> = (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y))).collect();
    steps.sort_by_key(|(x, y)| (x * x + y * y, *y, *x));
    steps.into_iter().map(move |(x, y)| Cell::new(c.x + x, c.y + y))
}
