//! From a drawing to a world: ground, the creatures that begin in it, and the places that letters name. And back: a drawing
//! of a world at the moment at which a test failed.

use crate::agent::PLAYER;
use crate::diag::printable;
use crate::geom::{Aabb, Cell, Vec2};
use crate::lua::host::spec_host::{PlanError, WorldPlan};
use crate::sim::Sim;
use crate::world::{Area, Areas, Ground, Place, SpawnArea, World, format};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most letters a drawing may have, in all.
const MAX_LETTERS: usize = 40_000;
/// The ground under creatures and places.
const GRASS: char = '.';
/// Half the side of a spawn area that holds the centre of one cell only, as a share of a cell.
const SPOT: f32 = 0.25;

/// A drawing as a world.
pub struct Drawn {
    pub world: World,
    /// Letter and centre of the cell of each creature, line by line, without the player's character.
    pub begin: Vec<(char, Vec2)>,
    pub player: Option<(char, Vec2)>,
    /// Letters that are not ground, and the centres of their cells.
    pub places: BTreeMap<char, Vec<Vec2>>,
}

/// The rows of a drawing, without blank lines around it and without a margin that all rows share.
pub fn rows(drawing: &str) -> Vec<&str> {
    let lines: Vec<&str> = drawing.lines().map(str::trim_end).collect();
    let (Some(first), Some(last)) =
        (lines.iter().position(|l| !l.is_empty()), lines.iter().rposition(|l| !l.is_empty()))
    else {
        return Vec::new();
    };
    let rows = &lines[first..=last];
    let shared = rows.iter().filter(|l| !l.is_empty()).map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
    rows.iter().map(|l| l.get(shared..).unwrap_or("")).collect()
}

/// Reads a plan's drawing.
///
/// # Errors
/// Rows of different lengths, blanks inside, a creature's letter that is not in the drawing.
pub fn read(plan: &WorldPlan) -> Result<Drawn, PlanError> {
    let rows = rows(&plan.drawing);
    let width = rows.first().map_or(0, |r| r.chars().count());
    if width == 0 {
        return Err(PlanError::Empty);
    }
    if width * rows.len() > MAX_LETTERS {
        return Err(PlanError::TooLarge { most: MAX_LETTERS });
    }
    if let Some((n, row)) = rows.iter().enumerate().find(|(_, r)| r.chars().count() != width) {
        return Err(PlanError::UnevenRow { row: n + 1, letters: row.chars().count(), first: width });
    }
    let kinds = format::native_legend();
    let kind_of = |c: char| kinds.iter().position(|k| k.letter == c);
    let grass = kind_of(GRASS).unwrap_or(0);
    let (mut cells, mut begin, mut player, mut places) = (Vec::new(), Vec::new(), None, BTreeMap::new());
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let at = Cell::new(x as i32, y as i32).centre(plan.cell_m);
            let creature = plan.creatures.get(&c);
            let ground = kind_of(c).filter(|_| creature.is_none());
            if ground.is_none() && c.is_whitespace() {
                return Err(PlanError::Blank { row: y + 1 });
            }
            cells.push(ground.unwrap_or(grass) as u8);
            if ground.is_none() {
                places.entry(c).or_insert_with(Vec::new).push(at);
            }
            match creature.map(String::as_str) {
                Some(PLAYER) if player.is_some() => return Err(PlanError::SecondPlayer),
                Some(PLAYER) => player = Some((c, at)),
                Some(_) => begin.push((c, at)),
                None => {}
            }
        }
    }
    let named = plan.places.iter().chain(plan.areas.iter().map(|(name, (letter, _))| (name, letter)));
    let letters = plan.creatures.iter().map(|(letter, behaviour)| (behaviour, letter)).chain(named);
    if let Some((name, letter)) = letters.into_iter().find(|(_, c)| !places.contains_key(c)) {
        return Err(PlanError::NotDrawn { letter: *letter, name: name.clone() });
    }
    let mut world = World::new("spec", Ground::new(width, rows.len(), plan.cell_m, kinds, cells), vec![], vec![]);
    world.file.clone_from(&plan.spec.label);
    world.player = player.map(|(_, at)| at);
    let spawn = |(letter, at): &(char, Vec2)| {
        let (behaviour, area) = (plan.creatures.get(letter)?.clone(), Aabb::around(*at, SPOT * plan.cell_m));
        let settings = plan.settings.get(letter).cloned().unwrap_or_default();
        Some(SpawnArea {
            behaviour,
            area,
            ring: None,
            storey: crate::geom::Storey::GROUND,
            count: 1,
            population: false,
            respawn_s: None,
            settings,
            line: 0,
        })
    };
    world.areas = areas(plan, &places);
    world.spawns = begin.iter().filter_map(spawn).collect();
    Ok(Drawn { world, begin, player, places })
}

/// The places and areas that a plan names.
fn areas(plan: &WorldPlan, drawn: &BTreeMap<char, Vec<Vec2>>) -> Areas {
    let cells = |letter| drawn.get(letter).into_iter().flatten().copied();
    let places = plan
        .places
        .iter()
        .flat_map(|(name, letter)| cells(letter).take(1).map(move |at| Place { name: name.clone(), at }));
    let half = Vec2::splat(plan.cell_m / 2.0);
    let areas = plan.areas.iter().filter_map(|(name, (letter, roles))| {
        let part = Aabb { min: cells(letter).reduce(Vec2::min)? - half, max: cells(letter).reduce(Vec2::max)? + half };
        Some(Area { name: name.clone(), parts: vec![part], roles: roles.clone() })
    });
    Areas::new(areas, places)
}

/// The ground with the letters of all living creatures, and below it a line for each: name, state, place, health.
pub(super) fn draw(sim: &Sim) -> String {
    let ground = &sim.world().ground;
    let (agents, catalogue, res) = (sim.agents(), sim.catalogue(), ground.resolution_m());
    let mut letters: Vec<char> =
        ground.cells().map(|kind| ground.kinds().get(usize::from(kind)).map_or('?', |k| k.letter)).collect();
    let mut creatures = String::new();
    for slot in agents.bodies.living() {
        let (at, species) = (agents.bodies.position[slot], catalogue.find(agents.behaviour[slot]));
        let name = species.map_or("?", |s| s.name.as_str());
        let glyph = if name == PLAYER { '@' } else { species.map_or('?', |s| s.body.glyph) };
        let cell = Cell::of(at, res);
        if ground.contains(cell)
            && let Some(letter) = letters.get_mut(cell.y as usize * ground.width() + cell.x as usize)
        {
            *letter = glyph;
        }
        let word = |symbol| printable(catalogue.symbols.name(symbol));
        let tactic =
            Some(word(agents.tactic[slot])).filter(|t| !t.is_empty()).map_or(String::new(), |t| format!("/{t}"));
        let (id, state) = (agents.bodies.id(slot), word(agents.state[slot]));
        let health = agents.health[slot];
        // Writing to a string cannot fail.
        let _ = write!(
            creatures,
            "\n{glyph} {name} {id}  {state}{tactic}  at {:.1}, {:.1}  health {health:.0}",
            at.x, at.y
        );
    }
    let rows: Vec<String> = letters.chunks(ground.width()).map(|row| row.iter().collect()).collect();
    format!("after {} steps:\n{}{creatures}", sim.step_count(), rows.join("\n"))
}
