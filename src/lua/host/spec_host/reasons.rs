//! How creatures of a small world came into their states, in words.

use crate::agent::StepView;
use crate::agent::recorder::{WhyLine, why};
use crate::body::AgentId;
use crate::lua::api::natives::reason_lines;

/// Creatures that a failure explains.
pub(super) const CREATURES: usize = 4;
/// Lines that it shows of each.
const LINES: usize = 8;

/// The chain of reasons of a creature, of a dead one too until another takes its slot.
pub(super) fn of(view: &StepView, id: AgentId) -> Vec<WhyLine> {
    let (slot, bodies) = (id.slot(), &view.agents.bodies);
    // A death moves the slot's generation on.
    let died =
        || slot < bodies.len() && !bodies.alive[slot] && bodies.generation[slot] == id.generation().wrapping_add(1);
    if bodies.find(id).is_none() && !died() {
        return Vec::new();
    }
    why(&view.recorder.describe(slot, &view.catalogue.symbols))
}

/// The last change of state of some creatures and what came after it: of those that a test holds, then of others. Creatures
/// to which nothing happened are left out.
pub(super) fn of_creatures(view: &StepView, held: &[AgentId]) -> Vec<String> {
    let bodies = &view.agents.bodies;
    let others = bodies.living().map(|slot| bodies.id(slot)).filter(|id| !held.contains(id));
    let explained = held.iter().copied().chain(others).filter_map(|id| {
        let all = of(view, id);
        let last = all.iter().rposition(|l| l.depth == 0)?;
        let lines: Vec<WhyLine> = all.into_iter().skip(last).take(LINES).collect();
        (lines.len() > 1).then_some((id, lines))
    });
    let named = explained.take(CREATURES).flat_map(|(id, lines)| {
        let name = |symbol| view.catalogue.symbols.name(symbol);
        let (behaviour, state) = (name(view.agents.behaviour[id.slot()]), name(view.agents.state[id.slot()]));
        let head = match bodies.find(id) {
            Some(_) => format!("why {behaviour} {id} is in {state}:"),
            None => format!("{behaviour} {id} died in {state}:"),
        };
        std::iter::once(head).chain(reason_lines(lines, view.step_s).into_iter().map(|l| format!("  {l}")))
    });
    named.collect()
}
