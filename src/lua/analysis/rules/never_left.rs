//! States that creatures never leave although what led there passes.

use crate::agent::Handler;
use crate::lua::analysis::behaviour_index::Behaviour;
use crate::lua::analysis::flow;
use crate::lua::analysis::rules::dead_ends::Goes;
use crate::lua::analysis::rules::*;
use std::collections::{BTreeMap, BTreeSet};

/// So many expressions are looked at to see what a condition asks.
const MOST: usize = 200;

/// The conditions around each value that a function returns.
type Guards = BTreeMap<ExprId, Vec<ExprId>>;

/// Warns of states that are never left although they do something. A state that creatures reach by their age, by what they have
/// done or at an order may be the last stage of a life; one that something near, a blow or a shout leads to is left out by mistake, and so
/// is the first one.
pub(super) fn check(c: &Checker, behaviour: &Behaviour, all: &[Goes]) {
    if behaviour.states.len() < 2 {
        return;
    }
    let (mut left, mut acting): (BTreeSet<&str>, BTreeSet<&str>) = Default::default();
    for (name, handler, home, function, returned) in all {
        let ends = c.flow.despawning.contains(&(*home, *function));
        if ends || handler.changes_state() && returned.names.iter().any(|r| r.name != *name) {
            left.insert(name);
        }
        if !matches!(handler, Handler::Enter | Handler::Leave) {
            acting.insert(name);
        }
    }
    let lasting: BTreeSet<&str> = acting.difference(&left).copied().collect();
    let led = led(c, &lasting, all);
    for (name, state) in behaviour.states.iter().filter(|(_, state)| state.at.line > 0) {
        let first = behaviour.start.as_ref() == Some(name);
        let passing = led.get(name.as_str()).is_some_and(|places| *places);
        if lasting.contains(name.as_str()) && (first || passing) {
            let message = format!("a creature never leaves state '{name}': none of its handlers returns another");
            c.warning(state.at, message, "return the name of another state from its tick or an event");
        }
    }
}

/// For each of some states that a handler leads to: whether all that leads there passes.
fn led<'b>(c: &Checker, states: &BTreeSet<&'b str>, all: &[Goes]) -> BTreeMap<&'b str, bool> {
    let (mut led, mut guards) = (BTreeMap::new(), BTreeMap::<(FileId, FunctionId), Guards>::new());
    for (from, handler, home, function, returned) in all {
        let c = c.of(*home);
        let event = matches!(handler, Handler::Hurt | Handler::Heard | Handler::Entered | Handler::Left);
        for r in returned.names.iter().filter(|r| r.name != *from) {
            let Some(state) = states.get(r.name.as_str()) else { continue };
            // A name that comes from another function may come for several reasons.
            let here = r.literal.0 == *home && c.tree.exprs[r.literal.1].function == *function;
            let guards = guards.entry((*home, *function)).or_insert_with(|| {
                let mut guards = Guards::new();
                around(&c.tree.functions[*function].body, &mut Vec::new(), &mut guards);
                guards
            });
            let passing =
                event || here && asks_what_passes(&c, guards.get(&r.value).cloned().unwrap_or_default(), r.value);
            *led.entry(*state).or_insert(true) &= passing;
        }
    }
    led
}

/// Notes the conditions around each value that a block returns; where there is none, those that did not end the call before.
fn around(block: &Block, outside: &mut Vec<ExprId>, guards: &mut Guards) {
    let mut before: Vec<ExprId> = Vec::new();
    for stmt in block {
        match stmt {
            Stmt::Return(values) => {
                let asked = if outside.is_empty() { before.clone() } else { outside.clone() };
                guards.extend(values.first().map(|value| (*value, asked)));
            }
            Stmt::If(arms, otherwise) => {
                for (condition, arm) in arms {
                    outside.push(*condition);
                    around(arm, outside, guards);
                    outside.pop();
                    if matches!(arm.last(), Some(Stmt::Return(_))) && before.len() < MOST {
                        before.push(*condition);
                    }
                }
                around(otherwise, outside, guards);
            }
            _ => stmt.blocks().into_iter().for_each(|b| around(b, outside, guards)),
        }
    }
}

/// Whether conditions ask for creatures near by, and for nothing that lasts: an age, a time, what is remembered.
fn asks_what_passes(c: &Checker, mut open: Vec<ExprId>, value: ExprId) -> bool {
    let is_query = |call| matches!(c.s.callees(c.file, call, 0)[..], [Type::Native(f)] if flow::is_query(f));
    let lasts = |name: &str| ["age", "time", "state_time", "tick", "slept", "memory"].contains(&name);
    open.push(value);
    let mut found = false;
    for _ in 0..MOST {
        let Some(e) = open.pop() else { return found };
        match c.tree.kind(e) {
            Kind::Local(l) => open.extend(c.tree.values(*l)),
            Kind::Field { of, name, .. } if lasts(name) && c.is_npc(*of) => return false,
            Kind::Call { .. } | Kind::Method { .. } if is_query(e) => found = true,
            kind => open.extend(kind.parts()),
        }
    }
    false
}
