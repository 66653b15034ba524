//! States that creatures never leave although what led there passes.

use crate::agent::Handler;
use crate::lua::analysis::behaviour_index::Behaviour;
use crate::lua::analysis::flow;
use crate::lua::analysis::rules::dead_ends::Goes;
use crate::lua::analysis::rules::*;

/// So many expressions are looked at to see what a condition asks.
const MOST: usize = 200;

/// Warns of states that are never left although they do something. A state that creatures reach by their age, by what they have
/// done or at an order may be the last stage of a life; one that something near, a blow or a shout leads to is left out by mistake, and so
/// is the first one.
pub(super) fn check(c: &Checker, behaviour: &Behaviour, all: &[Goes]) {
    for (name, state) in behaviour.states.iter().filter(|(_, state)| behaviour.states.len() > 1 && state.at.line > 0) {
        let own = || all.iter().filter(|g| g.0 == name);
        let leaves = |g: &Goes| g.1.changes_state() && g.4.names.iter().any(|r| r.name != *name);
        let ends = |g: &Goes| c.flow.despawning.contains(&(g.2, g.3));
        if own().any(|g| leaves(g) || ends(g)) || !own().any(|g| !matches!(g.1, Handler::Enter | Handler::Leave)) {
            continue;
        }
        let led: Vec<bool> = all.iter().filter(|g| g.0 != name).flat_map(|g| led_here(c, name, g)).collect();
        let entered = behaviour.start.as_ref() == Some(name);
        if entered || !led.is_empty() && led.iter().all(|passing| *passing) {
            let message = format!("a creature never leaves state '{name}': none of its handlers returns another");
            c.warning(state.at, message, "return the name of another state from its tick or an event");
        }
    }
}

/// For each place in a handler that leads to a state: whether what leads there passes.
fn led_here(c: &Checker, state: &str, (_, handler, home, function, returned): &Goes) -> Vec<bool> {
    let c = c.of(*home);
    let event = matches!(handler, Handler::Hurt | Handler::Heard | Handler::Entered | Handler::Left);
    let body = &c.tree.functions[*function].body;
    let passing = |value: ExprId| {
        let mut asked = Vec::new();
        around(body, value, &mut asked);
        if asked.is_empty() {
            // What did not end the call before.
            asked.extend(body.iter().flat_map(arms).filter(|arm| is_return(arm.1.last())).map(|arm| arm.0));
        }
        asked.push(value);
        asks_what_passes(&c, asked)
    };
    returned.names.iter().filter(|r| r.name == state).map(|r| event || passing(r.value)).collect()
}

fn arms(stmt: &Stmt) -> &[(ExprId, Block)] {
    if let Stmt::If(arms, _) = stmt { arms } else { &[] }
}

fn is_return(stmt: Option<&Stmt>) -> bool {
    matches!(stmt, Some(Stmt::Return(_)))
}

/// Collects the conditions around the place where a value is returned; false when it is not returned here.
fn around(block: &Block, value: ExprId, asked: &mut Vec<ExprId>) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Return(values) => values.first() == Some(&value),
        Stmt::If(arms, otherwise) => {
            let arm = arms.iter().find(|arm| around(&arm.1, value, asked));
            asked.extend(arm.map(|arm| arm.0));
            arm.is_some() || around(otherwise, value, asked)
        }
        _ => stmt.blocks().into_iter().any(|b| around(b, value, asked)),
    })
}

/// Whether conditions ask for creatures near by, or for health.
fn asks_what_passes(c: &Checker, mut open: Vec<ExprId>) -> bool {
    let is_query = |call| matches!(c.s.callees(c.file, call, 0)[..], [Type::Native(f)] if flow::is_query(f));
    for _ in 0..MOST {
        let Some(e) = open.pop() else { return false };
        match c.tree.kind(e) {
            Kind::Local(l) => open.extend(c.tree.values(*l)),
            Kind::Field { of, name, .. } if name == "health" && c.is_npc(*of) => return true,
            Kind::Call { .. } | Kind::Method { .. } if is_query(e) => return true,
            kind => open.extend(kind.parts()),
        }
    }
    false
}
