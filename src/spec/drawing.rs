//! A drawing of a world at the moment at which a test failed.

use crate::agent::PLAYER;
use crate::geom::Cell;
use crate::sim::Sim;
use std::fmt::Write;

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
        let word = |symbol| catalogue.symbols.name(symbol);
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
